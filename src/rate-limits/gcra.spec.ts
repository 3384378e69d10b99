import { describe, expect, it } from 'vitest';
import { takeOne, type RateLimit } from './gcra.js';

function takeMany(limit: RateLimit, times: readonly number[]): boolean[] {
  let arrivalMs = 0;
  return times.map((nowMs) => {
    const taken = takeOne({ arrivalMs, nowMs, limit });
    arrivalMs = taken.arrivalMs;
    return taken.verdict.allowed;
  });
}

describe('the rate limit', () => {
  it('lets a burst of 300 pass at once and refuses the next', () => {
    const allowed = takeMany({ perSecond: 25, burst: 300 }, Array<number>(301).fill(1_000));
    expect(allowed.filter(Boolean)).toHaveLength(300);
    expect(allowed.at(-1)).toBe(false);
  });

  it('lets one more pass after the refill time of one, and not before', () => {
    const full = Array<number>(300).fill(1_000);
    expect(takeMany({ perSecond: 25, burst: 300 }, [...full, 1_039.9]).at(-1)).toBe(false);
    expect(takeMany({ perSecond: 25, burst: 300 }, [...full, 1_040]).at(-1)).toBe(true);
  });

  it('says what remains, when it is full again and when to come back', () => {
    const first = takeOne({ arrivalMs: 0, nowMs: 1_000, limit: { perSecond: 10, burst: 2 } });
    expect(first.verdict).toEqual({ allowed: true, limit: 2, remaining: 1, resetMs: 100, retryAfterMs: 0 });
    const second = takeOne({ arrivalMs: first.arrivalMs, nowMs: 1_000, limit: { perSecond: 10, burst: 2 } });
    expect(second.verdict).toMatchObject({ remaining: 0, resetMs: 200 });
    const third = takeOne({ arrivalMs: second.arrivalMs, nowMs: 1_000, limit: { perSecond: 10, burst: 2 } });
    expect(third.verdict).toEqual({
      allowed: false,
      limit: 2,
      remaining: 0,
      resetMs: 200,
      retryAfterMs: 100,
    });
    expect(third.arrivalMs).toBe(second.arrivalMs);
  });

  it('owes nothing to a slower limit that was in force before', () => {
    const slow = { perSecond: 0.005, burst: 1 };
    const spent = takeOne({ arrivalMs: 0, nowMs: 1_000, limit: slow });
    const limit = { perSecond: 25, burst: 300 };
    expect(takeOne({ arrivalMs: spent.arrivalMs, nowMs: 1_500, limit }).verdict).toEqual({
      allowed: true,
      limit: 300,
      remaining: 299,
      resetMs: 40,
      retryAfterMs: 0,
    });
  });

  it('still owes what it could owe itself, a rounding error included', () => {
    const limit = { perSecond: 3, burst: 7 };
    expect(takeMany(limit, Array<number>(8).fill(1e9 / 7)).filter(Boolean)).toHaveLength(7);
    const full = { arrivalMs: 1_000 + 7_000 / 3, nowMs: 1_000, limit };
    expect(takeOne(full).verdict).toMatchObject({ allowed: false, remaining: 0 });
  });
});
