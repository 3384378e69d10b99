import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { MINUTE_MS } from '../lib/durations.js';
import { BatchEntity } from './batch.entity.js';
import { RUNNING } from './running-batch.js';

/** A submission that is not renewed for so long has crashed (contract section 7). */
export const SUBMIT_LEASE_MS = 10 * MINUTE_MS;
/** A lease that a crash forgets is a lease that has ended: its commit waits for no disk. Always true. */
const NOT_WAITING_FOR_THE_DISK = `set_config('synchronous_commit', 'off', true) = 'off'`;

/** Who works on a batch at the moment: the process that submits it, then the one that refreshes it. */
@Injectable()
export class BatchLeases {
  constructor(private readonly dataSource: DataSource) {}

  async renewSubmission(id: string): Promise<void> {
    await this.dataSource.query(
      `UPDATE batches SET submit_lease_until = now() + make_interval(secs => $2) WHERE id = $1 AND submit_lease_until IS NOT NULL`,
      [id, SUBMIT_LEASE_MS / 1_000],
    );
  }

  /** Every portion was handed over or refused. @returns whether a cancel came meanwhile, which nobody could forward before */
  async endSubmission(id: string): Promise<boolean> {
    const [rows]: [{ canceled: boolean }[], number] = await this.dataSource.query(
      'UPDATE batches SET submit_lease_until = NULL WHERE id = $1 RETURNING cancel_requested_at IS NOT NULL AS canceled',
      [id],
    );
    return rows[0]?.canceled ?? false;
  }

  /** Takes the batch for a refresh; `undefined` when it has ended, or somebody else submits or refreshes it. */
  async claimRefresh(id: string, leaseMs: number): Promise<BatchEntity | undefined> {
    const batches = this.dataSource.getRepository(BatchEntity);
    const { affected } = await batches
      .createQueryBuilder()
      .update()
      .set({ refreshLeaseUntil: () => 'now() + make_interval(secs => :seconds)' })
      .where(`id = :id AND ${RUNNING}`)
      .andWhere('(submit_lease_until IS NULL OR submit_lease_until < now())')
      .andWhere('(refresh_lease_until IS NULL OR refresh_lease_until < now())')
      .andWhere(NOT_WAITING_FOR_THE_DISK)
      .setParameters({ id, seconds: leaseMs / 1_000 })
      .execute();
    return affected === 1 ? ((await batches.findOneBy({ id })) ?? undefined) : undefined;
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
}
