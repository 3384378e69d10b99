import type { SequencePage } from '../../../database/sequence-page.js';
import type { LedgerEntryEntity } from '../ledger-entry.entity.js';
import type { LedgerFilters } from '../ledger-filters.js';
import type { ArchivedRow } from './archive-lines.js';

export interface Cursors {
  readonly after: bigint | undefined;
  readonly before: bigint | undefined;
}

/** What an organization's entries of a file lie between, both included. */
export interface SequenceRange {
  readonly first: bigint;
  readonly last: bigint;
}

export function cursorsOf({ after, before }: SequencePage): Cursors {
  const sequenceOf = (id: string | undefined): bigint | undefined =>
    id === undefined ? undefined : BigInt(id.replace(/^[a-z]+_/, ''));
  return { after: sequenceOf(after), before: sequenceOf(before) };
}

/** The entries of a file that a list asks for. */
export function findEntries(
  rows: readonly ArchivedRow[],
  { kind, reference, from, to }: LedgerFilters,
  { after, before }: Cursors,
): LedgerEntryEntity[] {
  const found: LedgerEntryEntity[] = [];
  for (const row of rows) {
    const sequence = BigInt(row.sequence);
    if (after !== undefined && sequence >= after) continue;
    if (before !== undefined && sequence <= before) continue;
    if (kind !== undefined && row.kind !== kind) continue;
    if (reference !== undefined && row.reference !== reference) continue;
    const createdAt = new Date(row.created_at);
    if (from !== undefined && createdAt < from) continue;
    if (to !== undefined && createdAt >= to) continue;
    found.push(entryOf(row, createdAt));
  }
  return found;
}

function entryOf(row: ArchivedRow, createdAt: Date): LedgerEntryEntity {
  return {
    organizationId: row.organization_id,
    sequence: row.sequence,
    kind: row.kind,
    amountUsd: row.amount_usd,
    reference: row.reference,
    part: row.part,
    note: row.note,
    createdAt,
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
