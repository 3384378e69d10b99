import { describe, expect, it } from 'vitest';
import { GatewayError } from '../lib/gateway-error.js';
import { retryAdvice } from './retry-advice.js';

const error = (status: number, options: { headers?: Record<string, string>; source?: 'upstream' } = {}) =>
  new GatewayError({ status, code: 'x', message: 'x', ...options });

describe('the advice to try again', () => {
  it.each([400, 401, 402, 403, 404, 405, 409, 410, 413, 415, 417, 431])('is no for our own %i', (status) => {
    expect(retryAdvice(error(status))).toEqual({ 'x-should-retry': 'false' });
  });

  it.each([408, 429, 500, 502, 503, 504])('is left to the client for our own %i', (status) => {
    expect(retryAdvice(error(status))).toEqual({});
  });

  it('is left to the client where a time to come back is named', () => {
    expect(retryAdvice(error(402, { headers: { 'retry-after': '1' } }))).toEqual({});
  });

  it("is the provider's for its own errors", () => {
    expect(retryAdvice(error(400, { source: 'upstream' }))).toEqual({});
  });
});
