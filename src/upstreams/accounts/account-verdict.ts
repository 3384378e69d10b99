import type { UpstreamId } from '../../catalog/catalog-model.js';
import { MINUTE_MS, SECOND_MS } from '../../lib/durations.js';

/** What an answer says of the account that it came from. */
export type AccountVerdict =
  /** It works: what else may be wrong is the request's fault, or the provider's. */
  | { readonly kind: 'works' }
  /** Nothing: a failure that says no more of one account than of another. */
  | { readonly kind: 'unknown' }
  | { readonly kind: 'out'; readonly forMs: number; readonly reason: OutReason };

export type OutReason = 'unauthorized' | 'forbidden' | 'out_of_quota' | 'rate_limited' | 'overloaded';

export interface AnsweredAccount {
  readonly provider: UpstreamId;
  /** 0: no answer. */
  readonly status: number;
  /** The beginning of an error's body. */
  readonly refusal: string;
  /** What `Retry-After` says, in milliseconds. */
  readonly retryAfterMs: number | undefined;
}

const REFUSED_MS = 10 * MINUTE_MS;
const BUSY_MS = 30 * SECOND_MS;
/** Longer ones are taken for a mistake: the account would be given up for good. */
export const LONGEST_MS = 60 * MINUTE_MS;
const OUT_OF_QUOTA = /insufficient_quota/;
const OUT_OF_CREDIT = /credit balance/i;

const WORKS: AccountVerdict = { kind: 'works' };
const UNKNOWN: AccountVerdict = { kind: 'unknown' };

/**
 * How long an account is left out after an answer: ten minutes when its key is refused or its money is gone, else as long as it
 * asks for. The marketplace's 403 is about the contents of a request; its 402 is what 429 `insufficient_quota` is elsewhere.
 */
export function accountVerdict({ provider, status, refusal, retryAfterMs }: AnsweredAccount): AccountVerdict {
  switch (status) {
    case 401:
      return out(REFUSED_MS, 'unauthorized');
    case 402:
      return out(REFUSED_MS, 'out_of_quota');
    case 403:
      return provider === 'marketplace' ? WORKS : out(REFUSED_MS, 'forbidden');
    case 400:
      return provider === 'provider_a' && OUT_OF_CREDIT.test(refusal)
        ? out(REFUSED_MS, 'out_of_quota')
        : WORKS;
    case 429:
      if (OUT_OF_QUOTA.test(refusal)) return out(REFUSED_MS, 'out_of_quota');
      return out(busyMs(retryAfterMs), 'rate_limited');
    case 529:
      return out(busyMs(retryAfterMs), 'overloaded');
    default:
      return status === 0 || status >= 500 || status === 408 ? UNKNOWN : WORKS;
  }
}

function out(forMs: number, reason: OutReason): AccountVerdict {
  return { kind: 'out', forMs, reason };
}

function busyMs(retryAfterMs: number | undefined): number {
  return Math.min(retryAfterMs ?? BUSY_MS, LONGEST_MS);
}
