import { publicIdOf as attemptModel } from '../attempts/attempt.js';
import type { AttemptOutcome, ChatAttempt } from '../attempts/chat-attempt.js';
import type { AttemptResult } from '../attempts/next-attempt.js';
import type { AnswerChecks } from '../cascade/answer-checks.js';
import type { Ended } from './chosen-attempt.js';
import type { ReadAnswer } from './read-answer.js';

const REFUSED_STATUSES: ReadonlySet<number> = new Set([400, 422]);
const ABOUT_THINKING = /think|reason|effort|chat_template/i;
const ABOUT_FOREIGN_REASONING =
  /"code"\s*:\s*"invalid_encrypted_content"|encrypted content [^"]{0,400}could not be verified/i;

/** What came of an attempt, as far as another one may follow. */
export function judgeAttempt({ run, outcome }: Ended, checks: AnswerChecks | undefined): AttemptResult {
  switch (outcome.kind) {
    case 'answer':
      run.learnFromReasoning('taken');
      return judgeAnswer(run, outcome.answer, checks);
    case 'stream': {
      const { relay } = outcome;
      relay.hold();
      if (!relay.carriedError) run.learnFromReasoning('taken');
      const empty = !relay.isOpen && !relay.sawVisible && !relay.carriedError;
      return { kind: 'answered', empty, finishReason: relay.finishReason };
    }
    case 'failed': {
      const kind = judgeFailure(run, outcome);
      if (kind === 'reasoning-refused') run.learnFromReasoning('refused');
      if (kind === 'failed' && run.isOutage(outcome)) return { kind: 'outage', ofOwnKey: run.isOnOwnKey };
      return { kind };
    }
    case 'broken':
      if (outcome.relay.isOpen) return { kind: 'over' };
      // Somebody else may answer: no waiting time may open what has broken.
      outcome.relay.hold();
      return run.isOutage(outcome) ? { kind: 'outage', ofOwnKey: run.isOnOwnKey } : { kind: 'failed' };
    case 'cut':
      return { kind: 'over' };
  }
}

function judgeAnswer(
  { attempt, dialect }: ChatAttempt,
  answer: ReadAnswer,
  checks: AnswerChecks | undefined,
): AttemptResult {
  if (checks !== undefined) {
    const facts = dialect.readFacts(answer);
    const check = checks.check(attemptModel(attempt), facts);
    if (attempt.kind === 'hosted' && attempt.cascadeFirst && check !== 'unanswered') {
      checks.cascaded(attemptModel(attempt), check === 'broken');
      if (check === 'broken') return { kind: 'violation' };
    }
    return { kind: 'answered', empty: facts.empty, finishReason: facts.finishReason };
  }
  if (!dialect.mayNeedRetry(answer)) return { kind: 'answered', empty: false, finishReason: undefined };
  const { empty, finishReason } = dialect.readFacts(answer);
  return { kind: 'answered', empty, finishReason };
}

/** Two refusals are about what goes up beside the caller's words, and the same model may be asked without it. */
function judgeFailure(
  { ownThinkingOff, replaysReasoning }: ChatAttempt,
  { status, refusal }: AttemptOutcome & { kind: 'failed' },
): 'override-refused' | 'reasoning-refused' | 'failed' {
  if (!REFUSED_STATUSES.has(status)) return 'failed';
  if (replaysReasoning && ABOUT_FOREIGN_REASONING.test(refusal)) return 'reasoning-refused';
  return ownThinkingOff && ABOUT_THINKING.test(refusal) ? 'override-refused' : 'failed';
}
