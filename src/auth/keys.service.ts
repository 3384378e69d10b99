import { Inject, Injectable } from '@nestjs/common';
import { DataSource, IsNull, LessThan, type EntityManager } from 'typeorm';
import { recordChange } from '../audit/record-change.js';
import { SETTINGS } from '../config/config.module.js';
import type { Settings } from '../config/settings.js';
import { ChangeFeed } from '../database/change-feed.js';
import { readNames } from '../database/read-names.js';
import { newId } from '../lib/ids.js';
import { ApiKeyEntity } from './api-key.entity.js';
import { digestCredential } from './credential-digest.js';
import { newCredential } from './new-credential.js';

const SHOWN_RANDOM_CHARACTERS = 5;

/** API keys of projects. The key itself leaves this service once, at creation. */
@Injectable()
export class KeysService {
  constructor(
    @Inject(DataSource) private readonly dataSource: DataSource,
    @Inject(ChangeFeed) private readonly feed: ChangeFeed,
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

  create({
    organizationId,
    projectId,
    name,
  }: {
    organizationId: string;
    projectId: string;
    name: string;
  }): Promise<{ entity: ApiKeyEntity; key: string }> {
    return this.dataSource.transaction((manager) =>
      this.createIn(manager, { organizationId, projectId, name }),
    );
  }

  async createIn(
    manager: EntityManager,
    { organizationId, projectId, name }: { organizationId: string; projectId: string; name: string },
  ): Promise<{ entity: ApiKeyEntity; key: string }> {
    const key = newCredential(this.settings.keyPrefix);
    const id = newId('key');
    const prefix = key.slice(0, this.settings.keyPrefix.length + SHOWN_RANDOM_CHARACTERS);
    await manager
      .getRepository(ApiKeyEntity)
      .insert({ id, projectId, name, prefix, hash: digestCredential(key) });
    await recordChange(manager, {
      organizationId,
      projectId,
      action: 'key.create',
      targetId: id,
      before: null,
      after: { name, prefix },
    });
    await this.feed.publish(manager, { organizationId });
    return { entity: await manager.getRepository(ApiKeyEntity).findOneByOrFail({ id }), key };
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
