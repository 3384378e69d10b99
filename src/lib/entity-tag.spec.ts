import { describe, expect, it } from 'vitest';
import { entityTag, meetsExpected } from './entity-tag.js';

describe('an entity tag', () => {
  it('is one of its state, in quotes', () => {
    expect(entityTag(['a', 1])).toMatch(/^"[\w-]{22}"$/);
    expect(entityTag(['a', 1])).toBe(entityTag(['a', 1]));
    expect(entityTag(['a', 1])).not.toBe(entityTag(['a', 2]));
  });

  it('is met by *, by one of several, and where nothing is expected', () => {
    const tag = entityTag(['a']);
    for (const expected of ['*', undefined, ['"other"', tag]] as const)
      expect(meetsExpected(tag, expected)).toBe(true);
    for (const expected of [['"other"'], []]) expect(meetsExpected(tag, expected)).toBe(false);
  });
});
