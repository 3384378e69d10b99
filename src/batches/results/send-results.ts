import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { FastifyReply } from 'fastify';
import type { LiveCalls } from '../../http/live-calls.service.js';
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
  readonly liveCalls: LiveCalls;
}

/**
 * Streams results to a client, no faster than it takes them. A client that leaves ends the reading; so does the end of the grace
 * of a stop, which leaves the client with a body that visibly broke off.
 * @throws ShuttingDownError (503) once the process is stopping.
 */
export async function sendResults(reply: FastifyReply, answer: ResultsAnswer): Promise<void> {
  const { batch, stored, format, contentType, headerPrefix, liveCalls } = answer;
  const release = holdDownload(liveCalls, { reply, stored });
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
  release();
}

function holdDownload(
  liveCalls: LiveCalls,
  { reply, stored }: { reply: FastifyReply; stored: Readable },
): () => void {
  try {
    return liveCalls.hold(() => reply.raw.destroy());
  } catch (error) {
    stored.destroy();
    throw error;
  }
}
