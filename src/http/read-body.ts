import type { IncomingMessage } from 'node:http';
import { PassThrough, type Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { ByteCollector } from '../lib/byte-collector.js';
import { SECOND_MS } from '../lib/durations.js';
import { LARGE_FROM_BYTES, takeLargeBuffer } from '../lib/large-memory.js';
import { doneWithPieces } from '../lib/young-buffers.js';
import { askForBody } from './expect-continue.js';
import {
  BodyStalledError,
  BodyTooLargeError,
  ClientClosedRequestError,
  UnreadableBodyError,
  UnsupportedEncodingError,
  UnsupportedMediaTypeError,
} from './http-errors.js';

/** A client that sends nothing for so long is gone; the network may never tell, and nothing else would end the wait. */
const IDLE_MS = 120 * SECOND_MS;
const USUAL_TYPE = 'application/json';
/** `type/subtype`, whatever follows. */
const MEDIA_TYPE = /^\s*[\w!#$%&'*+.^`|~-]+\/[\w!#$%&'*+.^`|~-]+\s*(?:;|$)/;

/**
 * Reads a request's body whole, after the key was checked; answers at once when all of it is there, as small bodies are.
 * The cap holds for the bytes on the wire and again for the inflated ones; it answers as soon as it is passed, or at once
 * by `Content-Length`, and nothing beyond it is kept. The memory of a large body may be given to the next one by `release`.
 * @throws UnsupportedMediaTypeError (415, no media type at all), BodyTooLargeError (413), UnsupportedEncodingError (415),
 *   UnreadableBodyError (400, broken compression), BodyStalledError (408) when nothing comes for `idleMs`, ClientClosedRequestError when the client left before the end;
 *   rejects with them once it waits.
 */
export function readBody(
  request: IncomingMessage,
  capBytes: number,
  { idleMs = IDLE_MS }: { idleMs?: number } = {},
): Buffer | Promise<Buffer> {
  refuseOddType(request);
  const declared = Number(request.headers['content-length'] ?? 0);
  if (declared > capBytes) throw new BodyTooLargeError(capBytes);
  const encoding = bodyEncoding(request);
  const inflated = encoding === undefined ? undefined : inflate(request, encoding, capBytes);
  askForBody(request);
  if (inflated !== undefined) return collect(request, inflated, { capBytes, idleMs });
  return (
    takeWhole(request, declared) ?? collect(request, request, { capBytes, idleMs, expectedBytes: declared })
  );
}

/** Types are not told apart here, but what is none is a mistake. @throws UnsupportedMediaTypeError (415) */
export function refuseOddType({ headers: { 'content-type': type } }: IncomingMessage): void {
  if (type !== undefined && type !== USUAL_TYPE && !MEDIA_TYPE.test(type))
    throw new UnsupportedMediaTypeError(type);
}

/** How the body is compressed; `undefined`: not at all. */
export function bodyEncoding(request: IncomingMessage): string | undefined {
  const encoding = (request.headers['content-encoding'] ?? 'identity').trim().toLowerCase();
  return encoding === 'identity' || encoding === '' ? undefined : encoding;
}

/** The body's bytes without their compression. @throws UnsupportedEncodingError (415) */
export function inflate(request: IncomingMessage, encoding: string, capBytes: number): Transform {
  const inflater = inflaterFor(encoding);
  let wireBytes = 0;
  request.on('data', (chunk: Buffer) => {
    wireBytes += chunk.length;
    if (wireBytes > capBytes) inflater.destroy(new BodyTooLargeError(capBytes));
  });
  request.pipe(inflater);
  return inflater;
}

function inflaterFor(encoding: string): Transform {
  switch (encoding) {
    case 'gzip':
    case 'x-gzip':
      return createGunzip();
    case 'deflate':
      return createInflate();
    case 'br':
      return createBrotliDecompress();
    default:
      throw new UnsupportedEncodingError(encoding);
  }
}

/** The body when it came with its head, as most do: nothing has to be listened for. Its end is told a moment later. */
function takeWhole(request: IncomingMessage, declared: number): Buffer | undefined {
  const isThere = declared > 0 && request.readableLength === declared && !request.destroyed;
  return isThere ? (request.read() as Buffer) : undefined;
}

function collect(
  request: IncomingMessage,
  source: IncomingMessage | Transform | PassThrough,
  { capBytes, idleMs, expectedBytes }: { capBytes: number; idleMs: number; expectedBytes?: number },
): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const body = new ByteCollector(expectedBytes, takeLargeBuffer);
    // Most bodies came with their head, and need no watch.
    const stall = request.complete
      ? undefined
      : setTimeout(() => finish(() => reject(new BodyStalledError(idleMs))), idleMs);
    const finish = (outcome: () => void): void => {
      clearTimeout(stall);
      request.off('data', onBytes);
      source.off('data', onData);
      source.off('end', onEnd);
      request.off('close', onClose);
      outcome();
    };
    const onData = (chunk: Buffer): void => {
      if (body.length + chunk.length <= capBytes) body.add(chunk);
      else {
        if (source !== request) {
          request.unpipe(source as Transform);
          source.destroy();
        }
        finish(() => reject(new BodyTooLargeError(capBytes)));
      }
    };
    // On the wire: what a slow client compressed may come out long after.
    const onBytes = (): void => void stall?.refresh();
    const onEnd = (): void => {
      if (body.length >= LARGE_FROM_BYTES) doneWithPieces(body.length);
      finish(() => resolve(body.take()));
    };
    const onError = (error: Error): void => finish(() => reject(readFailure(request, error)));
    // A request that stops half-way closes without `end`.
    const onClose = (): void => {
      if (!request.readableEnded) finish(() => reject(new ClientClosedRequestError()));
    };
    source.on('data', onData);
    if (stall !== undefined) request.on('data', onBytes);
    source.once('end', onEnd);
    source.on('error', onError);
    if (source !== request) request.on('error', onError);
    request.once('close', onClose);
  });
}

function readFailure(request: IncomingMessage, error: Error): Error {
  if (error instanceof BodyTooLargeError) return error;
  if (request.destroyed && !request.readableEnded) return new ClientClosedRequestError();
  return new UnreadableBodyError(
    'The body could not be decompressed: it does not match its content-encoding.',
    'invalid_content_encoding',
    error,
  );
}
