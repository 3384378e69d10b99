import type { TrafficMix } from './blend-price.js';
import { OPEN_GUARDRAIL, type CascadeGuardrail } from './cascade-guardrail.js';
import type { ModelRecord } from './model-record.js';
import { NO_PICK, type PickInForce } from './pick-in-force.js';

/** All that routing needs to know of one task group's judged tasks. */
export interface GroupStanding {
  readonly records: readonly ModelRecord[];
  readonly inForce: PickInForce;
  readonly guardrail: CascadeGuardrail;
  readonly mix: TrafficMix;
}

/** Of a group that nothing was judged in. */
export const UNKNOWN_STANDING: GroupStanding = {
  records: [],
  inForce: NO_PICK,
  guardrail: OPEN_GUARDRAIL,
  mix: { inputTokens: 0n, outputTokens: 0n },
};
