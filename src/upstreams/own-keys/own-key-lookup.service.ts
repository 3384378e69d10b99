import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { SECRETS } from '../../config/config.module.js';
import type { Secrets } from '../../config/generated-secrets.js';
import { ProviderKeyEntity } from '../../projects/provider-keys/provider-key.entity.js';
import { ProviderKey, type OwnKeyProvider } from '../../projects/provider-keys/provider-key.js';

/** The key that a project has at a provider at this moment: for work that no caller waits for. */
@Injectable()
export class OwnKeyLookup {
  constructor(
    private readonly dataSource: DataSource,
    @Inject(SECRETS) private readonly secrets: Secrets,
  ) {}

  async find(projectId: string, provider: OwnKeyProvider): Promise<ProviderKey | undefined> {
    const row = await this.dataSource.getRepository(ProviderKeyEntity).findOneBy({ projectId, provider });
    if (row === null) return undefined;
    const { apiKeyEncrypted: sealed, fallBackToSystem } = row;
    return new ProviderKey({ projectId, provider, sealed, fallBackToSystem }, this.secrets.secretsKey);
  }
}
