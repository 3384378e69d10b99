import { Inject, Injectable } from '@nestjs/common';
import type { Readable } from 'node:stream';
import type { Caller } from '../../auth/caller.js';
import { SETTINGS } from '../../config/config.module.js';
import type { Settings } from '../../config/settings.js';
import { Clock } from '../../lib/clock.js';
import { SECOND_MS } from '../../lib/durations.js';
import { newId } from '../../lib/ids.js';
import { ObjectStore } from '../../storage/object-store.js';
import { PresignedPuts } from '../../storage/presigned-puts.js';
import { ObjectMissingError } from '../../storage/storage-errors.js';
import { DirectUploads } from './direct-uploads.service.js';
import { attemptName, directName, UPLOADS_FOLDER } from './stored-names.js';
import { UnknownUploadError } from './upload-errors.js';
import type { UploadObjectEntity } from './upload-object.entity.js';
import { UploadUrls } from './upload-urls.service.js';
import { UploadsRepository } from './uploads.repository.js';

/** The descriptor of spec 4.5. */
export interface CreatedUpload {
  readonly object: string;
  /** Absolute; takes one `PUT` without an API key. */
  readonly uploadUrl: string;
  readonly expiresInSeconds: number;
}

/** An uploaded body; it may be read as often as is needed. */
export interface OpenedUpload {
  readonly bytes: number;
  /** @throws UnknownUploadError (404) when it was purged since; StorageUnavailableError (503) */
  read(): Promise<Readable>;
}

const OBJECT = /^upl_[0-9a-z]{10,40}$/;
const PURGE_ROWS = 200;

/** Bodies of batch submissions that are too large to be sent inline (spec 4.5 and 8): uploaded once, kept for 48 hours. */
@Injectable()
export class UploadsService {
  constructor(
    private readonly uploads: UploadsRepository,
    private readonly store: ObjectStore,
    private readonly presignedPuts: PresignedPuts,
    private readonly urls: UploadUrls,
    private readonly directUploads: DirectUploads,
    private readonly clock: Clock,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /**
   * An address for one body, of this service or straight of the bucket.
   * @param baseUrl where the caller finds this service, without a trailing slash
   * @throws DatabaseUnavailableError, StorageUnavailableError (503)
   */
  async createUpload(caller: Caller, { baseUrl }: { baseUrl: string }): Promise<CreatedUpload> {
    const { uploadUrlTtlMs: ttlMs } = this.settings;
    const object = newId('upl');
    const direct = await this.presignedPuts.presign(directName(object), ttlMs);
    await this.uploads.insert({ object, ...ownerOf(caller), createdAt: this.clock.now() });
    return {
      object,
      uploadUrl: direct ?? this.urls.create(object, baseUrl),
      expiresInSeconds: Math.floor(ttlMs / SECOND_MS),
    };
  }

  /**
   * What was uploaded under a name.
   * @param object as the caller wrote it; any text
   * @throws UnknownUploadError (404) for one that is unknown, another project's, not uploaded, or purged;
   *   ObjectTooLargeError (413) when a body over the limit went straight into the bucket;
   *   DatabaseUnavailableError, StorageUnavailableError (503)
   */
  async openUpload(projectId: string, object: string): Promise<OpenedUpload> {
    const row = OBJECT.test(object) ? await this.uploads.findOfProject(projectId, object) : null;
    if (row === null || row.createdAt <= this.purgeTime(this.clock.now()))
      throw new UnknownUploadError(object);
    const { storedAs, bytes } = row.state === 'uploaded' ? row : await this.directUploads.seal(object);
    if (storedAs === null) throw new Error('an uploaded object has no stored name');
    if ((await this.store.stat(storedAs)) === undefined) throw new UnknownUploadError(object);
    return { bytes: Number(bytes), read: () => this.read(object, storedAs) };
  }

  /**
   * Stores a body that the caller sent elsewhere as an upload of theirs.
   * @throws ObjectTooLargeError (413) past `maxBytes`, and whatever the source throws: nothing is left behind then;
   *   DatabaseUnavailableError, StorageUnavailableError (503)
   */
  async storeForCaller(
    caller: Caller,
    source: AsyncIterable<Buffer>,
    maxBytes: number,
  ): Promise<{ readonly object: string; readonly bytes: number }> {
    const object = newId('upl');
    const storedAs = attemptName(object);
    const written = await this.store.write(storedAs, source, { maxBytes });
    const now = this.clock.now();
    // Should the row be there although its answer was lost, nobody knows its name: it ends as all uploads do.
    await this.uploads.insert(
      { object, ...ownerOf(caller), createdAt: now },
      { storedAs, ...written, uploadedAt: now },
    );
    return { object, bytes: written.bytes };
  }

  /** Deletes an upload before its time: its body, then its row. */
  async discard(object: string): Promise<void> {
    const row = await this.uploads.find(object);
    if (row === null) return;
    await this.removeBody(row);
    await this.uploads.delete([object]);
  }

  /**
   * Deletes what was created 48 hours (`UPLOAD_RETENTION`) before a time: bodies, rows, and what broken-off uploads left.
   * May run on several processes at once, and again after a crash: a row goes after its body.
   * @returns how many uploaded bodies were deleted
   */
  async purgeExpired(now: Date): Promise<number> {
    const before = this.purgeTime(now);
    let purged = 0;
    for (;;) {
      const rows = await this.uploads.listCreatedBefore(before, PURGE_ROWS);
      if (rows.length === 0) break;
      for (const row of rows) if (await this.removeBody(row)) purged += 1;
      await this.uploads.delete(rows.map(({ object }) => object));
    }
    await this.store.removeBefore(UPLOADS_FOLDER, before);
    return purged;
  }

  private async removeBody({ object, storedAs }: UploadObjectEntity): Promise<boolean> {
    const name = storedAs ?? directName(object);
    if ((await this.store.stat(name)) === undefined) return false;
    await this.store.remove(name);
    return true;
  }

  private read(object: string, storedAs: string): Promise<Readable> {
    return this.store.read(storedAs).catch((error: unknown) => {
      throw error instanceof ObjectMissingError ? new UnknownUploadError(object) : error;
    });
  }

  private purgeTime(now: Date): Date {
    return new Date(now.getTime() - this.settings.uploadRetentionMs);
  }
}

function ownerOf({ projectId, keyId }: Caller): { projectId: string; keyId: string } {
  return { projectId, keyId };
}
