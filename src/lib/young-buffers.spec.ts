import { describe, expect, it } from 'vitest';
import { doneWithPieces } from './young-buffers.js';

const MB = 1_048_576;
const PIECE = 65_536;

/** Pieces of a body that nobody holds any more. */
function receive(bytes: number): void {
  for (let length = 0; length < bytes; length += PIECE) Buffer.alloc(PIECE);
}

describe('pieces of large bodies', () => {
  it('do not pile up', () => {
    // What others left is not of interest.
    doneWithPieces(16 * MB);
    let peak = 0;
    const before = process.memoryUsage().arrayBuffers;
    for (let body = 0; body < 40; body += 1) {
      receive(4 * MB);
      doneWithPieces(4 * MB);
      peak = Math.max(peak, process.memoryUsage().arrayBuffers - before);
    }
    expect(peak).toBeLessThan(40 * MB);
  });
});
