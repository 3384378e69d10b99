import { DAY_MS } from '../../lib/durations.js';

/** `2026-11-28` of a day since 1970. */
export function dateOf(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10);
}
