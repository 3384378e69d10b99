import { describe, expect, it } from 'vitest';
import type { RouterVersion } from '../../api/types.js';
import { versionAt } from './router-draft.js';
import { changesOf, type RouterValues } from './router-values.js';

const base: RouterValues = {
  name: 'Support',
  big: 'a',
  medium: 'b',
  small: null,
  threshold: 0.8,
  fallback: false,
};

describe('an edited router', () => {
  it('sends what was changed, and nothing else', () => {
    expect(changesOf(base, base)).toEqual({});
    expect(changesOf(base, { ...base, small: 'c', threshold: null })).toEqual({
      tiers: { small: 'c' },
      threshold: null,
    });
    expect(changesOf(base, { ...base, fallback: true })).toEqual({ fallback: { on: ['outage'] } });
    expect(changesOf(base, { ...base, name: 'Other', medium: null })).toEqual({
      name: 'Other',
      tiers: { medium: null },
    });
  });

  it('knows the version that it began with by its time', () => {
    const versions = [3, 2, 1].map((number) => ({ number, when: `2026-11-29T12:0${number}:00.000Z` }));
    const at = (time: string) => versionAt(versions as unknown as RouterVersion[], time)?.number;
    expect([at('2026-11-29T12:03:00.000Z'), at('2026-11-29T12:02:30Z'), at('2026-11-29T12:00:00Z')]).toEqual([
      3,
      2,
      undefined,
    ]);
  });
});
