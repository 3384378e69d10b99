import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { nextPostTry } from './next-post-try.js';
import { signPost } from './sign-post.js';

const NOW = new Date('2026-11-28T10:00:00.900Z');

describe('signPost', () => {
  it('signs the time and the body under the secret', () => {
    const body = Buffer.from('{"id":"batch_1"}');
    const [time, signature] = signPost(body, { secret: 's', now: NOW }).split(',');
    expect(time).toBe('t=1795860000');
    expect(signature).toBe(
      `v1=${createHmac('sha256', 's').update('1795860000.{"id":"batch_1"}').digest('hex')}`,
    );
  });
});

describe('nextPostTry', () => {
  it.each([
    [1, 1],
    [2, 5],
    [3, 30],
    [4, 120],
    [5, 360],
    [6, 720],
  ])('after %i tries it is tried again in %i minutes', (tries, minutes) => {
    expect(nextPostTry(tries, NOW)?.getTime()).toBe(NOW.getTime() + minutes * 60_000);
  });

  it('is given up after the seventh', () => {
    expect(nextPostTry(7, NOW)).toBeNull();
  });
});
