import { SECOND_MS } from '../../lib/durations.js';
import type { BatchEntity } from '../batch.entity.js';

type EndedBatch = Pick<BatchEntity, 'outputExpiresSeconds'> & { readonly endedAt: Date };

/** When the results of a batch are deleted: after their retention, or sooner where the caller wants it so. */
export function resultsEnd({ endedAt, outputExpiresSeconds }: EndedBatch, retentionMs: number): Date {
  const wantedMs =
    outputExpiresSeconds === null ? Number.POSITIVE_INFINITY : outputExpiresSeconds * SECOND_MS;
  return new Date(endedAt.getTime() + Math.min(retentionMs, wantedMs));
}
