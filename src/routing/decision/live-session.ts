import type { ServableModelId } from '../../catalog/parsed-model-id.js';
import type { RecognizedGroup } from '../../records/groups/task-groups.service.js';
import type { Pin, PinKey } from '../session-pins.service.js';
import type { Asked, RouterInForce } from './asked.js';
import { isSameModel } from './candidates.js';
import type { Decision } from './decision.js';
import { whyUnable } from './request-needs.js';
import type { ServableModels } from './servable-models.service.js';

/** How the session stands: the live pin, and the model to serve by it where that can serve this request. */
export interface Session {
  readonly pin: Pin;
  readonly candidate: ServableModelId | undefined;
}

interface SessionInputs {
  readonly asked: Asked;
  readonly inForce: RouterInForce;
  readonly pin: Pin;
  readonly group: RecognizedGroup | undefined;
  readonly models: ServableModels;
}

/** `undefined` when the pin's model has left the configuration: the pin is released. */
export function liveSession({ asked, inForce, pin, group, models }: SessionInputs): Session | undefined {
  const { caller, needs } = asked;
  const { tiers, named } = inForce;
  const parsed = models.parse(pin.model);
  if (parsed.kind !== 'chat' && parsed.kind !== 'marketplace') return undefined;
  if (!models.isAllowed(caller, parsed)) return undefined;
  const isInRouter = Object.values(tiers).some((id) => models.isModel(id as string | undefined, parsed));
  // A model that a task group chose is part of the configuration as long as it is the group's.
  const isFromGroup = pin.tier === 'group' || pin.tier === 'group-record';
  if (!isInRouter && !(isFromGroup && isStillOf(group, pin))) return undefined;
  const candidate = named !== undefined && isSameModel(parsed, named) ? named : parsed;
  return { pin, candidate: whyUnable(candidate, needs) === undefined ? candidate : undefined };
}

export function pinKey({ caller, question }: Asked, routerId: string): PinKey | undefined {
  const { sessionId } = question;
  if (sessionId === undefined || !caller.permissions.smartRouting) return undefined;
  return { projectId: caller.projectId, routerId, sessionId };
}

export function withSession(decision: Decision, id: string, { pinnedUntil }: Pin): Decision {
  return Object.assign({}, decision, { session: { id, pinnedUntil } });
}

/** A pin that a task group made holds for other requests of the session too, unless this request's group says otherwise. */
function isStillOf(group: RecognizedGroup | undefined, pin: Pin): boolean {
  return group?.assignedModel === undefined || group.assignedModel === pin.model;
}
