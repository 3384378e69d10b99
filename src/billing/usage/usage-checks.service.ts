import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { SlowQueries } from '../../database/slow-queries.service.js';
import { InvalidRequestError } from '../../lib/gateway-error.js';
import { idFloor } from '../../lib/ids.js';
import { parseUsd, type PicoUsd } from '../../lib/money.js';
import { ArchivedEntries } from '../ledger/archive/archived-entries.service.js';
import { USAGE_GROUPS, type UsageGroup } from './usage-dimensions.js';
import { readProgress, type UsageProgress } from './folding/usage-progress.js';
import { ID_SLACK_MS } from './reading/usage-bounds.js';
import { UsageReports } from './reading/usage-reports.service.js';

/** What a project's usage says was billed in a period, beside what the ledger took for the same calls. */
export interface UsageCheck {
  readonly usage: PicoUsd;
  /** What each grouping sums to: the same. */
  readonly cuts: readonly { readonly groupBy: UsageGroup; readonly usage: PicoUsd }[];
  readonly ledger: PicoUsd;
  /** Movements on the ledger that were added up. */
  readonly entries: number;
}

export interface UsagePeriod {
  readonly projectId: string;
  readonly from: Date;
  /** Exclusive. */
  readonly to: Date;
  /** Whose days and hours are checked; UTC when absent. */
  readonly zone?: string | undefined;
}

/** What the ledger took. */
type Taken = Pick<UsageCheck, 'ledger' | 'entries'>;

interface TakenRow {
  readonly usd: string;
  readonly entries: string;
}

/** With the first and the last id of the calls. */
interface LedgerRow extends TakenRow {
  readonly first: string | null;
  readonly last: string | null;
}

/** A call is in the row of each of its tags, so those do not sum to the whole. */
const CHECKED: readonly UsageGroup[] = USAGE_GROUPS.filter((group) => group !== 'tag');

/**
 * Each call's movements by their reference; of a batch its one settlement, which is dated as its rows are. Calls are found by their ids,
 * which tell the time; those of batches do not, and have an index of their own.
 */
const LEDGER_OF_CALLS = `
WITH made AS (
  SELECT id, organization_id, surface, batch_id FROM calls
   WHERE project_id = $1 AND surface <> 'batch' AND id >= $4 AND id < $5 AND created_at >= $2 AND created_at < $3
   UNION ALL
  SELECT id, organization_id, surface, batch_id FROM calls
   WHERE project_id = $1 AND surface = 'batch' AND created_at >= $2 AND created_at < $3
), told AS (
  SELECT organization_id, 'usage' AS kind, id AS reference FROM made WHERE surface <> 'batch'
  UNION
  SELECT organization_id, 'settlement', batch_id FROM made WHERE surface = 'batch'
)
SELECT coalesce(-sum(entry.amount_usd), 0) AS usd, count(*) AS entries,
       (SELECT min(id) FROM made WHERE surface <> 'batch') AS first, (SELECT max(id) FROM made WHERE surface <> 'batch') AS last
  FROM told JOIN ledger_entries entry USING (kind, reference)
 WHERE entry.organization_id = told.organization_id`;

/** Of the charges of a file those of calls of the period. */
const ARCHIVED_OF_CALLS = `
SELECT coalesce(-sum(archived.amount), 0) AS usd, count(*) AS entries
  FROM unnest($4::text[], $5::numeric[]) AS archived (reference, amount) JOIN calls ON calls.id = archived.reference
 WHERE project_id = $1 AND created_at >= $2 AND created_at < $3 AND surface <> 'batch'`;
/** Between which the ids of a period's live calls are. */
const idsOf = ({ from, to }: UsagePeriod): readonly string[] => [
  idFloor('call', from.getTime() - ID_SLACK_MS),
  idFloor('call', to.getTime() + ID_SLACK_MS),
];
/** They are read while a connection waits: four million charges. */
const MAX_FILES = 200;

/** Proof that usage is what the ledger took: both from one snapshot, each added up from its own rows. */
@Injectable()
export class UsageChecks {
  constructor(
    private readonly slowQueries: SlowQueries,
    private readonly reports: UsageReports,
    private readonly archived: ArchivedEntries,
  ) {}

  check(period: UsagePeriod): Promise<UsageCheck> {
    return this.slowQueries.read(async (manager) => {
      checkCalls(period, await readProgress(manager));
      const cuts = [];
      for (const groupBy of CHECKED)
        cuts.push({ groupBy, usage: await this.sumBy(manager, period, groupBy) });
      const taken = await this.readTaken(manager, period);
      return { usage: cuts[0]?.usage ?? 0n, cuts, ...taken };
    });
  }

  private async readTaken(manager: EntityManager, period: UsagePeriod): Promise<Taken> {
    const parameters = [period.projectId, period.from, period.to];
    const [row] = await manager.query<LedgerRow[]>(LEDGER_OF_CALLS, [...parameters, ...idsOf(period)]);
    let taken = addTaken({ ledger: 0n, entries: 0 }, row);
    if (row === undefined || row.first === null || row.last === null) return taken;
    const calls = { first: row.first, last: row.last };
    const files = await this.archived.filesOfCalls(manager, period.projectId, calls);
    if (files.length > MAX_FILES) throw tooManyFiles(files.length);
    for (const file of files) {
      const { references, amounts } = await this.archived.chargesIn(file);
      const [archived] = await manager.query<TakenRow[]>(ARCHIVED_OF_CALLS, [
        ...parameters,
        references,
        amounts,
      ]);
      taken = addTaken(taken, archived);
    }
    return taken;
  }

  private async sumBy(manager: EntityManager, period: UsagePeriod, groupBy: UsageGroup): Promise<PicoUsd> {
    const { projectId, from, to, zone } = period;
    const rows = await this.reports.usageIn(manager, { projectIds: [projectId], from, to, zone, groupBy });
    return rows.reduce((sum, row) => sum + parseUsd(row.cost_usd), 0n);
  }
}

function addTaken({ ledger, entries }: Taken, row: TakenRow | undefined): Taken {
  return { ledger: ledger + parseUsd(row?.usd ?? '0'), entries: entries + Number(row?.entries ?? 0) };
}

function tooManyFiles(count: number): InvalidRequestError {
  return new InvalidRequestError({
    param: 'from',
    message: `The charges of this period are in ${count} archived files, and a check reads ${MAX_FILES} at most: ask for a shorter period.`,
  });
}

/** @throws InvalidRequestError (400) when calls of the period are gone, which say what of the ledger is whose */
function checkCalls({ from }: UsagePeriod, { goneBefore }: UsageProgress): void {
  if (goneBefore === undefined || from.getTime() >= goneBefore) return;
  throw new InvalidRequestError({
    param: 'from',
    message: `Calls are kept since ${new Date(goneBefore).toISOString()} (\`CALL_RETENTION\`), and usage is proved by them: let \`from\` be no earlier.`,
  });
}
