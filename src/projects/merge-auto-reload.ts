import { InvalidRequestError } from '../lib/gateway-error.js';
import type { AutoReload } from './organization.entity.js';

const OFF: AutoReload = { enabled: false, threshold_usd: 0, amount_usd: 0 };

/** What is not named stays as it was. @throws InvalidRequestError (400) for a reload of nothing. */
export function mergeAutoReload(before: AutoReload | null, change: Partial<AutoReload>): AutoReload {
  const base = before ?? OFF;
  const merged: AutoReload = {
    enabled: change.enabled ?? base.enabled,
    threshold_usd: change.threshold_usd ?? base.threshold_usd,
    amount_usd: change.amount_usd ?? base.amount_usd,
  };
  if (merged.enabled && merged.amount_usd <= 0) {
    throw new InvalidRequestError({
      param: 'auto_reload.amount_usd',
      message: '`auto_reload.amount_usd` must be set before auto reload can be enabled.',
    });
  }
  return merged;
}
