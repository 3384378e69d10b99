import { billedByKey } from '../usage/billed-by-day.js';
import { HOLD_KINDS, holdOf } from './pieces/hold-statements.js';

/** What `CHECK` and `DIFFERENCES` tell of an organization; sums are exact decimal text. */
export interface CheckRow {
  organization_id: string;
  checked_at: Date;
  entries: string;
  balance_usd: string;
  ledger_sum_usd: string;
  difference_usd: string;
  reserved_usd: string;
  open_usd: string;
  open_count: string;
  negative_holds: string;
  double_settlements: string;
  limit_differences: string;
  archived_entries: string;
  piece_faults: PieceFaultRow[] | null;
}

interface PieceFaultRow {
  after: string;
  upTo: string;
  entries: number;
  amount: string;
  foundEntries: number;
  foundAmount: string;
}

const MIN_SEQUENCE = `'-9223372036854775808'::bigint`;
const MAX_SEQUENCE = '9223372036854775807';

/** With organization `$1`; null: everyone. */
const IS_ASKED = (organizationId: string): string => `($1::text IS NULL OR ${organizationId} = $1)`;

/** Of a run of an organization's entries, which begins behind a sequence. */
const IN_RUN = `organization_id = runs.organization_id AND sequence > runs.after_sequence AND sequence <= runs.to_sequence`;

/** What is added without being read: pieces that are as they were counted. The mark is where the last of all pieces ends. */
const CARRIED = `
pieces AS MATERIALIZED (
  SELECT *, entries IS NOT NULL AND differs_since IS NULL AS is_known FROM ledger_pieces WHERE ${IS_ASKED('organization_id')}
), carried AS MATERIALIZED (
  SELECT organization_id, max(to_sequence) AS mark, sum(entries) FILTER (WHERE is_known) AS entries,
         sum(amount_usd) FILTER (WHERE is_known) AS total
    FROM pieces GROUP BY organization_id
)`;

/**
 * What is read: pieces that are not as they were counted, what is between pieces, and what is behind them. Between and before them
 * nothing should be, but somebody may have put it there, or have removed a piece.
 */
const RUNS = `
runs AS MATERIALIZED (
  SELECT organization_id, after_sequence, to_sequence FROM pieces WHERE NOT is_known
  UNION ALL
  SELECT organization_id, end_before, after_sequence FROM (
    SELECT organization_id, after_sequence,
           lag(to_sequence, 1, ${MIN_SEQUENCE}) OVER (PARTITION BY organization_id ORDER BY after_sequence) AS end_before
      FROM pieces) AS next WHERE end_before < after_sequence
  UNION ALL
  SELECT b.organization_id, coalesce(c.mark, ${MIN_SEQUENCE}), ${MAX_SEQUENCE}
    FROM balances b LEFT JOIN carried c ON c.organization_id = b.organization_id WHERE ${IS_ASKED('b.organization_id')}
), read AS MATERIALIZED (
  SELECT runs.*, rows.entries, rows.total FROM runs CROSS JOIN LATERAL (
    SELECT count(*) AS entries, coalesce(sum(amount_usd), 0) AS total FROM ledger_entries WHERE ${IN_RUN}) AS rows
)`;

const SUMS = `
sums AS (
  SELECT r.organization_id, sum(r.entries) + coalesce(max(c.entries), 0) AS entries, sum(r.total) + coalesce(max(c.total), 0) AS total
    FROM read r LEFT JOIN carried c ON c.organization_id = r.organization_id GROUP BY r.organization_id
)`;

/** Pieces that are known to be others than they were counted, with what they are now. */
const PIECE_FAULTS = `
faults AS (
  SELECT p.organization_id, json_agg(json_build_object(
           'after', p.after_sequence::text, 'upTo', p.to_sequence::text, 'entries', p.entries, 'amount', p.amount_usd::text,
           'foundEntries', r.entries, 'foundAmount', r.total::text) ORDER BY p.after_sequence) AS faults
    FROM pieces p JOIN read r ON r.organization_id = p.organization_id AND r.after_sequence = p.after_sequence
   WHERE p.differs_since IS NOT NULL AND r.to_sequence = p.to_sequence GROUP BY p.organization_id
)`;

/** References that hold money or are settled wrongly: those that were so when they were carried, and all that entries came for since. */
const HOLDS = `
touched AS (
  SELECT organization_id, reference FROM ledger_open_holds WHERE ${IS_ASKED('organization_id')}
  UNION
  SELECT runs.organization_id, e.reference FROM runs CROSS JOIN LATERAL (
    SELECT reference FROM ledger_entries WHERE ${IN_RUN} AND kind IN ${HOLD_KINDS} OFFSET 0) AS e
), reservations AS (
  SELECT t.organization_id, sum(held) AS held, count(*) FILTER (WHERE held > 0) AS open,
         count(*) FILTER (WHERE held < 0) AS negative,
         count(*) FILTER (WHERE settlements > 1 OR (settlements = 1 AND held <> 0)) AS doubled
    FROM touched t CROSS JOIN LATERAL (${holdOf('t.organization_id', 't.reference')}) AS hold GROUP BY t.organization_id
)`;

/** What was billed for a key, or for all keys of a project, by its id. Each project is added up once. */
const LIMITS = `
keys AS MATERIALIZED (
  SELECT counted.project_id, billed.key_id, sum(billed.billed_usd) AS usd
    FROM (SELECT DISTINCT project_id FROM spend_purses WHERE ${IS_ASKED('organization_id')}) AS counted
   CROSS JOIN LATERAL (${billedByKey('counted.project_id')}) AS billed GROUP BY counted.project_id, billed.key_id
), billed AS (
  SELECT key_id AS id, usd FROM keys UNION ALL SELECT project_id, sum(usd) FROM keys GROUP BY project_id
), limits AS (
  SELECT p.organization_id, count(*) AS differing
    FROM spend_purses p
    LEFT JOIN billed ON billed.id = p.id
   CROSS JOIN LATERAL (SELECT coalesce(sum(spent_usd), 0) AS usd FROM spend_days WHERE purse_id = p.id) AS counted
   WHERE ${IS_ASKED('p.organization_id')} AND counted.usd <> coalesce(billed.usd, 0)
   GROUP BY p.organization_id
)`;

/** What the archive carries: the newest file of an organization says it of all before. */
const ARCHIVED = `
SELECT carried_entries AS entries, carried_usd AS total FROM ledger_archive_sums
 WHERE organization_id = b.organization_id ORDER BY file DESC LIMIT 1`;

/**
 * The check of organization `$1`; null: of everyone. One statement, so that balance and entries are of one moment, whatever is committed,
 * carried or archived meanwhile.
 */
export const CHECK = `
WITH ${[CARRIED, RUNS, SUMS, PIECE_FAULTS, HOLDS, LIMITS].join(',')}
SELECT b.organization_id, now() AS checked_at, s.entries + coalesce(a.entries, 0) AS entries, b.balance_usd,
       s.total + coalesce(a.total, 0) AS ledger_sum_usd, b.balance_usd - s.total - coalesce(a.total, 0) AS difference_usd, b.reserved_usd,
       coalesce(r.held, 0) AS open_usd, coalesce(r.open, 0) AS open_count, coalesce(r.negative, 0) AS negative_holds,
       coalesce(r.doubled, 0) AS double_settlements, coalesce(l.differing, 0) AS limit_differences,
       coalesce(a.entries, 0) AS archived_entries, f.faults AS piece_faults
  FROM balances b
  JOIN sums s ON s.organization_id = b.organization_id
  LEFT JOIN reservations r ON r.organization_id = b.organization_id
  LEFT JOIN limits l ON l.organization_id = b.organization_id
  LEFT JOIN faults f ON f.organization_id = b.organization_id
  LEFT JOIN LATERAL (${ARCHIVED}) AS a ON true
 WHERE ${IS_ASKED('b.organization_id')}`;

/** Those of whom something does not add up. */
export const DIFFERENCES = `SELECT * FROM (${CHECK}) checked
 WHERE difference_usd <> 0 OR reserved_usd <> open_usd OR negative_holds > 0 OR double_settlements > 0
    OR limit_differences > 0 OR piece_faults IS NOT NULL`;
