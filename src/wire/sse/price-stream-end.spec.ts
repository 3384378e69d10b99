import { describe, expect, it } from 'vitest';
import { priceStreamEnd } from './price-stream-end.js';

const DONE = 'data: [DONE]\n\n';
const usage = (cost: string): string =>
  `data: {"id":"c","choices":[],"usage":{"prompt_tokens":5,"completion_tokens":2${cost}}}\n\n`;

describe('the end of a stream at another cost', () => {
  it.each([
    ['a usage chunk', usage(',"cost":0.5') + DONE, usage(',"cost":0') + DONE],
    ['one without a cost', usage('') + DONE, usage(',"cost":0') + DONE],
    ['what comes behind', usage(',"cost":1') + DONE + ': bye\n\n', usage(',"cost":0') + DONE + ': bye\n\n'],
    ['no usage at all', DONE, DONE],
    ['nothing', '', ''],
  ])('has %s in its place', (_what, end, expected) => {
    expect(priceStreamEnd(Buffer.from(end), '0').toString()).toBe(expected);
  });

  it('keeps a last chunk of text before the usage', () => {
    const text = 'data: {"choices":[{"delta":{"content":"x"},"finish_reason":"stop"}]}\n\n';
    expect(priceStreamEnd(Buffer.from(text + usage(',"cost":2') + DONE), '0').toString()).toBe(
      text + usage(',"cost":0') + DONE,
    );
  });
});
