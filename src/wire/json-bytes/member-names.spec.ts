import { describe, expect, it } from 'vitest';
import { memberName } from './member-names.js';

const read = (key: string) => {
  const bytes = Buffer.from(`"${key}"`);
  return memberName(bytes, 1, bytes.length - 1);
};

describe('memberName', () => {
  it.each([
    ['model', 'model'],
    ['', ''],
    ['a', 'a'],
    ['mod\\u0065l', 'model'],
    ['\\"', '"'],
    ['größe', 'größe'],
    ['\u007f', '\u007f'],
    ['__proto__', '__proto__'],
    ['x'.repeat(32), 'x'.repeat(32)],
    ['x'.repeat(33), 'x'.repeat(33)],
  ])('reads the key %j as %j, the second time too', (key, name) => {
    expect([read(key), read(key)]).toEqual([name, name]);
  });

  it('gives each its own name when there are more than places to remember them in', () => {
    const keys = Array.from({ length: 5_000 }, (_, index) => `k${(index * 7_919) % 1_000}_${index % 3}`);
    expect(keys.map(read)).toEqual(keys);
  });
});
