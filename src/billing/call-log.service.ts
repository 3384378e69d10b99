import { Inject, Injectable } from '@nestjs/common';
import { DataSource, type EntityManager, type SelectQueryBuilder } from 'typeorm';
import { SlowQueries } from '../database/slow-queries.service.js';
import { MINUTE_MS } from '../lib/durations.js';
import { idFloor } from '../lib/ids.js';
import { CallEntity } from './call.entity.js';
import { NONE, ROUTER_OF_BATCHES } from './usage-report.service.js';

/** What the calls of a page have in common; absent members let everything pass. */
export interface CallFilters {
  readonly from?: Date;
  /** Exclusive. */
  readonly to?: Date;
  /** `404`, or `4xx` for the whole class. */
  readonly status?: string;
  /** As requested, decided or served. */
  readonly model?: string;
  readonly key?: string;
  readonly surface?: string;
  /** These three as usage names them: `none` for calls that have none. */
  readonly tier?: string;
  readonly router?: string;
  readonly group?: string;
}

export interface CallPage {
  readonly limit: number;
  /** The id of the last call of the page before. */
  readonly after?: string;
}

type Query = SelectQueryBuilder<CallEntity>;

/** A call's id and its time are taken one after the other. */
const ID_SLACK_MS = MINUTE_MS;

/** Reading the call log. Pages go by the id, which sorts by time, and never count what they leave out. */
@Injectable()
export class CallLog {
  constructor(
    @Inject(DataSource) private readonly dataSource: DataSource,
    @Inject(SlowQueries) private readonly slowQueries: SlowQueries,
  ) {}

  find(id: string): Promise<CallEntity | null> {
    return this.dataSource.getRepository(CallEntity).findOneBy({ id });
  }

  /** Newest first. */
  page(projectId: string, filters: CallFilters, page: CallPage): Promise<CallEntity[]> {
    return this.slowQueries.read((manager) => this.pageIn(manager, { projectId, filters, page }));
  }

  private async pageIn(
    manager: EntityManager,
    {
      projectId,
      filters,
      page: { limit, after },
    }: { readonly projectId: string; readonly filters: CallFilters; readonly page: CallPage },
  ): Promise<CallEntity[]> {
    const query = (): Query => {
      const builder = manager.getRepository(CallEntity).createQueryBuilder('call');
      builder.where('call.projectId = :projectId', { projectId }).orderBy('call.id', 'DESC').limit(limit);
      if (after !== undefined) builder.andWhere('call.id < :after', { after });
      return addFilters(builder, filters);
    };
    if (filters.from === undefined && filters.to === undefined) return query().getMany();
    // The ids of live calls say where a period begins and ends; those of batches, which are few, need not.
    const live = await boundIds(query(), filters).andWhere(`call.surface <> 'batch'`).getMany();
    const batches = await query().andWhere(`call.surface = 'batch'`).getMany();
    return [...live, ...batches].sort((one, other) => (one.id < other.id ? 1 : -1)).slice(0, limit);
  }
}

function boundIds(query: Query, { from, to }: CallFilters): Query {
  if (from !== undefined)
    query.andWhere('call.id >= :first', { first: idFloor('call', from.getTime() - ID_SLACK_MS) });
  if (to !== undefined)
    query.andWhere('call.id < :last', { last: idFloor('call', to.getTime() + ID_SLACK_MS) });
  return query;
}

function addFilters(query: Query, filters: CallFilters): Query {
  const { from, to, status, model, key, surface, tier, router, group } = filters;
  if (from !== undefined) query.andWhere('call.createdAt >= :from', { from });
  if (to !== undefined) query.andWhere('call.createdAt < :to', { to });
  if (status !== undefined) addStatus(query, status);
  if (model !== undefined)
    query.andWhere(
      '(call.servedModel = :model OR call.decidedModel = :model OR call.requestedModel = :model)',
      {
        model,
      },
    );
  if (key !== undefined) query.andWhere('call.keyId = :key', { key });
  if (surface !== undefined) query.andWhere('call.surface = :surface', { surface });
  if (router === ROUTER_OF_BATCHES) query.andWhere(`call.surface = 'batch'`);
  else addNamed(query, 'routerId', router);
  addNamed(query, 'tier', tier);
  addNamed(query, 'groupId', group);
  return query;
}

function addNamed(query: Query, column: 'tier' | 'routerId' | 'groupId', value: string | undefined): void {
  if (value === undefined) return;
  if (value === NONE) query.andWhere(`call.${column} IS NULL`);
  else query.andWhere(`call.${column} = :${column}`, { [column]: value });
}

function addStatus(query: Query, status: string): void {
  const [lowest, highest] = status.endsWith('xx')
    ? [Number(status.charAt(0)) * 100, Number(status.charAt(0)) * 100 + 99]
    : [Number(status), Number(status)];
  query.andWhere('call.status BETWEEN :lowest AND :highest', { lowest, highest });
}
