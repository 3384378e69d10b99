import type { SelectQueryBuilder } from 'typeorm';
import { formatUsd, type PicoUsd } from '../../lib/money.js';
import { NONE, ROUTER_OF_BATCHES } from '../usage/usage-dimensions.js';
import type { RetryReason } from './call-record.js';
import type { CallEntity } from './call.entity.js';
import type { SaidFilters } from './call-terms.js';

/** What the calls of a page have in common; absent members let everything pass, and the others add up. */
export interface CallFilters extends SaidFilters {
  readonly from?: Date;
  /** Exclusive. */
  readonly to?: Date;
  /** `error` for 400 and more, `ok` for the others, `refused` for what no provider was asked; `404`, or `4xx` for the whole class. */
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
  /** Of one of its attempts. */
  readonly retry?: RetryReason;
  /** Edges are within. */
  readonly minCost?: PicoUsd;
  readonly minDurationMs?: number;
}

export type CallQuery = SelectQueryBuilder<CallEntity>;

/** The lowest status of a call that failed: calls from it on have an index of their own. */
export const FAILED_FROM = 400;
/** Behind the statuses that refuse: a caller that left, and what failed on our side or the provider's. */
const REFUSED_TO = 498;

const ATTEMPTS = `json_array_elements(call.detail -> 'attempts') AS attempt`;
const DURATION = `(call.detail -> 'timings' ->> 'gateway_ms')::numeric + (call.detail -> 'timings' ->> 'upstream_ms')::numeric`;

/** What is equal to what was asked for. */
const EQUALS = [
  ['key', 'call.keyId'],
  ['surface', 'call.surface'],
  ['batch', 'call.batchId'],
  ['user', 'call.endUser'],
  ['session', 'call.sessionId'],
] as const;

export function addFilters(query: CallQuery, filters: CallFilters): CallQuery {
  const { from, to, status, model, tier, router, group } = filters;
  if (from !== undefined) query.andWhere('call.createdAt >= :from', { from });
  if (to !== undefined) query.andWhere('call.createdAt < :to', { to });
  for (const [name, column] of EQUALS)
    if (filters[name] !== undefined) query.andWhere(`${column} = :${name}`, { [name]: filters[name] });
  if (status !== undefined) addStatus(query, status);
  if (model !== undefined)
    query.andWhere(
      '(call.servedModel = :model OR call.decidedModel = :model OR call.requestedModel = :model)',
      { model },
    );
  if (router === ROUTER_OF_BATCHES) query.andWhere(`call.surface = 'batch'`);
  else addNamed(query, 'routerId', router);
  addNamed(query, 'tier', tier);
  addNamed(query, 'groupId', group);
  addSaid(query, filters);
  addFigures(query, filters);
  return query;
}

function addSaid(query: CallQuery, { tag, metadata = {} }: SaidFilters): void {
  if (tag !== undefined) query.andWhere('call.tags @> ARRAY[:tag]', { tag });
  for (const [index, [key, value]] of Object.entries(metadata).entries())
    query.andWhere(`call.metadata ->> :metadataKey${index} = :metadataValue${index}`, {
      [`metadataKey${index}`]: key,
      [`metadataValue${index}`]: value,
    });
}

function addFigures(query: CallQuery, { retry, minCost, minDurationMs }: CallFilters): void {
  if (retry !== undefined)
    query.andWhere(`EXISTS (SELECT 1 FROM ${ATTEMPTS} WHERE attempt ->> 'retry_reason' = :retry)`, { retry });
  if (minCost !== undefined)
    query.andWhere('call.costUsd >= CAST(:minCost AS numeric)', { minCost: formatUsd(minCost) });
  if (minDurationMs !== undefined)
    query.andWhere(`${DURATION} >= CAST(:minDurationMs AS numeric)`, { minDurationMs });
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
  if (status === 'refused') addRefused(query);
  if (status === 'ok' || status === 'error' || status === 'refused') return;
  const [lowest, highest] = rangeOf(status);
  query.andWhere('call.status BETWEEN :lowest AND :highest', { lowest, highest });
}

export const OF_BATCHES = `surface = 'batch'`;

/** SQL over `calls` that the filters ask for and few calls of a project meet, which have an index of their own; undefined for none. */
export function conditionOfFew({ surface, router, status }: CallFilters): string | undefined {
  if (surface === 'batch' || router === ROUTER_OF_BATCHES) return OF_BATCHES;
  return status !== undefined && isFailure(status) ? `status >= ${FAILED_FROM}` : undefined;
}

/** By the gateway: whatever was asked of a provider had no answer, because it was never sent. */
function addRefused(query: CallQuery): void {
  query
    .andWhere(`call.status <= ${REFUSED_TO}`)
    .andWhere(`NOT EXISTS (SELECT 1 FROM ${ATTEMPTS} WHERE attempt ->> 'status' <> '0')`);
}

/** Whether a filter by status lets only failed calls pass. */
function isFailure(status: string): boolean {
  if (status === 'error' || status === 'refused') return true;
  return status !== 'ok' && rangeOf(status)[0] >= FAILED_FROM;
}

function rangeOf(status: string): [lowest: number, highest: number] {
  const first = Number(status.charAt(0)) * 100;
  return status.endsWith('xx') ? [first, first + 99] : [Number(status), Number(status)];
}
