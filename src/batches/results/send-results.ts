import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { FastifyReply } from 'fastify';
import { pendingHeaders } from '../../http/pending-headers.js';
import type { BatchEntity } from '../batch.entity.js';
import { formatResults } from './format-results.js';
import type { ResultsFormat } from './results-format.js';

export interface ResultsAnswer {
  readonly batch: BatchEntity;
  readonly stored: Readable;
  readonly format: ResultsFormat;
  readonly contentType: string;
  readonly headerPrefix: string;
}

/** Streams results to a client, no faster than it takes them. A client that leaves ends the reading. */
export async function sendResults(reply: FastifyReply, answer: ResultsAnswer): Promise<void> {
  const { batch, stored, format, contentType, headerPrefix } = answer;
  reply.hijack();
  reply.raw.writeHead(200, {
    ...pendingHeaders(reply),
    'x-request-id': reply.request.id,
    'content-type': contentType,
    [`${headerPrefix}batch-id`]: batch.id,
    [`${headerPrefix}batch-status`]: batch.status,
    [`${headerPrefix}results-format`]: format,
  });
  const body = format === 'jsonl' ? stored : Readable.from(formatResults(stored, format, batch));
  // Whoever left, or whatever broke: the head is out, so all that is left is to close.
  await pipeline(body, reply.raw).catch(() => {
    stored.destroy();
    reply.raw.destroy();
  });
}
