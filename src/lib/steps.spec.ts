import { describe, expect, it } from 'vitest';
import { atOnce, inPieces, type Steps } from './steps.js';

function* countTo(last: number, onStep: (count: number) => void = () => undefined): Steps<string> {
  for (let count = 1; count <= last; count += 1) {
    onStep(count);
    yield;
  }
  return `counted to ${last}`;
}

describe('steps', () => {
  it.each([0, 1, 5])('gives the same at once and in pieces, after %i steps', async (last) => {
    expect(atOnce(countTo(last))).toBe(`counted to ${last}`);
    expect(await inPieces(countTo(last))).toBe(`counted to ${last}`);
  });

  it('lets others have their turn between two pieces', async () => {
    let turns = 0;
    const turn = (): void => {
      turns += 1;
      if (turns < 3) setImmediate(turn);
    };
    setImmediate(turn);
    // Ends by itself where nobody gets a turn.
    const patienceEndMs = performance.now() + 5_000;
    function* untilOthersHadTheirs(): Steps<number> {
      while (turns < 3 && performance.now() < patienceEndMs) yield;
      return turns;
    }
    expect(await inPieces(untilOthersHadTheirs())).toBe(3);
  });

  it.each(['at once', 'in pieces'])('passes on what a step throws, %s', async (way) => {
    const failing = (): Steps<string> =>
      countTo(3, (count) => {
        if (count === 2) throw new RangeError('two');
      });
    const run = async (): Promise<string> => (way === 'at once' ? atOnce(failing()) : inPieces(failing()));
    await expect(run()).rejects.toThrow(new RangeError('two'));
  });
});
