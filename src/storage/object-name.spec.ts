import { describe, expect, it } from 'vitest';
import { checkFolder, checkObjectName } from './object-name.js';
import { InvalidObjectNameError } from './storage-errors.js';

describe('an object name', () => {
  it.each(['a', 'uploads/upl_01hf.part-2', 'results/batch_1/0001.jsonl', 'a..b/c'])('%s is one', (name) => {
    checkObjectName(name);
    checkFolder(`${name}/`);
  });

  it.each([
    '',
    '/',
    '/a',
    'a/',
    'a//b',
    '.',
    '..',
    'a/..',
    '../a',
    'a/../b',
    './a',
    '.incoming/a',
    'a\\b',
    'A',
    'a b',
    'a\u0000',
    'a\n',
    'ä',
    'a%2fb',
    'x'.repeat(501),
  ])('%j is none', (name) => {
    expect(() => checkObjectName(name)).toThrow(InvalidObjectNameError);
    expect(() => checkFolder(`${name}/`)).toThrow(InvalidObjectNameError);
  });

  it('without its slash is no folder', () => {
    expect(() => checkFolder('uploads')).toThrow(InvalidObjectNameError);
  });
});
