import { setImmediate as nextTurn } from 'node:timers/promises';

const LONGEST_TURN_MS = 4;

/**
 * For long loops: awaited at each step, it lets the event loop turn as soon as the loop has had it for a few milliseconds.
 * Most steps return nothing to wait for, so they cost one look at the clock.
 */
export function makeBreather(): () => Promise<void> | undefined {
  let turnStartedMs = performance.now();
  return () => {
    if (performance.now() - turnStartedMs < LONGEST_TURN_MS) return undefined;
    return nextTurn().then(() => {
      turnStartedMs = performance.now();
    });
  };
}
