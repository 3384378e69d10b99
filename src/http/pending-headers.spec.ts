import type { FastifyReply } from 'fastify';
import { describe, expect, it } from 'vitest';
import { makesOneHiddenClass } from '../../test/support/hidden-class.js';
import { pendingHeaders } from './pending-headers.js';

const reply = (): FastifyReply => ({}) as FastifyReply;

describe('pendingHeaders', () => {
  it('gives the same headers for one reply each time', () => {
    const one = reply();
    pendingHeaders(one)['x-a'] = '1';
    expect(pendingHeaders(one)).toEqual({ 'x-content-type-options': 'nosniff', 'x-a': '1' });
    expect(pendingHeaders(reply())).toEqual({ 'x-content-type-options': 'nosniff' });
  });

  it('makes no hidden class for each answer, however many headers are added', () => {
    const make = (): object =>
      Object.assign(pendingHeaders(reply()), { 'x-request-id': 'id', 'content-length': 1 });
    expect(makesOneHiddenClass(make)).toBe(true);
  });
});
