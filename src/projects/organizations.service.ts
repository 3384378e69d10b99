import { Injectable } from '@nestjs/common';
import { DataSource, LessThan } from 'typeorm';
import { recordChange } from '../audit/record-change.js';
import { ChangeFeed } from '../database/change-feed.js';
import { meetsExpected, type ExpectedState } from '../lib/entity-tag.js';
import { newId } from '../lib/ids.js';
import { auditedOrganization } from './audited-fields.js';
import { mergeAutoReload } from './merge-auto-reload.js';
import { OrganizationChangedError, organizationTag } from './organization-tag.js';
import { OrganizationEntity, type AutoReload } from './organization.entity.js';

/** Absent members stay as they are, those of `autoReload` too. */
export type OrganizationFields = Partial<
  Pick<OrganizationEntity, 'name' | 'payAsYouGo' | 'rateLimits' | 'zeroRetention'>
> & { readonly autoReload?: Partial<AutoReload> };

@Injectable()
export class OrganizationsService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly feed: ChangeFeed,
  ) {}

  find(id: string): Promise<OrganizationEntity | null> {
    return this.dataSource.getRepository(OrganizationEntity).findOneBy({ id });
  }

  /** Newest first, older than `after`. */
  list({ limit, after }: { limit: number; after?: string }): Promise<OrganizationEntity[]> {
    return this.dataSource.getRepository(OrganizationEntity).find({
      where: after === undefined ? {} : { id: LessThan(after) },
      order: { id: 'DESC' },
      take: limit,
    });
  }

  /** With its balance of nothing, in one transaction. */
  create({ autoReload, ...fields }: OrganizationFields & { name: string }): Promise<OrganizationEntity> {
    const reload = autoReload === undefined ? null : mergeAutoReload(null, autoReload);
    return this.dataSource.transaction(async (manager) => {
      const id = newId('org');
      await manager.getRepository(OrganizationEntity).insert({ ...fields, autoReload: reload, id });
      await manager.query('INSERT INTO balances (organization_id) VALUES ($1)', [id]);
      await this.feed.publish(manager, { organizationId: id });
      const created = await manager.getRepository(OrganizationEntity).findOneByOrFail({ id });
      const after = auditedOrganization(created);
      await recordChange(manager, {
        organizationId: id,
        action: 'organization.create',
        targetId: id,
        before: null,
        after,
      });
      return created;
    });
  }

  /**
   * @param expected the state that the change was made for; any when absent
   * @throws OrganizationChangedError (412), InvalidRequestError (400)
   */
  change(
    id: string,
    { autoReload, ...fields }: OrganizationFields,
    expected?: ExpectedState,
  ): Promise<OrganizationEntity> {
    return this.dataSource.transaction(async (manager) => {
      const repository = manager.getRepository(OrganizationEntity);
      // Locked, so that two changes of different members both hold.
      const before = await repository.findOneOrFail({ where: { id }, lock: { mode: 'pessimistic_write' } });
      const tag = organizationTag(before);
      if (!meetsExpected(tag, expected)) throw new OrganizationChangedError({ organizationId: id, tag });
      const reload =
        autoReload === undefined ? {} : { autoReload: mergeAutoReload(before.autoReload, autoReload) };
      const changes = { ...fields, ...reload };
      if (Object.keys(changes).length > 0) await repository.update({ id }, changes);
      await this.feed.publish(manager, { organizationId: id });
      const changed = await repository.findOneByOrFail({ id });
      await recordChange(manager, {
        organizationId: id,
        action: 'organization.change',
        targetId: id,
        before: auditedOrganization(before),
        after: auditedOrganization(changed),
      });
      return changed;
    });
  }
}
