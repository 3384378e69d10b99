import { Injectable } from '@nestjs/common';
import { DataSource, IsNull, LessThan } from 'typeorm';
import { atMost } from '../lib/at-most.js';
import { SECOND_MS } from '../lib/durations.js';
import { ObjectStore } from '../storage/object-store.js';
import { BatchBook, type BatchView } from './batch-book.service.js';
import { BatchStillRunningError, UnknownBatchError } from './batch-errors.js';
import { BatchPortionEntity } from './batch-portion.entity.js';
import { BatchEntity } from './batch.entity.js';
import { deleteFilesOfResults } from './files/batch-files.repository.js';
import { BatchRefresh } from './lifecycle/batch-refresh.service.js';
import { BatchValidation } from './validation/batch-validation.service.js';
import { ValidationBook } from './validation/validation-book.service.js';
import { isRefusal } from './validation/validation-errors.js';

/** How long a poll waits for its refresh; a large batch that ends takes longer, and a later poll shows it. */
const POLL_WAIT_MS = 10 * SECOND_MS;
const ID = /^batch_[0-9a-z]{1,40}$/;

export interface BatchPageQuery {
  readonly limit: number;
  /** Only batches created before this one. */
  readonly after?: string;
  /** Only batches created after this one: the page that ends right before it. */
  readonly before?: string;
}

/** Batches of a project, as both surfaces see them. A foreign id looks like an unknown one. */
@Injectable()
export class BatchesService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly book: BatchBook,
    private readonly refreshes: BatchRefresh,
    private readonly validationBook: ValidationBook,
    private readonly validations: BatchValidation,
    private readonly store: ObjectStore,
  ) {}

  /** @throws UnknownBatchError (404) */
  async find(projectId: string, id: string): Promise<BatchEntity> {
    const batch = ID.test(id) ? await this.book.find(projectId, id) : null;
    if (batch === null) throw new UnknownBatchError();
    return batch;
  }

  /** A batch of any project, for whoever may look into several; `null` also for one that was deleted. */
  locate(id: string): Promise<BatchEntity | null> {
    return this.dataSource.getRepository(BatchEntity).findOneBy({ id, deletedAt: IsNull() });
  }

  /** The batch as it stands at its providers now. @throws UnknownBatchError (404) */
  async poll(projectId: string, id: string): Promise<BatchView> {
    const found = await this.find(projectId, id);
    const batch = found.status === 'validating' ? await this.validate(found) : found;
    const refreshed = isAtProviders(batch)
      ? await atMost(POLL_WAIT_MS, this.refreshes.refresh(id))
      : undefined;
    return refreshed?.view ?? this.book.view(id);
  }

  /** Asks the providers to stop; of a batch that has ended, or is canceling, nothing changes. @throws UnknownBatchError (404) */
  async cancel(projectId: string, id: string): Promise<BatchView> {
    const batch = await this.find(projectId, id);
    if (!isOver(batch) && !(await this.validationBook.cancel(id))) {
      await this.book.requestCancel(id);
      await atMost(POLL_WAIT_MS, this.refreshes.refreshAnew(id));
    }
    return this.book.view(id);
  }

  /**
   * Removes a batch that has ended, with its results; its spend stays. Its idempotency key is free again: whoever deleted a batch
   * and submits anew wants a new one, not the id of one that is gone.
   * @throws UnknownBatchError (404), BatchStillRunningError (400)
   */
  async remove(projectId: string, id: string): Promise<void> {
    const batch = await this.find(projectId, id);
    if (!isOver(batch)) throw new BatchStillRunningError();
    await this.dataSource.transaction(async (manager) => {
      await manager.update(
        BatchEntity,
        { id },
        { deletedAt: new Date(), purgedAt: new Date(), resultsObject: null, idempotencyKey: null },
      );
      await deleteFilesOfResults(manager, id);
    });
    if (batch.resultsObject !== null) await this.store.remove(batch.resultsObject);
  }

  /** Newest first, with their portions. */
  async list(projectId: string, { limit, after, before }: BatchPageQuery): Promise<readonly BatchView[]> {
    const batches =
      before === undefined
        ? await this.dataSource.getRepository(BatchEntity).find({
            where: { projectId, deletedAt: IsNull(), ...(after !== undefined && { id: LessThan(after) }) },
            order: { id: 'DESC' },
            take: limit,
          })
        : await this.listBefore(projectId, before, limit);
    const portions = await this.portionsOf(batches.map(({ id }) => id));
    return batches.map((batch) => ({ batch, portions: portions.get(batch.id) ?? [] }));
  }

  /** Goes on with a file that nobody reads any more, or waits for who does. @throws UnknownBatchError (404) when it was refused */
  private async validate({ projectId, id }: BatchEntity): Promise<BatchEntity> {
    const validation = this.validations.run(id).catch((error: unknown) => {
      // It is told to whoever asked for the batch; for all others there never was one.
      if (!isRefusal(error)) throw error;
    });
    await atMost(POLL_WAIT_MS, validation);
    return this.find(projectId, id);
  }

  private async listBefore(projectId: string, before: string, limit: number): Promise<BatchEntity[]> {
    const rows = await this.dataSource
      .getRepository(BatchEntity)
      .createQueryBuilder('batch')
      .where('batch.project_id = :projectId AND batch.deleted_at IS NULL AND batch.id > :before', {
        projectId,
        before,
      })
      .orderBy('batch.id', 'ASC')
      .take(limit)
      .getMany();
    return rows.reverse();
  }

  private async portionsOf(batchIds: readonly string[]): Promise<Map<string, BatchPortionEntity[]>> {
    const portions = await this.dataSource
      .getRepository(BatchPortionEntity)
      .createQueryBuilder('portion')
      .where('portion.batch_id = ANY(:batchIds)', { batchIds: [...batchIds] })
      .orderBy('portion.ordinal', 'ASC')
      .getMany();
    const byBatch = new Map<string, BatchPortionEntity[]>();
    for (const portion of portions)
      byBatch.set(portion.batchId, [...(byBatch.get(portion.batchId) ?? []), portion]);
    return byBatch;
  }
}

function isOver({ status }: BatchEntity): boolean {
  return status === 'ended' || status === 'failed';
}

function isAtProviders(batch: BatchEntity): boolean {
  return batch.status !== 'validating' && !isOver(batch);
}
