import type { Caller } from '../../auth/caller.js';
import type { ServableModelId } from '../../catalog/ids/parsed-model-id.js';
import { newId } from '../../lib/ids.js';
import { thresholdInForce, type ThresholdInForce } from '../routers/threshold-in-force.js';
import type { Asked, RouterInForce } from './asked.js';
import { detoursBeside, fallbacksBeside, isSameModel, type Candidates } from './candidates.js';
import type { TierChoice } from './choose-tier.js';
import type { Decision, RouteQuestion } from './decision.js';
import { isThinkingTurnedOff } from './plan-thinking.js';
import type { Judgement } from './request-judge.service.js';

export interface DecisionParts {
  readonly asked: Asked;
  readonly inForce: RouterInForce;
  readonly candidates: Candidates;
  readonly judgement: Judgement;
  readonly choice: TierChoice<ServableModelId>;
  readonly threshold: ThresholdInForce;
  /** The session is pinned to a model that answered as the router's Small: it goes on as Small does. */
  readonly isPinnedSmall?: boolean;
}

/**
 * The decision that a choice of tier comes to, not yet of a session.
 * @param mayCascade asked only when there is a cheaper model to go first
 */
export function composeDecision(
  { asked, inForce, candidates, judgement, choice, threshold, isPinnedSmall = false }: DecisionParts,
  mayCascade: () => boolean,
): Decision {
  const { caller, question } = asked;
  const { named } = inForce;
  const { id, name, anchorModel, toCreate, outageFallback } = inForce.router;
  const { candidate, tier } = choice;
  const callerChose =
    !caller.permissions.smartRouting || (named !== undefined && isSameModel(candidate, named));
  const others = fallbacksBeside(candidates.tiers, candidate);
  return {
    kind: 'decision',
    id: newId('dec'),
    tier,
    candidate,
    router: { id, name, anchorModel, toCreate },
    group: judgement.group,
    shape: judgement.classification.kind,
    task: judgement.classification.task,
    complexity: judgement.complexity,
    threshold: threshold.value,
    thinkingOff: isThinkingOff(question, candidate, isPinnedSmall ? 'small' : tier),
    cascadeFirst: cascadeFirst(candidates, choice, mayCascade),
    session: undefined,
    fallbacks: callerChose ? [] : others,
    detours:
      outageFallback && caller.permissions.smartRouting
        ? detoursBeside(candidates.tiers, candidate)
        : NO_DETOURS,
    considered: [candidate, ...others],
    reasons: [
      choice.reason,
      ...ofRecord(threshold, choice, judgement),
      ...judgement.reasons,
      ...candidates.reasons,
    ],
  };
}

const NO_DETOURS: readonly ServableModelId[] = [];

/** Each member by its name: a copy by spread would cost every call a hidden class. */
export function thresholdOf(
  { router, tiers }: RouterInForce,
  { permissions: { automaticUpdates } }: Caller,
): ThresholdInForce {
  return thresholdInForce({ router, tiers, automaticUpdates });
}

/** Whether the gateway turns thinking off when this model serves the question by that tier. */
export function isThinkingOff(
  { reasoning, maxTokens }: RouteQuestion,
  candidate: ServableModelId,
  tier: Decision['tier'],
): boolean {
  return isThinkingTurnedOff({ model: candidate.model, control: reasoning, maxTokens, tier });
}

/** Where a tier was chosen by difficulty, and the record says from which on. */
function ofRecord(
  { value, source }: ThresholdInForce,
  { tier }: TierChoice<ServableModelId>,
  { classification }: Judgement,
): readonly string[] {
  if (source !== 'record' || classification.kind !== 'machine') return [];
  if (tier !== 'strong' && tier !== 'default') return [];
  return [`The threshold of the router, ${value}, is the one that its record speaks for.`];
}

function cascadeFirst(
  candidates: Candidates,
  choice: TierChoice<ServableModelId>,
  mayCascade: () => boolean,
): ServableModelId | undefined {
  const { small } = candidates.tiers;
  if (choice.tier !== 'default' && choice.tier !== 'strong') return undefined;
  if (small === undefined || isSameModel(small, choice.candidate)) return undefined;
  return mayCascade() ? small : undefined;
}
