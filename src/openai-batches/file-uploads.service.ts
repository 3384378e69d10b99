import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { callerOf } from '../auth/caller-of.js';
import type { BatchFileEntity } from '../batches/files/batch-file.entity.js';
import { BatchFiles } from '../batches/files/batch-files.service.js';
import { MAX_UPLOAD_BYTES } from '../batches/uploads/upload-limits.js';
import { LiveCalls } from '../live-calls/live-calls.service.js';
import { CallBodies } from '../surface/call-bodies.service.js';
import { readUploadForm } from './upload/read-upload-form.js';

/** What a form takes beside its file. */
const FORM_BYTES = 1_048_576;

/** Uploads of files, as OpenAI's clients send them. */
@Injectable()
export class FileUploads {
  constructor(
    private readonly files: BatchFiles,
    private readonly bodies: CallBodies,
    private readonly liveCalls: LiveCalls,
  ) {}

  /**
   * Streams the file of a form to the store, whatever the order of its parts; what fails leaves nothing. A graceful stop waits for it,
   * and cuts it at the end of its grace.
   * @throws InvalidFormError, InvalidRequestError (400), ObjectTooLargeError, BodyTooLargeError (413), and what
   *   `CallBodies.stream` and the store throw
   */
  async receive(request: FastifyRequest): Promise<BatchFileEntity> {
    const caller = callerOf(request);
    const { raw } = request;
    const release = this.liveCalls.hold(() => raw.destroy());
    try {
      const { fields, filename, stored } = await readUploadForm({
        contentType: raw.headers['content-type'],
        source: this.bodies.stream(request, MAX_UPLOAD_BYTES + FORM_BYTES),
        store: (bytes) => this.files.receive(bytes),
        drop: (received) => this.files.drop(received),
      });
      const { expiresAfterSeconds } = fields;
      return await this.files.keep(caller, stored, {
        filename,
        ...(expiresAfterSeconds !== undefined && { expiresAfterSeconds }),
      });
    } finally {
      release();
    }
  }
}
