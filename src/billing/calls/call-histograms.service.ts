import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { SlowQueries } from '../../database/slow-queries.service.js';
import { HOUR_MS } from '../../lib/durations.js';
import { FAILED_FROM, type CallFilters } from './call-filters.js';
import { hoursOfModel } from './call-models.js';
import type { CallQuery } from './call-query.js';
import { CallReader } from './call-reader.js';
import { readProgress } from '../usage/folding/usage-progress.js';
import { UsageReports } from '../usage/reading/usage-reports.service.js';
import { ROUTER_OF_BATCHES } from '../usage/usage-dimensions.js';
import { ceil, floor } from '../usage/usage-grains.js';

/** Rows of the call log that began in one hour. */
export interface HourOfCalls {
  /** Its beginning, RFC 3339. */
  readonly hour: string;
  readonly calls: number;
  /** Those of them that failed. */
  readonly errors: number;
}

export type HistogramFilters = CallFilters & { readonly from: Date; readonly to: Date };

/** Adds to the calls and errors of an hour. */
type Add = (hour: string, calls: number, errors: number) => void;

interface Question {
  readonly projectId: string;
  readonly filters: HistogramFilters;
}

/**
 * Calls by hour, of one moment. Live calls are counted by the sums that usage keeps, and failed ones by their own index: a
 * million calls are never read for it, unless a filter asks for what no sum tells.
 */
@Injectable()
export class CallHistograms {
  constructor(
    private readonly slowQueries: SlowQueries,
    private readonly usage: UsageReports,
  ) {}

  /** Hours with calls, oldest first. */
  byHour(projectId: string, asked: HistogramFilters): Promise<HourOfCalls[]> {
    return this.slowQueries.read(async (manager) => {
      const filters = since(asked, (await readProgress(manager)).goneBefore);
      if (filters.from >= filters.to) return [];
      const hours = new Map<string, { calls: number; errors: number }>();
      const add: Add = (hour, calls, errors) => {
        const known = hours.get(hour) ?? { calls: 0, errors: 0 };
        hours.set(hour, { calls: known.calls + calls, errors: known.errors + errors });
      };
      const question = { projectId, filters };
      const reader = await CallReader.open(manager, projectId, filters);
      const found = reader.found(FOUND_HOURS);
      if (found !== undefined) {
        addCounts(await manager.query(countsFrom(found.source), found.values), add);
        for (const part of reader.parts()) await addRows(manager, part, add);
        return inOrder(hours);
      }
      await addRows(manager, reader.batches(), add);
      if (!canBeLive(filters)) return inOrder(hours);
      if (isSummed(filters)) await this.addSums(manager, question, add);
      else if (!isOfModelAlone(filters) || !(await addModel(manager, question, add)))
        await addRows(manager, reader.live(), add);
      return inOrder(hours);
    });
  }

  private async addSums(manager: EntityManager, { projectId, filters }: Question, add: Add): Promise<void> {
    const { from, to, key, surface, tier, router, group, status } = filters;
    const only = { live: true, key, surface, tier, router, group };
    for (const row of await this.usage.usageIn(manager, {
      projectIds: [projectId],
      from,
      to,
      groupBy: 'hour',
      only,
    }))
      add(row.key, Number(row.requests), 0);
    const failed = await CallReader.open(manager, projectId, { ...filters, status: 'error' });
    await addRows(manager, failed.live(), (hour, calls) =>
      status === 'ok' ? add(hour, -calls, 0) : add(hour, 0, calls),
    );
  }
}

/** Sums outlive the calls, but what is counted here are rows of the list. */
function since(filters: HistogramFilters, goneBefore = 0): HistogramFilters {
  return filters.from.getTime() >= goneBefore ? filters : { ...filters, from: new Date(goneBefore) };
}

function canBeLive({ batch, surface, router }: CallFilters): boolean {
  return batch === undefined && surface !== 'batch' && router !== ROUTER_OF_BATCHES;
}

/** Sums know neither the model that was asked for nor single statuses; what fails is counted by its index. */
function isSummed(filters: CallFilters): boolean {
  return asksOnlyFor(filters, ['key', 'surface', 'tier', 'router', 'group']);
}

/** Of those there are numbers by hour and model. */
function isOfModelAlone(filters: CallFilters): boolean {
  return filters.model !== undefined && asksOnlyFor(filters, ['model']);
}

/** Whatever else there is to ask for, only calls tell; periods and whether calls failed are known of all. */
function asksOnlyFor(filters: CallFilters, names: readonly (keyof CallFilters)[]): boolean {
  const known = new Set<string>(['from', 'to', 'status', ...names]);
  const isKnown = Object.entries(filters).every(([name, value]) => value === undefined || known.has(name));
  return isKnown && (filters.status === undefined || filters.status === 'ok');
}

/**
 * As sums are read: whole hours from the numbers and from what is in none yet, the ends of the period from calls.
 * @returns false, and adds nothing, while calls of before are still to be counted
 */
async function addModel(
  manager: EntityManager,
  { projectId, filters }: Question,
  add: Add,
): Promise<boolean> {
  const { model = '', status } = filters;
  const { foldedTo, backlog, isFromElsewhere } = await readProgress(manager);
  if (isFromElsewhere || backlog.behind !== '') return false;
  const { whole, ends } = splitHours(filters);
  for (const period of ends) {
    const reader = await CallReader.open(manager, projectId, { ...filters, ...period });
    await addRows(manager, reader.live(), add);
  }
  if (whole === undefined) return true;
  const reader = await CallReader.open(manager, projectId, { ...filters, ...whole });
  await addRows(manager, reader.unsummed(foldedTo), add);
  for (const { startsAt, calls, errors } of await hoursOfModel(manager, { projectId, model, ...whole }))
    add(keyOf(startsAt), status === 'ok' ? calls - errors : calls, status === 'ok' ? 0 : errors);
  return true;
}

interface Period {
  readonly from: Date;
  readonly to: Date;
}

function splitHours({ from, to }: Period): { readonly whole: Period | undefined; readonly ends: Period[] } {
  const [first, last] = [new Date(ceil(from.getTime(), HOUR_MS)), new Date(floor(to.getTime(), HOUR_MS))];
  if (first >= last) return { whole: undefined, ends: [{ from, to }] };
  const ends = [
    { from, to: first },
    { from: last, to },
  ];
  return { whole: { from: first, to: last }, ends: ends.filter((end) => end.from < end.to) };
}

const keyOf = (hour: Date): string => hour.toISOString().replace('.000Z', 'Z');

interface CountedHour {
  readonly hour: string;
  readonly calls: string;
  readonly errors: string;
}

const HOUR = `to_char(call.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24":00:00Z"')`;

async function addRows(manager: EntityManager, query: CallQuery, add: Add): Promise<void> {
  const failed = `count(*) FILTER (WHERE call.status >= ${FAILED_FROM})`;
  const sql = query.select(`${HOUR} AS hour, count(*) AS calls, ${failed} AS errors`, 'GROUP BY 1');
  addCounts(await manager.query<CountedHour[]>(sql, query.values), add);
}

function addCounts(rows: readonly CountedHour[], add: Add): void {
  for (const { hour, calls, errors } of rows) add(hour, Number(calls), Number(errors));
}

const FOUND_HOURS = `${HOUR} AS hour, call.status >= ${FAILED_FROM} AS failed`;
const countsFrom = (source: string): string =>
  `SELECT passing.hour, count(*) AS calls, count(*) FILTER (WHERE passing.failed) AS errors FROM ${source} GROUP BY 1`;

function inOrder(hours: ReadonlyMap<string, { calls: number; errors: number }>): HourOfCalls[] {
  return [...hours]
    .filter(([, { calls }]) => calls > 0)
    .map(([hour, counts]) => ({ hour, ...counts }))
    .sort((one, other) => (one.hour < other.hour ? -1 : 1));
}
