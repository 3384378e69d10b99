import { Inject, Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { Caller } from '../auth/caller.js';
import { InvalidApiKeyError } from '../auth/api-key.guard.js';
import type { Attribution } from '../billing/calls/attribution.js';
import { BalanceBook } from '../billing/holds/balance-book.service.js';
import { Reservations } from '../billing/reservations/reservations.service.js';
import { SETTINGS } from '../config/config.module.js';
import type { Settings } from '../config/settings.js';
import { takeTurn } from '../database/advisory-locks.js';
import { formatUsd, parseUsd, type PicoUsd } from '../lib/money.js';
import { Places } from '../lib/places.js';
import { storableText } from '../lib/storable-text.js';
import { SUBMIT_LEASE_MS } from './batch-leases.service.js';
import { BatchPortionEntity } from './batch-portion.entity.js';
import { BatchEntity, type BatchShape, type ValidationError } from './batch.entity.js';
import { boundAccount } from './own-key-portions.js';
import { announceEnd, lockRunning, RUNNING } from './running-batch.js';
import type { SpooledPortion } from './submission/portion-spool.js';
import { BatchCapacityError } from './submission/submission-error.js';

/** Another process may be counting; a submission that waits longer is told to try again. */
const TURN_WITHIN = '10s';
const NO_COVER = { isOfBalance: false, spend: (): void => undefined, release: (): void => undefined };

/** What is reserved for, and split over providers. */
export interface FundedBatch {
  readonly id: string;
  readonly caller: Caller;
  readonly shape: BatchShape;
  readonly requestCount: number;
  readonly estimate: PicoUsd;
  readonly portions: readonly SpooledPortion[];
}

export interface NewBatch extends FundedBatch {
  readonly idempotencyKey: string | undefined;
  readonly callbackUrl: string | undefined;
  readonly baseUrl: string;
  readonly attribution: Attribution | undefined;
}

/** Writes a batch's row as one that runs; false when it may not. */
type WriteRow = (manager: EntityManager) => Promise<boolean>;

/** The moves of a batch that reserve its money, or give all of it back: created, refused, abandoned. Its end settles the bill. */
@Injectable()
export class BatchFunding {
  /** Submissions of this process wait here and not on connections, which calls need. */
  private readonly turns = new Places(1);

  constructor(
    private readonly dataSource: DataSource,
    private readonly balances: BalanceBook,
    private readonly reservations: Reservations,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /**
   * Creates a batch with its reservation, or nothing at all. An estimate that does not fit beside what calls in flight hold waits
   * for a reload that is possible.
   * @returns false when the project's idempotency key is taken
   * @throws InvalidApiKeyError (401), EstimateNotCoveredError, ReservedInFlightError, CardDeclinedError (402),
   *   PaymentUnavailableError, BatchCapacityError (503)
   */
  create(batch: NewBatch): Promise<boolean> {
    return this.fund(batch, (manager) => this.insert(manager, batch));
  }

  /**
   * The same for a batch that was announced before, and whose requests are known now.
   * @returns false when it is not validated any more
   */
  begin(batch: FundedBatch): Promise<boolean> {
    return this.fund(batch, (manager) => this.leaveValidation(manager, batch));
  }

  private async fund(batch: FundedBatch, writeRow: WriteRow): Promise<boolean> {
    // What is all on the project's own keys costs nothing here: it needs no balance.
    const cover = batch.estimate === 0n ? NO_COVER : await this.balances.cover(batch.caller, batch.estimate);
    try {
      const isCreated = await this.turns.take(() =>
        this.fundCovered(batch, { isCovered: cover.isOfBalance, writeRow }),
      );
      if (isCreated) cover.spend();
      return isCreated;
    } finally {
      cover.release();
    }
  }

  private fundCovered(
    batch: FundedBatch,
    { isCovered, writeRow }: { isCovered: boolean; writeRow: WriteRow },
  ): Promise<boolean> {
    return this.dataSource.transaction(async (manager) => {
      await manager.query(`SET LOCAL lock_timeout = '${TURN_WITHIN}'`);
      // One submission at a time counts what is in flight, so that none passes on a count that another has outdated.
      await takeTurn(manager, 'batchCapacity');
      await refuseDeletedProject(manager, batch.caller.projectId);
      if (!(await writeRow(manager))) return false;
      await this.refuseOverCapacity(manager);
      const { id, caller, estimate } = batch;
      const reserved = isCovered ? await this.reserve(manager, batch) : 0n;
      await this.reservations.holdLimits(manager, { purses: caller, reference: id, amount: estimate });
      await manager.update(BatchEntity, { id: batch.id }, { reservedUsd: formatUsd(reserved) });
      await this.insertPortions(manager, batch);
      return true;
    });
  }

  /**
   * Nothing of it runs: the row goes, so that its idempotency key is free again, and the money is back.
   * @returns false when it was given up as crashed meanwhile: then all of that has happened, and its row tells of it
   */
  refuse({ id }: BatchEntity): Promise<boolean> {
    return this.dataSource.transaction(async (manager) => {
      const locked = await lockRunning(manager, id);
      if (locked === undefined) return false;
      await manager.delete(BatchEntity, { id });
      await this.refund(manager, locked);
      return true;
    });
  }

  /**
   * The submission crashed before it was fanned out, or nobody took it although its caller has its id.
   * @returns false when somebody else has said so already
   */
  abandon(
    batch: BatchEntity,
    message: string,
    errors: readonly ValidationError[] | null = null,
  ): Promise<boolean> {
    return this.dataSource.transaction(async (manager) => {
      const locked = await lockRunning(manager, batch.id);
      if (locked === undefined || locked.submitLeaseUntil === null) return false;
      const endedAt = new Date();
      await manager.update(
        BatchEntity,
        { id: batch.id },
        {
          status: 'failed',
          endedAt,
          submitLeaseUntil: null,
          errorMessage: storableText(message),
          validationErrors:
            errors?.map((error) => ({ ...error, message: storableText(error.message) })) ?? null,
          costUsd: '0',
        },
      );
      await manager.update(BatchPortionEntity, { batchId: batch.id }, { status: 'failed' });
      await manager.query(
        'DELETE FROM hosted_items WHERE portion_id IN (SELECT id FROM batch_portions WHERE batch_id = $1)',
        [batch.id],
      );
      await announceEnd(manager, locked, endedAt);
      await this.refund(manager, locked);
      return true;
    });
  }

  private reserve(manager: EntityManager, { id, caller, estimate }: FundedBatch): Promise<PicoUsd> {
    const { organizationId } = caller;
    return this.reservations.reserve(manager, { organizationId, reference: id, amount: estimate });
  }

  private async insert(manager: EntityManager, batch: NewBatch): Promise<boolean> {
    const { caller } = batch;
    const rows: unknown[] = await manager.query(
      `INSERT INTO batches (id, organization_id, project_id, key_id, idempotency_key, status, shape, request_count, estimate_usd,
                            reserved_usd, submit_lease_until, callback_url, base_url, attribution)
       VALUES ($1, $2, $3, $4, $5, 'in_progress', $6, $7, $8, 0, now() + make_interval(secs => $9), $10, $11, $12)
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
        batch.attribution === undefined ? null : JSON.stringify(batch.attribution),
      ],
    );
    return rows.length > 0;
  }

  /** Its lease is that of a submission from here on. */
  private async leaveValidation(
    manager: EntityManager,
    { id, shape, requestCount, estimate }: FundedBatch,
  ): Promise<boolean> {
    const [, changed]: [unknown[], number] = await manager.query(
      `UPDATE batches SET status = 'in_progress', shape = $2, request_count = $3, estimate_usd = $4, in_progress_at = now(),
              submit_lease_until = now() + make_interval(secs => $5)
        WHERE id = $1 AND status = 'validating'`,
      [id, shape, requestCount, formatUsd(estimate), SUBMIT_LEASE_MS / 1_000],
    );
    return changed > 0;
  }

  /** The new batch counts: it was inserted before. */
  private async refuseOverCapacity(manager: EntityManager): Promise<void> {
    const rows: { requests: string }[] = await manager.query(
      `SELECT coalesce(sum(request_count), 0) AS requests FROM batches WHERE ${RUNNING}`,
    );
    if (Number(rows[0]?.requests ?? 0) > this.settings.batchCapacity) throw new BatchCapacityError();
  }

  private async insertPortions(manager: EntityManager, { id, caller, portions }: FundedBatch): Promise<void> {
    await manager.insert(
      BatchPortionEntity,
      portions.map((portion, ordinal) => ({
        ...portion,
        batchId: id,
        ordinal,
        status: 'in_progress' as const,
        account: boundAccount(caller, portion.provider),
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
    { id, organizationId, keyId, projectId, reservedUsd }: BatchEntity,
  ): Promise<void> {
    const reserved = parseUsd(reservedUsd);
    await this.reservations.settle(manager, {
      organizationId,
      purses: { keyId, projectId },
      reference: id,
      reserved,
      charged: 0n,
    });
  }
}

/**
 * The project stays until the batch is there, so that whoever deletes it then finds the batch, and cancels it.
 * @throws InvalidApiKeyError (401) when it is gone, and the key with it
 */
export async function refuseDeletedProject(manager: EntityManager, projectId: string): Promise<void> {
  const rows: unknown[] = await manager.query(
    'SELECT 1 FROM projects WHERE id = $1 AND deleted_at IS NULL FOR SHARE',
    [projectId],
  );
  if (rows.length === 0) throw new InvalidApiKeyError();
}
