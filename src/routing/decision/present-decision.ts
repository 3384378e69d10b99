import type { Decision, RouteOutcome } from './decision.js';

/** The decision object of `POST /api/v1/route` (contract section 5). Members without a value are left out. */
export function presentOutcome(outcome: RouteOutcome): Record<string, unknown> {
  switch (outcome.kind) {
    case 'decision':
      return presentDecision(outcome);
    case 'client':
      return unconfigured(
        `This project has no routers: a call is forwarded to ${outcome.candidate.publicId} unchanged.`,
      );
    case 'unconfigured':
      return unconfigured(outcome.error.message);
    case 'endpoint':
      return {
        object: OBJECT,
        configured: true,
        tier: outcome.tier,
        model: outcome.publicId,
        provider: 'endpoint',
        reasons: outcome.reasons,
      };
  }
}

const OBJECT = 'route.decision';

function unconfigured(reason: string): Record<string, unknown> {
  return { object: OBJECT, configured: false, reason };
}

function presentDecision(decision: Decision): Record<string, unknown> {
  const { router, group, session, cascadeFirst, candidate } = decision;
  return {
    object: OBJECT,
    id: decision.id,
    configured: true,
    tier: decision.tier,
    model: candidate.publicId,
    provider: candidate.upstream,
    router_id: router?.id,
    router_name: router?.name,
    anchor_model: router?.anchorModel,
    group: group && { id: group.id, name: group.name },
    kind: decision.shape,
    task: decision.task,
    complexity: decision.complexity,
    threshold: decision.threshold,
    thinking: decision.thinkingOff ? 'off' : 'default',
    cascade: cascadeFirst && { first_model: cascadeFirst.publicId },
    session: session && { id: session.id, pinned_until: session.pinnedUntil.toISOString() },
    reasons: decision.reasons,
  };
}
