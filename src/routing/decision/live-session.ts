import type { ServableModelId } from '../../catalog/ids/parsed-model-id.js';
import type { RecognizedGroup } from '../../records/groups/task-groups.service.js';
import type { Pin, PinKey, ReplacedPin } from '../pins/session-pins.service.js';
import { TIERS } from '../routers/router-rules.js';
import type { Asked, RouterInForce } from './asked.js';
import {
  findBesideTiers,
  isSameModel,
  judgeModel,
  type CandidateRules,
  type Candidates,
} from './candidates.js';
import type { TierChoice, TierName } from './choose-tier.js';
import type { Decision } from './decision.js';
import type { Judgement } from './request-judge.service.js';

/** How a live pin stands to a request. */
export type Standing =
  /** Its model is no longer one of the router's. */
  | { readonly kind: 'released' }
  /** It serves; without a `candidate` its model cannot serve this one request, and the pin stays. */
  | { readonly kind: 'serves'; readonly candidate: ServableModelId | undefined }
  /** A machine-shaped request made it, and a conversation is asked: that is decided anew. `place`: where its model is in the router. */
  | { readonly kind: 'outgrown'; readonly place: TierName | undefined };

interface SessionInputs {
  readonly inForce: RouterInForce;
  readonly candidates: Candidates;
  readonly rules: CandidateRules;
  readonly judgement: Judgement;
}

export function standingOf(
  pin: Pin,
  { inForce, candidates, rules, judgement: { group, classification } }: SessionInputs,
): Standing {
  const judged = judgeModel(pin.model, rules);
  if (typeof judged === 'string') return { kind: 'released' };
  const place = TIERS.find((tier) => isModelOf(inForce.tiers[tier], judged, rules));
  // A model that a task group chose is part of the configuration as long as it is the group's.
  const isFromGroup = pin.tier === 'group' || pin.tier === 'group-record';
  if (place === undefined && !(isFromGroup && isStillOf(group, pin))) return { kind: 'released' };
  if (pin.shape !== 'conversation' && classification.kind === 'conversation')
    return { kind: 'outgrown', place };
  return { kind: 'serves', candidate: findBesideTiers(pin.model, rules, candidates) };
}

/**
 * What a decision does to the pin that stands; `undefined`: it leaves it alone. A pin moves up, to a higher place in the router,
 * and never down; a model that a task group chose has no place and is below all of them.
 */
export function replacementOf(
  pin: Pin,
  standing: Standing,
  { place }: TierChoice<ServableModelId>,
): ReplacedPin | undefined {
  const { decisionId } = pin;
  if (standing.kind === 'released') return { decisionId, why: 'released' };
  if (standing.kind === 'serves' || rankOf(place) < rankOf(standing.place)) return undefined;
  return { decisionId, why: 'moved' };
}

export function pinKey({ caller, question }: Asked, { router }: RouterInForce): PinKey | undefined {
  const { sessionId } = question;
  const { organizationId, projectId } = caller;
  const name = router.anchorModel ?? router.id;
  if (sessionId === undefined || name === undefined) return undefined;
  return { organizationId, projectId, router: name, sessionId };
}

export function withSession(decision: Decision, id: string, { pinnedUntil }: Pin): Decision {
  return Object.assign({}, decision, { session: { id, pinnedUntil } });
}

function isModelOf(id: string | undefined, model: ServableModelId, { parse }: CandidateRules): boolean {
  if (id === undefined) return false;
  const parsed = parse(id);
  return (parsed.kind === 'chat' || parsed.kind === 'marketplace') && isSameModel(parsed, model);
}

/** A pin that a task group made holds for other requests of the session too, unless this request's group says otherwise. */
function isStillOf(group: RecognizedGroup | undefined, pin: Pin): boolean {
  return group?.assignedModel === undefined || group.assignedModel === pin.model;
}

/** From the top of the router down. */
function rankOf(place: TierName | undefined): number {
  return place === undefined ? 0 : TIERS.length - TIERS.indexOf(place);
}
