import { HOUR_MS, MINUTE_MS } from '../lib/durations.js';

/** Contract section 7. */
const PAUSES_MS = [MINUTE_MS, 5 * MINUTE_MS, 30 * MINUTE_MS, 2 * HOUR_MS, 6 * HOUR_MS, 12 * HOUR_MS];

/** When a post that failed `tries` times is tried again; `null`: it is given up. */
export function nextPostTry(tries: number, now: Date): Date | null {
  const pause = PAUSES_MS[tries - 1];
  return pause === undefined ? null : new Date(now.getTime() + pause);
}
