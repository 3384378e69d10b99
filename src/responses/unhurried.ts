import { atOnce, inPieces, type Steps } from '../lib/steps.js';

/** What is below takes a few milliseconds, whatever is done with it. */
const IN_PIECES_FROM_BYTES = 65_536;

/** Work on a body, which other calls do not wait for: at once where it is small. Throws and rejects with what a step throws. */
export function unhurried<T>(steps: Steps<T>, { length }: Buffer): T | Promise<T> {
  return length < IN_PIECES_FROM_BYTES ? atOnce(steps) : inPieces(steps);
}
