import type { UpstreamId } from '../../catalog/catalog-model.js';
import { UpstreamFailedError, type UpstreamFailureCode } from '../upstream-answer.js';
import { accountVerdict } from './account-verdict.js';

/** How an upstream request went that gave no answer to pass on. */
export interface UpstreamFailure {
  readonly provider: UpstreamId;
  /** 0: refused, broken off, or silent. */
  readonly status: number;
  /** The beginning of the error's body. */
  readonly refusal: string;
  /** What was made of it here: an answer may break off, or be none, behind a 200. */
  readonly error?: unknown;
}

/** An answer that is larger than is taken would be so elsewhere too, and be charged again. */
const NO_ANSWER: ReadonlySet<string> = new Set<UpstreamFailureCode>([
  'upstream_unreachable',
  'upstream_interrupted',
  'upstream_silent',
  'upstream_unreadable',
  'upstream_redirect',
]);

/**
 * Whether another account or model may do better: the provider is away, overloaded or broken, or the account is refused. Anything
 * else is about the request, and would be said to it elsewhere too.
 */
export function isOutage(failure: UpstreamFailure): boolean {
  if (isTrouble(failure)) return true;
  // Written out: every answer of a relayed call is asked, and a copy with a member added is a hidden class of its own.
  const { provider, status, refusal } = failure;
  return accountVerdict({ provider, status, refusal, retryAfterMs: undefined }).kind === 'out';
}

/** The provider is away, overloaded or broken, whoever asks. */
export function isTrouble({ status, refusal, error }: Omit<UpstreamFailure, 'provider'>): boolean {
  // Nothing came that could be an answer, or an error.
  if (error instanceof UpstreamFailedError && NO_ANSWER.has(error.code)) return true;
  if (status === 409) return /overload/i.test(refusal);
  return status === 0 || status === 408 || status === 429 || status >= 500;
}
