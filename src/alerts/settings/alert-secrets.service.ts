import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { recordChange } from '../../audit/record-change.js';
import { SECRETS } from '../../config/config.module.js';
import type { Secrets } from '../../config/generated-secrets.js';
import { SigningSecrets, type SecretPlace } from '../../projects/signing-secrets.js';

export const ALERT_SECRETS: SecretPlace = {
  table: 'organizations',
  column: 'alert_secret_encrypted',
  prefix: 'als',
  purpose: 'alerts',
};

/** The secret that an organization's alerts are signed with. It is there before an address is, so that a server can be made ready. */
@Injectable()
export class AlertSecrets {
  private readonly signing: SigningSecrets;

  constructor(
    private readonly dataSource: DataSource,
    @Inject(SECRETS) { secretsKey }: Secrets,
  ) {
    this.signing = new SigningSecrets(dataSource, secretsKey, ALERT_SECRETS);
  }

  get(organizationId: string): Promise<string> {
    return this.signing.get(organizationId);
  }

  /** @returns the new secret, which signs from now on */
  rotate(organizationId: string): Promise<string> {
    return this.dataSource.transaction(async (manager) => {
      const secret = await this.signing.replace(manager, organizationId);
      await recordChange(manager, {
        organizationId,
        action: 'alerts.rotate_signing',
        targetId: organizationId,
        before: { signing: 'former key' },
        after: { signing: 'new key' },
      });
      return secret;
    });
  }
}
