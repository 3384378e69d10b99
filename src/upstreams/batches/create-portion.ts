import { CallFailure } from './http/call-failure.js';
import type { BatchHttp } from './http/batch-http.js';
import type { SubmittedPortion } from './batch-provider.js';
import { mayHaveBeenDone } from './http/retry-policy.js';
import { SubmissionUndecidedError } from './submission-undecided.error.js';

export interface Creation {
  /** One try; the external id. @throws CallFailure */
  readonly create: () => Promise<string>;
  /** Whether an earlier try went through all the same. */
  readonly find: () => Promise<SubmittedPortion>;
}

/**
 * Creates a portion once, however the provider answers. A try that never went out, or that was refused for the moment, is made
 * again. After a 500, 502 or 504 the portion is looked for first. Where no answer came it is left open.
 * @throws UpstreamError or GatewayError when it is refused, SubmissionUndecidedError when it may have been created.
 */
export async function createPortion(http: BatchHttp, { create, find }: Creation): Promise<string> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await create();
    } catch (error) {
      if (!(error instanceof CallFailure)) throw error;
      if (error.kind === 'unanswered' || error.kind === 'unreadable')
        throw new SubmissionUndecidedError(error);
      const existing = await lookAfter(error, find);
      if (existing !== undefined) return existing;
      if (!(await http.waitForRetry(error, tries))) throw error.error;
    }
  }
}

async function lookAfter(failure: CallFailure, find: Creation['find']): Promise<string | undefined> {
  if (failure.kind !== 'refused' || !mayHaveBeenDone(failure.status)) return undefined;
  const found = await find().catch(() => undefined);
  if (found?.kind === 'undecided') throw new SubmissionUndecidedError(failure);
  return found?.kind === 'found' ? found.externalId : undefined;
}
