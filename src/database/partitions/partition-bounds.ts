import { DAY_MS } from '../../lib/durations.js';

/** How long the time of a partition is: fewer partitions are read faster, shorter ones are let go sooner. */
export type PartitionLength = 'week' | 'month';

/** What is kept for no longer than this goes by weeks. */
const WEEKS_UP_TO_MS = 180 * DAY_MS;
const WEEK_MS = 7 * DAY_MS;
/** 1970 began with a Thursday. */
const FIRST_MONDAY_MS = 4 * DAY_MS;
/** So many ends of partitions are ahead: the next one is made while the one before it is still to come. */
const AHEAD = 2;
/** A check that an interrupted conversion leaves refuses calls from its bound on, so that is far away. */
const FIRST_AHEAD_MS = 14 * DAY_MS;

export function lengthFor(retentionMs: number | undefined): PartitionLength {
  return retentionMs !== undefined && retentionMs <= WEEKS_UP_TO_MS ? 'week' : 'month';
}

/** The first beginning of a week or month, in UTC, that is later. */
export function nextBound(ms: number, length: PartitionLength): number {
  if (length === 'week')
    return (Math.floor((ms - FIRST_MONDAY_MS) / WEEK_MS) + 1) * WEEK_MS + FIRST_MONDAY_MS;
  const date = new Date(ms);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1);
}

/** Up to where a table that is in one piece becomes the first partition. */
export function firstBound(nowMs: number, length: PartitionLength): number {
  return nextBound(nowMs + FIRST_AHEAD_MS, length);
}

/** Where the last partition, which has no end, is to be cut next; `undefined` while it begins far enough ahead. */
export function boundToAdd(lastMs: number, nowMs: number, length: PartitionLength): number | undefined {
  let ahead = nowMs;
  for (let count = 0; count < AHEAD; count += 1) ahead = nextBound(ahead, length);
  if (lastMs >= ahead) return undefined;
  return lastMs > nowMs ? nextBound(lastMs, length) : firstBound(nowMs, length);
}

/** Whether a check that was left behind could soon refuse calls: then it is taken away, and the conversion begins anew. */
export function isTooClose(boundMs: number, nowMs: number): boolean {
  return boundMs - nowMs < FIRST_AHEAD_MS / 2;
}
