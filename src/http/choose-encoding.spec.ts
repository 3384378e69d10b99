import { describe, expect, it } from 'vitest';
import { chooseEncoding } from './choose-encoding.js';

describe('chooseEncoding', () => {
  it.each([
    [undefined, undefined],
    ['', undefined],
    ['*', undefined],
    ['identity', undefined],
    ['gzip', 'gzip'],
    ['GZIP;q=0.5', 'gzip'],
    ['gzip, deflate, br', 'br'],
    ['gzip, deflate, br, zstd', 'br'],
    ['br;q=0.5, gzip', 'gzip'],
    ['br;q=0, gzip;q=0', undefined],
    ['gzip;q=0.5, identity', undefined],
    ['deflate', undefined],
    [',;,q=;;', undefined],
    ['gzip,'.repeat(1_000), undefined],
  ])('%j: %s', (accepted, coding) => {
    expect(chooseEncoding(accepted)).toBe(coding);
  });
});
