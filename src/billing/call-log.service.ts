import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { SlowQueries } from '../database/slow-queries.service.js';
import { CallEntity } from './call.entity.js';
import { CallReader, type CallFilters, type CallQuery } from './call-reader.js';

export interface CallPage {
  readonly limit: number;
  /** Calls older than this one. */
  readonly after?: string;
  /** The calls next to this one that are newer. */
  readonly before?: string;
}

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

  /** Newest first: those nearest to where the page begins. */
  page(projectId: string, filters: CallFilters, page: CallPage): Promise<CallEntity[]> {
    return this.slowQueries.read(async (manager) => {
      const reader = new CallReader(manager, projectId, filters);
      const rows: CallEntity[] = [];
      for (const part of reader.parts()) rows.push(...(await cutPage(part, page).getMany()));
      return inOrder(rows, page);
    });
  }
}

function cutPage(query: CallQuery, { limit, after, before }: CallPage): CallQuery {
  if (after !== undefined) query.andWhere('call.id < :after', { after });
  if (before !== undefined) query.andWhere('call.id > :before', { before });
  return query.orderBy('call.id', before === undefined ? 'DESC' : 'ASC').limit(limit);
}

/** Of several parts, each in order, as one page. */
function inOrder(rows: CallEntity[], { limit, before }: CallPage): CallEntity[] {
  const newestFirst = rows.sort((one, other) => (one.id < other.id ? 1 : -1));
  return before === undefined ? newestFirst.slice(0, limit) : newestFirst.slice(-limit);
}
