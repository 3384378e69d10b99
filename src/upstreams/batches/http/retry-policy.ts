/** Answers that say: later. 529 is provider A's "overloaded". */
const RETRYABLE_STATUSES: ReadonlySet<number> = new Set([408, 425, 429, 500, 502, 503, 504, 529]);
/** Said by something between us and the provider, or in the middle of the work: it may have been done all the same. */
const AMBIGUOUS_STATUSES: ReadonlySet<number> = new Set([408, 500, 502, 504]);
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 15_000;

export const MAX_TRIES = 4;

export function isRetryableStatus(status: number): boolean {
  return RETRYABLE_STATUSES.has(status);
}

export function mayHaveBeenDone(status: number): boolean {
  return AMBIGUOUS_STATUSES.has(status);
}

export interface PauseInputs {
  /** Tries that have failed so far, from 1. */
  readonly failures: number;
  /** What the provider asks for. */
  readonly retryAfterMs: number | undefined;
  /** 0 to 1. */
  readonly chance: number;
}

/**
 * Milliseconds until the next try: what the provider asks for, else doubling with up to a half of it left to chance. `undefined`
 * when the provider asks for more than 15 s: whoever waits for us is told at once.
 */
export function pauseMs({ failures, retryAfterMs, chance }: PauseInputs): number | undefined {
  if (retryAfterMs !== undefined) return retryAfterMs <= LONGEST_PAUSE_MS ? retryAfterMs : undefined;
  const grown = FIRST_PAUSE_MS * 2 ** (failures - 1);
  return Math.min(grown * (1 - chance / 2), LONGEST_PAUSE_MS);
}
