import { parseUsd, formatUsd, type PicoUsd } from '../../../lib/money.js';
import type { Steps } from '../../../lib/steps.js';
import type { LedgerKind } from '../ledger-entry.entity.js';

const FORMAT = 'ledger-archive-1';
/** Written or read in one step. */
const LINES_A_STEP = 50;

/** An entry as it stands in a file, and as the database says it: a line is its JSON, the organization first. */
export interface ArchivedRow {
  readonly organization_id: string;
  readonly sequence: string;
  readonly kind: LedgerKind;
  /** Exact decimal text. */
  readonly amount_usd: string;
  readonly reference: string;
  readonly part: number;
  readonly note: string | null;
  /** To the microsecond. */
  readonly created_at: string;
}

/** What an organization has in a file. */
export interface ArchivedSum {
  readonly organization_id: string;
  readonly entries: number;
  readonly amount_usd: string;
  /** Of all of its files up to this one. */
  readonly carried_entries: number;
  readonly carried_usd: string;
}

/** The first line of a file: with it files alone say what the ledger held, in which order, and whether one is missing. */
export interface ArchiveManifest {
  /** `ledger-archive-1` */
  readonly format: string;
  readonly file: string;
  /** The file before this one, and the digest of its bytes. */
  readonly previous: { readonly file: string; readonly sha256: string } | null;
  readonly entries: number;
  readonly organizations: readonly ArchivedSum[];
}

export interface ArchiveContent {
  readonly manifest: ArchiveManifest;
  readonly rows: readonly ArchivedRow[];
}

export type Carried = ReadonlyMap<string, { readonly entries: number; readonly amount: PicoUsd }>;

/** @param carried what each organization has in the files before */
export function manifestOf(
  rows: readonly ArchivedRow[],
  { file, previous, carried }: Pick<ArchiveManifest, 'file' | 'previous'> & { readonly carried: Carried },
): ArchiveManifest {
  const organizations = [...sumsOf(rows)].map(([id, { entries, amount }]): ArchivedSum => {
    const before = carried.get(id) ?? { entries: 0, amount: 0n };
    return {
      organization_id: id,
      entries,
      amount_usd: formatUsd(amount),
      carried_entries: before.entries + entries,
      carried_usd: formatUsd(before.amount + amount),
    };
  });
  return { format: FORMAT, file, previous, entries: rows.length, organizations: organizations.sort(byId) };
}

/** In the order of ids, letter by letter, so that the same rows make the same bytes. */
function byId(one: ArchivedSum, other: ArchivedSum): number {
  return one.organization_id < other.organization_id ? -1 : 1;
}

export function sumsOf(rows: readonly ArchivedRow[]): Map<string, { entries: number; amount: PicoUsd }> {
  const sums = new Map<string, { entries: number; amount: PicoUsd }>();
  for (const { organization_id: id, amount_usd: amount } of rows) {
    const sum = sums.get(id) ?? { entries: 0, amount: 0n };
    sums.set(id, { entries: sum.entries + 1, amount: sum.amount + parseUsd(amount) });
  }
  return sums;
}

export function* printArchive({ manifest, rows }: ArchiveContent): Steps<string> {
  const pieces = [`${JSON.stringify(manifest)}\n`];
  for (let start = 0; start < rows.length; start += LINES_A_STEP) {
    const lines = rows.slice(start, start + LINES_A_STEP).map((row) => `${JSON.stringify(row)}\n`);
    pieces.push(lines.join(''));
    yield;
  }
  return pieces.join('');
}

/**
 * @param organizationId whose entries are wanted; all when absent
 * @throws Error when it is no such file, or has another number of lines than it says
 */
export function* parseArchive(text: string, organizationId?: string): Steps<ArchiveContent> {
  const headEnd = text.indexOf('\n');
  const manifest = JSON.parse(text.slice(0, headEnd)) as ArchiveManifest;
  if (manifest.format !== FORMAT) throw new Error('not a file of the ledger archive');
  const wanted = organizationId === undefined ? '{' : `{"organization_id":${JSON.stringify(organizationId)},`;
  const rows: ArchivedRow[] = [];
  let lines = 0;
  for (let start = headEnd + 1; start < text.length; lines += 1) {
    const end = text.indexOf('\n', start);
    if (end < 0) throw new Error('the last line is not whole');
    if (text.startsWith(wanted, start)) rows.push(JSON.parse(text.slice(start, end)) as ArchivedRow);
    start = end + 1;
    if (lines % LINES_A_STEP === 0) yield;
  }
  if (lines !== manifest.entries) throw new Error('the number of lines is not what the file says');
  return { manifest, rows };
}
