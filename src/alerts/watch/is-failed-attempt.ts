/** What an attempt says of its account. `neither`: the caller's own mistake, or a call that was cut from our side or his. */
export type AccountVerdict = 'failed' | 'served' | 'neither';

const CLIENT_CLOSED = 499;
/** The key is not taken, its money is gone, the time is over, or too much is asked: none of it is the caller's doing. */
const ACCOUNT_FAULTS: ReadonlySet<number> = new Set([401, 402, 403, 408, 429]);

/**
 * @param attempt the provider's status, 0 when it never answered
 * @param call the status that the caller got
 */
export function verdictOf(attempt: number, call: number): AccountVerdict {
  if (attempt >= 200 && attempt < 300) return 'served';
  if (call === CLIENT_CLOSED) return 'neither';
  return attempt === 0 || attempt >= 500 || ACCOUNT_FAULTS.has(attempt) ? 'failed' : 'neither';
}
