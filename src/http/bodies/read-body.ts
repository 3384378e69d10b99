import type { IncomingMessage } from 'node:http';
import { PassThrough, type Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import type { ByteShare } from '../../lib/byte-budget.js';
import { ByteCollector } from '../../lib/byte-collector.js';
import { SECOND_MS } from '../../lib/durations.js';
import { LARGE_FROM_BYTES, takeLargeBuffer } from '../../lib/large-memory.js';
import { doneWithPieces } from '../../lib/young-buffers.js';
import { askForBody } from './expect-continue.js';
import { paceBody } from './pace-body.js';
import {
  BodyMemoryFullError,
  BodyStalledError,
  BodyTooLargeError,
  BodyTooSlowError,
  ClientClosedRequestError,
  UnreadableBodyError,
  UnsupportedEncodingError,
  UnsupportedMediaTypeError,
} from '../http-errors.js';

/** A client that sends nothing for so long is gone; the network may never tell, and nothing else would end the wait. */
const IDLE_MS = 120 * SECOND_MS;
/** What a body of unknown length takes for the beginning. */
const UNKNOWN_BODY_BYTES = 65_536;
/** What one body brings before others have a turn: about half a millisecond. */
const BYTES_A_TURN = 524_288;
const USUAL_TYPE = 'application/json';
/** `type/subtype`, whatever follows. */
const MEDIA_TYPE = /^\s*[\w!#$%&'*+.^`|~-]+\/[\w!#$%&'*+.^`|~-]+\s*(?:;|$)/;

export interface ReadBodyOptions {
  /** How long to wait for the next byte of a client. */
  readonly idleMs?: number;
  /** How long to wait for the last one. */
  readonly timeoutMs?: number;
  /** Finds memory for a body that is still to come, and throws where there is none. Whoever gives it also takes it back. */
  readonly takeRoom?: (bytes: number) => ByteShare;
}

/**
 * Reads a request's body whole, after the key was checked; answers at once when all of it is there, as small bodies are.
 * The cap holds for the bytes on the wire and again for the inflated ones; it answers as soon as it is passed, or at once
 * by `Content-Length`, and nothing beyond it is kept. The memory of a large body may be given to the next one by `release`.
 * @throws UnsupportedMediaTypeError (415, no media type at all), BodyTooLargeError (413), UnsupportedEncodingError (415),
 *   UnreadableBodyError (400, broken compression), BodyStalledError (408) when nothing comes for `idleMs`, BodyTooSlowError (408)
 *   when it is not whole after `timeoutMs`, BodyMemoryFullError (503) when it outgrows its room, ClientClosedRequestError when the
 *   client left before the end; rejects with them once it waits.
 */
export function readBody(
  request: IncomingMessage,
  capBytes: number,
  { idleMs = IDLE_MS, timeoutMs, takeRoom }: ReadBodyOptions = {},
): Buffer | Promise<Buffer> {
  refuseOddType(request);
  const declared = Number(request.headers['content-length'] ?? 0);
  if (declared > capBytes) throw new BodyTooLargeError(capBytes);
  const encoding = bodyEncoding(request);
  if (encoding === undefined) {
    const whole = takeWhole(request, declared);
    if (whole !== undefined) return whole;
  }
  const isKnown = encoding === undefined && request.headers['content-length'] !== undefined;
  const room = takeRoom?.(isKnown ? declared : UNKNOWN_BODY_BYTES);
  const source = encoding === undefined ? request : inflate(request, encoding, capBytes);
  askForBody(request);
  const expectedBytes = isKnown ? declared : undefined;
  const arriving = collect(request, source, { capBytes, idleMs, timeoutMs, expectedBytes, room });
  return room === undefined ? arriving : keepRoomFor(arriving, room);
}

/** A body that came to nothing takes no memory any more. */
async function keepRoomFor(arriving: Promise<Buffer>, room: ByteShare): Promise<Buffer> {
  try {
    const body = await arriving;
    room.resize(body.length);
    return body;
  } catch (error) {
    room.giveBack();
    throw error;
  }
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

interface CollectOptions {
  readonly capBytes: number;
  readonly idleMs: number;
  readonly timeoutMs: number | undefined;
  /** Undefined: unknown. */
  readonly expectedBytes: number | undefined;
  readonly room: ByteShare | undefined;
}

function collect(
  request: IncomingMessage,
  source: IncomingMessage | Transform | PassThrough,
  { capBytes, idleMs, timeoutMs, expectedBytes, room }: CollectOptions,
): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const body = new ByteCollector(expectedBytes, takeLargeBuffer);
    // Most bodies came with their head, and need no watch.
    const stall = request.complete
      ? undefined
      : setTimeout(() => finish(() => reject(new BodyStalledError(idleMs))), idleMs);
    const late =
      stall === undefined || timeoutMs === undefined
        ? undefined
        : setTimeout(() => finish(() => reject(new BodyTooSlowError(timeoutMs))), timeoutMs);
    const finish = (outcome: () => void): void => {
      clearTimeout(stall);
      clearTimeout(late);
      endPacing?.();
      request.off('data', onBytes);
      source.off('data', onData);
      source.off('end', onEnd);
      request.off('close', onClose);
      outcome();
    };
    const refuse = (error: Error): void => {
      if (source !== request) {
        request.unpipe(source as Transform);
        source.destroy();
      }
      finish(() => reject(error));
    };
    const onData = (chunk: Buffer): void => {
      const bytes = body.length + chunk.length;
      if (bytes > capBytes) refuse(new BodyTooLargeError(capBytes));
      // Pieces of an unknown number are joined at the end: then all is there twice.
      else if (room?.grow(expectedBytes ?? 2 * bytes) === false) refuse(new BodyMemoryFullError());
      else body.add(chunk);
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
    // What is inflated goes through a pipe, which has a pace of its own.
    const endPacing = stall !== undefined && source === request ? paceBody(request, BYTES_A_TURN) : undefined;
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
