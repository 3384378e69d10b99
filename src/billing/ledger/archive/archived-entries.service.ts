import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { SequencePage } from '../../../database/sequence-page.js';
import { SlowQueries } from '../../../database/slow-queries.service.js';
import type { LedgerEntryEntity } from '../ledger-entry.entity.js';
import type { LedgerFilters } from '../ledger-filters.js';
import { ArchiveFiles, type ArchiveFile } from './archive-files.service.js';
import { cursorOf, findEntries, isBeyond, mergeEntries, type SequenceRange } from './merge-entries.js';

/** Asked for at once: nearly every page needs none or one. */
const FILES_AT_ONCE = 100;

/** A file, and what it has of an organization. */
export interface FileOfOrganization extends ArchiveFile {
  readonly range: SequenceRange;
}

/** A file that may have charges of certain calls, and whose they are. */
export interface ChargesFile extends ArchiveFile {
  readonly organizationId: string;
}

export interface LedgerPage {
  readonly organizationId: string;
  readonly filters: LedgerFilters;
  readonly page: SequencePage;
}

interface FileRow {
  readonly number: string;
  readonly sha256: string;
  readonly first_sequence: string;
  readonly last_sequence: string;
}

/** Sorted as the list goes, from its cursor on. `$7`, `$8`: a part of them. */
const FILES_OF_PAGE = (isUpwards: boolean): string => `
SELECT f.number, f.sha256, s.first_sequence, s.last_sequence
  FROM ledger_archive_sums s JOIN ledger_archive_files f ON f.number = s.file
 WHERE s.organization_id = $1 AND ($2::bigint IS NULL OR s.first_sequence < $2) AND ($3::bigint IS NULL OR s.last_sequence > $3)
   AND ($4::timestamptz IS NULL OR s.last_at >= $4) AND ($5::timestamptz IS NULL OR s.first_at < $5)
   AND ($6::text IS NULL OR f.first_reference <= $6 AND f.last_reference >= $6)
 ORDER BY ${isUpwards ? 's.first_sequence, s.file' : 's.last_sequence DESC, s.file'} LIMIT $7 OFFSET $8`;

const FILES_OF_CALLS = `
SELECT f.number, f.sha256 FROM ledger_archive_files f
 WHERE f.archived_at IS NOT NULL AND f.first_reference <= $2 AND f.last_reference >= $1
 ORDER BY f.number`;

const FILES_OF_PROJECTS_CALLS = `
SELECT f.number, f.sha256, p.organization_id AS "organizationId"
  FROM projects p
  JOIN ledger_archive_sums s ON s.organization_id = p.organization_id
  JOIN ledger_archive_files f ON f.number = s.file
 WHERE p.id = $3 AND f.first_reference <= $2 AND f.last_reference >= $1
 ORDER BY f.number`;

/** Entries that left the ledger, for those who read it. */
@Injectable()
export class ArchivedEntries {
  constructor(
    private readonly dataSource: DataSource,
    private readonly slowQueries: SlowQueries,
    private readonly files: ArchiveFiles,
  ) {}

  /** Of the snapshot in which the page's rows were read: the first of the files that it may need. */
  async filesOf(manager: EntityManager, of: LedgerPage, skipped = 0): Promise<FileOfOrganization[]> {
    const { organizationId, filters, page } = of;
    // Nothing else is archived.
    if (filters.kind !== undefined && filters.kind !== 'usage') return [];
    const rows = await manager.query<FileRow[]>(FILES_OF_PAGE(page.before !== undefined), [
      organizationId,
      cursorOf(page.after),
      cursorOf(page.before),
      filters.from,
      filters.to,
      filters.reference,
      FILES_AT_ONCE,
      skipped,
    ]);
    return rows.map((row) => ({
      number: row.number,
      sha256: row.sha256,
      range: { first: BigInt(row.first_sequence), last: BigInt(row.last_sequence) },
    }));
  }

  /**
   * The page that rows of the table and of files make together; files are read one after the other, until there is enough.
   * @throws ArchiveUnreadableError (503) when one of them cannot be read
   */
  async complete(
    of: LedgerPage,
    rows: readonly LedgerEntryEntity[],
    files: readonly FileOfOrganization[],
  ): Promise<LedgerEntryEntity[]> {
    let entries = [...rows];
    for (let skipped = 0; ;) {
      for (const file of files) {
        if (isBeyond(entries, file.range, of.page)) return entries;
        const archived = await this.files.entriesOf(file, of.organizationId);
        entries = mergeEntries(entries, findEntries(archived, of.filters, of.page), of.page);
      }
      if (files.length < FILES_AT_ONCE) return entries;
      skipped += files.length;
      const from = skipped;
      files = await this.slowQueries.read((manager) => this.filesOf(manager, of, from));
    }
  }

  /** Files that may have charges of a project's calls, by the first and the last id of those. */
  filesOfCalls(
    manager: EntityManager,
    projectId: string,
    { first, last }: { readonly first: string; readonly last: string },
  ): Promise<ChargesFile[]> {
    return manager.query<ChargesFile[]>(FILES_OF_PROJECTS_CALLS, [first, last, projectId]);
  }

  /** What a file says that calls of the organization were charged, by their ids. */
  async chargesIn(file: ChargesFile): Promise<{ readonly references: string[]; readonly amounts: string[] }> {
    const rows = await this.files.entriesOf(file, file.organizationId);
    return {
      references: rows.map(({ reference }) => reference),
      amounts: rows.map(({ amount_usd: amount }) => amount),
    };
  }

  /**
   * Does something that adds charges of old calls while none of them can leave the ledger.
   * @param work is told which of the calls are charged in a file
   */
  whileNothingMoves<Result>(
    callIds: readonly string[],
    work: (archived: ReadonlySet<string>) => Promise<Result>,
  ): Promise<Result> {
    return this.dataSource.transaction(async (manager) => {
      await manager.query('LOCK TABLE ledger_archive_files IN SHARE MODE');
      const ids = callIds.toSorted();
      const files = await manager.query<ArchiveFile[]>(FILES_OF_CALLS, [ids[0], ids.at(-1)]);
      const wanted = new Set(callIds);
      const archived = new Set<string>();
      for (const file of files)
        for (const { reference } of (await this.files.read(file)).rows)
          if (wanted.has(reference)) archived.add(reference);
      return work(archived);
    });
  }
}
