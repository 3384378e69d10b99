import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { FastifyReply } from 'fastify';
import type { LiveCalls } from '../../live-calls/live-calls.service.js';
import { pendingHeaders } from '../../http/pending-headers.js';

export interface Download {
  readonly body: Readable | AsyncIterable<Buffer>;
  readonly headers: Readonly<Record<string, string>>;
  readonly liveCalls: LiveCalls;
}

/**
 * Streams bytes to a client, no faster than it takes them. A client that leaves ends the reading; so does the end of the grace of a
 * stop, which leaves the client with a body that visibly broke off.
 * @throws ShuttingDownError (503) once the process is stopping.
 */
export async function sendDownload(
  reply: FastifyReply,
  { body, headers, liveCalls }: Download,
): Promise<void> {
  const source = body instanceof Readable ? body : Readable.from(body);
  const release = hold(liveCalls, { reply, source });
  reply.hijack();
  reply.raw.writeHead(200, { ...pendingHeaders(reply), 'x-request-id': reply.request.id, ...headers });
  // Whoever left, or whatever broke: the head is out, so all that is left is to close.
  await pipeline(source, reply.raw).catch(() => {
    source.destroy();
    reply.raw.destroy();
  });
  release();
}

function hold(
  liveCalls: LiveCalls,
  { reply, source }: { reply: FastifyReply; source: Readable },
): () => void {
  try {
    return liveCalls.hold(() => reply.raw.destroy());
  } catch (error) {
    source.destroy();
    throw error;
  }
}
