import { Inject, Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { callerOf } from '../auth/caller-of.js';
import type { Caller } from '../auth/caller.js';
import type { Logger } from 'pino';
import { isBatchGatewayRequest } from './batch-gateway-request.js';
import { LOGGER } from '../http/logger.js';
import { BodyTooLargeError } from '../http/http-errors.js';
import { bodyEncoding } from '../http/bodies/read-body.js';
import { CallBodies } from '../surface/call-bodies.service.js';
import { BatchBodyTooLargeError } from './batch-errors.js';
import { UploadsService } from './uploads/uploads.service.js';

const MB = 1_048_576;
/** What SDKs may send to the batch gateway at once (spec 4.5, rule 4). */
const GATEWAY_CAP_BYTES = 256 * MB;

/**
 * The body of a submission, however it comes: whole in memory up to the inline cap; on the batch gateway's listener larger ones
 * are streamed into an upload of the caller's, as if the caller had used the upload flow.
 */
@Injectable()
export class BatchBodies {
  constructor(
    private readonly bodies: CallBodies,
    private readonly uploads: UploadsService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** @throws BatchBodyTooLargeError, BodyTooLargeError (413) and the errors of reading a body */
  async read(
    request: FastifyRequest,
    reply: FastifyReply,
    inlineCapBytes: number,
  ): Promise<AsyncIterable<Buffer>> {
    if (!isBatchGatewayRequest(request.raw) || isSmall(request, inlineCapBytes))
      return once(await this.readInline(request, reply, inlineCapBytes));
    const caller = callerOf(request);
    const source = this.bodies.stream(request, GATEWAY_CAP_BYTES);
    const { object } = await this.uploads.storeForCaller(caller, source, GATEWAY_CAP_BYTES);
    return this.readOnce(caller, object);
  }

  /** @throws BatchBodyTooLargeError (413), which knows the way for larger ones; the errors of reading a body */
  private async readInline(request: FastifyRequest, reply: FastifyReply, capBytes: number): Promise<Buffer> {
    try {
      return await this.bodies.read(request, reply, { capBytes });
    } catch (error) {
      throw error instanceof BodyTooLargeError ? new BatchBodyTooLargeError(capBytes) : error;
    }
  }

  /** Nobody is told the name of this upload, so it goes once it was read, taken or not. */
  private async *readOnce({ projectId }: Caller, object: string): AsyncGenerator<Buffer> {
    try {
      const upload = await this.uploads.openUpload(projectId, object);
      yield* (await upload.read()) as AsyncIterable<Buffer>;
    } finally {
      await this.uploads.discard(object).catch((error: unknown) => {
        this.logger.warn({ err: error, object }, 'a body was not deleted; it is purged as an upload');
      });
    }
  }
}

/** As far as its head tells: what is compressed may be of any size. */
function isSmall({ raw }: FastifyRequest, maxBytes: number): boolean {
  const declared = Number(raw.headers['content-length'] ?? Number.NaN);
  return declared <= maxBytes && bodyEncoding(raw) === undefined;
}

const PIECE_BYTES = 65_536;

/** A body in memory, handed on in pieces, so that reading it can pause. */
async function* once(body: Buffer): AsyncGenerator<Buffer> {
  await Promise.resolve();
  for (let start = 0; start < body.length; start += PIECE_BYTES)
    yield body.subarray(start, start + PIECE_BYTES);
}
