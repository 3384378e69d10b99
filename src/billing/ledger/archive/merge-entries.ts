import type { SequencePage } from '../../../database/sequence-page.js';
import type { LedgerEntryEntity } from '../ledger-entry.entity.js';
import type { LedgerFilters } from '../ledger-filters.js';
import type { ArchivedRow } from './archive-lines.js';

/** What an organization's entries of a file lie between, both included. */
export interface SequenceRange {
  readonly first: bigint;
  readonly last: bigint;
}

/** Entries are counted far below what a number holds exactly. */
export const sequenceOf = (row: Pick<ArchivedRow, 'sequence'>): number => Number(row.sequence);

/** The number in the id of an entry (`led_<sequence>`). */
export function cursorOf(id: string | undefined): string | undefined {
  return id?.replace(/^[a-z]+_/, '');
}

/**
 * The entries of a file that a page may have, next to its cursor: no more than the page takes.
 * @param rows in the order of their sequence
 */
export function findEntries(
  rows: readonly ArchivedRow[],
  filters: LedgerFilters,
  { limit, after, before }: SequencePage,
): LedgerEntryEntity[] {
  const passes = filterOf(filters);
  const isUpwards = before !== undefined;
  const step = isUpwards ? 1 : -1;
  const cursor = cursorOf(after ?? before);
  const start = cursor === undefined ? rows.length : countBelow(rows, Number(cursor) + (isUpwards ? 1 : 0));
  const found: LedgerEntryEntity[] = [];
  for (let index = isUpwards ? start : start - 1; found.length < limit; index += step) {
    const row = rows[index];
    if (row === undefined) break;
    if (passes(row)) found.push(entryOf(row));
  }
  return isUpwards ? found.reverse() : found;
}

/** How many rows come before a sequence: by halves. */
function countBelow(rows: readonly ArchivedRow[], sequence: number): number {
  let [low, high] = [0, rows.length];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const row = rows[middle];
    if (row !== undefined && sequenceOf(row) < sequence) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Times are compared as they are written, which is in their order. */
function filterOf({ kind, reference, from, to }: LedgerFilters): (row: ArchivedRow) => boolean {
  const [since, until] = [from, to].map((time) => time?.toISOString().replace('Z', '000Z'));
  return (row) =>
    (kind === undefined || row.kind === kind) &&
    (reference === undefined || row.reference === reference) &&
    (since === undefined || row.created_at >= since) &&
    (until === undefined || row.created_at < until);
}

function entryOf(row: ArchivedRow): LedgerEntryEntity {
  return {
    organizationId: row.organization_id,
    sequence: row.sequence,
    kind: row.kind,
    amountUsd: row.amount_usd,
    reference: row.reference,
    part: row.part,
    note: row.note,
    createdAt: new Date(row.created_at),
  };
}

/** Two parts of a page as one, newest first: its `limit` entries next to the cursor. An entry that moved meanwhile is in it once. */
export function mergeEntries(
  one: readonly LedgerEntryEntity[],
  other: readonly LedgerEntryEntity[],
  { limit, before }: SequencePage,
): LedgerEntryEntity[] {
  const bySequence = new Map([...one, ...other].map((entry) => [BigInt(entry.sequence), entry]));
  const newestFirst = [...bySequence].sort(([left], [right]) => (left > right ? -1 : 1));
  const entries = newestFirst.map(([, entry]) => entry);
  return before === undefined ? entries.slice(0, limit) : entries.slice(-limit);
}

/** Whether a file, and all that lie beyond it, have nothing for a page any more. */
export function isBeyond(
  page: readonly LedgerEntryEntity[],
  { first, last }: SequenceRange,
  { limit, before }: SequencePage,
): boolean {
  if (page.length < limit) return false;
  return before === undefined
    ? last < BigInt(page.at(-1)?.sequence ?? 0)
    : first > BigInt(page[0]?.sequence ?? 0);
}
