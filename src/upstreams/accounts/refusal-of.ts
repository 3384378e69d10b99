import { UpstreamError } from '../../error-answers/upstream-error.js';
import { GatewayError } from '../../lib/gateway-error.js';
import { readRetryAfter } from '../read-retry-after.js';
import type { AnsweredAccount } from './account-verdict.js';

/** How much of a refusal is looked at for what it is about. */
const REFUSAL_BYTES = 4_096;

/** What an upstream's error says of the account that it came from. @param nowMs wall time */
export function refusalOf(error: unknown, nowMs: number): Omit<AnsweredAccount, 'provider'> {
  if (error instanceof UpstreamError) {
    const refusal = error.body.toString('utf8', 0, REFUSAL_BYTES);
    return { status: error.status, refusal, retryAfterMs: retryAfterOf(error.headers, nowMs) };
  }
  if (!(error instanceof GatewayError)) return { status: 0, refusal: '', retryAfterMs: undefined };
  // 401 and 402 of an account of ours reach nobody as they came.
  const status =
    error.code === 'upstream_account_error' ? 401 : error.source === 'upstream' ? error.status : 0;
  return { status, refusal: '', retryAfterMs: retryAfterOf(error.headers, nowMs) };
}

/** Of the headers of an error that goes on to the caller. */
export function retryAfterOf(
  headers: Readonly<Record<string, string | undefined>>,
  nowMs: number,
): number | undefined {
  return readRetryAfter({
    retryAfter: headers['retry-after'],
    retryAfterMs: headers['retry-after-ms'],
    nowMs,
  });
}
