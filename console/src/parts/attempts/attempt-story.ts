import type { Attempt } from '../../api/calls.js';
import { text } from './text.js';

/** Under which name attempts on a key of the project's own are kept. */
const OWN_ACCOUNT = 'own';

export type Because = keyof typeof text.because;
export type Verdict = keyof typeof text.verdicts;

/** One attempt in words: why it was made, and what came of it. */
export interface AttemptStep {
  readonly attempt: Attempt;
  /** Undefined for the first; a reason that is not known here by the API's own word. */
  readonly because: Because | { readonly word: string } | undefined;
  readonly verdict: Verdict;
  readonly isOwnKey: boolean;
}

export const isOnOwnKey = ({ account }: Pick<Attempt, 'account'>): boolean => account === OWN_ACCOUNT;

/** The attempts of a call as they followed each other. Pure. */
export function attemptStory(attempts: readonly Attempt[]): readonly AttemptStep[] {
  return attempts.map((attempt, index) => ({
    attempt,
    because: becauseOf(attempt, attempts[index - 1], attempts.slice(0, index)),
    verdict: verdictOf(attempt.status, index === attempts.length - 1),
    isOwnKey: isOnOwnKey(attempt),
  }));
}

function becauseOf(
  { retry_reason: reason, model }: Attempt,
  before: Attempt | undefined,
  earlier: readonly Attempt[],
): AttemptStep['because'] {
  if (reason === null) return undefined;
  if (reason === 'outage-fallback') {
    if (before !== undefined && isOnOwnKey(before) && before.model === model) return 'own-key-failed';
    return earlier.some((asked) => asked.model === model) ? 'account-failed' : 'model-failed';
  }
  return Object.hasOwn(text.because, reason) ? (reason as Because) : { word: reason };
}

const VERDICTS: Readonly<Partial<Record<number, Verdict>>> = {
  0: 'no-answer',
  401: 'key-refused',
  402: 'no-quota',
  403: 'forbidden',
  408: 'timed-out',
  429: 'busy',
  499: 'left',
  529: 'overloaded',
};

function verdictOf(status: number, isLast: boolean): Verdict {
  const named = VERDICTS[status];
  if (named !== undefined) return named;
  if (status >= 500) return 'failed';
  if (status >= 400) return 'refused';
  return isLast ? 'answered' : 'not-used';
}
