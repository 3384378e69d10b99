import { describe, expect, it } from 'vitest';
import { readSessionCookie, sessionCookie } from './session-cookie.js';

describe('the cookie of a session', () => {
  it.each([
    [undefined, undefined],
    ['', undefined],
    ['svc_console=abc', 'abc'],
    ['a=b; svc_console=abc; c=d', 'abc'],
    ['xsvc_console=abc', undefined],
    ['svc_console=', undefined],
    ['svc_console', undefined],
    [`svc_console=${'x'.repeat(257)}`, undefined],
  ])('%j holds %s', (header, secret) => {
    expect(readSessionCookie(header)).toBe(secret);
  });

  it('is for this site alone, and for https where that was used', () => {
    const plain = 'svc_console=abc; Max-Age=5; Path=/; HttpOnly; SameSite=Strict';
    expect(sessionCookie('abc', { secure: false, seconds: 5 })).toBe(plain);
    expect(sessionCookie('abc', { secure: true, seconds: 5 })).toBe(`${plain}; Secure`);
  });
});
