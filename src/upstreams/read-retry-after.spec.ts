import { describe, expect, it } from 'vitest';
import { readRetryAfter } from './read-retry-after.js';

describe('the time to wait that an answer asks for', () => {
  const nowMs = Date.parse('2026-11-28T10:00:00Z');
  it.each([
    ['seconds', '2', undefined, 2_000],
    ['a fraction of them', '0.5', undefined, 500],
    ['milliseconds before seconds', '2', '150', 150],
    ['a date', 'Sat, 28 Nov 2026 10:00:03 GMT', undefined, 3_000],
    ['a date that is over', 'Sat, 28 Nov 2026 09:00:00 GMT', undefined, 0],
    ['nothing', undefined, undefined, undefined],
    ['nonsense', 'soon', '-5', undefined],
  ])('is read of %s', (_name, retryAfter, retryAfterMs, expected) => {
    expect(readRetryAfter({ retryAfter, retryAfterMs, nowMs })).toBe(expected);
  });
});
