import { describe, expect, it } from 'vitest';
import { isDenseEvent, isDenseText } from './dense-event.js';

const LONG = 'a,b:{["'.repeat(20_000);
const isDense = (text: string, maxMarks = 10_000): boolean => {
  const bytes = Buffer.from(text);
  expect(isDenseText(text, maxMarks)).toBe(isDenseEvent(bytes, 0, bytes.length, maxMarks));
  return isDenseEvent(bytes, 0, bytes.length, maxMarks);
};

describe('an event that would hold others up', () => {
  it.each([
    ['numbers', `data: [${'1,'.repeat(60_000)}1]\n\n`],
    ['objects', `data: [${'{},'.repeat(30_000)}{}]\n\n`],
    ['members', `data: {${'"":1,'.repeat(30_000)}"":1}\n\n`],
    ['arrays within arrays', `data: ${'['.repeat(70_000)}`],
    ['lines', 'data:\n'.repeat(20_000)],
    ['lines that open a text', 'data:"\r'.repeat(20_000)],
  ])('consists of many %s', (_what, text) => expect(isDense(text)).toBe(true));

  it.each([
    ['a long text with marks in it', `data: ${JSON.stringify({ content: LONG })}\n\n`],
    ['JSON within JSON', `data: ${JSON.stringify({ input: JSON.stringify([LONG, LONG]) })}\n\n`],
    ['a text that ends in backslashes', `data: ["${'\\\\'.repeat(50_000)}","${'a,'.repeat(50_000)}"]\n\n`],
    ['few values in much space', `data: [${' '.repeat(100_000)}1]\n\n`],
    ['less than a large one', `data: [${'1,'.repeat(30_000)}1]\n\n`],
  ])('is not %s', (_what, text) => expect(isDense(text)).toBe(false));

  it('has more than are allowed', () => {
    const text = `data: [${'1234567,'.repeat(10_000)}1]`;
    // A colon, a bracket, and the commas.
    expect(isDense(text, 10_002)).toBe(false);
    expect(isDense(text, 10_001)).toBe(true);
  });
});
