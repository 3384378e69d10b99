import { toUsdNumber } from '../lib/money.js';
import type { ReadSubmission } from './submission/read-submission.js';

/** What a submission would reserve, and how it would be split by provider. */
export function presentQuote({ requestCount, estimate, shares }: ReadSubmission): object {
  return {
    object: 'batch.quote',
    request_count: requestCount,
    estimate_usd: toUsdNumber(estimate),
    providers: [...shares].map(([provider, share]) => ({
      provider,
      request_count: share.requests,
      estimate_usd: toUsdNumber(share.estimate),
    })),
  };
}
