import { describe, expect, it } from 'vitest';
import { carryOver, differing, editOf, isSpent } from './edit.js';

const base = { name: 'Support', big: 'a', small: null as string | null, threshold: 0.8 };

describe('an edit', () => {
  it('keeps own changes on top of what somebody else saved, and wipes nothing of theirs', () => {
    const mine = { ...base, threshold: 0.5, big: 'mine' };
    const theirs = { ...base, small: 'theirs', big: 'other' };
    expect(carryOver(base, mine, theirs)).toEqual({ ...base, threshold: 0.5, big: 'mine', small: 'theirs' });
    expect(differing(theirs, carryOver(base, mine, theirs))).toEqual(['big', 'threshold']);
  });

  it('that says nothing new is none', () => {
    const edit = editOf({ values: base, etag: '"1"' });
    expect(isSpent(edit)).toBe(true);
    expect(isSpent({ ...edit, values: { ...base, big: 'b' } })).toBe(false);
  });
});
