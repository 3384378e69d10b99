import { describe, expect, it } from 'vitest';
import { InvalidRequestError } from '../../lib/gateway-error.js';
import { scanTopLevel } from '../../wire/json-bytes/scan-top-level.js';
import { attributionHeaders } from './attribution-headers.js';
import { readAttribution } from './read-attribution.js';
import type { BodyDialect } from './read-body-attribution.js';

const NAMES = attributionHeaders('x-svc-');
const SILENT = { tags: [], endUser: undefined, sessionId: undefined, metadata: undefined };

interface Said {
  readonly headers?: Record<string, string>;
  readonly body?: object | string;
  readonly dialect?: BodyDialect;
  readonly sessionId?: string;
}

function read({ headers = {}, body = {}, dialect = 'openai', sessionId }: Said) {
  const scan = scanTopLevel(Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)));
  return readAttribution({ headers, names: NAMES, scan, dialect, sessionId });
}

function paramOf(said: Said): string | undefined {
  try {
    read(said);
  } catch (error) {
    if (error instanceof InvalidRequestError) return error.param;
    throw error;
  }
  return 'nothing was refused';
}

const pairs = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`key-${index}`, 'v']));

describe('whom a call is for', () => {
  it.each<[string, Said]>([
    ['nothing', {}],
    ['nulls', { body: { user: null, safety_identifier: null, metadata: null } }],
    [
      'empty texts',
      { headers: { 'x-svc-user': '' }, body: { user: '', safety_identifier: '', metadata: {} } },
    ],
    ['nulls of the Messages API', { body: { metadata: { user_id: null } }, dialect: 'messages' }],
    ['fields of another API', { body: { user: 'u', metadata: { a: 'b' } }, dialect: 'messages' }],
    [
      'metadata that is no object, which is the provider’s to judge',
      { body: { metadata: 'x' }, dialect: 'messages' },
    ],
    ['headers of another prefix', { headers: { 'x-other-tags': 'a', 'x-other-user': 'u' } }],
  ])('is nobody where the caller says %s', (_what, said) => {
    expect(read(said)).toBeUndefined();
  });

  it.each<[string, Said, object]>([
    ['tags of the header', { headers: { 'x-svc-tags': 'b, a' } }, { tags: ['b', 'a'] }],
    ['the user of the body', { body: { user: 'ann' } }, { endUser: 'ann' }],
    ['its newer word', { body: { safety_identifier: 'ann' } }, { endUser: 'ann' }],
    ['`user` of both', { body: { safety_identifier: 'hash', user: 'ann' } }, { endUser: 'ann' }],
    [
      'the other one where one is empty',
      { body: { user: '', safety_identifier: 'ann' } },
      { endUser: 'ann' },
    ],
    [
      'the header before the body',
      { headers: { 'x-svc-user': 'bob' }, body: { user: 'ann' } },
      { endUser: 'bob' },
    ],
    [
      'a header in UTF-8',
      { headers: { 'x-svc-user': Buffer.from('zoë').toString('latin1') } },
      { endUser: 'zoë' },
    ],
    [
      '256 characters of any kind',
      { body: { user: '\u{1f600}'.repeat(256) } },
      { endUser: '\u{1f600}'.repeat(256) },
    ],
    ['escapes', { body: '{"us\\u0065r":"\\u0061nn"}' }, { endUser: 'ann' }],
    ['metadata', { body: { metadata: { order: '7', empty: '' } } }, { metadata: { order: '7', empty: '' } }],
    ['as much metadata as there may be', { body: { metadata: pairs(16) } }, { metadata: pairs(16) }],
    [
      'long metadata',
      { body: { metadata: { ['k'.repeat(64)]: 'v'.repeat(512) } } },
      { metadata: { ['k'.repeat(64)]: 'v'.repeat(512) } },
    ],
    [
      'the user of a Messages body',
      { body: { metadata: { user_id: 'ann' } }, dialect: 'messages' },
      { endUser: 'ann' },
    ],
    ['the session that was found before', { sessionId: 'a session' }, { sessionId: 'a session' }],
  ])('is %s', (_what, said, expected) => {
    expect(read(said)).toEqual({ ...SILENT, ...expected });
  });

  it('keeps a key of metadata that JavaScript has its own use for', () => {
    const metadata = read({ body: '{"metadata":{"__proto__":"a"}}' })?.metadata;
    expect(JSON.stringify(metadata)).toBe('{"__proto__":"a"}');
  });

  it.each<[string, Said]>([
    ['x-svc-tags', { headers: { 'x-svc-tags': 'a b' } }],
    ['x-svc-user', { headers: { 'x-svc-user': 'u'.repeat(257) } }],
    ['user', { body: { user: 'u'.repeat(257) } }],
    ['user', { body: { user: 5 } }],
    ['user', { body: { user: ['ann'] } }],
    ['user', { body: { user: 'a\u0000b' } }],
    ['user', { headers: { 'x-svc-user': 'bob' }, body: { user: 'u'.repeat(257) } }],
    ['safety_identifier', { body: { user: 'ann', safety_identifier: {} } }],
    ['metadata', { body: { metadata: 'text' } }],
    ['metadata', { body: { metadata: [] } }],
    ['metadata', { body: { metadata: pairs(17) } }],
    ['metadata', { body: { metadata: { a: 'x'.repeat(200_000) } } }],
    ['metadata.a', { body: { metadata: { a: { b: 'c' } } } }],
    ['metadata.a', { body: { metadata: { a: ['b'] } } }],
    ['metadata.a', { body: { metadata: { a: 5 } } }],
    ['metadata.a', { body: { metadata: { a: null } } }],
    ['metadata.a', { body: { metadata: { a: 'v'.repeat(513) } } }],
    ['metadata.a', { body: { metadata: { a: 'nul \u0000' } } }],
    [`metadata.${'k'.repeat(64)}…`, { body: { metadata: { ['k'.repeat(65)]: 'v' } } }],
    ['metadata.user_id', { body: { metadata: { user_id: 5 } }, dialect: 'messages' }],
    ['metadata.user_id', { body: { metadata: { user_id: 'u'.repeat(257) } }, dialect: 'messages' }],
  ])('is refused at %s', (param, said) => {
    expect(paramOf(said)).toBe(param);
  });

  it.each([
    [{ a: 'nul \u0000' }, /NUL/],
    [{ a: 'half \ud800' }, /half a character/],
    [{ ['nul\u0000']: 'a' }, /NUL/],
    [{ a: 'v'.repeat(513) }, /at most 512/],
  ])('is told the rule that %j breaks', (metadata, rule) => {
    expect(() => read({ body: { metadata } })).toThrow(rule);
  });
});
