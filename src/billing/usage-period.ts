import { DAY_MS, HOUR_MS } from '../lib/durations.js';

/** From where a part of a period is read: sums of days or of hours, or the call log itself. */
export type UsageSource = 'day' | 'hour' | 'calls';

/** `from` is in it and `to` is not. */
export interface UsageSegment {
  readonly source: UsageSource;
  readonly from: Date;
  readonly to: Date;
}

/**
 * Cuts a period into the fewest rows to read: whole days, the whole hours beside them, and at its ends parts of an hour, for
 * which there are no sums. `finest` keeps to hours, for a grouping by hour.
 */
export function splitPeriod(
  { from, to }: { from: Date; to: Date },
  finest: 'day' | 'hour' = 'day',
): UsageSegment[] {
  return cut(from.getTime(), to.getTime(), finest === 'day' ? ['day', 'hour'] : ['hour']);
}

const LENGTHS_MS = { day: DAY_MS, hour: HOUR_MS };

function cut(from: number, to: number, grains: readonly ('day' | 'hour')[]): UsageSegment[] {
  if (from >= to) return [];
  const [grain, ...finer] = grains;
  if (grain === undefined) return [segment('calls', from, to)];
  const length = LENGTHS_MS[grain];
  const first = Math.ceil(from / length) * length;
  const last = Math.floor(to / length) * length;
  if (first >= last) return cut(from, to, finer);
  return [...cut(from, first, finer), segment(grain, first, last), ...cut(last, to, finer)];
}

function segment(source: UsageSource, from: number, to: number): UsageSegment {
  return { source, from: new Date(from), to: new Date(to) };
}
