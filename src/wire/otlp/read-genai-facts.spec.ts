import { describe, expect, it } from 'vitest';
import { countsForItself, readGenAiFacts } from './read-genai-facts.js';
import type { Attributes } from './span-model.js';

describe('readGenAiFacts', () => {
  it.each<[string, Attributes, object]>([
    [
      'prefers what answered to what was asked for',
      { 'gen_ai.request.model': 'a', 'gen_ai.response.model': 'b' },
      { model: 'b' },
    ],
    [
      'prefers the current name',
      { 'gen_ai.system': 'old', 'gen_ai.provider.name': 'new' },
      { provider: 'new' },
    ],
    ['reads numbers that are text', { 'gen_ai.usage.input_tokens': '12' }, { inputTokens: 12 }],
    ['reads zero as zero', { 'gen_ai.usage.output_tokens': 0 }, { outputTokens: 0 }],
    [
      'passes over what is no number',
      { 'gen_ai.usage.input_tokens': 'many', 'gen_ai.usage.prompt_tokens': 3 },
      { inputTokens: 3 },
    ],
    ['passes over what is negative', { 'gen_ai.usage.cost': -1 }, {}],
    ['does not believe in a trillion tokens', { 'gen_ai.usage.input_tokens': 1e12 }, {}],
    ['reads a cost', { 'gen_ai.usage.cost': 0.25 }, { costUsd: 0.25 }],
    ['passes over empty text', { 'gen_ai.response.model': '', 'gen_ai.request.model': 'a' }, { model: 'a' }],
  ])('%s', (_title, attributes, expected) => {
    const facts = Object.entries(readGenAiFacts(attributes)).filter(([, value]) => value !== undefined);
    expect(Object.fromEntries(facts)).toEqual(expected);
  });

  it.each([
    [undefined, true],
    ['chat', true],
    ['embeddings', true],
    ['generate_content', true],
    ['invoke_agent', false],
    ['execute_tool', false],
    ['AGENT', false],
    ['invoke_workflow', false],
  ])('of the operation %j counts for itself: %j', (operation, expected) => {
    expect(countsForItself({ operation })).toBe(expected);
  });
});
