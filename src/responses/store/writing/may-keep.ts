import type { Caller } from '../../../auth/caller.js';

/** Whether an answer may be kept: the request, the project and the organization must all let it be. */
export function mayKeep({ permissions, zeroRetention }: Caller, store: boolean): boolean {
  return store && permissions.responseStorage && !zeroRetention;
}
