import { describe, expect, it } from 'vitest';
import { atOnce } from '../lib/steps.js';
import { scanTopLevel } from '../wire/json-bytes/scan-top-level.js';
import { digestOf, type DigestedRequest } from './request-digest.js';

const SECRET = Buffer.alloc(32, 7);
const BASE = '{"model":"m","messages":[{"role":"user","content":"Hi"}]}';

function digest(body: string, about: Partial<DigestedRequest> = {}, secret = SECRET): string {
  const scan = scanTopLevel(Buffer.from(body));
  const request = {
    keyId: 'key_1',
    surface: 'chat',
    addressee: '',
    aside: new Set(['session_id']),
    ...about,
  };
  return atOnce(digestOf({ ...request, scan }, secret)).toString('hex');
}

describe('the digest of a request', () => {
  it.each([
    [
      'blanks and line ends between members',
      ' {\n"model" : "m",\r\n\t"messages":[{"role":"user","content":"Hi"}]} ',
    ],
    ['the order of members', '{"messages":[{"role":"user","content":"Hi"}],"model":"m"}'],
    ['escapes in a name', '{"mod\\u0065l":"m","messages":[{"role":"user","content":"Hi"}]}'],
    ["a member that is the gateway's own", `{"session_id":"s",${BASE.slice(1)}`],
  ])('is the same whatever %s', (_what, body) => {
    expect(digest(body)).toBe(digest(BASE));
  });

  it.each([
    ['a value', BASE.replace('Hi', 'Ho')],
    ['a blank in a text', BASE.replace('Hi', 'Hi ')],
    ['another member', `{"stream":true,${BASE.slice(1)}`],
    ['null in place of nothing', `{"stream":null,${BASE.slice(1)}`],
    ['the same number in other digits', `{"temperature":1.0,${BASE.slice(1)}`],
    [
      'bytes that moved from one member to the next',
      '{"model":"m\\"","messages":[{"role":"user","content":"Hi"}]}',
    ],
  ])('differs by %s', (_what, body) => {
    expect(digest(body)).not.toBe(digest(BASE));
  });

  it('differs by key, surface, addressee and secret', () => {
    const all = [
      digest(BASE),
      digest(BASE, { keyId: 'key_2' }),
      digest(BASE, { surface: 'embeddings' }),
      digest(BASE, { addressee: 'x' }),
      digest(BASE, {}, Buffer.alloc(32, 8)),
      digest(BASE, { keyId: 'key_1chat', surface: '' }),
    ];
    expect(new Set(all).size).toBe(all.length);
  });

  it('of a long value is that of all of it', () => {
    const long = (end: string): string => `{"input":"${'a'.repeat(1_000_000)}${end}"}`;
    expect(digest(long('x'))).not.toBe(digest(long('y')));
    expect(digest(long('x'))).toBe(digest(long('x')));
  });

  it('takes names that JavaScript has its own use for as any other', () => {
    expect(digest('{"__proto__":1}')).not.toBe(digest('{"constructor":1}'));
  });
});
