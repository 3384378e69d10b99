/** A sustained rate and a burst. */
export interface RateLimit {
  readonly perSecond: number;
  readonly burst: number;
}

export interface RateLimitVerdict {
  readonly allowed: boolean;
  readonly limit: number;
  readonly remaining: number;
  /** Until the bucket is full again. */
  readonly resetMs: number;
  /** Until one more request fits; 0 when allowed. */
  readonly retryAfterMs: number;
}

/** More than a limit lets anybody owe: rounding, and a clock that is set back a little. */
export const OWED_AT_MOST_MS = 1_000;

/**
 * The generic cell rate algorithm: a token bucket kept as one number, the theoretical arrival time. A time that this limit never led
 * to was owed to a slower one, which is no longer in force, and counts for nothing.
 * @returns the verdict and the new arrival time to keep (the old one when refused).
 */
export function takeOne({
  arrivalMs,
  nowMs,
  limit,
}: {
  arrivalMs: number;
  nowMs: number;
  limit: RateLimit;
}): { verdict: RateLimitVerdict; arrivalMs: number } {
  const intervalMs = 1_000 / limit.perSecond;
  const burstMs = limit.burst * intervalMs;
  const isOwed = arrivalMs > nowMs && arrivalMs - nowMs <= burstMs + OWED_AT_MOST_MS;
  const next = (isOwed ? arrivalMs : nowMs) + intervalMs;
  const spaceMs = burstMs - (next - nowMs);
  // A rounding error of a billionth must not cost a request.
  if (spaceMs < -1e-6) {
    const resetMs = Math.max(0, arrivalMs - nowMs);
    return {
      verdict: { allowed: false, limit: limit.burst, remaining: 0, resetMs, retryAfterMs: -spaceMs },
      arrivalMs,
    };
  }
  const remaining = Math.max(0, Math.floor(spaceMs / intervalMs + 1e-6));
  return {
    verdict: { allowed: true, limit: limit.burst, remaining, resetMs: next - nowMs, retryAfterMs: 0 },
    arrivalMs: next,
  };
}
