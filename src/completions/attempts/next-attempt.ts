import { isThinkingTurnedOff, mayHaveThought } from '../../routing/decision/plan-thinking.js';
import type { ChatTarget } from '../../upstreams/shaping/chat-target.js';
import type { ReasoningControl } from '../../wire/openai/read-reasoning-control.js';
import type { CallPlan, HostedPlan } from '../plan/call-plan.js';
import type { Attempt, HostedAttempt } from './attempt.js';

/** What came of an attempt, as far as the rules ask. */
export type AttemptResult =
  | { readonly kind: 'answered'; readonly empty: boolean; readonly finishReason: string | undefined }
  /** Of the Small model of a cascade: its answer breaks the contract. */
  | { readonly kind: 'violation' }
  /** The upstream refused our own thinking-off. */
  | { readonly kind: 'override-refused' }
  /** The upstream refused reasoning of the history that it did not make. */
  | { readonly kind: 'reasoning-refused' }
  | { readonly kind: 'failed' }
  /** The provider is away, overloaded or broken, or refuses our account: another one may do better. */
  | {
      readonly kind: 'outage';
      /** Of the project's own account: ours are asked for the same model first. */ readonly ofOwnKey?: boolean;
    }
  /** Nothing may follow: something of it is with the client, or the call is over. */
  | { readonly kind: 'over' };

export interface NextAttemptInputs {
  readonly plan: CallPlan;
  /** What the caller said about thinking. */
  readonly control: ReasoningControl;
  readonly maxTokens: number | undefined;
  /** In order, the last one included. */
  readonly tried: readonly Attempt[];
  readonly result: AttemptResult;
  /** Whether an account that was not asked serves the model. */
  readonly hasOtherAccount: (target: ChatTarget) => boolean;
}

/** The first upstream request of a call: the cascade's Small model, the decided model, or the caller's endpoint. */
export function firstAttempt(
  plan: CallPlan,
  call: Pick<NextAttemptInputs, 'control' | 'maxTokens'>,
): Attempt {
  if (plan.kind === 'endpoint') {
    const { endpoint, publicId } = plan;
    return { kind: 'endpoint', endpoint, publicId, retryReason: undefined };
  }
  const { cascadeFirst, tier } = plan;
  if (cascadeFirst === undefined) return decidedAttempt(plan, undefined);
  const off = isThinkingTurnedOff({
    ...call,
    model: cascadeFirst.model,
    tier: tier as 'default',
    small: true,
  });
  return attemptAt(cascadeFirst, { thinkingOff: off ? 'own' : 'no', cascadeFirst: true });
}

/**
 * What to send next, or `undefined` when what came is what the caller gets: the server-side retries and the cascade of spec 4.2,
 * and the way around a provider that fails.
 * Each rule fires once a call, except two. The fallback goes through the router's other tiers until one answers: a filter took the
 * answer away, and a tier that fails or is empty is no reason not to ask the next. And each model may refuse reasoning once.
 */
export function nextAttempt({
  plan,
  control,
  maxTokens,
  tried,
  result,
  hasOtherAccount,
}: NextAttemptInputs): Attempt | undefined {
  const last = tried.at(-1);
  if (last?.kind !== 'hosted' || plan.kind !== 'hosted' || result.kind === 'over') return undefined;
  if (result.kind === 'override-refused' && !hasFired(tried, 'thinking-override-rejected'))
    return attemptAt(last.target, {
      thinkingOff: 'no',
      retryReason: 'thinking-override-rejected',
      cascadeFirst: last.cascadeFirst,
      withoutThinking: last.withoutThinking,
    });
  if (result.kind === 'reasoning-refused' && !last.withoutThinking)
    return attemptAt(last.target, {
      thinkingOff: last.thinkingOff,
      retryReason: 'foreign-reasoning-rejected',
      cascadeFirst: last.cascadeFirst,
      withoutThinking: true,
    });
  if (last.cascadeFirst) return result.kind === 'answered' ? undefined : decidedAttempt(plan, 'cascade');
  if (result.kind === 'outage') {
    const same = result.ofOwnKey === true && hasOtherAccount(last.target) ? last.target : undefined;
    const around = detour({ plan, control, maxTokens, tried, hasOtherAccount, same });
    if (around !== undefined) return around;
  }
  const finishReason = result.kind === 'answered' ? result.finishReason : undefined;
  if (result.kind === 'answered' && !result.empty) return undefined;
  if (finishReason === 'length' && usedUpByThinking(last, tried, control))
    return attemptAt(last.target, {
      thinkingOff: 'forced',
      retryReason: 'thinking-disabled',
      withoutThinking: last.withoutThinking,
    });
  if (finishReason !== 'content_filter' && !hasFired(tried, 'content-filter-fallback')) return undefined;
  const fallback = plan.fallbacks.find((target) => !tried.some((attempt) => isAt(attempt, target)));
  if (fallback === undefined) return undefined;
  const off = isThinkingTurnedOff({ model: fallback.model, control, maxTokens, tier: 'default' });
  return attemptAt(fallback, {
    thinkingOff: off ? 'own' : 'no',
    retryReason: 'content-filter-fallback',
    withoutThinking: true,
  });
}

/**
 * Around a provider that fails: the router's tiers that were not asked, from Big to Small, then another account of the decided model,
 * then of the others. Nothing is asked twice.
 */
function detour({
  plan,
  control,
  maxTokens,
  tried,
  hasOtherAccount,
  same,
}: Omit<NextAttemptInputs, 'result' | 'plan'> & {
  readonly plan: HostedPlan;
  readonly same: ChatTarget | undefined;
}): HostedAttempt | undefined {
  const unasked = plan.detours.find((target) => !tried.some((attempt) => isAt(attempt, target)));
  const target = same ?? unasked ?? [plan.target, ...plan.detours].find((asked) => hasOtherAccount(asked));
  if (target === undefined) return undefined;
  const isDecided = target.publicId === plan.target.publicId;
  const off = isThinkingTurnedOff({ model: target.model, control, maxTokens, tier: 'default' });
  return attemptAt(target, {
    thinkingOff: (isDecided ? plan.thinkingOff : off) ? 'own' : 'no',
    retryReason: 'outage-fallback',
    withoutThinking: isDecided
      ? tried.some((attempt) => isAt(attempt, target) && leavesThinkingOut(attempt))
      : true,
  });
}

function leavesThinkingOut(attempt: Attempt): boolean {
  return attempt.kind === 'hosted' && attempt.withoutThinking;
}

/** A model that thought, whose thinking can be turned off and was not. */
function usedUpByThinking(
  last: HostedAttempt,
  tried: readonly Attempt[],
  control: ReasoningControl,
): boolean {
  const { model } = last.target;
  if (model === undefined || !model.reasoning.canBeOff || last.thinkingOff !== 'no') return false;
  if (hasFired(tried, 'thinking-disabled') || hasFired(tried, 'thinking-override-rejected')) return false;
  return mayHaveThought(model, control);
}

function decidedAttempt(plan: HostedPlan, retryReason: 'cascade' | undefined): HostedAttempt {
  return attemptAt(plan.target, { thinkingOff: plan.thinkingOff ? 'own' : 'no', retryReason });
}

function attemptAt(
  target: ChatTarget,
  {
    thinkingOff,
    retryReason,
    cascadeFirst = false,
    withoutThinking = false,
  }: Pick<HostedAttempt, 'thinkingOff'> & Partial<Omit<HostedAttempt, 'kind' | 'target' | 'thinkingOff'>>,
): HostedAttempt {
  return { kind: 'hosted', target, thinkingOff, retryReason, cascadeFirst, withoutThinking };
}

function hasFired(tried: readonly Attempt[], reason: Attempt['retryReason']): boolean {
  return tried.some(({ retryReason }) => retryReason === reason);
}

function isAt(attempt: Attempt, target: ChatTarget): boolean {
  return attempt.kind === 'hosted' && attempt.target.publicId === target.publicId;
}
