import { HOUR_MS, MINUTE_MS } from '../../../lib/durations.js';

/** Sums are carried every five minutes: one run that met a slow transaction is nothing to tell. */
const TELL_AFTER_MS = 4 * MINUTE_MS;
const TELL_EVERY_MS = HOUR_MS;

/** That sums are not carried on, in milliseconds of a monotonic clock. */
export interface HoldUp {
  readonly sinceMs: number;
  readonly toldMs?: number;
}

/** A run could not carry. @returns what is known from now on, and whether somebody is to be told */
export function heldUp(known: HoldUp | undefined, nowMs: number): { holdUp: HoldUp; isToBeTold: boolean } {
  const { sinceMs, toldMs } = known ?? { sinceMs: nowMs };
  const isToBeTold = nowMs - sinceMs >= TELL_AFTER_MS && nowMs - (toldMs ?? -Infinity) >= TELL_EVERY_MS;
  return { holdUp: { sinceMs, toldMs: isToBeTold ? nowMs : toldMs }, isToBeTold };
}
