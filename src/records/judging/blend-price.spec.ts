import { describe, expect, it } from 'vitest';
import { blendPrice } from './blend-price.js';

const CHEAP_INPUT = { input: 1n, output: 30n };
const CHEAP_OUTPUT = { input: 3n, output: 6n };

describe('blendPrice', () => {
  it('compares by the input price where prompts are long and answers short', () => {
    const mix = { inputTokens: 10_000n, outputTokens: 10n };
    expect(blendPrice(CHEAP_INPUT, mix)).toBeLessThan(blendPrice(CHEAP_OUTPUT, mix));
  });

  it('compares by the output price where answers are long', () => {
    const mix = { inputTokens: 100n, outputTokens: 100n };
    expect(blendPrice(CHEAP_INPUT, mix)).toBeGreaterThan(blendPrice(CHEAP_OUTPUT, mix));
  });

  it('takes three parts prompt and one part answer for a group without traffic', () => {
    expect(blendPrice({ input: 2n, output: 5n }, { inputTokens: 0n, outputTokens: 0n })).toBe(11n);
  });
});
