import { LONE_MIN_RATE, MIN_JUDGED, rateInterval, rateOf, type ModelRecord } from './model-record.js';

/** Nothing is compared, so it takes twice the tasks that a pick does: a thin record keeps its tier. */
export const MIN_JUDGED_ALONE = 2 * MIN_JUDGED;

/**
 * Whether a record alone shows that its model fails, with nothing to compare it with: the whole 95 % interval lies below what a
 * lone model is picked at. 15 of 20 are few enough, 16 of 20 are not.
 */
export function isFailing(record: ModelRecord): boolean {
  return record.judged >= MIN_JUDGED_ALONE && rateInterval(record).high < LONE_MIN_RATE;
}

/** In plain words, for the decision's `reasons`. */
export function describeFailure(record: ModelRecord): string {
  const { model, judged, succeeded } = record;
  const { high } = rateInterval(record);
  const percent = (rate: number): string => `${Number((100 * rate).toFixed(1))}%`;
  return (
    `${model} succeeded in ${succeeded} of the last ${judged} judged tasks of this group (${percent(rateOf(record))}, ` +
    `at most ${percent(high)} with 95% confidence), which is too few`
  );
}
