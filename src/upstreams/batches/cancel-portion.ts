import { CallFailure } from './http/call-failure.js';
import type { BatchHttp, BatchRequest } from './http/batch-http.js';

/** Asks a provider to end a batch, until it has heard it. One that has ended, or is about to, is 409 and as good. */
export async function cancelPortion(http: BatchHttp, request: BatchRequest): Promise<void> {
  try {
    await http.retried(() => http.documentOnce(request, 'kept'), 'keep-failure');
  } catch (error) {
    if (!(error instanceof CallFailure)) throw error;
    if (error.status !== 409) throw error.error;
  }
}
