import type { CallPlan } from './call-plan.js';

/** Tiers of calls that no router decides. */
const NAMED_TIERS: ReadonlySet<string> = new Set(['fixed', 'client']);

/**
 * Who answers a call, as far as its body does not tell: the exact model, where the caller gets no other; the endpoint that is registered
 * for it; the model that an alias stands for. What a router decides on is left to it, so that the same question has the same answer.
 */
export function addresseeOf(plan: CallPlan, aliasedModel: string | undefined): string {
  if (plan.kind === 'endpoint') return `endpoint ${plan.endpoint.id} ${plan.endpoint.baseUrl}`;
  if (NAMED_TIERS.has(plan.tier)) return `model ${plan.target.publicId}`;
  return aliasedModel === undefined ? 'router' : `router ${aliasedModel}`;
}
