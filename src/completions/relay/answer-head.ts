import type { CachedHead } from '../../cached-answers/cache-turn.js';
import { forwardedHeaders } from '../../upstreams/upstream-answer.js';
import type { UpstreamHeaders } from '../../upstreams/upstream-transport.js';
import { publicIdOf as attemptModel } from '../attempts/attempt.js';
import type { ChatAttempt } from '../attempts/chat-attempt.js';
import type { PreparedPrompt } from '../compression/prepared-prompt.js';
import type { CallPlan } from '../plan/call-plan.js';
import { isCascadeFirst } from './chosen-attempt.js';

/** The service's own answer headers, with the prefix of the settings. */
export interface HeaderNames {
  readonly model: string;
  readonly tier: string;
  readonly group: string;
  readonly router: string;
  readonly cost: string;
  readonly tokensSaved: string;
  readonly retry: string;
  readonly cascade: string;
  readonly ignored: string;
  readonly billedTo: string;
  readonly cache: string;
}

export interface AnswerHeadFacts {
  readonly plan: CallPlan;
  readonly prompt: PreparedPrompt;
  readonly isCacheMiss: boolean;
  /** Of a hosted call: the router that served, which its first call may have made. */
  readonly routerId: string | undefined;
  readonly started: readonly ChatAttempt[];
}

const SHOWN_RETRIES: ReadonlySet<string> = new Set([
  'thinking-disabled',
  'content-filter-fallback',
  'outage-fallback',
]);

/** What an answer says of its call, beside the headers that its upstream sent. */
export function answerHead(
  names: HeaderNames,
  run: ChatAttempt,
  headers: UpstreamHeaders,
  { plan, prompt, isCacheMiss, routerId, started }: AnswerHeadFacts,
): Record<string, string> {
  const answer = forwardedHeaders(headers, run.sent);
  answer[names.model] = attemptModel(run.attempt);
  answer[names.tier] = plan.tier;
  if (run.isOnOwnKey) answer[names.billedTo] = 'own-key';
  if (plan.kind === 'hosted') {
    if (routerId !== undefined) answer[names.router] = routerId;
    if (plan.groupId !== undefined) answer[names.group] = plan.groupId;
    if (plan.cascadeFirst !== undefined)
      answer[names.cascade] = isCascadeFirst(run) ? 'served-small' : 'escalated';
  }
  if (prompt.tokensSaved !== undefined) answer[names.tokensSaved] = String(prompt.tokensSaved);
  if (run.ignored.length > 0) answer[names.ignored] = run.ignored.join(',');
  if (isCacheMiss) answer[names.cache] = 'miss';
  const retries = retryHeader(started);
  if (retries !== '') answer[names.retry] = retries;
  return answer;
}

/** Headers that an answer has each time that it is given. */
export function cachedHead(
  names: HeaderNames,
  run: ChatAttempt,
  tierOfPlan: string,
  ofForm: Readonly<Record<string, string>>,
): CachedHead {
  const model = attemptModel(run.attempt);
  const headers: Record<string, string> = { [names.model]: model, [names.tier]: tierOfPlan };
  if (run.ignored.length > 0) headers[names.ignored] = run.ignored.join(',');
  return { model, headers: Object.assign(headers, ofForm) };
}

/** What fired, comma-separated, in order (contract section 5). */
function retryHeader(started: readonly ChatAttempt[]): string {
  const fired: string[] = [];
  for (const { attempt, toolChoiceChanged } of started) {
    if (attempt.retryReason !== undefined && SHOWN_RETRIES.has(attempt.retryReason))
      fired.push(attempt.retryReason);
    if (toolChoiceChanged) fired.push('tool-choice-auto');
  }
  return fired.length === 0 ? '' : [...new Set(fired)].join(',');
}
