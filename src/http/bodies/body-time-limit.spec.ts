import { describe, expect, it } from 'vitest';
import { bodyTimeLimitMs } from './body-time-limit.js';

describe('bodyTimeLimitMs', () => {
  it.each([
    ['a body without a length has the time of the largest', {}, 655_360, 70_000],
    ['a short one has little more than the base', { 'content-length': '65536' }, 655_360, 61_000],
    ['a length over the cap counts as the cap', { 'content-length': '9999999' }, 655_360, 70_000],
    ['a length that is no number counts as none', { 'content-length': 'x' }, 655_360, 70_000],
  ])('%s', (_name, headers, capBytes, expected) => {
    expect(bodyTimeLimitMs(60_000, headers, capBytes)).toBe(expected);
  });

  it('is never longer than a timer can wait', () => {
    expect(bodyTimeLimitMs(Number.MAX_SAFE_INTEGER, {}, 1)).toBe(2_147_483_647);
  });
});
