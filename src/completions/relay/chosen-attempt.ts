import type { AttemptOutcome, ChatAttempt } from '../attempts/chat-attempt.js';

/** An attempt that is over. */
export interface Ended {
  readonly run: ChatAttempt;
  readonly outcome: AttemptOutcome;
}

/**
 * The attempt whose answer the caller gets: the last one, or, when a retry after an empty answer gave nothing, that empty answer.
 * After an escalation it is always the last: its failure reaches the caller (contract section 5).
 */
export function chosenAttempt(ended: readonly Ended[]): Ended {
  const last = ended.at(-1);
  if (last === undefined) throw new Error('a call without an attempt');
  const { outcome } = last;
  if (outcome.kind !== 'failed' && outcome.kind !== 'broken') return last;
  if (outcome.kind === 'broken' && outcome.relay.isOpen) return last;
  const earlier = ended.findLast((one) => isUsable(one.outcome.kind) && !isCascadeFirst(one.run));
  return earlier ?? firstOfOutage(ended) ?? last;
}

/** When nobody could be reached, the caller gets what the first one said. */
function firstOfOutage(ended: readonly Ended[]): Ended | undefined {
  const at = ended.findIndex(({ run }) => run.attempt.retryReason === 'outage-fallback');
  return at < 0 ? undefined : ended[at - 1];
}

function isUsable(kind: AttemptOutcome['kind']): boolean {
  return kind === 'answer' || kind === 'stream';
}

/** Whether Small was asked first, before the model that was decided for. */
export function isCascadeFirst({ attempt }: ChatAttempt): boolean {
  return attempt.kind === 'hosted' && attempt.cascadeFirst;
}
