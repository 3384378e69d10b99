import { Inject, Injectable } from '@nestjs/common';
import { DataSource, LessThan, type FindOptionsWhere } from 'typeorm';
import { ChangeFeed } from '../database/change-feed.js';
import { newId } from '../lib/ids.js';
import { OrganizationEntity } from './organization.entity.js';

export type OrganizationFields = Partial<
  Pick<OrganizationEntity, 'name' | 'payAsYouGo' | 'rateLimits' | 'zeroRetention' | 'autoReload'>
>;

@Injectable()
export class OrganizationsService {
  constructor(
    @Inject(DataSource) private readonly dataSource: DataSource,
    @Inject(ChangeFeed) private readonly feed: ChangeFeed,
  ) {}

  find(id: string): Promise<OrganizationEntity | null> {
    return this.dataSource.getRepository(OrganizationEntity).findOneBy({ id });
  }

  /** Newest first, older than `after`. */
  list({
    limit,
    after,
    only,
  }: {
    limit: number;
    after?: string;
    only?: string;
  }): Promise<OrganizationEntity[]> {
    const where: FindOptionsWhere<OrganizationEntity>[] = [];
    if (only !== undefined) where.push({ id: only });
    else if (after !== undefined) where.push({ id: LessThan(after) });
    return this.dataSource
      .getRepository(OrganizationEntity)
      .find({ where, order: { id: 'DESC' }, take: limit });
  }

  /** With its balance of nothing, in one transaction. */
  create(fields: OrganizationFields & { name: string }): Promise<OrganizationEntity> {
    return this.dataSource.transaction(async (manager) => {
      const id = newId('org');
      await manager.getRepository(OrganizationEntity).insert({ ...fields, id });
      await manager.query('INSERT INTO balances (organization_id) VALUES ($1)', [id]);
      return manager.getRepository(OrganizationEntity).findOneByOrFail({ id });
    });
  }

  async change(id: string, fields: OrganizationFields): Promise<OrganizationEntity> {
    return this.dataSource.transaction(async (manager) => {
      const repository = manager.getRepository(OrganizationEntity);
      if (Object.keys(fields).length > 0) await repository.update({ id }, fields);
      await this.feed.publish(manager, { organizationId: id });
      return repository.findOneByOrFail({ id });
    });
  }
}
