import { GatewayError } from '../lib/gateway-error.js';
import { ShuttingDownError } from './http-errors.js';
import type { CutCause } from './live-call.js';

/** A call ran into the live-call limit before it was complete. */
export class LiveCallTimeoutError extends GatewayError {
  constructor(limitMs: number) {
    super({
      status: 504,
      code: 'live_call_timeout',
      message: `The call was ended at the limit of ${limitMs / 1_000} s. Stream long generations, or ask for less output.`,
    });
  }
}

/** What the client of a cut call is told; nothing when it has left. */
export function cutError(cause: CutCause, liveCallTimeoutMs: number): GatewayError | undefined {
  switch (cause) {
    case 'client-left':
      return undefined;
    case 'deadline':
      return new LiveCallTimeoutError(liveCallTimeoutMs);
    case 'shutdown':
      return new ShuttingDownError();
  }
}
