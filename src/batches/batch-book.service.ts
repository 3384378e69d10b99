import { Injectable } from '@nestjs/common';
import { DataSource, IsNull, type ObjectLiteral } from 'typeorm';
import { recordChange } from '../audit/record-change.js';
import { DAY_MS } from '../lib/durations.js';
import { storableText } from '../lib/storable-text.js';
import { BatchPortionEntity, type PortionError, type PortionProvider } from './batch-portion.entity.js';
import { BatchEntity } from './batch.entity.js';
import { RUNNING } from './running-batch.js';

/** A batch with its portions in the order of the submission. */
export interface BatchView {
  readonly batch: BatchEntity;
  readonly portions: readonly BatchPortionEntity[];
}

interface CanceledRow {
  readonly organization_id: string;
  readonly project_id: string;
}

/** Locked, so that the batch does not end between this look and the write; the end locks the same row first. */
const OF_RUNNING_BATCH = `batch_id IN (
  SELECT batches.id FROM batches JOIN batch_portions portion ON portion.batch_id = batches.id
   WHERE portion.id = :id AND batches.${RUNNING} FOR SHARE OF batches)`;

const NOT_HANDED_OVER = `external_id IS NULL AND ${RUNNING}`;

/** Batches and portions as rows. */
@Injectable()
export class BatchBook {
  constructor(private readonly dataSource: DataSource) {}

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

  /**
   * Writes to a portion of a batch that runs: whoever stood still while another one ended the batch (a frozen process, a
   * provider that took its time) changes nothing any more.
   * @param expected what else the row must be for it, as SQL
   * @returns whether it was written
   */
  async setPortion(
    id: string,
    { error, ...changes }: Partial<BatchPortionEntity>,
    expected: { readonly sql: string; readonly parameters?: ObjectLiteral } = { sql: 'TRUE' },
  ): Promise<boolean> {
    const { affected } = await this.dataSource
      .getRepository(BatchPortionEntity)
      .createQueryBuilder()
      .update()
      // Providers repeat what callers wrote, also what no table holds.
      .set({
        ...changes,
        ...(error !== undefined && { error: error && { ...error, message: storableText(error.message) } }),
      })
      .where('id = :id')
      .andWhere(OF_RUNNING_BATCH)
      .andWhere(expected.sql)
      .setParameters({ ...expected.parameters, id })
      .execute();
    return affected === 1;
  }

  /** Writes what differs, and brings the row in hand up to date too. */
  async changePortion(portion: BatchPortionEntity, changes: Partial<BatchPortionEntity>): Promise<void> {
    const names = Object.keys(changes) as (keyof BatchPortionEntity)[];
    if (names.every((name) => portion[name] === changes[name])) return;
    if (await this.setPortion(portion.id, changes)) Object.assign(portion, changes);
  }

  /**
   * Takes a portion, as it was read, to hand it to its provider. Leases keep two from doing so; a process that is frozen past
   * its lease is kept off here.
   * @returns false when it was taken, handed over or ended since; else the row in hand is as it is kept
   */
  async takePortion(
    portion: BatchPortionEntity,
    { now, account }: { readonly now: Date; readonly account: string },
  ): Promise<boolean> {
    const { id, submitStartedAt } = portion;
    const taken = await this.setPortion(
      id,
      { submitStartedAt: now, account },
      {
        sql: `${NOT_HANDED_OVER} AND submit_started_at IS NOT DISTINCT FROM :seen`,
        parameters: { seen: submitStartedAt },
      },
    );
    if (taken) Object.assign(portion, { submitStartedAt: now, account });
    return taken;
  }

  /** @returns false when the batch does not want it any more, or has another one in its place */
  async noteHandOver({ id }: BatchPortionEntity, externalId: string): Promise<boolean> {
    if (await this.setPortion(id, { externalId }, { sql: NOT_HANDED_OVER })) return true;
    // Somebody who looked for it at the provider may have noted the same.
    return this.dataSource.getRepository(BatchPortionEntity).existsBy({ id, externalId });
  }

  /** @returns false when another one has taken the portion since: then that one's answer counts */
  noteRefusal(
    { id, requestCount }: BatchPortionEntity,
    { takenAt, error }: { takenAt: Date; error: PortionError },
  ): Promise<boolean> {
    return this.setPortion(
      id,
      { status: 'failed', erroredCount: requestCount, error },
      { sql: `${NOT_HANDED_OVER} AND submit_started_at = :takenAt`, parameters: { takenAt } },
    );
  }

  isCancelRequested(id: string): Promise<boolean> {
    return this.dataSource.getRepository(BatchEntity).existsBy({ id, status: 'canceling' });
  }

  /** @returns the batch as it is now: a second cancel, or one of an ended batch, changes nothing */
  async requestCancel(id: string): Promise<void> {
    await this.dataSource.transaction(async (manager) => {
      const [rows]: [CanceledRow[], number] = await manager.query(
        `UPDATE batches SET status = 'canceling', cancel_requested_at = now()
          WHERE id = $1 AND status = 'in_progress' RETURNING organization_id, project_id`,
        [id],
      );
      for (const { organization_id: organizationId, project_id: projectId } of rows)
        await recordChange(manager, {
          organizationId,
          projectId,
          action: 'batch.cancel',
          targetId: id,
          before: { status: 'in_progress' },
          after: { status: 'canceling' },
        });
    });
  }

  /**
   * The same for all running batches of a project that is deleted, or of all that are.
   * @returns the ids of those that were not canceled before
   */
  async requestCancelOfDeleted(projectId?: string): Promise<readonly string[]> {
    const [rows]: [{ id: string }[], number] = await this.dataSource.query(
      `UPDATE batches SET status = 'canceling', cancel_requested_at = now()
        WHERE status = 'in_progress' AND project_id IN (
          SELECT id FROM projects WHERE deleted_at IS NOT NULL AND ($1::text IS NULL OR id = $1))
        RETURNING id`,
      [projectId ?? null],
    );
    return rows.map(({ id }) => id);
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
