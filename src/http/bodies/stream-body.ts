import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { SECOND_MS } from '../../lib/durations.js';
import { askForBody } from './expect-continue.js';
import {
  BodyStalledError,
  BodyTooLargeError,
  BodyTooSlowError,
  ClientClosedRequestError,
  UnreadableBodyError,
} from '../http-errors.js';
import { bodyEncoding, inflate, refuseOddType } from './read-body.js';

/** A client that sends nothing for so long is gone; the network may never tell. */
const IDLE_MS = 120 * SECOND_MS;

export interface StreamBodyOptions {
  readonly capBytes: number;
  /** How long to wait for the next byte of a client. */
  readonly idleMs?: number;
  /** How long to wait for the client in all. */
  readonly timeoutMs?: number;
}

/**
 * A request's body as it comes, after whoever sends it was let in; read no faster than it is taken. For bodies that memory
 * cannot hold; `readBody` is for the others. The cap holds for the bytes on the wire and again for the inflated ones. Whoever
 * stops early leaves the rest unread on an open connection, so that an error can still be answered.
 * @throws UnsupportedMediaTypeError (415), BodyTooLargeError (413) at once by `Content-Length`, and UnsupportedEncodingError
 *   (415); then, from the iterator: BodyTooLargeError at the chunk that passes the cap, UnreadableBodyError (400, broken compression),
 *   BodyStalledError, BodyTooSlowError (408), ClientClosedRequestError when the client left before the end
 */
export function streamBody(
  request: IncomingMessage,
  { capBytes, idleMs = IDLE_MS, timeoutMs = Number.POSITIVE_INFINITY }: StreamBodyOptions,
): AsyncIterable<Buffer> {
  refuseOddType(request);
  if (Number(request.headers['content-length'] ?? 0) > capBytes) throw new BodyTooLargeError(capBytes);
  const encoding = bodyEncoding(request);
  const inflated = encoding === undefined ? undefined : inflate(request, encoding, capBytes);
  askForBody(request);
  if (inflated === undefined) return readChunks(request, request, { capBytes, idleMs, timeoutMs });
  // It may fail before anyone reads; whoever reads then hears of it still.
  inflated.on('error', () => undefined);
  // A pipe does not tell its end when its beginning breaks.
  request.once('close', () => {
    if (!request.complete) inflated.destroy(new ClientClosedRequestError());
  });
  return readChunks(request, inflated, { capBytes, idleMs, timeoutMs });
}

async function* readChunks(
  request: IncomingMessage,
  source: Readable,
  { capBytes, idleMs, timeoutMs }: Required<StreamBodyOptions>,
): AsyncGenerator<Buffer, void, undefined> {
  const chunks = source.iterator({ destroyOnReturn: false }) as AsyncIterableIterator<Buffer>;
  let bytes = 0;
  let waitedMs = 0;
  let isOver = false;
  try {
    for (;;) {
      const askedAtMs = performance.now();
      const next = await nextWithin(chunks, { idleMs, leftMs: timeoutMs - waitedMs, timeoutMs });
      waitedMs += performance.now() - askedAtMs;
      if (next.done === true) break;
      bytes += next.value.length;
      if (bytes > capBytes) throw new BodyTooLargeError(capBytes);
      yield next.value;
    }
    // A connection that closed may look like an end.
    if (!request.complete) throw new ClientClosedRequestError();
    isOver = true;
  } catch (error) {
    throw streamFailure(request, error);
  } finally {
    if (!isOver) leave(request, source, chunks);
  }
}

/** The wait counts for the client alone: what the taker of the chunks needs is not the client's delay. */
async function nextWithin(
  chunks: AsyncIterableIterator<Buffer>,
  { idleMs, leftMs, timeoutMs }: { idleMs: number; leftMs: number; timeoutMs: number },
): Promise<IteratorResult<Buffer>> {
  let timer: NodeJS.Timeout | undefined;
  const stalled = new Promise<never>((_resolve, reject) => {
    const giveUp = (): void =>
      reject(leftMs < idleMs ? new BodyTooSlowError(timeoutMs) : new BodyStalledError(idleMs));
    timer = setTimeout(giveUp, Math.max(0, Math.min(leftMs, idleMs)));
  });
  try {
    return await Promise.race([chunks.next(), stalled]);
  } finally {
    clearTimeout(timer);
  }
}

/** Takes our hands off the request; its rest is for whoever answers. */
function leave(request: IncomingMessage, source: Readable, chunks: AsyncIterableIterator<Buffer>): void {
  // Not awaited: it ends only after a `next` that may never come.
  chunks.return?.().catch(() => undefined);
  if (source === request) return;
  request.unpipe();
  source.destroy();
}

function streamFailure(request: IncomingMessage, error: unknown): unknown {
  if (
    error instanceof BodyTooLargeError ||
    error instanceof BodyStalledError ||
    error instanceof BodyTooSlowError ||
    error instanceof ClientClosedRequestError
  )
    return error;
  if (request.destroyed && !request.complete) return new ClientClosedRequestError();
  return new UnreadableBodyError(
    'The body could not be decompressed: it does not match its content-encoding.',
    'invalid_content_encoding',
    error,
  );
}
