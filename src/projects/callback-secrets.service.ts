import { randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { recordChange } from '../audit/record-change.js';
import { SECRETS } from '../config/config.module.js';
import type { Secrets } from '../config/generated-secrets.js';
import { openSecret, sealSecret } from '../lib/secret-box.js';

const SECRET_BYTES = 32;

/** The secret that a project's callbacks are signed with: sealed at rest, made when it is first asked for. */
@Injectable()
export class CallbackSecrets {
  constructor(
    @Inject(DataSource) private readonly dataSource: DataSource,
    @Inject(SECRETS) private readonly secrets: Secrets,
  ) {}

  /** Two first readers agree on one. */
  async get(projectId: string): Promise<string> {
    const known = await this.read(projectId);
    if (known !== undefined) return known;
    await this.dataSource.query(
      'UPDATE projects SET callback_secret_encrypted = $2 WHERE id = $1 AND callback_secret_encrypted IS NULL',
      [projectId, this.seal(projectId, newSecret())],
    );
    return (await this.read(projectId)) ?? '';
  }

  /** @returns the new secret, which signs from now on */
  async rotate({ id, organizationId }: { id: string; organizationId: string }): Promise<string> {
    const secret = newSecret();
    await this.dataSource.transaction(async (manager) => {
      await manager.query('UPDATE projects SET callback_secret_encrypted = $2 WHERE id = $1', [
        id,
        this.seal(id, secret),
      ]);
      await recordChange(manager, {
        organizationId,
        projectId: id,
        action: 'project.rotate_callback_signing',
        targetId: id,
        before: { callback_signing: 'former key' },
        after: { callback_signing: 'new key' },
      });
    });
    return secret;
  }

  private async read(projectId: string): Promise<string | undefined> {
    const rows: { sealed: Buffer | null }[] = await this.dataSource.query(
      'SELECT callback_secret_encrypted AS sealed FROM projects WHERE id = $1',
      [projectId],
    );
    const sealed = rows[0]?.sealed;
    return sealed === undefined || sealed === null ? undefined : openSecret(sealed, this.keyOf(projectId));
  }

  private seal(projectId: string, secret: string): Buffer {
    return sealSecret(secret, this.keyOf(projectId));
  }

  private keyOf(projectId: string): { key: Buffer; owner: string } {
    return { key: this.secrets.secretsKey, owner: `${projectId}:callback` };
  }
}

function newSecret(): string {
  return `cbs_${randomBytes(SECRET_BYTES).toString('base64url')}`;
}
