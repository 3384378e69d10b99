import { formatUsd, type PicoUsd } from '../../lib/money.js';
import { NONE, ROUTER_OF_BATCHES } from '../usage/usage-dimensions.js';
import type { RetryReason } from './call-record.js';
import type { CallQuery } from './call-query.js';
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

/** The lowest status of a call that failed: calls from it on have an index of their own. */
export const FAILED_FROM = 400;
/** Behind the statuses that refuse: a caller that left, and what failed on our side or the provider's. */
const REFUSED_TO = 498;

const ATTEMPTS = `json_array_elements(call.detail -> 'attempts') AS attempt`;
const DURATION = `(call.detail -> 'timings' ->> 'gateway_ms')::numeric + (call.detail -> 'timings' ->> 'upstream_ms')::numeric`;

/** What is equal to what was asked for. */
const EQUALS = [
  ['key', 'key_id'],
  ['surface', 'surface'],
  ['batch', 'batch_id'],
  ['user', 'end_user'],
  ['session', 'session_id'],
] as const;

export function addFilters(query: CallQuery, filters: CallFilters): CallQuery {
  const { from, to, status, model, tier, router, group } = filters;
  if (from !== undefined) query.where(`call.created_at >= ${query.bind(from)}`);
  if (to !== undefined) query.where(`call.created_at < ${query.bind(to)}`);
  for (const [name, column] of EQUALS)
    if (filters[name] !== undefined) query.where(`call.${column} = ${query.bind(filters[name])}`);
  if (status !== undefined) addStatus(query, status);
  if (model !== undefined) addModel(query, model);
  if (router === ROUTER_OF_BATCHES) query.where(`call.surface = 'batch'`);
  else addNamed(query, 'router_id', router);
  addNamed(query, 'tier', tier);
  addNamed(query, 'group_id', group);
  addSaid(query, filters);
  addFigures(query, filters);
  return query;
}

function addModel(query: CallQuery, model: string): void {
  const asked = query.bind(model);
  query.where(
    `call.served_model = ${asked} OR call.decided_model = ${asked} OR call.requested_model = ${asked}`,
  );
}

function addSaid(query: CallQuery, { tag, metadata = {} }: SaidFilters): void {
  if (tag !== undefined) query.where(`call.tags @> ARRAY[${query.bind(tag)}]`);
  for (const [key, value] of Object.entries(metadata))
    query.where(`call.metadata ->> ${query.bind(key)} = ${query.bind(value)}`);
}

function addFigures(query: CallQuery, { retry, minCost, minDurationMs }: CallFilters): void {
  if (retry !== undefined)
    query.where(`EXISTS (SELECT 1 FROM ${ATTEMPTS} WHERE attempt ->> 'retry_reason' = ${query.bind(retry)})`);
  if (minCost !== undefined)
    query.where(`call.cost_usd >= CAST(${query.bind(formatUsd(minCost))} AS numeric)`);
  if (minDurationMs !== undefined)
    query.where(`${DURATION} >= CAST(${query.bind(minDurationMs)} AS numeric)`);
}

function addNamed(
  query: CallQuery,
  column: 'tier' | 'router_id' | 'group_id',
  value: string | undefined,
): void {
  if (value === undefined) return;
  if (value === NONE) query.where(`call.${column} IS NULL`);
  else query.where(`call.${column} = ${query.bind(value)}`);
}

function addStatus(query: CallQuery, status: string): void {
  if (status === 'ok') query.where(`call.status < ${FAILED_FROM}`);
  // Said in these words, so that the index of failed calls is found.
  else if (isFailure(status)) query.where(`call.status >= ${FAILED_FROM}`);
  if (status === 'refused') addRefused(query);
  if (status === 'ok' || status === 'error' || status === 'refused') return;
  const [lowest, highest] = rangeOf(status);
  query.where(`call.status BETWEEN ${query.bind(lowest)} AND ${query.bind(highest)}`);
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
    .where(`call.status <= ${REFUSED_TO}`)
    .where(`NOT EXISTS (SELECT 1 FROM ${ATTEMPTS} WHERE attempt ->> 'status' <> '0')`);
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
