import type { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { LiveCalls } from '../../live-calls/live-calls.service.js';
import type { BatchEntity } from '../batch.entity.js';
import { formatResults } from './format-results.js';
import type { ResultsFormat } from './results-format.js';
import { sendDownload } from './send-download.js';

export interface ResultsAnswer {
  readonly batch: BatchEntity;
  readonly stored: Readable;
  readonly format: ResultsFormat;
  readonly contentType: string;
  readonly headerPrefix: string;
  readonly liveCalls: LiveCalls;
}

/** Streams results to a client in the format that it wants. @throws ShuttingDownError (503) once the process is stopping. */
export async function sendResults(reply: FastifyReply, answer: ResultsAnswer): Promise<void> {
  const { batch, stored, format, contentType, headerPrefix, liveCalls } = answer;
  await sendDownload(reply, {
    body: format === 'jsonl' ? stored : formatResults(stored, format, batch),
    headers: {
      'content-type': contentType,
      [`${headerPrefix}batch-id`]: batch.id,
      [`${headerPrefix}batch-status`]: batch.status,
      [`${headerPrefix}results-format`]: format,
    },
    liveCalls,
  });
}
