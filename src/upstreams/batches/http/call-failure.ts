import { GatewayError } from '../../../lib/gateway-error.js';
import type { UpstreamError } from '../../../error-answers/upstream-error.js';
import { unreadableHead, UpstreamFailedError } from '../../upstream-answer.js';

/**
 * Why a call gave nothing to work with.
 * - `not-sent`: it did not go out whole, so it cannot have been carried out.
 * - `unanswered`: it went out and no answer came back, or half of one; what became of it is unknown.
 * - `unreadable`: the answer says success and is not what was asked for.
 * - `refused`: the provider answered with an error.
 */
export type FailureKind = 'not-sent' | 'unanswered' | 'unreadable' | 'refused';

/** One failed call, as the retries see it. What leaves the batch clients in the end is its `error`. */
export class CallFailure extends Error {
  readonly kind: FailureKind;
  readonly error: UpstreamError | GatewayError;
  /** 0 unless the provider answered. */
  readonly status: number;
  /** What the provider asks to wait for. */
  readonly retryAfterMs: number | undefined;

  constructor({
    kind,
    error,
    status = 0,
    retryAfterMs,
  }: {
    kind: FailureKind;
    error: UpstreamError | GatewayError;
    status?: number;
    retryAfterMs?: number | undefined;
  }) {
    super(error.message, { cause: error });
    this.name = 'CallFailure';
    this.kind = kind;
    this.error = error;
    this.status = status;
    this.retryAfterMs = retryAfterMs;
  }
}

export function notSent(cause: unknown): CallFailure {
  const message = 'The provider could not be reached. Try again.';
  return new CallFailure({
    kind: 'not-sent',
    error: new UpstreamFailedError({ code: 'upstream_unreachable', message, cause }),
  });
}

export function unanswered(cause: unknown): CallFailure {
  const message = 'The provider closed the connection before its answer was complete. Try again.';
  return new CallFailure({
    kind: 'unanswered',
    error: unreadableHead(cause) ?? new UpstreamFailedError({ code: 'upstream_interrupted', message, cause }),
  });
}

export function unreadable(cause?: unknown): CallFailure {
  const message = "The provider's answer could not be read: it is not what its batch API sends. Try again.";
  return new CallFailure({
    kind: 'unreadable',
    error: new UpstreamFailedError({ code: 'upstream_unreadable', message, cause }),
    status: 200,
  });
}
