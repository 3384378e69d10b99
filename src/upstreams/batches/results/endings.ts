import type { PortionResult } from '../batch-provider.js';

/** What became of a request that ran into nothing of its own. */
export type Ending = Pick<PortionResult, 'status' | 'error'>;

/** The result of a request that ended so. */
export function endedAs(customId: string, { status, error }: Ending): PortionResult {
  return { customId, status, error };
}

export const CANCELED: Ending = {
  status: 'canceled',
  error: { message: 'The batch was canceled before this request ran.' },
};
export const EXPIRED: Ending = {
  status: 'expired',
  error: { message: 'The batch expired before this request ran.' },
};
export const LOST: Ending = {
  status: 'errored',
  error: { message: 'The provider returned no result for this request.' },
};
/** Of a request whose result is there, and broken. */
export const UNREADABLE: Ending = {
  status: 'errored',
  error: { message: "The provider's result for this request could not be read." },
};
