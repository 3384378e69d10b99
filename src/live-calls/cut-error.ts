import { GatewayError } from '../lib/gateway-error.js';
import { ShuttingDownError } from '../http/http-errors.js';
import type { CutCause } from './live-call.js';

/** A call ran into the live-call limit before it was complete. Tried again it would run into it again, and be billed again. */
export class LiveCallTimeoutError extends GatewayError {
  constructor(limitMs: number) {
    super({
      status: 504,
      code: 'live_call_timeout',
      message: `A call may take ${limitMs / 1_000} s, streamed or not, and this one was ended there. Ask for less output (\`max_tokens\`), split the work over several calls, or submit it as a batch, which has no such limit.`,
      headers: { 'x-should-retry': 'false' },
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
