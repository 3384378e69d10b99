import type { Steps } from './steps.js';

const STEP_BYTES = 262_144;

/** One buffer of all of them, in steps: new memory is mapped while it is first written, which takes longer than the copy. */
export function* concatInSteps(pieces: readonly Buffer[]): Steps<Buffer> {
  const [only] = pieces;
  if (pieces.length === 1 && only !== undefined) return only;
  const whole = Buffer.allocUnsafe(pieces.reduce((sum, { length }) => sum + length, 0));
  let offset = 0;
  let pauseAt = STEP_BYTES;
  for (const piece of pieces) {
    for (let from = 0; from < piece.length; from += STEP_BYTES) {
      offset += piece.copy(whole, offset, from, Math.min(from + STEP_BYTES, piece.length));
      if (offset < pauseAt) continue;
      yield;
      pauseAt = offset + STEP_BYTES;
    }
  }
  return whole;
}
