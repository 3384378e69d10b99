import { describe, expect, it } from 'vitest';
import { accountVerdict, type AnsweredAccount } from './account-verdict.js';

const verdict = (answer: Partial<AnsweredAccount>) =>
  accountVerdict({ provider: 'provider_b', status: 200, refusal: '', retryAfterMs: undefined, ...answer });

describe('accountVerdict', () => {
  it.each<[Partial<AnsweredAccount>, number, string]>([
    [{ status: 401 }, 600_000, 'unauthorized'],
    [{ status: 403 }, 600_000, 'forbidden'],
    [{ status: 402, provider: 'marketplace' }, 600_000, 'out_of_quota'],
    [{ status: 429, refusal: '{"error":{"code":"insufficient_quota"}}' }, 600_000, 'out_of_quota'],
    [
      { status: 400, provider: 'provider_a', refusal: 'Your credit balance is too low' },
      600_000,
      'out_of_quota',
    ],
    [{ status: 429 }, 30_000, 'rate_limited'],
    [{ status: 429, retryAfterMs: 2_000 }, 2_000, 'rate_limited'],
    [{ status: 529, retryAfterMs: 5_000 }, 5_000, 'overloaded'],
    [{ status: 529, retryAfterMs: 86_400_000 }, 3_600_000, 'overloaded'],
  ])('leaves an account out that answers %j', (answer, forMs, reason) => {
    expect(verdict(answer)).toEqual({ kind: 'out', forMs, reason });
  });

  it.each<Partial<AnsweredAccount>>([
    { status: 200 },
    { status: 400 },
    { status: 400, refusal: 'Your credit balance is too low' },
    { status: 404 },
    { status: 403, provider: 'marketplace' },
    { status: 422 },
  ])('keeps an account in use that answers %j', (answer) => {
    expect(verdict(answer)).toEqual({ kind: 'works' });
  });

  it.each([0, 408, 500, 502, 503, 504])('learns nothing of an account from %d', (status) => {
    expect(verdict({ status })).toEqual({ kind: 'unknown' });
  });
});
