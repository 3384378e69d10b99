import { describe, expect, it } from 'vitest';
import type { BatchHttp, BatchRequest } from '../http/batch-http.js';
import { maxFileBytes, readResultLines } from './result-lines.js';

const REQUEST = {} as BatchRequest;
let sent = 0;

/** A provider whose file has these chunks. */
const providerOf = (chunks: () => Generator<Buffer>): BatchHttp =>
  ({
    chunks: () => {
      sent = 0;
      const all = chunks();
      const next = (): Promise<IteratorResult<Buffer>> => {
        sent += 1;
        return Promise.resolve(all.next());
      };
      return Promise.resolve({ [Symbol.asyncIterator]: () => ({ next }) });
    },
  }) as unknown as BatchHttp;

async function linesOf(http: BatchHttp, maxBytes: number): Promise<number> {
  let lines = 0;
  for await (const line of readResultLines(http, REQUEST, maxBytes)) lines += Number(line.bytes.length > 0);
  return lines;
}

describe('a file of results', () => {
  it.each([
    ['blank lines', '\n'],
    ['lines that are none of ours', '{"a":1}\n'],
    ['one line', 'x'],
  ])('that consists of %s without an end is given up', async (_what, text) => {
    const endless = function* (): Generator<Buffer> {
      for (;;) yield Buffer.alloc(1_000, text);
    };
    await expect(linesOf(providerOf(endless), 100_000)).rejects.toMatchObject({
      code: 'upstream_answer_too_large',
      message: "The provider's file of results has more than 100000 bytes.",
    });
    expect(sent).toBe(101);
  });

  it('is read to its end when it has as much as it may', async () => {
    const whole = function* (): Generator<Buffer> {
      for (let chunk = 0; chunk < 100; chunk += 1) yield Buffer.alloc(1_000, '{"a":1}\n');
    };
    await expect(linesOf(providerOf(whole), 100_000)).resolves.toBe(12_500);
  });

  it('may be the larger the more results there are', () => {
    expect(maxFileBytes(100_000)).toBeGreaterThan(100_000 * 1_000_000);
    expect(maxFileBytes(1)).toBeGreaterThan(4_000_000_000);
  });
});
