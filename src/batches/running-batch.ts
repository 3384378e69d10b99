import type { EntityManager } from 'typeorm';
import { BatchCallbackEntity } from './batch-callback.entity.js';
import { BatchEntity } from './batch.entity.js';

/** Rows of `batches` that have not ended. */
export const RUNNING = `status IN ('in_progress', 'canceling')`;

/** Locks a batch that has not ended; `undefined` when it has, or is gone. */
export async function lockRunning(manager: EntityManager, id: string): Promise<BatchEntity | undefined> {
  const batch = await manager.findOne(BatchEntity, { where: { id }, lock: { mode: 'pessimistic_write' } });
  return batch?.status === 'in_progress' || batch?.status === 'canceling' ? batch : undefined;
}

/** A batch's callback is due from now on, where it has one; in the transaction that ends it. */
export async function announceEnd(manager: EntityManager, batch: BatchEntity, endedAt: Date): Promise<void> {
  if (batch.callbackUrl === null) return;
  await manager.insert(BatchCallbackEntity, { batchId: batch.id, nextTryAt: endedAt });
}
