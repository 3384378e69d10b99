import type { TaskGroup } from '../../api/types.js';

export type ModelRecord = TaskGroup['records'][number];

/** The record to show in one line: that of the assigned model, else of the one that was judged most. Pure. */
export function shownRecord({ records, assigned_model: assigned }: TaskGroup): ModelRecord | undefined {
  const own = records.find(({ model }) => model === assigned);
  return own ?? records.reduce<ModelRecord | undefined>(moreJudged, undefined);
}

const moreJudged = (first: ModelRecord | undefined, second: ModelRecord): ModelRecord =>
  first === undefined || second.judged > first.judged ? second : first;
