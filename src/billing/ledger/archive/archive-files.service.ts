import { createHash } from 'node:crypto';
import { addAbortSignal } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { Injectable } from '@nestjs/common';
import { SECOND_MS } from '../../../lib/durations.js';
import { inPieces } from '../../../lib/steps.js';
import { ObjectStore } from '../../../storage/object-store.js';
import {
  asStorageFailure,
  ObjectMissingError,
  StorageUnavailableError,
} from '../../../storage/storage-errors.js';
import { ArchiveUnreadableError } from './archive-errors.js';
import { parseArchive, printArchive, type ArchiveContent, type ArchivedRow } from './archive-lines.js';
import { sequenceOf } from './merge-entries.js';

const NUMBER_DIGITS = 12;
const DIGEST_DIGITS = 16;
/** A store that never answers must not keep a connection of the database for ever. */
const READ_WITHIN_MS = 30 * SECOND_MS;
/** Entries of one organization in one file: pages of a list come one after the other. */
const KEPT_IN_MEMORY = 4;

const zip = promisify(gzip);
const unzip = promisify(gunzip);

/** A file as the database knows it. */
export interface ArchiveFile {
  readonly number: string;
  readonly sha256: string;
}

/** With a part of the digest, so that no two files ever have one name: not those of a database that was restored either. */
export function archiveFileName({ number, sha256 }: ArchiveFile): string {
  return `ledger/${number.padStart(NUMBER_DIGITS, '0')}-${sha256.slice(0, DIGEST_DIGITS)}.jsonl.gz`;
}

export interface PackedFile extends ArchiveFile {
  readonly bytes: Buffer;
}

/** The files of the archive in the object store: each is read whole, and believed when its digest is right. */
@Injectable()
export class ArchiveFiles {
  private readonly lately = new Map<string, Promise<readonly ArchivedRow[]>>();

  constructor(private readonly store: ObjectStore) {}

  /** What a file of that number is, before it is anywhere. */
  async pack(number: string, content: ArchiveContent): Promise<PackedFile> {
    const bytes = await zip(await inPieces(printArchive(content)));
    return { number, sha256: digestOf(bytes), bytes };
  }

  async write(file: PackedFile): Promise<void> {
    await this.store.write(archiveFileName(file), oneOf(file.bytes));
  }

  /** @throws ArchiveUnreadableError, StorageUnavailableError (503) */
  async read(file: ArchiveFile, organizationId?: string): Promise<ArchiveContent> {
    const name = archiveFileName(file);
    const bytes = await this.bytesOf(name).catch((error: unknown) => {
      throw error instanceof ObjectMissingError ? new ArchiveUnreadableError('missing', name, error) : error;
    });
    if (digestOf(bytes) !== file.sha256) throw new ArchiveUnreadableError('changed', name);
    return inPieces(parseArchive((await unzip(bytes)).toString(), organizationId));
  }

  /** Those of one organization, in the order of their sequence. The last few are kept in memory. */
  async entriesOf(file: ArchiveFile, organizationId: string): Promise<readonly ArchivedRow[]> {
    const key = `${file.sha256} ${organizationId}`;
    const known = this.lately.get(key);
    const reading = known ?? this.read(file, organizationId).then(({ rows }) => bySequence(rows));
    this.lately.delete(key);
    this.lately.set(key, reading);
    const [oldest] = this.lately.keys();
    if (this.lately.size > KEPT_IN_MEMORY && oldest !== undefined) this.lately.delete(oldest);
    return reading.catch((error: unknown) => {
      this.lately.delete(key);
      throw error;
    });
  }

  async remove(file: ArchiveFile): Promise<void> {
    await this.store.remove(archiveFileName(file));
  }

  private async bytesOf(name: string): Promise<Buffer> {
    const signal = AbortSignal.timeout(READ_WITHIN_MS);
    const late = new Promise<never>((_, reject) => {
      signal.addEventListener('abort', () => reject(new StorageUnavailableError(signal.reason)));
    });
    const opening = this.store.read(name);
    const stream = await Promise.race([opening, late]);
    return buffer(addAbortSignal(signal, stream)).catch((error: unknown) => {
      throw asStorageFailure(error);
    });
  }
}

/** They are nearly so: calls are recorded about in the order of their ids. */
function bySequence(rows: readonly ArchivedRow[]): readonly ArchivedRow[] {
  return rows.toSorted((one, other) => sequenceOf(one) - sequenceOf(other));
}

function digestOf(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}

async function* oneOf(bytes: Buffer): AsyncGenerator<Buffer> {
  yield await Promise.resolve(bytes);
}
