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

/**
 * The generic cell rate algorithm: a token bucket kept as one number, the theoretical arrival time.
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
  const next = Math.max(arrivalMs, nowMs) + intervalMs;
  const spaceMs = limit.burst * intervalMs - (next - nowMs);
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
