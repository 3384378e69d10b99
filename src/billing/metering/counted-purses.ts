import type { PicoUsd } from '../../lib/money.js';
import type { CallRecord } from '../calls/call-record.js';
import { billedTotal } from './call-input.js';

/** What commits send of one organization beside its balance. */
interface CountedOfOrganization {
  readonly version: number;
  /** Keys and projects whose spend is counted. */
  readonly ids: ReadonlySet<string>;
}

export interface CountedRow {
  readonly organization_id: string;
  readonly counted_version: number;
  readonly ids: string[];
}

export const READ_COUNTED = `
SELECT b.organization_id, b.counted_version, coalesce(array_agg(p.id) FILTER (WHERE p.id IS NOT NULL), '{}') AS ids
  FROM balances b LEFT JOIN spend_purses p ON p.organization_id = b.organization_id
 WHERE b.organization_id = ANY($1) GROUP BY b.organization_id, b.counted_version`;

/**
 * The keys and projects whose spend the commits of this process count. An organization that nothing is known of has none, as most;
 * the database refuses a commit that comes with an old version, and only then is the list read.
 */
export class CountedPurses {
  private readonly known = new Map<string, CountedOfOrganization>();

  versionOf(organizationId: string): number {
    return this.known.get(organizationId)?.version ?? 0;
  }

  learn(rows: readonly CountedRow[]): void {
    for (const row of rows)
      this.known.set(row.organization_id, { version: row.counted_version, ids: new Set(row.ids) });
  }

  /** What the calls add to purses that are counted, in the order of ids; `undefined`: to none. */
  spendOf(records: readonly CallRecord[]): ReadonlyMap<string, PicoUsd> | undefined {
    if (this.known.size === 0) return undefined;
    const spend = new Map<string, PicoUsd>();
    for (const record of records) {
      const counted = this.known.get(record.organizationId);
      if (counted === undefined) continue;
      const billed = billedTotal(record);
      if (billed === 0n) continue;
      for (const id of [record.keyId, record.projectId])
        if (counted.ids.has(id)) spend.set(id, (spend.get(id) ?? 0n) + billed);
    }
    return spend.size === 0 ? undefined : spend;
  }
}

/** SQLSTATE of `refuse_old_purses`. */
const OLD_PURSES = 'GW001';

export function isOfOldPurses(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === OLD_PURSES;
}

/** Adds to the days of purses; `first` is the number of the parameter with ids, and the next one holds amounts. */
export const countSpend = (first: number): string => `
INSERT INTO spend_days (purse_id, day, spent_usd)
SELECT id, billing_day(), amount FROM unnest((SELECT $${first}::text[]), (SELECT $${first + 1}::numeric[])) AS s(id, amount)
 ORDER BY id
ON CONFLICT ON CONSTRAINT spend_days_pk DO UPDATE SET spent_usd = spend_days.spent_usd + excluded.spent_usd`;

/** The same by rows that were really added: of `added`, whose calls are in `input`. */
export const COUNT_ADDED = `
INSERT INTO spend_days (purse_id, day, spent_usd)
SELECT p.id, billing_day(), -sum(a.amount_usd)
  FROM added a JOIN input i ON i.id = a.reference AND i.part = 0 JOIN spend_purses p ON p.id IN (i.key_id, i.project_id)
 GROUP BY p.id ORDER BY p.id
ON CONFLICT ON CONSTRAINT spend_days_pk DO UPDATE SET spent_usd = spend_days.spent_usd + excluded.spent_usd`;
