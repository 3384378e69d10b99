import type { BatchView } from '../batches/batch-book.service.js';
import { DAY_MS } from '../lib/durations.js';
import { toFacadeId } from './facade-id.js';

/**
 * Provider A's batch object with every key (wire notes 5). While it runs all requests count as processing; the counts add up to
 * the batch's size at any time.
 */
export function presentMessageBatch({ batch }: BatchView, baseUrl: string): object {
  const isEnded = batch.status === 'ended';
  const isFailed = batch.status === 'failed';
  const running = batch.status === 'canceling' ? 'canceling' : 'in_progress';
  return {
    id: toFacadeId(batch.id),
    type: 'message_batch',
    processing_status: isEnded || isFailed ? 'ended' : running,
    request_counts: {
      processing: isEnded || isFailed ? 0 : batch.requestCount,
      succeeded: isEnded ? batch.succeededCount : 0,
      errored: isFailed ? batch.requestCount : isEnded ? batch.erroredCount : 0,
      canceled: isEnded ? batch.canceledCount : 0,
      expired: isEnded ? batch.expiredCount : 0,
    },
    created_at: batch.createdAt.toISOString(),
    expires_at: new Date(batch.createdAt.getTime() + DAY_MS).toISOString(),
    ended_at: batch.endedAt?.toISOString() ?? null,
    cancel_initiated_at: batch.cancelRequestedAt?.toISOString() ?? null,
    archived_at: batch.purgedAt?.toISOString() ?? null,
    results_url:
      batch.resultsObject === null
        ? null
        : `${baseUrl}/api/v1/messages/batches/${toFacadeId(batch.id)}/results`,
  };
}
