import { SECOND_MS } from '../lib/durations.js';

/** Whole seconds, as OpenAI's times are. */
export function unixSeconds(time: Date): number {
  return Math.floor(time.getTime() / SECOND_MS);
}
