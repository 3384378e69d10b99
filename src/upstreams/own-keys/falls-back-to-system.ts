import { isTrouble, type UpstreamFailure } from '../accounts/is-outage.js';

/**
 * Whether what came of a call on a project's own key lets an account of ours answer, where the project wants that: the key is
 * refused, or the provider is busy, broken or away. Without an answer the caller would be told 502.
 */
export function fallsBackToSystem(failure: UpstreamFailure): boolean {
  return failure.status === 401 || isTrouble(failure);
}
