import { Inject, Injectable } from '@nestjs/common';
import { DataSource, IsNull } from 'typeorm';
import { DAY_MS } from '../lib/durations.js';
import { storableText } from '../lib/storable-text.js';
import { BatchPortionEntity, type PortionProvider } from './batch-portion.entity.js';
import { BatchEntity } from './batch.entity.js';
import { RUNNING } from './running-batch.js';

/** A batch with its portions in the order of the submission. */
export interface BatchView {
  readonly batch: BatchEntity;
  readonly portions: readonly BatchPortionEntity[];
}

/** Batches and portions as rows. */
@Injectable()
export class BatchBook {
  constructor(@Inject(DataSource) private readonly dataSource: DataSource) {}

  find(projectId: string, id: string): Promise<BatchEntity | null> {
    return this.dataSource.getRepository(BatchEntity).findOneBy({ id, projectId, deletedAt: IsNull() });
  }

  findByKey(projectId: string, idempotencyKey: string): Promise<BatchEntity | null> {
    return this.dataSource.getRepository(BatchEntity).findOneBy({ projectId, idempotencyKey });
  }

  get(id: string): Promise<BatchEntity | null> {
    return this.dataSource.getRepository(BatchEntity).findOneBy({ id });
  }

  /** @throws Error when the batch is gone. */
  async view(id: string): Promise<BatchView> {
    const batch = await this.dataSource.getRepository(BatchEntity).findOneByOrFail({ id });
    return { batch, portions: await this.portionsOf(id) };
  }

  portionsOf(batchId: string): Promise<BatchPortionEntity[]> {
    return this.dataSource
      .getRepository(BatchPortionEntity)
      .find({ where: { batchId }, order: { ordinal: 'ASC' } });
  }

  async setPortion(id: string, { error, ...changes }: Partial<BatchPortionEntity>): Promise<void> {
    await this.dataSource.getRepository(BatchPortionEntity).update(
      { id },
      // Providers repeat what callers wrote, also what no table holds.
      {
        ...changes,
        ...(error !== undefined && { error: error && { ...error, message: storableText(error.message) } }),
      },
    );
  }

  /** Writes what differs, and brings the row in hand up to date too. */
  async changePortion(portion: BatchPortionEntity, changes: Partial<BatchPortionEntity>): Promise<void> {
    const names = Object.keys(changes) as (keyof BatchPortionEntity)[];
    if (names.every((name) => portion[name] === changes[name])) return;
    await this.setPortion(portion.id, changes);
    Object.assign(portion, changes);
  }

  isCancelRequested(id: string): Promise<boolean> {
    return this.dataSource.getRepository(BatchEntity).existsBy({ id, status: 'canceling' });
  }

  /** @returns the batch as it is now: a second cancel, or one of an ended batch, changes nothing */
  async requestCancel(id: string): Promise<void> {
    await this.dataSource.query(
      `UPDATE batches SET status = 'canceling', cancel_requested_at = now() WHERE id = $1 AND status = 'in_progress'`,
      [id],
    );
  }

  /** Portions at a provider that are known whose they are: none of them is one that is looked for. */
  async externalIdsSince(provider: PortionProvider, since: Date): Promise<ReadonlySet<string>> {
    const rows: { external_id: string }[] = await this.dataSource.query(
      'SELECT external_id FROM batch_portions WHERE provider = $1 AND external_id IS NOT NULL AND submit_started_at >= $2',
      [provider, new Date(since.getTime() - DAY_MS)],
    );
    return new Set(rows.map((row) => row.external_id));
  }

  /** Ids of batches that have not ended, oldest first. */
  async runningIds(): Promise<readonly string[]> {
    const rows: { id: string }[] = await this.dataSource.query(
      `SELECT id FROM batches WHERE ${RUNNING} ORDER BY id`,
    );
    return rows.map(({ id }) => id);
  }
}
