import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { recordChange } from '../audit/record-change.js';
import { SECRETS } from '../config/config.module.js';
import type { Secrets } from '../config/generated-secrets.js';
import { SigningSecrets, type SecretPlace } from './signing-secrets.js';

export const CALLBACK_SECRETS: SecretPlace = {
  table: 'projects',
  column: 'callback_secret_encrypted',
  prefix: 'cbs',
  purpose: 'callback',
};

/** The secret that a project's callbacks are signed with: sealed at rest, made when it is first asked for. */
@Injectable()
export class CallbackSecrets {
  private readonly signing: SigningSecrets;

  constructor(
    private readonly dataSource: DataSource,
    @Inject(SECRETS) { secretsKey }: Secrets,
  ) {
    this.signing = new SigningSecrets(dataSource, secretsKey, CALLBACK_SECRETS);
  }

  /** Two first readers agree on one. */
  get(projectId: string): Promise<string> {
    return this.signing.get(projectId);
  }

  /** @returns the new secret, which signs from now on */
  rotate({ id, organizationId }: { id: string; organizationId: string }): Promise<string> {
    return this.dataSource.transaction(async (manager) => {
      const secret = await this.signing.replace(manager, id);
      await recordChange(manager, {
        organizationId,
        projectId: id,
        action: 'project.rotate_callback_signing',
        targetId: id,
        before: { callback_signing: 'former key' },
        after: { callback_signing: 'new key' },
      });
      return secret;
    });
  }
}
