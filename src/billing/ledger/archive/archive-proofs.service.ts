import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';
import { LOGGER } from '../../../http/logger.js';
import { Metrics } from '../../../metrics/metrics.js';
import { ArchiveUnreadableError, type ArchiveFault } from './archive-errors.js';
import { ArchiveFiles, archiveFileName, type ArchiveFile } from './archive-files.service.js';
import type { ArchivedSum, ArchiveManifest } from './archive-lines.js';
import { SUMS_OF_FILE } from './archive-statements.js';

/** Of the whole archive, an hour. */
const FILES_A_SWEEP = 200;
/** Of an organization, with a check of its ledger: its answer is waited for. */
const FILES_A_CHECK = 20;

/** A file of which the database knows another thing than the object store. */
export interface FaultyFile {
  readonly file: string;
  readonly fault: ArchiveFault;
}

interface FileRow extends ArchiveFile {
  readonly fault: ArchiveFault | null;
}

/** Those that were faulty, then those that were read longest ago. `$1`: of one organization; null: of all. */
const TO_PROVE = `
SELECT number, sha256, fault FROM ledger_archive_files f
 WHERE archived_at IS NOT NULL
   AND ($1::text IS NULL OR EXISTS (SELECT FROM ledger_archive_sums s WHERE s.organization_id = $1 AND s.file = f.number))
 ORDER BY fault IS NULL, proved_at, number LIMIT $2`;

const FAULTY = `
SELECT f.number, f.sha256, f.fault FROM ledger_archive_files f JOIN ledger_archive_sums s ON s.file = f.number
 WHERE s.organization_id = $1 AND f.fault IS NOT NULL ORDER BY f.number`;

const PREVIOUS = `
SELECT number AS file, sha256 FROM ledger_archive_files
 WHERE archived_at IS NOT NULL AND number < $1 ORDER BY number DESC LIMIT 1`;

/** Reads archived files, and compares them with what the database says of them. */
@Injectable()
export class ArchiveProofs {
  constructor(
    private readonly dataSource: DataSource,
    private readonly files: ArchiveFiles,
    private readonly metrics: Metrics,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** For the hourly sweep. @returns what it found faulty */
  sweep(): Promise<readonly FaultyFile[]> {
    return this.proveSome(null, FILES_A_SWEEP);
  }

  /** @returns all files with entries of the organization that are faulty, as far as they were read: some of them now, or all */
  async check(organizationId: string, isFull: boolean): Promise<readonly FaultyFile[]> {
    await this.proveSome(organizationId, isFull ? Number.MAX_SAFE_INTEGER : FILES_A_CHECK);
    const rows = await this.dataSource.query<(ArchiveFile & { fault: ArchiveFault })[]>(FAULTY, [
      organizationId,
    ]);
    return rows.map((file) => ({ file: archiveFileName(file), fault: file.fault }));
  }

  private async proveSome(organizationId: string | null, count: number): Promise<FaultyFile[]> {
    const files = await this.dataSource.query<FileRow[]>(TO_PROVE, [organizationId, count]);
    const faulty: FaultyFile[] = [];
    for (const file of files) {
      const fault = await this.faultOf(file);
      await this.note(file, fault);
      if (fault !== undefined) faulty.push({ file: archiveFileName(file), fault });
    }
    return faulty;
  }

  /** @throws StorageUnavailableError (503): a store that does not answer says nothing of its files */
  private async faultOf(file: ArchiveFile): Promise<ArchiveFault | undefined> {
    try {
      const { manifest } = await this.files.read(file);
      return (await this.isAsRecorded(file, manifest)) ? undefined : 'sums';
    } catch (error) {
      if (error instanceof ArchiveUnreadableError) return error.fault;
      throw error;
    }
  }

  /** The digest of a file is right, so its rows are what was written: what is left to compare is what the database says of it. */
  private async isAsRecorded({ number }: ArchiveFile, manifest: ArchiveManifest): Promise<boolean> {
    const sums = await this.dataSource.query<ArchivedSum[]>(SUMS_OF_FILE, [number]);
    const [previous = null] = await this.dataSource.query<{ file: string; sha256: string }[]>(PREVIOUS, [
      number,
    ]);
    return (
      JSON.stringify(sums) === JSON.stringify(manifest.organizations) &&
      JSON.stringify(previous) === JSON.stringify(manifest.previous)
    );
  }

  /** A file that was brought back meanwhile is no fault. */
  private async note(proved: FileRow, fault: ArchiveFault | undefined): Promise<void> {
    const [known] = await this.dataSource.query<[unknown[], number]>(
      `UPDATE ledger_archive_files SET proved_at = now(), fault = $2 WHERE number = $1 AND archived_at IS NOT NULL RETURNING number`,
      [proved.number, fault ?? null],
    );
    if (known.length === 0) return;
    const file = archiveFileName(proved);
    if (fault !== undefined) {
      this.metrics.ledgerArchiveFailed('file');
      this.logger.error({ file, fault }, 'an archived file of the ledger is not what was written');
    } else if (proved.fault !== null)
      this.logger.warn({ file }, 'an archived file of the ledger is right again');
  }
}
