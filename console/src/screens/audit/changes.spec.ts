import { describe, expect, it } from 'vitest';
import { changesOf, membersOf } from './changes.js';

describe('what an entry of the audit log tells', () => {
  it('is each member, before and after, as text', () => {
    const entry = { before: { name: 'Old', limit: null }, after: { name: 'New', tiers: { big: 'm' } } };
    expect(changesOf(entry)).toEqual([
      { member: 'limit', before: 'null', after: undefined },
      { member: 'name', before: 'Old', after: 'New' },
      { member: 'tiers', before: undefined, after: '{\n  "big": "m"\n}' },
    ]);
    expect(membersOf(entry)).toBe('limit, name, tiers');
  });

  it('is all of what was created or deleted', () => {
    expect(membersOf({ before: null, after: { id: 'x' } })).toBe('id');
    expect(membersOf({ before: { id: 'x' }, after: null })).toBe('id');
    expect(changesOf({ before: null, after: null })).toEqual([]);
  });
});
