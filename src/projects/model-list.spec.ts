import { describe, expect, it } from 'vitest';
import { isOnList, readModelList } from './model-list.js';

const list = readModelList(['vendora/claude-sonnet-5-5', 'meta-llama/*', 'llama3:8b']);

describe('the models of a key', () => {
  it.each([
    ['vendora/claude-sonnet-5-5', { id: 'vendora/claude-sonnet-5-5' }, true],
    ['vendora/claude-sonnet-5-5-20260101', { id: 'vendora/claude-sonnet-5-5' }, true],
    ['vendora/claude-haiku-4-5', { id: 'vendora/claude-haiku-4-5' }, false],
    ['meta-llama/Llama-3.3-70B-Instruct', undefined, true],
    ['meta-llama/anything:free', undefined, true],
    ['meta-llama-2/anything', undefined, false],
    ['llama3:8b', undefined, true],
    ['llama3:70b', undefined, false],
  ])('%s (of %o): %s', (publicId, model, expected) => {
    expect(isOnList(list, { publicId, model })).toBe(expected);
  });

  it('are all of them without a list', () => {
    expect(readModelList(null)).toBeUndefined();
    expect(isOnList(undefined, { publicId: 'vendora/claude-haiku-4-5' })).toBe(true);
  });
});
