import type { IncomingHttpHeaders } from 'node:http';
import { SECOND_MS } from '../../lib/durations.js';

/** The least speed that a client must keep up after the first moments: half a megabit a second. */
const LEAST_BYTES_A_SECOND = 65_536;

/** The longest that a timer waits. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** How long a body may take in all: some time for any, and more for one that is long, or may be. */
export function bodyTimeLimitMs(baseMs: number, headers: IncomingHttpHeaders, capBytes: number): number {
  const declared = Number(headers['content-length'] ?? Number.NaN);
  const bytes = declared <= capBytes ? declared : capBytes;
  return Math.min(baseMs + Math.ceil((bytes / LEAST_BYTES_A_SECOND) * SECOND_MS), MAX_TIMER_MS);
}
