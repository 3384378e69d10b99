import { rateInterval, rateOf, type ModelRecord } from './model-record.js';

/** In points of success, with the 95 % interval. */
export interface RateDifference {
  readonly points: number;
  readonly low: number;
  readonly high: number;
}

/**
 * How much better one record is than another, in percentage points; negative when it is worse. The interval is Newcombe's, made
 * of the two Wilson intervals that the records are shown with. `undefined`: of one of them nothing was judged.
 */
export function rateDifference(record: ModelRecord, than: ModelRecord): RateDifference | undefined {
  if (record.judged === 0 || than.judged === 0) return undefined;
  const [rate, other] = [rateOf(record), rateOf(than)];
  const [own, others] = [rateInterval(record), rateInterval(than)];
  const difference = rate - other;
  return {
    points: 100 * difference,
    low: 100 * (difference - Math.hypot(rate - own.low, others.high - other)),
    high: 100 * (difference + Math.hypot(own.high - rate, other - others.low)),
  };
}

/** As it is shown: to a hundredth of a point. */
export function roundPoints({ points, low, high }: RateDifference): RateDifference {
  const round = (value: number): number => Math.round(value * 100) / 100;
  return { points: round(points), low: round(low), high: round(high) };
}
