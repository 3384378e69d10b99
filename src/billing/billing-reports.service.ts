import { Inject, Injectable } from '@nestjs/common';
import { DataSource, In, LessThan } from 'typeorm';
import { CallEntity } from './call.entity.js';
import { LedgerEntryEntity } from './ledger-entry.entity.js';

const MAX_CALLS_OF_TRACE = 500;

export const USAGE_GROUPS = ['day', 'hour', 'model', 'key', 'tier', 'router', 'group', 'surface'] as const;
export type UsageGroup = (typeof USAGE_GROUPS)[number];

export interface UsageRow {
  readonly key: string;
  readonly requests: string;
  readonly input_tokens: string;
  readonly output_tokens: string;
  /** Exact decimal text: the sum of what the ledger took. */
  readonly cost_usd: string;
}

/** What each grouping reads; a call without one is counted under `none`, so that every grouping sums to the spend. */
const GROUP_EXPRESSIONS: Readonly<Record<UsageGroup, string>> = {
  day: `to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD')`,
  hour: `to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24":00:00Z"')`,
  model: 'coalesce(served_model, decided_model)',
  key: 'key_id',
  tier: 'tier',
  router: 'router_id',
  group: 'group_id',
  surface: 'surface',
};

/** Reading what was recorded: the ledger, the call log, usage. */
@Injectable()
export class BillingReports {
  constructor(@Inject(DataSource) private readonly dataSource: DataSource) {}

  /** Newest first; `after` is a row's id (`led_<sequence>`). */
  ledger(
    organizationId: string,
    { limit, after }: { limit: number; after?: string },
  ): Promise<LedgerEntryEntity[]> {
    const sequence = after === undefined ? undefined : LessThan(after.replace(/^led_/, ''));
    return this.dataSource
      .getRepository(LedgerEntryEntity)
      .find({ where: { organizationId, sequence }, order: { sequence: 'DESC' }, take: limit });
  }

  /** Newest first. */
  calls(projectId: string, { limit, after }: { limit: number; after?: string }): Promise<CallEntity[]> {
    const id = after === undefined ? undefined : LessThan(after);
    return this.dataSource
      .getRepository(CallEntity)
      .find({ where: { projectId, id }, order: { id: 'DESC' }, take: limit });
  }

  call(id: string): Promise<CallEntity | null> {
    return this.dataSource.getRepository(CallEntity).findOneBy({ id });
  }

  /** Calls that carried a trace, and those of these ids; in the order in which they were made. */
  callsOfTrace(projectId: string, traceId: string, ids: readonly string[]): Promise<CallEntity[]> {
    return this.dataSource.getRepository(CallEntity).find({
      where: [
        { projectId, traceId },
        { projectId, id: In(ids) },
      ],
      order: { id: 'ASC' },
      take: MAX_CALLS_OF_TRACE,
    });
  }

  usage({
    projectId,
    from,
    to,
    groupBy,
  }: {
    projectId: string;
    from: Date;
    to: Date;
    groupBy: UsageGroup;
  }): Promise<UsageRow[]> {
    return this.dataSource.query(
      `SELECT coalesce(${GROUP_EXPRESSIONS[groupBy]}, 'none') AS key, count(*) AS requests, sum(input_tokens) AS input_tokens,
              sum(output_tokens) AS output_tokens, sum(billed_usd) AS cost_usd
         FROM calls WHERE project_id = $1 AND created_at >= $2 AND created_at < $3 GROUP BY 1 ORDER BY 1`,
      [projectId, from, to],
    );
  }
}
