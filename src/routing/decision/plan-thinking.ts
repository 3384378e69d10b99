import type { CatalogModel } from '../../catalog/catalog-model.js';
import { leavesNoRoomToThink, thinksUnasked } from '../../catalog/thinks-unasked.js';
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

/** True when the gateway turns thinking off for a call: the caller said nothing, the model would think, and it should not. */
export function isThinkingTurnedOff({
  model,
  control,
  maxTokens,
  tier,
  small = false,
}: ThinkingInputs): boolean {
  if (!thinksUnasked(model, control)) return false;
  return tier === 'small' || small || leavesNoRoomToThink(maxTokens);
}

/** True when the model thought, or may have thought, before it answered. */
export function mayHaveThought(model: CatalogModel, control: ReasoningControl): boolean {
  const { kind, defaultOn } = model.reasoning;
  if (kind === 'none') return false;
  if (control.kind === 'absent') return defaultOn;
  if (control.kind === 'graded' && model.vendor === 'a') return defaultOn;
  return control.kind !== 'off';
}
