import type { CatalogModel } from '../../catalog/catalog-model.js';
import type { ReasoningControl } from '../../wire/openai/read-reasoning-control.js';
import type { Tier } from './choose-tier.js';

export interface ThinkingInputs {
  readonly model: CatalogModel | undefined;
  /** What the caller said about thinking. */
  readonly control: ReasoningControl;
  readonly maxTokens: number | undefined;
  readonly tier: Tier;
  /** The Small model of a cascade answers first: then the tier is the decision's, and the model is Small's. */
  readonly small?: boolean;
}

/** Below so many tokens of answer, thinking would eat them (spec 4.2, reasoning rules). */
const ENOUGH_FOR_THINKING = 2_048;

/** True when the gateway turns thinking off for a call: the caller said nothing, the model would think, and it should not. */
export function isThinkingTurnedOff({
  model,
  control,
  maxTokens,
  tier,
  small = false,
}: ThinkingInputs): boolean {
  if (model === undefined || control.kind !== 'absent') return false;
  const { kind, defaultOn } = model.reasoning;
  if (kind === 'none' || kind === 'fixed' || !defaultOn) return false;
  return tier === 'small' || small || (maxTokens !== undefined && maxTokens < ENOUGH_FOR_THINKING);
}

/** True when the model thought, or may have thought, before it answered. */
export function mayHaveThought(model: CatalogModel, control: ReasoningControl): boolean {
  const { kind, defaultOn } = model.reasoning;
  if (kind === 'none') return false;
  if (control.kind === 'absent') return defaultOn;
  if (control.kind === 'graded' && model.vendor === 'a') return defaultOn;
  return control.kind !== 'off';
}
