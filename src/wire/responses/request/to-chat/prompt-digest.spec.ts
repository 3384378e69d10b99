import { describe, expect, it } from 'vitest';
import { RawBytes } from '../../../exact-json/raw-json.js';
import { PromptDigest } from './prompt-digest.js';

function markOf(...values: readonly unknown[]): string {
  const digest = new PromptDigest();
  for (const value of values) digest.add(value);
  return digest.mark;
}

describe('the mark of a prompt', () => {
  it.each([0, 16_384, 16_385, 100_003])('is the same of %i bytes and of the text that they are', (length) => {
    const bytes = Buffer.from('Größe, "x" '.repeat(10_000)).subarray(0, length);
    expect(markOf([new RawBytes(bytes)])).toBe(markOf([bytes.toString('latin1')]));
  });

  it('stays what it was, for it is sealed in what callers have', () => {
    const bytes = Buffer.from(JSON.stringify('Größe, "x" '.repeat(10_000)));
    expect(markOf([new RawBytes(bytes), { a: 'b', c: [1.5] }])).toBe(
      '-1mVSB5DWrNj7LkUu9hNsYNaxMTmN6j7JzmP6OrpwDA',
    );
  });

  it('is another one where a long text differs in its ends or in its length', () => {
    const long = 'x'.repeat(50_000);
    const marks = [long, `y${long.slice(1)}`, `${long.slice(1)}y`, `${long}x`].map((text) =>
      markOf(new RawBytes(Buffer.from(text))),
    );
    expect(new Set(marks).size).toBe(4);
  });
});
