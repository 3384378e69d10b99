export interface RetryHeaders {
  readonly retryAfter: string | undefined;
  /** Provider B's finer header. */
  readonly retryAfterMs: string | undefined;
  readonly nowMs: number;
}

/** Milliseconds that an answer asks to wait for: `retry-after-ms`, seconds, or an HTTP date. */
export function readRetryAfter({ retryAfter, retryAfterMs, nowMs }: RetryHeaders): number | undefined {
  const exact = toCount(retryAfterMs);
  if (exact !== undefined) return exact;
  const seconds = toCount(retryAfter);
  if (seconds !== undefined) return seconds * 1_000;
  const date = retryAfter === undefined ? Number.NaN : Date.parse(retryAfter);
  return Number.isNaN(date) ? undefined : Math.max(date - nowMs, 0);
}

function toCount(text: string | undefined): number | undefined {
  return text !== undefined && /^\s*\d{1,9}(\.\d{1,9})?\s*$/.test(text) ? Number(text) : undefined;
}
