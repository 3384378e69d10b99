import { describe, expect, it } from 'vitest';
import { changedMembers } from './changed-members.js';

describe('changedMembers', () => {
  it.each([
    [null, { name: 'a' }, { before: null, after: { name: 'a' } }],
    [{ name: 'a' }, null, { before: { name: 'a' }, after: null }],
    [null, null, undefined],
    [{ name: 'a', auto: true }, { name: 'a', auto: true }, undefined],
    [
      { name: 'a', auto: true },
      { name: 'b', auto: true },
      { before: { name: 'a' }, after: { name: 'b' } },
    ],
    [
      { tiers: { big: 'x', small: null } },
      { tiers: { big: 'y', small: null } },
      { before: { tiers: { big: 'x', small: null } }, after: { tiers: { big: 'y', small: null } } },
    ],
    [{}, { api_key: 'set again' }, { before: {}, after: { api_key: 'set again' } }],
  ])('from %j to %j is %j', (before, after, difference) => {
    expect(changedMembers(before, after)).toEqual(difference);
  });
});
