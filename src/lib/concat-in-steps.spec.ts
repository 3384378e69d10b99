import { describe, expect, it } from 'vitest';
import { concatInSteps } from './concat-in-steps.js';
import { atOnce } from './steps.js';

describe('concatInSteps', () => {
  it.each<[string, string[]]>([
    ['nothing', []],
    ['one piece', ['abc']],
    ['small pieces', ['a', '', 'bc', 'd']],
    ['long pieces', ['x'.repeat(3_000_000), 'y', 'z'.repeat(1_048_576)]],
  ])('joins %s', (_, texts) => {
    const whole = atOnce(concatInSteps(texts.map((text) => Buffer.from(text))));
    expect(whole.equals(Buffer.from(texts.join('')))).toBe(true);
  });

  it('pauses within a long piece, after each quarter of a megabyte', () => {
    const steps = concatInSteps([Buffer.alloc(5_000_000), Buffer.alloc(1)]);
    let pauses = 0;
    while (steps.next().done !== true) pauses += 1;
    expect(pauses).toBe(19);
  });
});
