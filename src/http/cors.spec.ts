import { describe, expect, it } from 'vitest';
import { corsRules } from './cors.js';

const LISTED = corsRules(new Set(['https://app.example', 'tauri://localhost']), 'x-own-');
const ANY = corsRules('*', 'x-own-');

describe('who may read answers in a browser', () => {
  it.each([
    ['https://app.example', true],
    ['tauri://localhost', true],
    ['https://app.example.evil', false],
    ['http://app.example', false],
    ['https://app.example:8443', false],
    ['null', false],
    ['', false],
  ])('of a list: %s %s', (origin, isAllowed) => {
    const headers = LISTED.answer(origin);
    expect(headers?.['access-control-allow-origin']).toBe(isAllowed ? origin : undefined);
  });

  it('of any origin is everybody, and cookies are never asked for', () => {
    expect(ANY.answer('null')?.['access-control-allow-origin']).toBe('*');
    for (const rules of [ANY, LISTED])
      expect(rules.answer('https://app.example')).not.toHaveProperty('access-control-allow-credentials');
  });

  it('what of an answer: our headers under the prefix of the deployment, and all others', () => {
    const exposed = ANY.answer('https://a.example')?.['access-control-expose-headers']?.split(', ');
    expect(exposed).toEqual(
      expect.arrayContaining([
        'x-own-model',
        'x-own-cost',
        'x-request-id',
        'retry-after',
        'x-should-retry',
        '*',
      ]),
    );
    expect(exposed?.some((name) => name.startsWith('x-svc-'))).toBe(false);
  });
});

describe('the answer to a preflight', () => {
  const preflight = (headers: string) => ANY.preflight({ methods: ['GET', 'POST'], headers });

  it('allows what was asked for', () => {
    expect(preflight('authorization,x-stainless-lang, anthropic-version')).toMatchObject({
      'access-control-allow-methods': 'GET, POST',
      'access-control-allow-headers': 'authorization,x-stainless-lang, anthropic-version',
    });
  });

  it.each(['', 'a: b', 'x\u00e9', '"quoted"'])('repeats nothing that is no list of names: %j', (headers) => {
    expect(preflight(headers)).not.toHaveProperty('access-control-allow-headers');
  });
});
