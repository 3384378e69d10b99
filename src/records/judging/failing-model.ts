import { LONE_MIN_RATE, MIN_JUDGED, rateInterval, rateOf, type ModelRecord } from './model-record.js';

/**
 * Whether a record alone shows that its model fails, with nothing to compare it with: the whole 95 % interval lies below what a
 * lone model is picked at. Six of ten are enough, eight of ten are not.
 */
export function isFailing(record: ModelRecord): boolean {
  return record.judged >= MIN_JUDGED && rateInterval(record).high < LONE_MIN_RATE;
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
