export const SECOND_MS = 1_000;
export const MINUTE_MS = 60 * SECOND_MS;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

const UNIT_MS: Record<string, number> = { ms: 1, s: SECOND_MS, m: MINUTE_MS, h: HOUR_MS, d: DAY_MS };

/** Milliseconds of `"250ms"`, `"30s"`, `"5m"`, `"24h"`, `"29d"`; `undefined` when the text is none. */
export function parseDurationMs(text: string): number | undefined {
  const match = /^(\d{1,9})(ms|s|m|h|d)$/.exec(text.trim());
  if (!match) return undefined;
  return Number(match[1]) * (UNIT_MS[match[2] ?? ''] ?? 0);
}

/** As it may be written, in the largest unit of which it is a whole number. */
export function printDuration(ms: number): string {
  const [unit = 'ms', unitMs = 1] = Object.entries(UNIT_MS).findLast(([, one]) => ms % one === 0) ?? [];
  return ms === 0 ? '0ms' : `${ms / unitMs}${unit}`;
}
