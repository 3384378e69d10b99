import { describe, expect, it } from 'vitest';
import type { AnthropicModelRules } from '../../anthropic/model-rules.js';
import { StrictBudget } from './strict-budget.js';
import { translateTools } from './tools-to-anthropic.js';

const RULES: AnthropicModelRules = {
  acceptsSampling: false,
  acceptsForcedToolChoice: false,
  acceptsBudgetThinking: false,
  acceptsPrefill: false,
  structuredOutputs: true,
  thinkingDefault: 'always',
};
const translate = (tools: unknown[]) =>
  translateTools({ tools }, RULES, {
    forcingRefused: false,
    budget: new StrictBudget(),
  });
const tool = (name: string) => ({ type: 'function', function: { name, parameters: {} } });
describe('tools for provider A', () => {
  it('are read one by one, so that others need not wait for thousands', () => {
    const steps = translate(Array.from({ length: 500 }, (_, index) => tool(`t${index}`)));
    let count = 0;
    while (steps.next().done !== true) count += 1;
    expect(count).toBe(500);
  });
});
