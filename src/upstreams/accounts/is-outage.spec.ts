import { describe, expect, it } from 'vitest';
import { UpstreamFailedError, type UpstreamFailureCode } from '../upstream-answer.js';
import { isOutage, type UpstreamFailure } from './is-outage.js';

const outage = (failure: Partial<UpstreamFailure>) =>
  isOutage({ provider: 'provider_a', status: 500, refusal: '', ...failure });

describe('isOutage', () => {
  it.each<Partial<UpstreamFailure>>([
    { status: 0 },
    { status: 408 },
    { status: 409, refusal: '{"error":{"type":"overloaded_error"}}' },
    { status: 429 },
    { status: 500 },
    { status: 503 },
    { status: 529 },
    { status: 401 },
    { status: 403 },
    { status: 402, provider: 'marketplace' },
    { status: 400, refusal: 'Your credit balance is too low to access the API.' },
  ])('says yes to %j', (failure) => {
    expect(outage(failure)).toBe(true);
  });

  it.each<Partial<UpstreamFailure>>([
    { status: 400 },
    { status: 404 },
    { status: 409 },
    { status: 413 },
    { status: 422 },
    { status: 403, provider: 'marketplace' },
    { status: 400, refusal: 'credit balance', provider: 'provider_b' },
  ])('says no to %j', (failure) => {
    expect(outage(failure)).toBe(false);
  });

  it.each<[UpstreamFailureCode, boolean]>([
    ['upstream_interrupted', true],
    ['upstream_unreadable', true],
    ['upstream_silent', true],
    ['upstream_redirect', true],
    ['upstream_answer_too_large', false],
  ])('says of a 200 that became %s: %s', (code, expected) => {
    expect(outage({ status: 200, error: new UpstreamFailedError({ code, message: 'Of no use.' }) })).toBe(
      expected,
    );
  });
});
