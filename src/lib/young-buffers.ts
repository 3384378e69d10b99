import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

type CollectGarbage = (options: { type: 'minor' }) => void;

/** A quarter of what the engine lets come together before it collects its whole heap. */
const COLLECTED_AT_BYTES = 16_777_216;

let uncollectedBytes = 0;
let collectGarbage: CollectGarbage | undefined;

/**
 * Says that the pieces of a large body are not needed any more. The engine collects young objects by the memory that they take
 * themselves, which is next to nothing for buffers: their memory would grow by 64 MB, and then the whole heap is collected, which
 * holds up everything else for 30 ms and more. A collection of the young ones takes about a millisecond.
 */
export function doneWithPieces(bytes: number): void {
  uncollectedBytes += bytes;
  if (uncollectedBytes < COLLECTED_AT_BYTES) return;
  uncollectedBytes = 0;
  collectGarbage ??= findCollector();
  collectGarbage({ type: 'minor' });
}

/** The engine shows its collector only to contexts that are made while this flag is set. */
function findCollector(): CollectGarbage {
  setFlagsFromString('--expose-gc');
  try {
    return runInNewContext('gc') as CollectGarbage;
  } finally {
    setFlagsFromString('--no-expose-gc');
  }
}
