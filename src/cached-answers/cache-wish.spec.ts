import { describe, expect, it } from 'vitest';
import { InvalidRequestError } from '../lib/gateway-error.js';
import { readCacheWish } from './cache-wish.js';

const read = (value: string | undefined) => readCacheWish({ 'x-svc-cache': value }, 'x-svc-cache');

describe('what a request says of the cache', () => {
  it.each([
    ['10m', 600_000],
    ['90s', 90_000],
    ['1ms', 1],
    [' 24H ', 86_400_000],
    ['1d', 86_400_000],
    ['86400000ms', 86_400_000],
  ])('%j is %i ms', (text, maxAgeMs) => {
    expect(read(text)).toEqual({ maxAgeMs });
  });

  it.each([[undefined], ['no-store'], ['No-Store']])('%j is nothing', (text) => {
    expect(read(text)).toBeUndefined();
  });

  it.each([
    [''],
    ['0'],
    ['0s'],
    ['00m'],
    ['-10m'],
    ['10'],
    ['10 m'],
    ['1.5h'],
    ['1e3s'],
    ['10m, 10m'],
    ['no-store, 10m'],
    ['no-cache'],
    ['true'],
    ['25h'],
    ['2d'],
    ['86400001ms'],
    ['9'.repeat(400) + 's'],
    ['\u0661\u0660m'],
    ['__proto__'],
  ])('%j is refused, naming the header and the way out', (text) => {
    const refusal = refusalOf(text);
    expect(refusal).toMatchObject({ status: 400, param: 'x-svc-cache' });
    expect(refusal.message).toMatch(/`x-svc-cache` .*at most 24h.*`no-store`/);
    expect(refusal.message.length).toBeLessThan(250);
  });
});

function refusalOf(text: string): InvalidRequestError {
  try {
    read(text);
  } catch (error) {
    if (error instanceof InvalidRequestError) return error;
    throw error;
  }
  throw new Error('it was taken');
}
