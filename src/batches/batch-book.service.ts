import { Inject, Injectable } from '@nestjs/common';
import { DataSource, IsNull, type EntityManager } from 'typeorm';
import type { Caller } from '../auth/caller.js';
import { Reservations } from '../billing/reservations.service.js';
import { SETTINGS } from '../config/config.module.js';
import type { Settings } from '../config/settings.js';
import { DAY_MS, MINUTE_MS } from '../lib/durations.js';
import { formatUsd, parseUsd, type PicoUsd } from '../lib/money.js';
import { storableText } from '../lib/storable-text.js';
import { BatchCallbackEntity } from './batch-callback.entity.js';
import { BatchPortionEntity, type PortionProvider } from './batch-portion.entity.js';
import { BatchEntity, type BatchShape } from './batch.entity.js';
import type { SpooledPortion } from './submission/portion-spool.js';
import { BatchCapacityError } from './submission/submission-error.js';

/** A submission that is not renewed for so long has crashed (contract section 7). */
export const SUBMIT_LEASE_MS = 10 * MINUTE_MS;
const CAPACITY_LOCK = 7_142_002;
/** A lease that a crash forgets is a lease that has ended: its commit waits for no disk. Always true. */
const NOT_WAITING_FOR_THE_DISK = `set_config('synchronous_commit', 'off', true) = 'off'`;
const RUNNING = `status IN ('in_progress', 'canceling')`;

export interface NewBatch {
  readonly id: string;
  readonly caller: Caller;
  readonly idempotencyKey: string | undefined;
  readonly shape: BatchShape;
  readonly requestCount: number;
  readonly estimate: PicoUsd;
  readonly portions: readonly SpooledPortion[];
  readonly callbackUrl: string | undefined;
  readonly baseUrl: string;
}

/** A batch with its portions in the order of the submission. */
export interface BatchView {
  readonly batch: BatchEntity;
  readonly portions: readonly BatchPortionEntity[];
}

/** Batches and portions as rows, and the moves of money that go with their first and last states. */
@Injectable()
export class BatchBook {
  constructor(
    @Inject(DataSource) private readonly dataSource: DataSource,
    @Inject(Reservations) private readonly reservations: Reservations,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /**
   * Creates a batch with its reservation, or nothing at all.
   * @returns false when the project's idempotency key is taken
   * @throws EstimateNotCoveredError (402), BatchCapacityError (503)
   */
  create(batch: NewBatch): Promise<boolean> {
    return this.dataSource.transaction(async (manager) => {
      // One submission at a time counts what is in flight, so that none passes on a count that another has outdated.
      await manager.query('SELECT pg_advisory_xact_lock($1)', [CAPACITY_LOCK]);
      if (!(await this.insert(manager, batch))) return false;
      await this.refuseOverCapacity(manager);
      const reserved = await this.reservations.reserve(manager, {
        organizationId: batch.caller.organizationId,
        reference: batch.id,
        amount: batch.estimate,
        payAsYouGo: batch.caller.payAsYouGo,
      });
      await manager.update(BatchEntity, { id: batch.id }, { reservedUsd: formatUsd(reserved) });
      await this.insertPortions(manager, batch);
      return true;
    });
  }

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

  async renewSubmission(id: string): Promise<void> {
    await this.dataSource.query(
      `UPDATE batches SET submit_lease_until = now() + make_interval(secs => $2) WHERE id = $1 AND submit_lease_until IS NOT NULL`,
      [id, SUBMIT_LEASE_MS / 1_000],
    );
  }

  /** Every portion was handed over or refused. @returns whether a cancel came meanwhile, which nobody could forward before */
  async fannedOut(id: string): Promise<boolean> {
    const [rows]: [{ canceled: boolean }[], number] = await this.dataSource.query(
      'UPDATE batches SET submit_lease_until = NULL WHERE id = $1 RETURNING cancel_requested_at IS NOT NULL AS canceled',
      [id],
    );
    return rows[0]?.canceled ?? false;
  }

  isCancelRequested(id: string): Promise<boolean> {
    return this.dataSource.getRepository(BatchEntity).existsBy({ id, status: 'canceling' });
  }

  /** Nothing of it runs: the row goes, so that its idempotency key is free again, and the money is back. */
  async refuse(batch: BatchEntity): Promise<void> {
    await this.dataSource.transaction(async (manager) => {
      const rows: unknown[] = await manager.query('DELETE FROM batches WHERE id = $1 RETURNING id', [
        batch.id,
      ]);
      if (affectedCount(rows) > 0) await this.refund(manager, batch);
    });
  }

  /** The submission crashed before it was fanned out. @returns false when somebody else has said so already */
  abandon(batch: BatchEntity, message: string): Promise<boolean> {
    return this.dataSource.transaction(async (manager) => {
      const locked = await this.lockRunning(manager, batch.id);
      if (locked === undefined || locked.submitLeaseUntil === null) return false;
      const endedAt = new Date();
      await manager.update(
        BatchEntity,
        { id: batch.id },
        {
          status: 'failed',
          endedAt,
          submitLeaseUntil: null,
          errorMessage: message,
          costUsd: '0',
        },
      );
      await manager.update(BatchPortionEntity, { batchId: batch.id }, { status: 'failed' });
      await this.announceEnd(manager, locked, endedAt);
      await this.refund(manager, batch);
      return true;
    });
  }

  /** @returns the batch as it is now: a second cancel, or one of an ended batch, changes nothing */
  async requestCancel(id: string): Promise<void> {
    await this.dataSource.query(
      `UPDATE batches SET status = 'canceling', cancel_requested_at = now() WHERE id = $1 AND status = 'in_progress'`,
      [id],
    );
  }

  /** Locks a batch that has not ended; `undefined` when it has, or is gone. */
  async lockRunning(manager: EntityManager, id: string): Promise<BatchEntity | undefined> {
    const batch = await manager.findOne(BatchEntity, { where: { id }, lock: { mode: 'pessimistic_write' } });
    return batch?.status === 'in_progress' || batch?.status === 'canceling' ? batch : undefined;
  }

  /** Its callback is due from now on, where it has one; in the transaction that ends it. */
  async announceEnd(manager: EntityManager, batch: BatchEntity, endedAt: Date): Promise<void> {
    if (batch.callbackUrl === null) return;
    await manager.insert(BatchCallbackEntity, { batchId: batch.id, nextTryAt: endedAt });
  }

  /** Takes the batch for a refresh; `undefined` when it has ended, or somebody else submits or refreshes it. */
  async claimRefresh(id: string, leaseMs: number): Promise<BatchEntity | undefined> {
    const { affected } = await this.dataSource
      .createQueryBuilder()
      .update(BatchEntity)
      .set({ refreshLeaseUntil: () => 'now() + make_interval(secs => :seconds)' })
      .where(`id = :id AND ${RUNNING}`)
      .andWhere('(submit_lease_until IS NULL OR submit_lease_until < now())')
      .andWhere('(refresh_lease_until IS NULL OR refresh_lease_until < now())')
      .andWhere(NOT_WAITING_FOR_THE_DISK)
      .setParameters({ id, seconds: leaseMs / 1_000 })
      .execute();
    return affected === 1 ? ((await this.get(id)) ?? undefined) : undefined;
  }

  async renewRefresh(id: string, leaseMs: number): Promise<void> {
    await this.dataSource.query(
      `UPDATE batches SET refresh_lease_until = now() + make_interval(secs => $2) WHERE id = $1 AND ${NOT_WAITING_FOR_THE_DISK}`,
      [id, leaseMs / 1_000],
    );
  }

  async releaseRefresh(id: string): Promise<void> {
    await this.dataSource.query(
      `UPDATE batches SET refresh_lease_until = NULL WHERE id = $1 AND ${NOT_WAITING_FOR_THE_DISK}`,
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

  private async insert(manager: EntityManager, batch: NewBatch): Promise<boolean> {
    const { caller } = batch;
    const rows: unknown[] = await manager.query(
      `INSERT INTO batches (id, organization_id, project_id, key_id, idempotency_key, status, shape, request_count, estimate_usd,
                            reserved_usd, submit_lease_until, callback_url, base_url)
       VALUES ($1, $2, $3, $4, $5, 'in_progress', $6, $7, $8, 0, now() + make_interval(secs => $9), $10, $11)
       ON CONFLICT (project_id, idempotency_key) DO NOTHING RETURNING id`,
      [
        batch.id,
        caller.organizationId,
        caller.projectId,
        caller.keyId,
        batch.idempotencyKey ?? null,
        batch.shape,
        batch.requestCount,
        formatUsd(batch.estimate),
        SUBMIT_LEASE_MS / 1_000,
        batch.callbackUrl ?? null,
        batch.baseUrl,
      ],
    );
    return rows.length > 0;
  }

  /** The new batch counts: it was inserted before. */
  private async refuseOverCapacity(manager: EntityManager): Promise<void> {
    const rows: { requests: string }[] = await manager.query(
      `SELECT coalesce(sum(request_count), 0) AS requests FROM batches WHERE ${RUNNING}`,
    );
    if (Number(rows[0]?.requests ?? 0) > this.settings.batchCapacity) throw new BatchCapacityError();
  }

  private async insertPortions(manager: EntityManager, { id, portions }: NewBatch): Promise<void> {
    await manager.insert(
      BatchPortionEntity,
      portions.map((portion, ordinal) => ({
        ...portion,
        batchId: id,
        ordinal,
        status: 'in_progress' as const,
      })),
    );
    for (const portion of portions) {
      if (portion.provider !== 'hosted') continue;
      await manager.query(
        'INSERT INTO hosted_items (portion_id, ordinal) SELECT $1, generate_series(0, $2 - 1)',
        [portion.id, portion.requestCount],
      );
    }
  }

  private async refund(
    manager: EntityManager,
    { id, organizationId, reservedUsd }: BatchEntity,
  ): Promise<void> {
    const reserved = parseUsd(reservedUsd);
    await this.reservations.settle(manager, { organizationId, reference: id, reserved, charged: 0n });
  }
}

/** What an update or delete with RETURNING gave: TypeORM answers the rows and their count. */
function affectedCount(result: unknown[]): number {
  const [rows] = result;
  return Array.isArray(rows) ? rows.length : result.length;
}
