import type { ReasoningControl } from '../wire/openai/read-reasoning-control.js';
import type { CatalogModel } from './catalog-model.js';

/** Below so many tokens of answer, thinking would eat them (spec 4.2, reasoning rules). */
const ENOUGH_FOR_THINKING = 2_048;

/** True when the caller said nothing about thinking, the model would think, and it can be told not to. */
export function thinksUnasked(model: CatalogModel | undefined, control: ReasoningControl): boolean {
  if (model === undefined || control.kind !== 'absent') return false;
  const { kind, defaultOn } = model.reasoning;
  return kind !== 'none' && kind !== 'fixed' && defaultOn;
}

/** True when the caller's limit leaves no room for thinking beside an answer. */
export function leavesNoRoomToThink(maxTokens: number | undefined): boolean {
  return maxTokens !== undefined && maxTokens < ENOUGH_FOR_THINKING;
}
