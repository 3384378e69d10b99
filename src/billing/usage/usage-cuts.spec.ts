import { describe, expect, it } from 'vitest';
import { CUTS, cutFor } from './usage-cuts.js';
import { USAGE_GROUPS, isDimension } from './usage-dimensions.js';

describe('the cut that answers a question', () => {
  it.each([
    [[], ['surface']],
    [['model'], ['model']],
    [['user'], ['user']],
    [
      ['model', 'tag'],
      ['tag', 'model'],
    ],
    [
      ['tag', 'user'],
      ['user', 'tag'],
    ],
    [['user', 'session'], undefined],
  ] as const)('by %j is that of %j', (dimensions, expected) => {
    expect(cutFor(dimensions)?.dimensions).toEqual(expected);
  });

  it('is there for any one or two dimensions, but for sessions', () => {
    const dimensions = USAGE_GROUPS.filter(isDimension).filter((one) => one !== 'session');
    for (const first of dimensions)
      for (const second of dimensions) {
        const cut = cutFor(first === second ? [first] : [first, second]);
        expect(cut?.dimensions).toContain(first);
        expect(cut?.dimensions).toContain(second);
      }
  });

  it('has a number of its own', () => {
    expect(new Set(CUTS.map(({ number }) => number)).size).toBe(CUTS.length);
    expect(Math.max(...CUTS.map(({ number }) => number))).toBeLessThan(32_768);
  });
});
