import type { LiveCalls } from '../../live-calls/live-calls.service.js';
import { ShuttingDownError } from '../../http/http-errors.js';

/**
 * Makes a graceful stop wait for work that goes on behind an answer.
 * @param cut ends it, at the end of the grace
 * @returns to be called when it is over; `undefined` when the process stops already, and the work is another one's
 */
export function holdStop(liveCalls: LiveCalls, cut: () => void): (() => void) | undefined {
  try {
    return liveCalls.hold(cut);
  } catch (error) {
    if (error instanceof ShuttingDownError) return undefined;
    throw error;
  }
}
