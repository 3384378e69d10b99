import type { EntityManager } from 'typeorm';
import { recordAlert } from '../alert-facts/record-alert.js';
import { parseUsd, toUsdNumber } from '../lib/money.js';
import { BatchCallbackEntity } from './callbacks/batch-callback.entity.js';
import { BatchEntity } from './batch.entity.js';

/** Rows of `batches` that have not ended. */
export const RUNNING = `status IN ('in_progress', 'canceling')`;

/** Locks a batch that has not ended; `undefined` when it has, or is gone. */
export async function lockRunning(manager: EntityManager, id: string): Promise<BatchEntity | undefined> {
  const batch = await manager.findOne(BatchEntity, { where: { id }, lock: { mode: 'pessimistic_write' } });
  return batch?.status === 'in_progress' || batch?.status === 'canceling' ? batch : undefined;
}

/** A batch's callback is due from now on, where it has one; in the transaction that ends it, after its row says so. */
export async function announceEnd(manager: EntityManager, batch: BatchEntity, endedAt: Date): Promise<void> {
  await alertOfEnd(manager, batch.id);
  if (batch.callbackUrl === null) return;
  await manager.insert(BatchCallbackEntity, { batchId: batch.id, nextTryAt: endedAt });
}

/** Whoever asked to be told of ended batches hears how it ended; in the transaction that ends it, after its row says so. */
export async function alertOfEnd(manager: EntityManager, id: string): Promise<void> {
  const batch = await manager.findOneByOrFail(BatchEntity, { id });
  await recordAlert(manager, {
    organizationId: batch.organizationId,
    event: 'batch_ended',
    subject: id,
    window: '',
    facts: {
      project_id: batch.projectId,
      batch_id: id,
      status: batch.status,
      request_count: batch.requestCount,
      succeeded_count: batch.succeededCount,
      errored_count: batch.erroredCount,
      canceled_count: batch.canceledCount,
      expired_count: batch.expiredCount,
      cost_usd: batch.costUsd === null ? null : toUsdNumber(parseUsd(batch.costUsd)),
      ended_at: batch.endedAt?.toISOString() ?? null,
    },
  });
}
