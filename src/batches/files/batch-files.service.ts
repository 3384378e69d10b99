import { Injectable } from '@nestjs/common';
import type { Readable } from 'node:stream';
import type { Caller } from '../../auth/caller.js';
import { Clock } from '../../lib/clock.js';
import { DAY_MS, SECOND_MS } from '../../lib/durations.js';
import { randomChars } from '../../lib/ids.js';
import { ObjectStore, type WrittenObject } from '../../storage/object-store.js';
import { ObjectMissingError } from '../../storage/storage-errors.js';
import { BatchBook } from '../batch-book.service.js';
import { BatchResults } from '../results/batch-results.service.js';
import { formatResultFile } from '../results/format-results.js';
import { MAX_UPLOAD_BYTES } from '../uploads/upload-limits.js';
import type { BatchFileEntity } from './batch-file.entity.js';
import { BatchFilesRepository } from './batch-files.repository.js';
import { isFileId, newFileId } from './file-id.js';
import type { FilePageQuery } from './file-page-query.js';
import { UnknownFileError } from './file-errors.js';

/** Everything of input files is under it in the object store. */
const FILES_FOLDER = 'files/';
const STORED_NAME_CHARS = 24;
/** As at OpenAI. */
export const INPUT_FILE_KEPT_MS = 30 * DAY_MS;
/** Longer than any file is kept: what is older in the folder is what broken-off uploads left. */
const LEFTOVERS_KEPT_MS = INPUT_FILE_KEPT_MS + DAY_MS;
const PURGE_ROWS = 200;

/** Bytes that were stored and are nobody's file yet. */
export interface ReceivedBytes extends WrittenObject {
  readonly storedAs: string;
}

export interface NewInputFile {
  /** As the caller named it. */
  readonly filename: string;
  /** How long it is to be kept; 30 days when absent. */
  readonly expiresAfterSeconds?: number;
}

/** Files of a project: what was uploaded for batches, and the results of batches that have ended. */
@Injectable()
export class BatchFiles {
  constructor(
    private readonly files: BatchFilesRepository,
    private readonly store: ObjectStore,
    private readonly batches: BatchBook,
    private readonly results: BatchResults,
    private readonly clock: Clock,
  ) {}

  /**
   * Streams bytes into the store. They become a file by `keep`; by `drop`, or a sweep after a crash, they go.
   * @throws ObjectTooLargeError (413), and what the source throws: nothing is left behind then; StorageUnavailableError (503)
   */
  async receive(source: AsyncIterable<Buffer>): Promise<ReceivedBytes> {
    const storedAs = `${FILES_FOLDER}${randomChars(STORED_NAME_CHARS)}`;
    return { ...(await this.store.write(storedAs, source, { maxBytes: MAX_UPLOAD_BYTES })), storedAs };
  }

  /** Should the row be there although its answer was lost, its bytes stay until it expires. @throws DatabaseUnavailableError (503) */
  async keep(
    { projectId, keyId }: Caller,
    { storedAs, bytes }: ReceivedBytes,
    { filename, expiresAfterSeconds }: NewInputFile,
  ): Promise<BatchFileEntity> {
    const createdAt = this.clock.now();
    const keptMs = expiresAfterSeconds === undefined ? INPUT_FILE_KEPT_MS : expiresAfterSeconds * SECOND_MS;
    const file = {
      id: newFileId(createdAt.getTime()),
      projectId,
      keyId,
      batchId: null,
      kind: 'input' as const,
      filename,
      bytes: String(bytes),
      storedAs,
      createdAt,
      expiresAt: new Date(createdAt.getTime() + keptMs),
    };
    await this.files.insert(file);
    return file;
  }

  async drop({ storedAs }: Pick<ReceivedBytes, 'storedAs'>): Promise<void> {
    await this.store.remove(storedAs);
  }

  /** @param id as the caller wrote it @throws UnknownFileError (404) */
  async find(projectId: string, id: string): Promise<BatchFileEntity> {
    const file = isFileId(id) ? await this.files.find(projectId, id, this.clock.now()) : null;
    if (file === null) throw new UnknownFileError(id);
    return file;
  }

  list(projectId: string, page: FilePageQuery): Promise<readonly BatchFileEntity[]> {
    return this.files.list(projectId, this.clock.now(), page);
  }

  /** The bytes of a file, as they are read. @throws UnknownFileError (404) when they are gone; StorageUnavailableError (503) */
  async open(file: BatchFileEntity): Promise<Readable | AsyncIterable<Buffer>> {
    const { id, storedAs, batchId, kind, projectId } = file;
    if (kind === 'input' || batchId === null) return this.openStored(id, storedAs ?? '');
    const batch = await this.batches.find(projectId, batchId);
    if (batch === null) throw new UnknownFileError(id);
    return formatResultFile(await this.results.open(batch), kind, batch);
  }

  /** Results stay readable by the other doors of their batch. @throws UnknownFileError (404) */
  async remove(projectId: string, id: string): Promise<void> {
    const file = await this.find(projectId, id);
    if (!(await this.files.delete(file.id))) throw new UnknownFileError(id);
    if (file.storedAs !== null) await this.store.remove(file.storedAs);
  }

  /** Deletes files whose time is over: rows, bytes, and what broken-off uploads left. Those of results go with the results. */
  async purgeExpired(): Promise<void> {
    const now = this.clock.now();
    for (;;) {
      const rows = await this.files.listExpired(now, PURGE_ROWS);
      for (const { id, storedAs } of rows) {
        if (storedAs !== null) await this.store.remove(storedAs);
        await this.files.delete(id);
      }
      if (rows.length < PURGE_ROWS) break;
    }
    await this.store.removeBefore(FILES_FOLDER, new Date(now.getTime() - LEFTOVERS_KEPT_MS));
  }

  private openStored(id: string, storedAs: string): Promise<Readable> {
    return this.store.read(storedAs).catch((error: unknown) => {
      throw error instanceof ObjectMissingError ? new UnknownFileError(id) : error;
    });
  }
}
