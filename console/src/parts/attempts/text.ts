import { pickText } from '../../text/pick-text.js';

export const text = pickText({
  en: {
    title: 'What happened, step by step',
    at: (model: string, place: string) => `${model} at ${place}`,
    ownKey: 'your own key',
    free: 'Costs nothing here: it is on your own key.',
    first: 'Asked first:',
    /** Why an attempt followed the one before it. */
    because: {
      'own-key-failed':
        'Your own key did not work, so an account of the gateway was asked for the same model:',
      'account-failed': 'That account failed, so another one was asked for the same model:',
      'model-failed': 'That provider failed, so another model that may serve was asked:',
      'thinking-disabled':
        'It had used its whole budget on thinking and said nothing. Asked again with thinking off:',
      'content-filter-fallback':
        'A content filter had taken the answer away, so another tier of the router was asked:',
      'tool-choice-auto': 'It takes no forced tool, so the choice of tools was left to it:',
      'thinking-override-rejected':
        'It had refused to have its thinking turned off. Asked again as the request was written:',
      'foreign-reasoning-rejected':
        'It had refused reasoning in the history that another model made. Asked again without it:',
      cascade:
        'The small model, which is tried first, failed or broke the format that was asked for. The decided model was asked:',
    },
    /** What came of an attempt. */
    verdicts: {
      answered: 'it answered.',
      'not-used': 'it answered, which was not used.',
      'no-answer': 'no answer: the connection failed, or nothing came in time.',
      'key-refused': 'the provider refused the key.',
      forbidden: 'the provider refused the account.',
      'no-quota': 'the account has nothing left.',
      busy: 'too many requests, or the quota is used up.',
      overloaded: 'the provider is overloaded.',
      'timed-out': 'the provider gave up waiting.',
      failed: 'the provider failed.',
      left: 'the caller left.',
      refused: 'the provider refused the request.',
    },
    status: (status: number) => `(${status})`,
  },
});
