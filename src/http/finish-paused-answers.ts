import { createRequire } from 'node:module';
import type { Duplex } from 'node:stream';
import type { Dispatcher } from 'undici';

/** What is touched of undici's own (7.30): its reader of one connection, and where that is found. */
interface Reader {
  readonly socket: Duplex;
  readonly llhttp: { llhttp_resume(place: number): void };
  readonly ptr: number;
  /** 0: no answer is under way. */
  readonly statusCode: number;
  paused: boolean;
  execute(bytes: Buffer): void;
  finish: (this: Reader) => Error | null;
}
type Connected = Record<symbol, Record<symbol, Reader> | undefined>;

const { kSocket, kParser } = createRequire(import.meta.url)('undici/lib/core/symbols.js') as {
  readonly kSocket: symbol;
  readonly kParser: symbol;
};
const NOTHING = Buffer.alloc(0);
const mended = new WeakSet<Reader>();

/**
 * Undici takes it for impossible that a connection ends while its answer is paused, and throws where nobody can catch it: the process
 * would end with all of its calls (nodejs/undici#5360, mended in version 8 alone). It happens to any slow client whose provider
 * answers with `connection: close`. To be called with every dispatcher; its reader is mended for all of them.
 */
export function finishPausedAnswers<D extends Dispatcher>(dispatcher: D): D {
  dispatcher.on('connect', (_origin, targets) => {
    const client = targets.at(-1) as unknown as Connected | undefined;
    const reader = client?.[kSocket]?.[kParser];
    if (reader !== undefined) mend(Object.getPrototypeOf(reader) as Reader);
  });
  return dispatcher;
}

function mend(prototype: Reader): void {
  if (mended.has(prototype)) return;
  mended.add(prototype);
  const { finish } = prototype;
  prototype.finish = function (this: Reader) {
    return this.paused ? finishPaused(this, finish) : finish.call(this);
  };
}

function finishPaused(reader: Reader, finish: Reader['finish']): Error | null {
  const { errored } = reader.socket;
  if (errored !== null) return errored;
  // All that came was handed on, for the end is told behind it; only whether that was the whole answer is still to be found out.
  wake(reader);
  reader.execute(NOTHING);
  if (reader.statusCode === 0) return null;
  // Whoever takes the answer was shown nothing, and asked to wait again.
  if (reader.paused) wake(reader);
  return finish.call(reader);
}

function wake(reader: Reader): void {
  reader.llhttp.llhttp_resume(reader.ptr);
  reader.paused = false;
}
