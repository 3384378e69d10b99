import type { KeysetPage } from './keyset-cursor.js';

/** How much seldomer a list is asked for that is another one each time. */
const SELDOMER = 3;

/**
 * Milliseconds until the newest page is asked for again. A page of which nothing will be left by the next poll cannot be read from one to
 * the next, and comes just when the gateway has most to do: it is asked for a third as often.
 * @param timeOf when a row began, as the API writes it
 */
export function paceOf<Row>(
  { data, has_more: hasMore }: KeysetPage<Row>,
  { pollMs, timeOf }: { readonly pollMs: number; readonly timeOf: (row: Row) => string },
): number {
  const [newest, oldest] = [data.at(0), data.at(-1)];
  if (!hasMore || newest === undefined || oldest === undefined) return pollMs;
  const lastsMs = Date.parse(timeOf(newest)) - Date.parse(timeOf(oldest));
  return lastsMs < pollMs ? SELDOMER * pollMs : pollMs;
}
