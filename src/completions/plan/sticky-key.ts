import type { CallRequest } from './call-request.js';

/** Keys that are alike up to here share an account. */
const READ_BYTES = 256;

/** What keeps calls on one account, where prompt caches are warm: the session, or the caller's own key of such caches. */
export function stickyKey({ sessionId, scan }: Pick<CallRequest, 'sessionId' | 'scan'>): string | undefined {
  if (sessionId !== undefined) return sessionId;
  const key = scan.find('prompt_cache_key');
  if (key?.kind !== 'string') return undefined;
  const end = Math.min(key.valueEnd, key.valueStart + READ_BYTES);
  return scan.bytes.toString('latin1', key.valueStart, end);
}
