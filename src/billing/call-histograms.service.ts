import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { SlowQueries } from '../database/slow-queries.service.js';
import { CallReader, FAILED_FROM, type CallFilters, type CallQuery } from './call-reader.js';
import { ROUTER_OF_BATCHES, UsageReports } from './usage-report.service.js';

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
    @Inject(SlowQueries) private readonly slowQueries: SlowQueries,
    @Inject(UsageReports) private readonly usage: UsageReports,
  ) {}

  /** Hours with calls, oldest first. */
  byHour(projectId: string, filters: HistogramFilters): Promise<HourOfCalls[]> {
    return this.slowQueries.read(async (manager) => {
      const hours = new Map<string, { calls: number; errors: number }>();
      const add: Add = (hour, calls, errors) => {
        const known = hours.get(hour) ?? { calls: 0, errors: 0 };
        hours.set(hour, { calls: known.calls + calls, errors: known.errors + errors });
      };
      const question = { projectId, filters };
      const reader = new CallReader(manager, projectId, filters);
      await addRows(reader.batches(), add);
      if (!canBeLive(filters)) return inOrder(hours);
      if (isSummed(filters)) await this.addSums(manager, question, add);
      else await addRows(reader.live(), add);
      return inOrder(hours);
    });
  }

  private async addSums(manager: EntityManager, { projectId, filters }: Question, add: Add): Promise<void> {
    const { from, to, key, surface, tier, router, group, status } = filters;
    const only = { live: true, key, surface, tier, router, group };
    for (const row of await this.usage.usageIn(manager, { projectId, from, to, groupBy: 'hour', only }))
      add(row.key, Number(row.requests), 0);
    const failed = new CallReader(manager, projectId, { ...filters, status: 'error' }).live();
    await addRows(failed, (hour, calls) => (status === 'ok' ? add(hour, -calls, 0) : add(hour, 0, calls)));
  }
}

function canBeLive({ batch, surface, router }: CallFilters): boolean {
  return batch === undefined && surface !== 'batch' && router !== ROUTER_OF_BATCHES;
}

/** Sums know neither the model that was asked for nor single statuses; what fails is counted by its index. */
function isSummed({ model, status }: CallFilters): boolean {
  return model === undefined && (status === undefined || status === 'ok');
}

async function addRows(query: CallQuery, add: Add): Promise<void> {
  const rows = await query
    .select(`to_char(call.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24":00:00Z"')`, 'hour')
    .addSelect('count(*)', 'calls')
    .addSelect(`count(*) FILTER (WHERE call.status >= ${FAILED_FROM})`, 'errors')
    .groupBy('1')
    .getRawMany<{ hour: string; calls: string; errors: string }>();
  for (const { hour, calls, errors } of rows) add(hour, Number(calls), Number(errors));
}

function inOrder(hours: ReadonlyMap<string, { calls: number; errors: number }>): HourOfCalls[] {
  return [...hours]
    .filter(([, { calls }]) => calls > 0)
    .map(([hour, counts]) => ({ hour, ...counts }))
    .sort((one, other) => (one.hour < other.hour ? -1 : 1));
}
