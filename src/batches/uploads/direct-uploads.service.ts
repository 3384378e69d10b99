import { Injectable } from '@nestjs/common';
import { Clock } from '../../lib/clock.js';
import { ObjectStore } from '../../storage/object-store.js';
import { ObjectMissingError, ObjectTooLargeError } from '../../storage/storage-errors.js';
import { attemptName, directName } from './stored-names.js';
import { UnknownUploadError } from './upload-errors.js';
import { MAX_UPLOAD_BYTES } from './upload-limits.js';
import type { UploadObjectEntity } from './upload-object.entity.js';
import { UploadsRepository } from './uploads.repository.js';

/** Bodies that went straight into the bucket, of which this service learns only when they are submitted. */
@Injectable()
export class DirectUploads {
  constructor(
    private readonly uploads: UploadsRepository,
    private readonly store: ObjectStore,
    private readonly clock: Clock,
  ) {}

  /**
   * Makes what is at the presigned address now the upload's one body, under a name that its holder cannot write to: what is
   * checked is then also what runs. The first of several at once decides for all: the body leaves the address only when its row
   * says where it is, so that whoever finds nothing there finds the row.
   * @throws UnknownUploadError (404) when nothing was uploaded; ObjectTooLargeError (413): it is deleted, and the address is
   *   free again
   */
  async seal(object: string): Promise<Pick<UploadObjectEntity, 'storedAs' | 'bytes'>> {
    const direct = directName(object);
    await this.checkSize(direct);
    const storedAs = attemptName(object);
    const isCopied = await this.copyIfThere(direct, storedAs);
    const bytes = isCopied ? await this.checkSize(storedAs) : undefined;
    if (bytes === undefined) return this.sealedByOther(object);
    const body = { storedAs, bytes, sha256: undefined, uploadedAt: this.clock.now() };
    if (await this.uploads.complete(object, body)) {
      // What cannot be removed now is swept when it is old.
      await this.store.remove(direct).catch(() => undefined);
      return { storedAs, bytes: String(bytes) };
    }
    await this.store.remove(storedAs);
    return this.sealedByOther(object);
  }

  /** A bucket cannot be told a limit. */
  private async checkSize(name: string): Promise<number | undefined> {
    const found = await this.store.stat(name);
    if (found === undefined || found.bytes <= MAX_UPLOAD_BYTES) return found?.bytes;
    await this.store.remove(name);
    throw new ObjectTooLargeError(MAX_UPLOAD_BYTES);
  }

  private async copyIfThere(from: string, to: string): Promise<boolean> {
    try {
      await this.store.copy(from, to);
      return true;
    } catch (error) {
      if (error instanceof ObjectMissingError) return false;
      throw error;
    }
  }

  private async sealedByOther(object: string): Promise<UploadObjectEntity> {
    const row = await this.uploads.find(object);
    if (row?.state !== 'uploaded') throw new UnknownUploadError(object);
    return row;
  }
}
