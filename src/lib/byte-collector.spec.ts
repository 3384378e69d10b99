import { describe, expect, it } from 'vitest';
import { ByteCollector } from './byte-collector.js';

const BODY = Buffer.from(Array.from({ length: 300_000 }, (_, index) => index % 251));

function collect(expectedBytes: number | undefined, size: number): Buffer {
  const collector = new ByteCollector(expectedBytes);
  for (let start = 0; start < BODY.length; start += size) collector.add(BODY.subarray(start, start + size));
  expect(collector.length).toBe(BODY.length);
  return collector.take();
}

describe('a byte collector', () => {
  it.each([
    ['unknown', undefined],
    ['known', BODY.length],
    ['announced too long', BODY.length + 1_000],
    ['announced too short', BODY.length - 20_000],
    ['no number', Number.NaN],
  ])('gives back the same bytes when their length is %s', (_name, expectedBytes) => {
    for (const size of [1, 977, 5_000, 65_536, BODY.length])
      expect(collect(expectedBytes, size).equals(BODY)).toBe(true);
  });

  it('does not copy a body that came in one chunk', () => {
    expect(collect(undefined, BODY.length).buffer).toBe(BODY.buffer);
  });

  it('holds little more than the bytes, however small the chunks are', () => {
    const collector = new ByteCollector();
    const chunks = [Buffer.from('x'), Buffer.from('yz'), Buffer.alloc(1_024, 'l')];
    const expected: Buffer[] = [];
    for (let index = 0; index < 3_000; index += 1) {
      const chunk = chunks[index % (index < 2_000 ? 2 : 3)] ?? Buffer.alloc(0);
      expected.push(chunk);
      collector.add(chunk);
    }
    const pieces = collector.pieces();
    expect(Buffer.concat(pieces).equals(Buffer.concat(expected))).toBe(true);
    expect(pieces.length).toBeLessThan(1_000);
    const held = new Set(pieces.map(({ buffer }) => buffer));
    const heldBytes = [...held].reduce((sum, { byteLength }) => sum + byteLength, 0);
    expect(heldBytes).toBeLessThan(2 * collector.length + 65_536);
  });

  it('is empty once it was drained, and what was taken stays as it is', () => {
    const collector = new ByteCollector();
    for (const text of ['first', ' a', ' b']) collector.add(Buffer.from(text));
    const taken = collector.drain();
    for (const text of ['second', ' c']) collector.add(Buffer.from(text));
    expect(Buffer.concat(taken).toString()).toBe('first a b');
    expect([collector.length, collector.take().toString()]).toEqual([8, 'second c']);
    collector.drain();
    expect([collector.length, collector.drain()]).toEqual([0, []]);
  });

  it('of nothing is empty', () => {
    expect(new ByteCollector(0).take()).toHaveLength(0);
  });
});
