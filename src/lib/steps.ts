import { setImmediate as nextTurn } from 'node:timers/promises';

/** Long work in steps of well under a millisecond each; between two of them it may be left for a while. */
export type Steps<T> = Generator<undefined, T, undefined>;

const PIECE_MS = 2;

/** Does all of it now. */
export function atOnce<T>(steps: Steps<T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

/** Does it in pieces of two milliseconds, and lets the event loop turn between them. Rejects with what a step throws. */
export async function inPieces<T>(steps: Steps<T>): Promise<T> {
  for (;;) {
    const pieceEndMs = performance.now() + PIECE_MS;
    do {
      const step = steps.next();
      if (step.done === true) return step.value;
    } while (performance.now() < pieceEndMs);
    await nextTurn();
  }
}
