import { GatewayError } from '../../lib/gateway-error.js';
import type { PortionItem, PortionItems } from './batch-provider.js';
import { makeBreather } from './http/breather.js';
import type { RequestBody } from './http/sending.js';

/** Up to here a body is sent in one piece with its length; above, it is made while it is sent. */
const WHOLE_UP_TO_BYTES = 4 * 1_048_576;
const PIECE_BYTES = 65_536;

/** How the requests of a portion stand in one document. */
export interface PortionFrame {
  readonly head: Buffer;
  /** One request as the provider reads it. @throws GatewayError when it cannot be said; then it is left out. */
  readonly encode: (item: PortionItem) => Promise<readonly Buffer[]>;
  readonly between: Buffer;
  readonly tail: Buffer;
}

export interface PortionBody {
  readonly body: RequestBody;
  /** What the first request that was left out suffers from; set only where all of them are. */
  readonly nothingToSend: GatewayError | undefined;
}

/**
 * The body that carries a portion: one buffer when it is small, else a source that makes it anew for every sending, so that no
 * portion is held in memory.
 */
export async function composePortion(items: PortionItems, frame: PortionFrame): Promise<PortionBody> {
  const tally: Tally = { sent: 0, firstRefusal: undefined };
  const start: Buffer[] = [];
  let size = 0;
  for await (const piece of makePieces(items, frame, tally)) {
    start.push(piece);
    size += piece.length;
    if (size > WHOLE_UP_TO_BYTES) {
      const open = (): AsyncIterable<Buffer> =>
        makePieces(items, frame, { sent: 0, firstRefusal: undefined });
      return { body: open, nothingToSend: undefined };
    }
  }
  return {
    body: Buffer.concat(start, size),
    nothingToSend: tally.sent === 0 ? tally.firstRefusal : undefined,
  };
}

interface Tally {
  sent: number;
  firstRefusal: GatewayError | undefined;
}

/** Small requests are joined, since each piece costs a write; a large one is never copied. */
async function* makePieces(
  items: PortionItems,
  { head, encode, between, tail }: PortionFrame,
  tally: Tally,
): AsyncGenerator<Buffer> {
  const breathe = makeBreather();
  let waiting: Buffer[] = [head];
  let size = head.length;
  for await (const item of items.open()) {
    await breathe();
    const encoded = await encodeOrLeaveOut(item, encode, tally);
    if (encoded === undefined) continue;
    if (tally.sent > 0) waiting.push(between);
    tally.sent += 1;
    waiting.push(...encoded);
    size += encoded.reduce((sum, slice) => sum + slice.length, between.length);
    if (size < PIECE_BYTES) continue;
    yield* joinSmall(waiting);
    waiting = [];
    size = 0;
  }
  waiting.push(tail);
  yield* joinSmall(waiting);
}

async function encodeOrLeaveOut(
  item: PortionItem,
  encode: PortionFrame['encode'],
  tally: Tally,
): Promise<readonly Buffer[] | undefined> {
  try {
    return await encode(item);
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    tally.firstRefusal ??= error;
    return undefined;
  }
}

function* joinSmall(slices: readonly Buffer[]): Generator<Buffer> {
  let small: Buffer[] = [];
  for (const slice of slices) {
    if (slice.length < PIECE_BYTES) {
      small.push(slice);
      continue;
    }
    if (small.length > 0) yield Buffer.concat(small);
    small = [];
    yield slice;
  }
  if (small.length > 0) yield Buffer.concat(small);
}
