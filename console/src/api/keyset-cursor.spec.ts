import { describe, expect, it } from 'vitest';
import { newerCursor, olderCursor, startAt, type KeysetCursor } from './keyset-cursor.js';

const page = (has_more: boolean, first_id: string | null = 'call_9', last_id: string | null = 'call_5') => ({
  data: [],
  has_more,
  first_id,
  last_id,
});

describe('pages that go both ways', () => {
  it.each<[KeysetCursor, boolean, KeysetCursor | undefined, KeysetCursor | undefined]>([
    [startAt(undefined), true, { after: 'call_5' }, undefined],
    [startAt(undefined), false, undefined, undefined],
    [startAt('2026-11-29T12:00:00Z'), false, undefined, { before: 'call_9' }],
    [{ after: 'call_a' }, true, { after: 'call_5' }, { before: 'call_9' }],
    [{ after: 'call_a' }, false, undefined, { before: 'call_9' }],
    // What was read towards the newer side says there whether there is more; behind it is where one came from.
    [{ before: 'call_4' }, true, { after: 'call_5' }, { before: 'call_9' }],
    [{ before: 'call_4' }, false, { after: 'call_5' }, undefined],
  ])('from %j, more: %s, older is %j and newer %j', (cursor, hasMore, older, newer) => {
    expect([olderCursor(page(hasMore), cursor), newerCursor(page(hasMore), cursor)]).toEqual([older, newer]);
  });

  it('an empty page leads nowhere', () => {
    const empty = page(false, null, null);
    expect([olderCursor(empty, { before: 'call_4' }), newerCursor(empty, startAt('2026-11-29'))]).toEqual([
      undefined,
      undefined,
    ]);
  });
});
