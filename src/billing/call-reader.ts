import type { EntityManager, SelectQueryBuilder } from 'typeorm';
import { MINUTE_MS } from '../lib/durations.js';
import { idFloor } from '../lib/ids.js';
import { CallEntity } from './call.entity.js';
import { NONE, ROUTER_OF_BATCHES } from './usage-report.service.js';

/** What the calls of a page have in common; absent members let everything pass. */
export interface CallFilters {
  readonly from?: Date;
  /** Exclusive. */
  readonly to?: Date;
  /** `error` for 400 and more, `ok` for the others; `404`, or `4xx` for the whole class. */
  readonly status?: string;
  /** As requested, decided or served. */
  readonly model?: string;
  readonly key?: string;
  readonly surface?: string;
  /** These three as usage names them: `none` for calls that have none. */
  readonly tier?: string;
  readonly router?: string;
  readonly group?: string;
  readonly batch?: string;
}

export type CallQuery = SelectQueryBuilder<CallEntity>;

/** The lowest status of a call that failed: calls from it on have an index of their own. */
export const FAILED_FROM = 400;
/** A call's id and its time are taken one after the other. */
const ID_SLACK_MS = MINUTE_MS;

/** Questions to the call log of one project that keep to its indexes. */
export class CallReader {
  constructor(
    private readonly manager: EntityManager,
    private readonly projectId: string,
    private readonly filters: CallFilters,
  ) {}

  /** Queries that together have every call that passes the filters, each once. */
  parts(): CallQuery[] {
    const { from, to, batch } = this.filters;
    if (batch !== undefined || (from === undefined && to === undefined)) return [this.query()];
    return [this.live(), this.batches()];
  }

  /** The ids of live calls say where a period begins and ends. */
  live(): CallQuery {
    return boundIds(this.query(), this.filters).andWhere(`call.surface <> 'batch'`);
  }

  /** Those of batches, which are few, need not. */
  batches(): CallQuery {
    return this.query().andWhere(`call.surface = 'batch'`);
  }

  private query(): CallQuery {
    const builder = this.manager.getRepository(CallEntity).createQueryBuilder('call');
    return addFilters(
      builder.where('call.projectId = :projectId', { projectId: this.projectId }),
      this.filters,
    );
  }
}

function boundIds(query: CallQuery, { from, to }: CallFilters): CallQuery {
  if (from !== undefined)
    query.andWhere('call.id >= :first', { first: idFloor('call', from.getTime() - ID_SLACK_MS) });
  if (to !== undefined)
    query.andWhere('call.id < :last', { last: idFloor('call', to.getTime() + ID_SLACK_MS) });
  return query;
}

function addFilters(query: CallQuery, filters: CallFilters): CallQuery {
  const { from, to, status, model, key, surface, tier, router, group, batch } = filters;
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
  if (batch !== undefined) query.andWhere('call.batchId = :batch', { batch });
  return query;
}

function addNamed(
  query: CallQuery,
  column: 'tier' | 'routerId' | 'groupId',
  value: string | undefined,
): void {
  if (value === undefined) return;
  if (value === NONE) query.andWhere(`call.${column} IS NULL`);
  else query.andWhere(`call.${column} = :${column}`, { [column]: value });
}

function addStatus(query: CallQuery, status: string): void {
  if (status === 'ok') query.andWhere(`call.status < ${FAILED_FROM}`);
  // Said in these words, so that the index of failed calls is found.
  else if (isFailure(status)) query.andWhere(`call.status >= ${FAILED_FROM}`);
  if (status === 'ok' || status === 'error') return;
  const [lowest, highest] = rangeOf(status);
  query.andWhere('call.status BETWEEN :lowest AND :highest', { lowest, highest });
}

/** Whether a filter by status lets only failed calls pass. */
function isFailure(status: string): boolean {
  return status === 'error' || (status !== 'ok' && rangeOf(status)[0] >= FAILED_FROM);
}

function rangeOf(status: string): [lowest: number, highest: number] {
  const first = Number(status.charAt(0)) * 100;
  return status.endsWith('xx') ? [first, first + 99] : [Number(status), Number(status)];
}
