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

/** A link is still of the last week some hours after it was made. */
const tolerance = (length: number): number => Math.max(2 * MINUTE, length / 20);

/** The name of a period that ends now, when it is one of ours to a twentieth, and to two minutes at least. */
export function nameOfPeriod({ from, to }: Period, now: number): PeriodName | undefined {
  if (from === undefined || to !== undefined) return undefined;
  const length = now - Date.parse(from);
  const names = Object.keys(PERIODS) as PeriodName[];
  return names.find((name) => Math.abs(PERIODS[name] - length) < tolerance(PERIODS[name]));
}

/** A period that was called so when it was chosen. */
export interface CalledPeriod {
  readonly name: PeriodName;
  readonly from: string | undefined;
}

/** What a period is called: however long one looks at it, as it was at first. `last` is what it was called the last time. */
export function callPeriod(
  period: Period,
  { now, last }: { readonly now: number; readonly last: CalledPeriod | undefined },
): CalledPeriod | undefined {
  if (last !== undefined && last.from === period.from && period.to === undefined) return last;
  const name = nameOfPeriod(period, now);
  return name && { name, from: period.from };
}
