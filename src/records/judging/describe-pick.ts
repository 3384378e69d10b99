import { rateOf, type ModelRecord } from './model-record.js';
import type { ModelPick } from './pick-model.js';

/** A pick in plain words. */
export function describePick({ record, best }: ModelPick): string {
  const own = `${record.model} succeeded in ${percent(record)} of the group's last ${record.judged} judged tasks`;
  return record.model === best.model
    ? `${own}, and no cheaper model comes near that`
    : `${own}, which is close to the best (${best.model}, ${percent(best)}) at a lower price`;
}

function percent(record: ModelRecord): string {
  return `${Number((100 * rateOf(record)).toFixed(1))}%`;
}
