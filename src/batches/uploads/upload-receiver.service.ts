import { InvalidRequestError } from '../../lib/gateway-error.js';
import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { IncomingMessage } from 'node:http';
import { noteRefusedOwner } from '../../auth/refused-request.js';
import { UnsupportedMediaTypeError } from '../../http/http-errors.js';
import { LiveCalls } from '../../live-calls/live-calls.service.js';
import { RequestBodies } from '../../http/bodies/request-bodies.service.js';
import { Clock } from '../../lib/clock.js';
import { ObjectStore } from '../../storage/object-store.js';
import { attemptName } from './stored-names.js';
import {
  EmptyUploadError,
  UnknownUploadError,
  UploadInProgressError,
  UploadUrlExpiredError,
  UploadUsedError,
} from './upload-errors.js';
import { MAX_UPLOAD_BYTES } from './upload-limits.js';
import { UploadUrls, type SignedAddress } from './upload-urls.service.js';
import { UploadsRepository } from './uploads.repository.js';

export interface ReceivedUpload {
  readonly bytes: number;
  /** Lower-case hex. */
  readonly sha256: string;
}

/**
 * Running `PUT`s to one address. More than one, because a client that tries again may be faster than the end of its broken
 * connection; bounded, because each may fill the disk.
 */
const MAX_ATTEMPTS_AT_ONCE = 4;

/** Takes the body of a signed upload address into the object store. */
@Injectable()
export class UploadReceiver {
  /** Running attempts by object. */
  private readonly attempts = new Map<string, number>();

  constructor(
    private readonly urls: UploadUrls,
    private readonly uploads: UploadsRepository,
    private readonly bodies: RequestBodies,
    private readonly store: ObjectStore,
    private readonly liveCalls: LiveCalls,
    private readonly clock: Clock,
  ) {}

  /**
   * Streams the body to the store and makes it the upload's one body. Of several at once the first that is complete wins, by
   * the database. Whatever fails leaves nothing, and the address can be used again.
   * @throws InvalidUploadSignatureError, UploadUrlExpiredError (403) before anything else is looked at;
   *   UploadUsedError, UploadInProgressError (409), UnknownUploadError (404, purged), UnsupportedMediaTypeError (415),
   *   EmptyUploadError, InvalidRequestError (400, `Content-Range`), and what `RequestBodies.stream` and the store throw
   */
  async receive(address: SignedAddress, request: FastifyRequest): Promise<ReceivedUpload> {
    try {
      return await this.receiveSigned(address, request.raw);
    } catch (error) {
      // What was signed for somebody is somebody's refusal; who writes addresses by himself is nobody.
      if (error instanceof UploadUrlExpiredError || error instanceof InvalidRequestError)
        await this.noteOwner(address.object, request);
      throw error;
    }
  }

  private async receiveSigned(address: SignedAddress, request: IncomingMessage): Promise<ReceivedUpload> {
    this.urls.check(address);
    const { object } = address;
    checkContentType(request.headers['content-type']);
    refusePart(request.headers['content-range']);
    await this.checkUnused(object);
    const endAttempt = this.beginAttempt(object, request);
    try {
      return await this.storeBody(object, request);
    } finally {
      endAttempt();
    }
  }

  private async noteOwner(object: string, request: FastifyRequest): Promise<void> {
    const row = await this.uploads.find(object).catch(() => null);
    if (row !== null) noteRefusedOwner(request, row);
  }

  private async storeBody(object: string, request: IncomingMessage): Promise<ReceivedUpload> {
    const storedAs = attemptName(object);
    const body = this.bodies.stream(request, MAX_UPLOAD_BYTES);
    const written = await this.store.write(storedAs, body, { maxBytes: MAX_UPLOAD_BYTES });
    if (written.bytes === 0) {
      await this.store.remove(storedAs);
      throw new EmptyUploadError();
    }
    // When the database does not answer, it may have committed: the bytes stay, and are purged should nobody own them.
    if (await this.uploads.complete(object, { storedAs, ...written, uploadedAt: this.clock.now() }))
      return written;
    await this.store.remove(storedAs);
    await this.checkUnused(object);
    throw new UploadUsedError();
  }

  private async checkUnused(object: string): Promise<void> {
    const row = await this.uploads.find(object);
    if (row === null) throw new UnknownUploadError(object);
    if (row.state === 'uploaded') throw new UploadUsedError();
  }

  private beginAttempt(object: string, request: IncomingMessage): () => void {
    const running = this.attempts.get(object) ?? 0;
    if (running >= MAX_ATTEMPTS_AT_ONCE) throw new UploadInProgressError();
    const release = this.liveCalls.hold(() => request.destroy());
    this.attempts.set(object, running + 1);
    return () => {
      const left = (this.attempts.get(object) ?? 1) - 1;
      if (left === 0) this.attempts.delete(object);
      else this.attempts.set(object, left);
      release();
    };
  }
}

/** A part that was taken for the whole would be submitted as it is. */
function refusePart(contentRange: string | undefined): void {
  if (contentRange === undefined) return;
  throw new InvalidRequestError({
    param: 'Content-Range',
    message:
      'A body with `Content-Range` is a part of one, and uploads are taken whole. Send the whole body in one PUT, without that header.',
  });
}

/** Absent is fine; a wrong one is more likely another body than a wrong label. */
function checkContentType(contentType: string | undefined): void {
  if (contentType !== undefined && !/\bjson\b/i.test(contentType))
    throw new UnsupportedMediaTypeError(contentType);
}
