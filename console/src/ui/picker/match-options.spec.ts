import { describe, expect, it } from 'vitest';
import { chosenBy, leftWith, matchOptions } from './match-options.js';

const options = [
  { value: 'openai/gpt-oss-120b', detail: '$0.1 in' },
  { value: 'vendora/claude', detail: '$3 in' },
  { value: 'openai/gpt-oss-20b' },
];
const values = (typed: string | undefined) => matchOptions(options, typed).map(({ value }) => value);

describe('a picker', () => {
  it.each([
    [undefined, 3],
    ['', 3],
    ['OSS', 2],
    ['oss 120', 1],
    ['$3', 1],
    ['nothing', 0],
  ])('lists what matches %j', (typed, count) => {
    expect(values(typed)).toHaveLength(count);
  });

  it.each([
    ['openai/gpt-oss-20b', 'openai/gpt-oss-20b'],
    [' oss ', 'openai/gpt-oss-120b'],
    ['acme/own', 'acme/own'],
    ['', ''],
  ])('chooses by Enter from %j', (typed, chosen) => {
    expect(chosenBy(options, typed)).toBe(chosen);
  });

  it('takes half a text for a choice in drafts alone', () => {
    expect([leftWith(options, 'oss', true), leftWith(options, 'oss', false)]).toEqual(['oss', undefined]);
    expect([leftWith(options, '', false), leftWith(options, 'vendora/claude', false)]).toEqual([
      '',
      'vendora/claude',
    ]);
  });
});
