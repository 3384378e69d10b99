import { Injectable } from '@nestjs/common';
import type { Caller } from '../../auth/caller.js';
import type { DecidedBy } from '../../billing/calls/call-record.js';
import type { ServableModelId } from '../../catalog/ids/parsed-model-id.js';
import { andThen } from '../../lib/and-then.js';
import type { DecidedSurface, Decision, RouteOutcome } from '../../routing/decision/decision.js';
import { DecisionService } from '../../routing/decision/decision.service.js';
import type { ChatTarget } from '../../upstreams/shaping/chat-target.js';
import type { CallPlan, HostedPlan } from './call-plan.js';
import type { CallRequest } from './call-request.js';

/** Decides where a chat call goes: the spec's model rules 1 to 6, and the router's decision. */
@Injectable()
export class CallPlanner {
  constructor(private readonly decisions: DecisionService) {}

  /** @throws the errors of routing/model-errors.ts (400) and ChineseModelsOffError (403). */
  plan(caller: Caller, request: CallRequest, surface: DecidedSurface): CallPlan | Promise<CallPlan> {
    const outcome = this.decisions.decide(caller, {
      surface,
      modelText: request.model,
      view: request.view,
      asks: request.asks,
      promptBytes: request.promptBytes,
      maxTokens: request.maxTokens,
      reasoning: request.reasoning,
      sessionId: request.sessionId,
      refusal: request.refusal,
      stream: request.stream,
      explain: false,
    });
    return andThen(outcome, planOf);
  }
}

const NO_ROUTER = ['The project has no routers: the named model is forwarded.'] as const;

function planOf(outcome: RouteOutcome): CallPlan {
  switch (outcome.kind) {
    case 'decision':
      return decidedPlan(outcome);
    case 'client':
      return {
        kind: 'hosted',
        target: toTarget(outcome.candidate),
        tier: 'client',
        routerId: undefined,
        routerToCreate: undefined,
        groupId: undefined,
        complexity: undefined,
        decidedBy: undefined,
        reasons: NO_ROUTER,
        thinkingOff: outcome.thinkingOff,
        fallbacks: [],
        detours: [],
        cascadeFirst: undefined,
      };
    case 'endpoint':
      return {
        kind: 'endpoint',
        endpoint: outcome.endpoint,
        publicId: outcome.publicId,
        tier: outcome.tier,
        reasons: outcome.reasons,
      };
    case 'unconfigured':
      throw outcome.error;
  }
}

function decidedPlan(decision: Decision): HostedPlan {
  const { candidate, router, group, cascadeFirst, fallbacks, detours } = decision;
  return {
    kind: 'hosted',
    target: toTarget(candidate),
    tier: decision.tier,
    routerId: router?.id,
    routerToCreate: router?.toCreate,
    groupId: group?.id,
    complexity: group && decision.complexity,
    decidedBy: router && decidedBy(decision),
    reasons: decision.reasons,
    thinkingOff: decision.thinkingOff,
    fallbacks: fallbacks.map((fallback) => toTarget(fallback)),
    detours: detours.map((detour) => toTarget(detour)),
    cascadeFirst: cascadeFirst && toTarget(cascadeFirst),
  };
}

function decidedBy({ shape, complexity, threshold, considered }: Decision): DecidedBy {
  return {
    kind: shape,
    // A conversation is served by the top of the router however hard it is: it is not scored.
    complexity: shape === 'machine' ? complexity : undefined,
    threshold,
    considered: considered.map(({ publicId }) => publicId),
  };
}

function toTarget({ upstream, upstreamId, publicId, model }: ServableModelId): ChatTarget {
  return { upstream, upstreamModelId: upstreamId, publicId, model };
}
