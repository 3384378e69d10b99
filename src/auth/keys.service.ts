import { Inject, Injectable } from '@nestjs/common';
import { DataSource, IsNull, LessThan, type EntityManager } from 'typeorm';
import { recordChange } from '../audit/record-change.js';
import { SETTINGS } from '../config/config.module.js';
import type { Settings } from '../config/settings.js';
import { ChangeFeed } from '../database/change-feed.js';
import { readNames } from '../database/read-names.js';
import { newId } from '../lib/ids.js';
import { ApiKeyEntity } from './api-key.entity.js';
import { auditedKey } from './audited-key.js';
import { digestCredential } from './credential-digest.js';
import { newCredential } from './new-credential.js';
import { shownPrefix } from './shown-prefix.js';

/** What bounds a key. */
export type KeyBounds = Partial<
  Pick<ApiKeyEntity, 'disabled' | 'expiresAt' | 'limitUsd' | 'limitPeriod' | 'models' | 'rateLimits'>
>;

export type KeyFields = KeyBounds & Partial<Pick<ApiKeyEntity, 'name'>>;

export interface NewKey {
  readonly organizationId: string;
  readonly projectId: string;
  readonly name: string;
  readonly bounds?: KeyBounds;
}

/** API keys of projects. The key itself leaves this service once, at creation. */
@Injectable()
export class KeysService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly feed: ChangeFeed,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  list(projectId: string, { limit, after }: { limit: number; after?: string }): Promise<ApiKeyEntity[]> {
    const id = after === undefined ? undefined : LessThan(after);
    return this.dataSource
      .getRepository(ApiKeyEntity)
      .find({ where: { projectId, id }, order: { id: 'DESC' }, take: limit });
  }

  find(id: string): Promise<ApiKeyEntity | null> {
    return this.dataSource.getRepository(ApiKeyEntity).findOneBy({ id });
  }

  /** What keys are called, revoked ones too. */
  namesOf(ids: ReadonlySet<string>): Promise<Map<string, string>> {
    return readNames(this.dataSource.getRepository(ApiKeyEntity), ids);
  }

  async createIn(
    manager: EntityManager,
    { organizationId, projectId, name, bounds = {} }: NewKey,
  ): Promise<{ entity: ApiKeyEntity; key: string }> {
    const key = newCredential(this.settings.keyPrefix);
    const id = newId('key');
    const prefix = shownPrefix(key, this.settings.keyPrefix);
    await manager
      .getRepository(ApiKeyEntity)
      .insert({ ...bounds, id, projectId, name, prefix, hash: digestCredential(key) });
    const entity = await manager.getRepository(ApiKeyEntity).findOneByOrFail({ id });
    await recordChange(manager, {
      organizationId,
      projectId,
      action: 'key.create',
      targetId: id,
      before: null,
      after: { ...setBounds(entity), prefix },
    });
    await this.feed.publish(manager, { organizationId });
    return { entity, key };
  }

  /** What is not named stays as it is. Holds on every process within a second. @param before the key, locked */
  async changeIn(
    manager: EntityManager,
    { organizationId, before, fields }: { organizationId: string; before: ApiKeyEntity; fields: KeyFields },
  ): Promise<ApiKeyEntity> {
    const { id, projectId } = before;
    const repository = manager.getRepository(ApiKeyEntity);
    if (Object.keys(fields).length > 0) await repository.update({ id }, fields);
    const changed = await repository.findOneByOrFail({ id });
    await recordChange(manager, {
      organizationId,
      projectId,
      action: 'key.change',
      targetId: id,
      before: auditedKey(before),
      after: auditedKey(changed),
    });
    await this.feed.publish(manager, { organizationId });
    return changed;
  }

  /** For a change; `undefined` when it was revoked. */
  async lockIn(manager: EntityManager, id: string): Promise<ApiKeyEntity | undefined> {
    const key = await manager
      .getRepository(ApiKeyEntity)
      .findOne({ where: { id, revokedAt: IsNull() }, lock: { mode: 'for_no_key_update' } });
    return key ?? undefined;
  }

  /** Holds on every process within a second. Revoking again changes nothing. */
  async revoke({ organizationId, id }: { organizationId: string; id: string }): Promise<void> {
    await this.dataSource.transaction(async (manager) => {
      const repository = manager.getRepository(ApiKeyEntity);
      const { affected } = await repository.update({ id, revokedAt: IsNull() }, { revokedAt: () => 'now()' });
      if (affected === 1) {
        const { name, prefix, projectId } = await repository.findOneByOrFail({ id });
        const before = { name, prefix };
        await recordChange(manager, {
          organizationId,
          projectId,
          action: 'key.revoke',
          targetId: id,
          before,
          after: null,
        });
      }
      await this.feed.publish(manager, { organizationId });
    });
  }
}

/** Those that are set. */
function setBounds(key: ApiKeyEntity): Record<string, unknown> {
  const isSet = ([, value]: [string, unknown]): boolean => value !== null && value !== false;
  return Object.fromEntries(Object.entries(auditedKey(key)).filter(isSet));
}
