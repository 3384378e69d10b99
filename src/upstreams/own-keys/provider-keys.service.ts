import { Inject, Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { AuditedFields } from '../../audit/changed-members.js';
import { recordChange } from '../../audit/record-change.js';
import { SECRETS } from '../../config/config.module.js';
import type { Secrets } from '../../config/generated-secrets.js';
import { ChangeFeed } from '../../database/change-feed.js';
import { InvalidRequestError } from '../../lib/gateway-error.js';
import { ProviderKeyEntity } from '../../projects/provider-keys/provider-key.entity.js';
import { sealProviderKey, type OwnKeyProvider } from '../../projects/provider-keys/provider-key.js';
import { TryProviderKey } from './try-provider-key.service.js';

/** A project and whose it is, as the management API has checked it. */
interface KeyOwner {
  readonly organizationId: string;
  readonly id: string;
}

/** What a header can carry without quoting or loss. */
const SENDABLE_KEY = /^[\x21-\x7e]+$/;

/** Keys at providers that projects bring themselves. Calls read them with their API key (`Caller.providerKeys`). */
@Injectable()
export class ProviderKeysService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly feed: ChangeFeed,
    private readonly trial: TryProviderKey,
    @Inject(SECRETS) private readonly secrets: Secrets,
  ) {}

  /** By provider. */
  list(projectId: string): Promise<ProviderKeyEntity[]> {
    return this.dataSource
      .getRepository(ProviderKeyEntity)
      .find({ where: { projectId }, order: { provider: 'ASC' } });
  }

  /**
   * Sets or replaces the key, once its provider has taken it.
   * @throws InvalidRequestError (400) naming `api_key`; GatewayError (502) when the provider cannot be asked
   */
  async put(
    owner: KeyOwner,
    provider: OwnKeyProvider,
    { apiKey, fallBackToSystem }: { readonly apiKey: string; readonly fallBackToSystem: boolean },
  ): Promise<ProviderKeyEntity> {
    if (!SENDABLE_KEY.test(apiKey)) throw unsendableKey();
    await this.trial.run(provider, apiKey);
    const key = { projectId: owner.id, provider };
    const apiKeyEncrypted = sealProviderKey(apiKey, key, this.secrets.secretsKey);
    return this.write(owner, async (manager) => {
      const repository = manager.getRepository(ProviderKeyEntity);
      const before = await repository.findOneBy(key);
      await repository.upsert({ ...key, apiKeyEncrypted, fallBackToSystem }, ['projectId', 'provider']);
      const after = await repository.findOneByOrFail(key);
      const action = before === null ? 'provider_key.create' : 'provider_key.change';
      // That it was set is told also where nothing else differs.
      const audit = { before: before && audited(before), after: { ...audited(after), api_key: 'set' } };
      await record(manager, owner, { action, provider, ...audit });
      return after;
    });
  }

  /** @returns whether there was one */
  remove(owner: KeyOwner, provider: OwnKeyProvider): Promise<boolean> {
    const key = { projectId: owner.id, provider };
    return this.write(owner, async (manager) => {
      const repository = manager.getRepository(ProviderKeyEntity);
      const before = await repository.findOneBy(key);
      if (before === null) return false;
      await repository.delete(key);
      await record(manager, owner, {
        action: 'provider_key.delete',
        provider,
        before: audited(before),
        after: null,
      });
      return true;
    });
  }

  /** Changes of one project's keys come one after the other. */
  private write<T>(owner: KeyOwner, work: (manager: EntityManager) => Promise<T>): Promise<T> {
    return this.dataSource.transaction(async (manager) => {
      await manager.query('SELECT 1 FROM projects WHERE id = $1 FOR NO KEY UPDATE', [owner.id]);
      const result = await work(manager);
      await this.feed.publish(manager, { organizationId: owner.organizationId });
      return result;
    });
  }
}

function audited({ provider, fallBackToSystem }: ProviderKeyEntity): AuditedFields {
  return { provider, fall_back_to_system: fallBackToSystem };
}

interface KeyChange {
  readonly action: string;
  readonly provider: string;
  readonly before: AuditedFields | null;
  readonly after: AuditedFields | null;
}

function record(
  manager: EntityManager,
  { organizationId, id: projectId }: KeyOwner,
  { action, provider, before, after }: KeyChange,
): Promise<void> {
  return recordChange(manager, { organizationId, projectId, action, targetId: provider, before, after });
}

function unsendableKey(): InvalidRequestError {
  return new InvalidRequestError({
    param: 'api_key',
    message: '`api_key` must be printable ASCII without blanks: it is sent in a header.',
  });
}
