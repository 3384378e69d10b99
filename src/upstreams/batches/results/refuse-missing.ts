import type { PendingItems } from './pending-items.js';
import { UnreadableResultsError } from './unreadable-results.error.js';

/**
 * A provider that counts more results than it gives has not given all of them yet: nothing is settled on what is missing.
 * @throws UnreadableResultsError (502)
 */
export function refuseMissing(
  pending: PendingItems,
  counted: { readonly promised: number; readonly there: number },
): void {
  if (pending.size > 0 && counted.there < counted.promised) throw new UnreadableResultsError(counted);
}
