import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { splitLines } from './split-lines.js';

function* pieces(bytes: Buffer, size: number): Generator<Buffer> {
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size);
}

const cut = (text: string, size: number): Readable => Readable.from(pieces(Buffer.from(text), size));

async function linesOf(text: string, size: number, maxLineBytes?: number): Promise<string[]> {
  const lines: string[] = [];
  for await (const { bytes, isEnded } of splitLines(cut(text, size), maxLineBytes))
    lines.push(`${bytes.toString()}${isEnded ? '$' : ''}`);
  return lines;
}

describe('lines of a stream', () => {
  it.each([1, 2, 3, 7, 1_000])('are the same in chunks of %i bytes', async (size) => {
    expect(await linesOf('{"a":"ü"}\n\n\n{"b":1}\r\n{"c"', size)).toEqual([
      '{"a":"ü"}$',
      '{"b":1}\r$',
      '{"c"',
    ]);
  });

  it('of nothing are none', async () => {
    expect(await linesOf('', 10)).toEqual([]);
  });

  it.each([1, 3, 1_000])('leave out what is too long to hold, in chunks of %i', async (size) => {
    expect(await linesOf('123456\n12345\n1234567', size, 5)).toEqual(['12345$']);
  });
});
