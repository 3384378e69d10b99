const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Periods that end now, by their names in the control. */
export const PERIODS = { '1h': HOUR, '24h': DAY, '7d': 7 * DAY, '30d': 30 * DAY } as const;
export type PeriodName = keyof typeof PERIODS;

export interface Period {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** The beginning of a period that ends now, on a whole minute: two reads within it ask the same thing. */
export function startOf(name: PeriodName, now: number): string {
  const start = now - PERIODS[name];
  return new Date(start - (start % MINUTE)).toISOString().replace('.000Z', 'Z');
}

/** The name of a period that ends now, when it is one of ours to two minutes. */
export function nameOfPeriod({ from, to }: Period, now: number): PeriodName | undefined {
  if (from === undefined || to !== undefined) return undefined;
  const length = now - Date.parse(from);
  const names = Object.keys(PERIODS) as PeriodName[];
  return names.find((name) => Math.abs(PERIODS[name] - length) < 2 * MINUTE);
}
