import { describe, expect, it } from 'vitest';
import { cutDeepJson } from './cut-deep-json.js';
import { TOO_DEEP_MARK } from './read-value.js';

const cut = (json: string): string => cutDeepJson(Buffer.from(json)).toString();

describe('cutDeepJson', () => {
  it.each(['{}', '[[1],{"a":"]]]]"}]', '{"a":"\\\\\\"["}', '"open', `${'['.repeat(159)}1${']'.repeat(159)}`])(
    'leaves %s as it is',
    (json) => {
      expect(cut(json)).toBe(json);
    },
  );

  it('puts a mark in the place of what is too deep, and keeps what stands beside it', () => {
    const deep = '['.repeat(1_000) + ']'.repeat(1_000);
    const value = JSON.parse(cut(`{"bad":${deep},"good":"a]","also":[${deep}]}`)) as Record<string, unknown>;
    expect(value['good']).toBe('a]');
    expect(JSON.stringify(value['bad'])).toContain(JSON.stringify(TOO_DEEP_MARK));
  });

  it('takes brackets that stand in strings for text', () => {
    const json = JSON.stringify({ a: '['.repeat(1_000), b: '\\"'.repeat(500) });
    expect(cut(json)).toBe(json);
  });

  it('leaves what never closes broken', () => {
    expect(() => JSON.parse(cut('['.repeat(100_000))) as unknown).toThrow(SyntaxError);
  });

  it('leaves what closes more than it opened broken', () => {
    expect(() => JSON.parse(cut(`${'['.repeat(200)}${']'.repeat(300)}`)) as unknown).toThrow(SyntaxError);
  });
});
