const HOUR = 3_600_000;
/** Lengths of a bar in hours: as many as fit a day or a week evenly. */
const LENGTHS = [1, 2, 3, 6, 12, 24, 48, 168, 720];
/** More are thinner than a pixel on most screens. */
const MAX_BARS = 400;

export interface HourOfCalls {
  readonly hour: string;
  readonly calls: number;
  readonly errors: number;
}

/** One bar of the histogram: from `start` to `end`, in milliseconds. */
export interface Bucket {
  readonly start: number;
  readonly end: number;
  readonly calls: number;
  readonly errors: number;
}

/** Bars of one length over a whole period, those without calls too. */
export function toBuckets(hours: readonly HourOfCalls[], period: { from: string; to: string }): Bucket[] {
  const first = floorTo(Date.parse(period.from), HOUR);
  const last = Math.max(first + HOUR, ceilTo(Date.parse(period.to), HOUR));
  const wanted = (last - first) / HOUR / MAX_BARS;
  const length = (LENGTHS.find((candidate) => candidate >= wanted) ?? 720) * HOUR;
  const start = floorTo(first, length);
  const counts = Array.from({ length: Math.ceil((last - start) / length) }, () => ({ calls: 0, errors: 0 }));
  for (const { hour, calls, errors } of hours) {
    const count = counts[Math.floor((Date.parse(hour) - start) / length)];
    if (count === undefined) continue;
    count.calls += calls;
    count.errors += errors;
  }
  return counts.map((count, index) => ({
    start: start + index * length,
    end: start + (index + 1) * length,
    ...count,
  }));
}

/** The bar of a moment; the last one for what is later. */
export function bucketAt(buckets: readonly Bucket[], time: number): number {
  const index = buckets.findIndex(({ end }) => time < end);
  return index === -1 ? buckets.length - 1 : index;
}

const floorTo = (time: number, length: number): number => Math.floor(time / length) * length;
const ceilTo = (time: number, length: number): number => Math.ceil(time / length) * length;

/** The nearest bar with calls from one on, in a direction; the end in that direction when there is none. */
export function bucketWithCalls(buckets: readonly Bucket[], from: number, step: 1 | -1): number {
  let index = from;
  while (index > 0 && index < buckets.length - 1 && buckets[index]?.calls === 0) index += step;
  return index;
}

/** The outline of all bars as one path, in a box as wide as there are bars and 100 high. */
export function barsPath(buckets: readonly Bucket[], countOf: (bucket: Bucket) => number): string {
  const highest = Math.max(1, ...buckets.map(({ calls }) => calls));
  return buckets
    .map((bucket, index) => {
      const count = countOf(bucket);
      if (count === 0) return '';
      // What is there can be seen, however little it is.
      const height = Math.max(3, (count / highest) * 100);
      return `M${index + 0.08} 100V${round(100 - height)}H${index + 0.92}V100Z`;
    })
    .join('');
}

const round = (value: number): number => Math.round(value * 10) / 10;
