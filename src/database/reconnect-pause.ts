export interface PauseBounds {
  readonly firstMs: number;
  readonly longestMs: number;
}

/** How much of a pause is left to chance: processes that lost one server together do not come back to it in step. */
const CHANCE = 0.25;

/**
 * The pause in milliseconds before a server is dialled again after so many failures in a row: twice as long each time, up to the
 * longest, less up to a quarter by chance (`chance`, from 0 to 1).
 */
export function reconnectPauseMs(
  failures: number,
  { firstMs, longestMs }: PauseBounds,
  chance: number = Math.random(),
): number {
  const wholeMs = Math.min(longestMs, firstMs * 2 ** Math.max(0, failures - 1));
  return wholeMs * (1 - CHANCE * chance);
}

/** A process has one connection to Redis for its limits and up to four for its jobs. */
const REDIS = { firstMs: 500, longestMs: 3_000 };

export function redisPauseMs(failures: number): number {
  return reconnectPauseMs(failures, REDIS);
}
