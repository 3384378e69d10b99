import { DAY_MS, MINUTE_MS } from '../../lib/durations.js';
import { idFloor } from '../../lib/ids.js';

/** The window of a record: so many of the newest judged tasks of one group and model, none older than this (contract section 5). */
export const WINDOW_TASKS = 200;
export const WINDOW_MS = 30 * DAY_MS;
/** A record with fewer judged tasks says nothing (spec section 6). */
export const MIN_JUDGED = 10;
/** 'A few points' of the spec: a model that is no further behind is as good. */
export const RANGE_POINTS = 3;
/** What is in force stays in range until it is this far behind. */
export const INCUMBENT_RANGE_POINTS = 4;
/** A model that nothing can be compared with must stand on its own: with this rate or more. */
export const LONE_MIN_RATE = 0.9;

/** How one model did in one group, within the window. */
export interface ModelRecord {
  readonly model: string;
  readonly judged: number;
  readonly succeeded: number;
}

/** From 0 to 1; 0 when nothing was judged. */
export function rateOf({ judged, succeeded }: ModelRecord): number {
  return judged === 0 ? 0 : succeeded / judged;
}

/** Whether `record` is more than `points` percentage points behind `best`; exact, in whole numbers. */
export function isBehindBy(record: ModelRecord, best: ModelRecord, points: number): boolean {
  return behind(record, best) > points * best.judged * record.judged;
}

/** Whether `record` is `points` percentage points or more behind `best`. */
export function isBehindByAtLeast(record: ModelRecord, best: ModelRecord, points: number): boolean {
  return behind(record, best) >= points * best.judged * record.judged;
}

const Z_95 = 1.96;

/** The 95 % Wilson interval of the success rate, from 0 to 1; everything is possible while nothing was judged. */
export function rateInterval(record: ModelRecord): { low: number; high: number } {
  const { judged } = record;
  if (judged === 0) return { low: 0, high: 1 };
  const rate = rateOf(record);
  const spread = Z_95 * Math.sqrt((rate * (1 - rate)) / judged + Z_95 ** 2 / (4 * judged ** 2));
  const scale = 1 + Z_95 ** 2 / judged;
  const centre = rate + Z_95 ** 2 / (2 * judged);
  return { low: Math.max(0, (centre - spread) / scale), high: Math.min(1, (centre + spread) / scale) };
}

/** A bound of an interval as it is shown: to a hundredth of a point. */
export function roundRate(rate: number): number {
  return Number(rate.toFixed(4));
}

/** Points times both counts: compared, never divided. */
function behind(record: ModelRecord, best: ModelRecord): number {
  return 100 * (best.succeeded * record.judged - record.succeeded * best.judged);
}

/** Ids of tasks since a moment come no earlier, so that partitions of before are not asked. A call's id and its time are taken one after the other. */
export function firstCallIdOf(since: Date): string {
  return idFloor('call', since.getTime() - MINUTE_MS);
}
