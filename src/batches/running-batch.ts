import type { EntityManager } from 'typeorm';
import { BatchEntity } from './batch.entity.js';

/** Rows of `batches` that have not ended. */
export const RUNNING = `status IN ('in_progress', 'canceling')`;

/** Locks a batch that has not ended; `undefined` when it has, or is gone. */
export async function lockRunning(manager: EntityManager, id: string): Promise<BatchEntity | undefined> {
  const batch = await manager.findOne(BatchEntity, { where: { id }, lock: { mode: 'pessimistic_write' } });
  return batch?.status === 'in_progress' || batch?.status === 'canceling' ? batch : undefined;
}
