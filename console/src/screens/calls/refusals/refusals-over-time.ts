import type { RefusalCount } from '../../../api/refusals.js';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** Up to so long a bar is a minute, beyond it an hour. */
const MOST_MINUTES = 180;
/** Codes of their own in the chart; the rarest are one. */
const MOST_CODES = 7;

export interface RefusalsOverTime {
  readonly times: readonly number[];
  readonly series: readonly { readonly label: string; readonly values: readonly number[] }[];
}

/** Counts as bars without gaps, by code, the most frequent first. */
export function refusalsOverTime(counts: readonly RefusalCount[], others = 'other'): RefusalsOverTime {
  const minutes = counts.map(({ minute }) => Date.parse(minute));
  if (minutes.length === 0) return { times: [], series: [] };
  const [first, last] = minutes.reduce(
    ([low, high], time) => [Math.min(low, time), Math.max(high, time)],
    [Infinity, -Infinity],
  );
  const width = last - first > MOST_MINUTES * MINUTE ? HOUR : MINUTE;
  const start = Math.floor(first / width) * width;
  const times = Array.from(
    { length: Math.floor((last - start) / width) + 1 },
    (_, index) => start + index * width,
  );
  const bars = new Map(namesOf(counts, others).map((name) => [name, times.map(() => 0)]));
  counts.forEach(({ code, count }, index) => {
    const bar = bars.get(code) ?? bars.get(others);
    const place = Math.floor(((minutes[index] ?? start) - start) / width);
    if (bar !== undefined) bar[place] = (bar[place] ?? 0) + count;
  });
  return { times, series: [...bars].map(([label, values]) => ({ label, values })) };
}

function namesOf(counts: readonly RefusalCount[], others: string): string[] {
  const sums = new Map<string, number>();
  for (const { code, count } of counts) sums.set(code, (sums.get(code) ?? 0) + count);
  const names = [...sums].sort(([, one], [, other]) => other - one).map(([code]) => code);
  return names.length <= MOST_CODES ? names : [...names.slice(0, MOST_CODES), others];
}
