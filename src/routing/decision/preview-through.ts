import type { ParsedModelId, ServableModelId } from '../../catalog/ids/parsed-model-id.js';
import { anchorIdOf } from '../routers/router-rules.js';
import type { RouterToPreview } from './asked.js';
import type { RouteOutcome } from './decision.js';

/** Whether calls that name this id go through the router of that anchor. */
export function isNamedBy(written: ParsedModelId, anchorModel: string): written is ServableModelId {
  const isServable = written.kind === 'chat' || written.kind === 'marketplace';
  return isServable && anchorIdOf(written) === anchorModel;
}

/** Says so where a call with the request would not go through the router that is tried. */
export function withPathOf(
  written: ParsedModelId,
  { anchorModel }: Pick<RouterToPreview, 'anchorModel'>,
  outcome: RouteOutcome,
): RouteOutcome {
  if (outcome.kind !== 'decision' || written.kind === 'auto') return outcome;
  if (anchorModel !== undefined && isNamedBy(written, anchorModel)) return outcome;
  return { ...outcome, reasons: [...outcome.reasons, ELSEWHERE] };
}

const ELSEWHERE =
  'The request names a model of its own: a call that does so goes through the router of that model, not through this one.';
