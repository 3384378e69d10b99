import { describe, expect, it } from 'vitest';
import { readCredential } from './read-credential.js';

const canBeOurs = (credential: string): boolean => credential.startsWith('svc_live_');
const KEY = 'svc_live_a';

describe('the credential of a request', () => {
  it.each<[string, Record<string, string>, string | undefined]>([
    ['none', {}, undefined],
    ['a bearer of ours', { authorization: `Bearer ${KEY}` }, KEY],
    ['the scheme in any case, with blanks', { authorization: `bearer   ${KEY} \t` }, KEY],
    ['x-api-key', { 'x-api-key': ` ${KEY} ` }, KEY],
    [
      "another vendor's bearer beside x-api-key",
      { authorization: 'Bearer sk-proj-1', 'x-api-key': KEY },
      KEY,
    ],
    [
      "another vendor's bearer in lower case",
      { authorization: 'bearer sk-ant-oat01', 'x-api-key': KEY },
      KEY,
    ],
    ['an empty bearer beside x-api-key', { authorization: 'Bearer ', 'x-api-key': KEY }, KEY],
    ['another scheme beside x-api-key', { authorization: 'Basic c3ZjX2xpdmVfYg==', 'x-api-key': KEY }, KEY],
    ['a scheme without a blank', { authorization: 'Bearer', 'x-api-key': KEY }, KEY],
    [
      'a bearer of ours beside another of ours',
      { authorization: 'Bearer svc_live_b', 'x-api-key': KEY },
      'svc_live_b',
    ],
    [
      "a bearer of ours beside another vendor's key",
      { authorization: `Bearer ${KEY}`, 'x-api-key': 'sk-1' },
      KEY,
    ],
    ["another vendor's bearer alone", { authorization: 'Bearer sk-proj-1' }, undefined],
    ['a bearer that is too long', { authorization: `Bearer svc_live_${'a'.repeat(256)}` }, undefined],
  ])('is found: %s', (_case, headers, expected) => {
    expect(readCredential(headers, canBeOurs)).toBe(expected);
  });
});
