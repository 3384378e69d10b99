import { describe, expect, it } from 'vitest';
import { safeMessage, safeModel } from './safe-message.js';

describe('safeMessage', () => {
  it.each([
    [
      'keeps names of fields',
      '`messages[2].content` must be a string.',
      '`messages[2].content` must be a string.',
    ],
    [
      'keeps ids of models',
      'No price is known for `vendorb/x-large:free`.',
      'No price is known for `vendorb/x-large:free`.',
    ],
    ['drops a quoted value', 'The role "my secret role" is unknown.', 'The role "…" is unknown.'],
    ['drops a value with quotes in it', String.raw`It says "a \"b\" c" here.`, 'It says "…" here.'],
    ['drops a sentence in backticks', 'Got `what the user wrote here`.', 'Got "…".'],
    ['masks a secret', 'Got sk-proj-abcdefghijklmnopqrstuvwx as model', 'Got [masked:api_key] as model'],
    [
      'masks a secret in the place of a model',
      '`sk-proj-abcdefghijklmnopqrstuvwx` is no model.',
      '`[masked:api_key]` is no model.',
    ],
    ['replaces what a database cannot hold', 'a\0b \ud83d', 'a\ufffdb \ufffd'],
  ])('%s', (_, message, safe) => {
    expect(safeMessage(message)).toBe(safe);
  });

  it('is cut, never in half of a character', () => {
    const safe = safeMessage(`${'x'.repeat(298)}🙂🙂🙂`);
    expect(safe).toHaveLength(300);
    expect(safe.endsWith('…')).toBe(true);
    expect(safe).not.toMatch(/\p{Cs}/u);
  });
});

describe('safeModel', () => {
  it('is cut and masked, and may be absent', () => {
    expect(safeModel(undefined)).toBeUndefined();
    expect(safeModel('gpt-4o')).toBe('gpt-4o');
    expect(safeModel('x'.repeat(9_000))).toHaveLength(256);
    expect(safeModel('sk-ant-abcdefghijklmnopqrstuvwx')).toBe('[masked:api_key]');
  });
});
