import { describe, expect, it } from 'vitest';
import { isEndpointModel } from './is-endpoint-model.js';

describe('the model of an endpoint', () => {
  it.each([
    'llama3:8b',
    'llama3.1:70b-instruct-q4_K_M',
    'my-model:latest',
    'a:b:c',
    'a::b',
    'ft:gpt-4o-mini-2024-07-18:acme::BabcDEF1',
    'ft:gpt-4.1:acme:support:9xYz',
    'ft:x:',
    `a:${'b'.repeat(254)}`,
  ])('may be %s', (id) => {
    expect(isEndpointModel(id)).toBe(true);
  });

  it.each([
    ['a bare id', 'gpt-4o'],
    ['the router', 'auto'],
    ['nothing', ''],
    ['an id of a provider', 'vendorb/gpt-4o'],
    ['a fine-tuned id with a prefix', 'vendorb/ft:gpt-4o:acme::1'],
    ['a marketplace id', 'meta-llama/llama-3:free'],
    ['a slash in the tag', 'llama3:8b/instruct'],
    ['a slash in a fine-tuned id', 'ft:gpt-4o/acme'],
    ['no name', ':8b'],
    ['no tag', 'llama3:'],
    ['an empty last tag', 'llama3:8b:'],
    ['nothing fine-tuned', 'ft:'],
    ['a blank', 'llama 3:8b'],
    ['a line end', 'llama3:8b\n'],
    ['an invisible character', 'llama3:8b\u200b'],
    ['a lone surrogate', 'llama3:8b\ud800'],
    ['too long', `a:${'b'.repeat(255)}`],
  ])('is not %s: %j', (_what, id) => {
    expect(isEndpointModel(id)).toBe(false);
  });
});
