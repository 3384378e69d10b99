import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { DataSource, type EntityManager } from 'typeorm';
import { SETTINGS } from '../../../config/config.module.js';
import type { Settings } from '../../../config/settings.js';
import { takeFreeTurn } from '../../../database/advisory-locks.js';
import { idsSortByTime } from '../../../database/partitions/id-partitions.js';
import { LOGGER } from '../../../http/logger.js';
import { Metrics } from '../../../metrics/metrics.js';
import { Clock } from '../../../lib/clock.js';
import { DAY_MS, MINUTE_MS } from '../../../lib/durations.js';
import { idFloor } from '../../../lib/ids.js';
import { parseUsd } from '../../../lib/money.js';
import { PacedWork } from '../../../lib/paced-work.js';
import { waitBriefly } from '../pieces/hold-pieces.js';
import { BringBackRefusedError } from './archive-errors.js';
import { ArchiveFiles, archiveFileName, type ArchiveFile, type PackedFile } from './archive-files.service.js';
import {
  manifestOf,
  type ArchiveContent,
  type ArchivedRow,
  type ArchivedSum,
  type Carried,
} from './archive-lines.js';
import { SUMS_OF_FILE } from './archive-statements.js';

/** In one file and one transaction. */
const ENTRIES_A_FILE = 20_000;
/** In one statement: what it is sent is made in one step. */
const ROWS_A_STATEMENT = 1_000;
/** A sweep does other things as well; the next one goes on. */
const AT_IT_FOR_MS = 3 * MINUTE_MS;

/** As text, to the last digit: what is compared with it later must be the same. */
const COLUMNS = `organization_id, sequence::text AS sequence, kind, trim_scale(amount_usd)::text AS amount_usd, reference, part, note,
  to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS created_at`;

/** Charges in the order of their calls, from the end of the last file on. */
const OLD_CHARGES = `
SELECT ${COLUMNS} FROM ledger_entries
 WHERE kind = 'usage' AND (reference, part) > ($1, $2) AND reference < $3 AND created_at < $4
 ORDER BY kind, reference, part LIMIT ${ENTRIES_A_FILE}`;

const COLUMNS_OF_ROWS = `unnest($1::text[], $2::bigint[], $3::numeric[], $4::text[], $5::smallint[], $6::text[], $7::timestamptz[])
  AS archived (organization_id, sequence, amount_usd, reference, part, note, created_at)`;

/** A row goes when the file has it as it is. */
const DELETE_ROWS = `
DELETE FROM ledger_entries e USING ${COLUMNS_OF_ROWS}
 WHERE e.organization_id = archived.organization_id AND e.sequence = archived.sequence AND e.amount_usd = archived.amount_usd
   AND e.reference = archived.reference AND e.part = archived.part AND e.created_at = archived.created_at
   AND e.kind = 'usage' AND e.note IS NOT DISTINCT FROM archived.note`;

const INSERT_ROWS = `
INSERT INTO ledger_entries (organization_id, sequence, kind, amount_usd, reference, part, note, created_at) OVERRIDING SYSTEM VALUE
SELECT organization_id, sequence, 'usage', amount_usd, reference, part, note, created_at FROM ${COLUMNS_OF_ROWS}`;

const CARRIED = `
SELECT DISTINCT ON (organization_id) organization_id, carried_entries::float8 AS carried_entries, carried_usd FROM ledger_archive_sums
 WHERE organization_id = ANY($1) ORDER BY organization_id, file DESC`;

const RECORD_FILE = `
UPDATE ledger_archive_files SET archived_at = now(), proved_at = now(), bytes = $3, entries = $4, first_reference = $5, last_reference = $6
 WHERE number = $1 AND sha256 = $2 AND archived_at IS NULL AND NOT is_abandoned RETURNING number`;

const NEWEST = `
SELECT number, sha256 FROM ledger_archive_files WHERE archived_at IS NOT NULL ORDER BY number DESC LIMIT 1`;

/** What came of bringing a file back. */
export interface BroughtBack {
  readonly file: string;
  readonly entries: number;
  /** Files that are still archived. */
  readonly left: number;
}

/** For the hourly sweep: charges past `LEDGER_ARCHIVE` leave the ledger into files, and may be brought back. */
@Injectable()
export class LedgerArchiving {
  constructor(
    private readonly dataSource: DataSource,
    private readonly files: ArchiveFiles,
    private readonly clock: Clock,
    private readonly pace: PacedWork,
    private readonly metrics: Metrics,
    @Inject(SETTINGS) private readonly settings: Settings,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** One process at a time; another one that comes meanwhile leaves it to the first. @returns how many entries left */
  sweep(): Promise<number> {
    return this.dataSource.transaction(async (turn) => {
      if (!(await takeFreeTurn(turn, 'ledgerArchive'))) return 0;
      try {
        await this.removeUnfinished();
        return await this.archiveOld();
      } catch (error) {
        this.metrics.ledgerArchiveFailed('write');
        throw error;
      }
    });
  }

  /**
   * Takes the newest file back into the ledger: those before it are carried in it.
   * @throws BringBackRefusedError (409) when there is none, or another process is at the archive
   */
  bringBack(): Promise<BroughtBack> {
    return this.dataSource.transaction(async (turn) => {
      if (!(await takeFreeTurn(turn, 'ledgerArchive')))
        throw new BringBackRefusedError('The ledger is being archived at the moment. Try again in a while.');
      const [newest] = await this.dataSource.query<ArchiveFile[]>(NEWEST);
      if (newest === undefined) throw new BringBackRefusedError('No entries of the ledger are archived.');
      const { rows } = await this.files.read(newest);
      const left = await this.dataSource.transaction((manager) => putBack(manager, newest, rows));
      await this.files.remove(newest);
      await this.dataSource.query('DELETE FROM ledger_archive_files WHERE number = $1', [newest.number]);
      this.logger.info({ file: archiveFileName(newest) }, 'archived entries are on the ledger again');
      return { file: archiveFileName(newest), entries: rows.length, left };
    });
  }

  private async archiveOld(): Promise<number> {
    const { ledgerArchiveMs } = this.settings;
    if (ledgerArchiveMs === undefined) return 0;
    if (!(await idsSortByTime(this.dataSource))) {
      this.logger.warn('this database does not sort ids by their time, so the ledger is not archived');
      return 0;
    }
    // Whole days, so that a quiet installation has a file a day and not one an hour.
    const before = Math.floor((this.clock.now().getTime() - ledgerArchiveMs) / DAY_MS) * DAY_MS;
    let archived = 0;
    let last = { reference: 'call_', part: -1 };
    await this.pace.run(AT_IT_FOR_MS, async () => {
      const rows = await this.dataSource.query<ArchivedRow[]>(OLD_CHARGES, [
        last.reference,
        last.part,
        idFloor('call', before),
        new Date(before),
      ]);
      const end = rows.at(-1);
      if (end === undefined) return false;
      await this.archive(rows);
      archived += rows.length;
      last = end;
      return rows.length === ENTRIES_A_FILE;
    });
    return archived;
  }

  private async archive(rows: readonly ArchivedRow[]): Promise<void> {
    const [begun] = await this.dataSource.query<{ number: string }[]>(
      'INSERT INTO ledger_archive_files DEFAULT VALUES RETURNING number',
    );
    if (begun === undefined) throw new Error('a file of the archive got no number');
    const { number } = begun;
    const manifest = manifestOf(rows, await this.whatCameBefore(number, rows));
    const file = await this.files.pack(number, { manifest, rows });
    // Before it is written, so that whoever cleans up knows its name.
    await this.dataSource.query('UPDATE ledger_archive_files SET sha256 = $2 WHERE number = $1', [
      number,
      file.sha256,
    ]);
    await this.files.write(file);
    // What is deleted is what can be read, and not what was meant.
    const written = await this.files.read(file);
    if (!(await this.dataSource.transaction((manager) => move(manager, file, written)))) {
      await this.files.remove(file);
      throw new Error(`another process gave up the file ${number} of the archive while it was written`);
    }
    this.logger.info({ file: archiveFileName(file), entries: rows.length }, 'old charges were archived');
  }

  private async whatCameBefore(
    file: string,
    rows: readonly ArchivedRow[],
  ): Promise<{ file: string; previous: { file: string; sha256: string } | null; carried: Carried }> {
    const [newest] = await this.dataSource.query<ArchiveFile[]>(NEWEST);
    const previous = newest === undefined ? null : { file: newest.number, sha256: newest.sha256 };
    const sums = await this.dataSource.query<ArchivedSum[]>(CARRIED, [
      [...new Set(rows.map(({ organization_id: id }) => id))],
    ]);
    const carried = sums.map(
      ({ organization_id: id, carried_entries: entries, carried_usd: usd }) =>
        [id, { entries, amount: parseUsd(usd) }] as const,
    );
    return { file, previous, carried: new Map(carried) };
  }

  /** Files that nobody finished: whoever comes back to one finds that it was given up, and its number is not used again. */
  private async removeUnfinished(): Promise<void> {
    const { manager } = this.dataSource;
    await manager.query(
      'UPDATE ledger_archive_files SET is_abandoned = true WHERE archived_at IS NULL AND NOT is_abandoned',
    );
    const left = await manager.query<{ number: string; sha256: string | null }[]>(
      'SELECT number, sha256 FROM ledger_archive_files WHERE is_abandoned ORDER BY number',
    );
    for (const { number, sha256 } of left) {
      if (sha256 !== null) await this.files.remove({ number, sha256 });
      await manager.query('DELETE FROM ledger_archive_files WHERE number = $1 AND is_abandoned', [number]);
      this.logger.warn({ file: number }, 'a file of the archive that was not finished is gone');
    }
  }
}

/** The file counts, and its rows go: both or neither. @returns false when the file was given up by another process */
async function move(
  manager: EntityManager,
  { number, sha256, bytes }: PackedFile,
  { manifest, rows }: ArchiveContent,
): Promise<boolean> {
  // Commits of old calls wait for this transaction.
  await waitBriefly(manager);
  const [recorded] = await manager.query<[unknown[], number]>(RECORD_FILE, [
    number,
    sha256,
    bytes.length,
    rows.length,
    rows[0]?.reference,
    rows.at(-1)?.reference,
  ]);
  if (recorded.length === 0) return false;
  await manager.query(`SELECT set_config('gateway.ledger_archive', $1, true)`, [number]);
  for (const some of statementsOf(rows)) {
    const [, deleted] = await manager.query<[unknown[], number]>(DELETE_ROWS, columnsOf(some));
    if (deleted !== some.length) throw new Error('the ledger has other entries than the archived file');
  }
  const sums = await manager.query<ArchivedSum[]>(SUMS_OF_FILE, [number]);
  if (JSON.stringify(sums) !== JSON.stringify(manifest.organizations))
    throw new Error('the sums of what left the ledger are not those of the archived file');
  return true;
}

/** @returns how many files are left */
async function putBack(
  manager: EntityManager,
  { number }: ArchiveFile,
  rows: readonly ArchivedRow[],
): Promise<number> {
  await waitBriefly(manager);
  // It counts no more, and is removed from the store if this process does not come to it.
  await manager.query(
    'UPDATE ledger_archive_files SET archived_at = NULL, is_abandoned = true WHERE number = $1',
    [number],
  );
  await manager.query('DELETE FROM ledger_archive_sums WHERE file = $1', [number]);
  for (const some of statementsOf(rows)) await manager.query(INSERT_ROWS, columnsOf(some));
  const [left] = await manager.query<{ count: string }[]>(
    'SELECT count(*) AS count FROM ledger_archive_files WHERE archived_at IS NOT NULL',
  );
  return Number(left?.count ?? 0);
}

function* statementsOf(rows: readonly ArchivedRow[]): Generator<readonly ArchivedRow[]> {
  for (let start = 0; start < rows.length; start += ROWS_A_STATEMENT)
    yield rows.slice(start, start + ROWS_A_STATEMENT);
}

function columnsOf(rows: readonly ArchivedRow[]): unknown[][] {
  return [
    rows.map((row) => row.organization_id),
    rows.map((row) => row.sequence),
    rows.map((row) => row.amount_usd),
    rows.map((row) => row.reference),
    rows.map((row) => row.part),
    rows.map((row) => row.note),
    rows.map((row) => row.created_at),
  ];
}
