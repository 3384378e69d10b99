import { DAY_MS } from './durations.js';

/** The day since 1970 of a moment, in UTC. */
export function dayOf(ms: number): number {
  return Math.floor(ms / DAY_MS);
}

/** `2026-11-28` of a day since 1970. */
export function dateOf(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10);
}
