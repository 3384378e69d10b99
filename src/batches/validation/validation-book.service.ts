import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Caller } from '../../auth/caller.js';
import type { Attribution } from '../../billing/calls/attribution.js';
import { storableText } from '../../lib/storable-text.js';
import { refuseDeletedProject } from '../batch-funding.service.js';
import { alertOfEnd } from '../running-batch.js';
import { BatchEntity, type BatchEndpoint, type ValidationError } from '../batch.entity.js';

/** A batch whose file is still to be read. */
export interface AnnouncedBatch {
  readonly id: string;
  readonly caller: Caller;
  readonly idempotencyKey: string | undefined;
  readonly inputFileId: string;
  readonly endpoint: BatchEndpoint;
  readonly metadata: Readonly<Record<string, string>> | null;
  readonly outputExpiresSeconds: number | null;
  readonly baseUrl: string;
  /** What its head says of all its requests. */
  readonly attribution: Attribution | undefined;
}

const INSERT = `
INSERT INTO batches (id, organization_id, project_id, key_id, idempotency_key, status, shape, request_count, estimate_usd,
                     reserved_usd, base_url, endpoint, input_file_id, metadata, output_expires_seconds,
                     attribution)
VALUES ($1, $2, $3, $4, $5, 'validating', 'body', 0, 0, 0, $6, $7, $8, $9, $10, $11)
ON CONFLICT (project_id, idempotency_key) DO NOTHING RETURNING id`;

const VALIDATING = `status = 'validating'`;
/** Ends what holds no money and no requests. */
const CANCEL = `
UPDATE batches SET status = 'ended', cancel_requested_at = now(), ended_at = now(), cost_usd = 0, submit_lease_until = NULL
 WHERE ${VALIDATING}`;

/** Batches that are validated, as rows: announced, taken by whoever reads the file, and left in one of three ways. */
@Injectable()
export class ValidationBook {
  constructor(private readonly dataSource: DataSource) {}

  /** @returns false when the project's idempotency key is taken @throws InvalidApiKeyError (401) when the project is gone */
  announce(batch: AnnouncedBatch): Promise<boolean> {
    const { caller } = batch;
    return this.dataSource.transaction(async (manager) => {
      await refuseDeletedProject(manager, caller.projectId);
      const rows: unknown[] = await manager.query(INSERT, [
        batch.id,
        caller.organizationId,
        caller.projectId,
        caller.keyId,
        batch.idempotencyKey ?? null,
        batch.baseUrl,
        batch.endpoint,
        batch.inputFileId,
        batch.metadata === null ? null : JSON.stringify(batch.metadata),
        batch.outputExpiresSeconds,
        batch.attribution === undefined ? null : JSON.stringify(batch.attribution),
      ]);
      return rows.length > 0;
    });
  }

  /** Takes the batch to read its file; `undefined` when somebody else does, or nothing is left to do. */
  async claim(id: string, leaseMs: number): Promise<BatchEntity | undefined> {
    const [rows]: [{ id: string }[], number] = await this.dataSource.query(
      `UPDATE batches SET submit_lease_until = now() + make_interval(secs => $2)
        WHERE id = $1 AND ${VALIDATING} AND (submit_lease_until IS NULL OR submit_lease_until < now()) RETURNING id`,
      [id, leaseMs / 1_000],
    );
    if (rows.length === 0) return undefined;
    return (await this.dataSource.getRepository(BatchEntity).findOneBy({ id })) ?? undefined;
  }

  async renew(id: string, leaseMs: number): Promise<void> {
    await this.dataSource.query(
      `UPDATE batches SET submit_lease_until = now() + make_interval(secs => $2) WHERE id = $1 AND ${VALIDATING}`,
      [id, leaseMs / 1_000],
    );
  }

  /** Whoever comes next may read the file. */
  async release(id: string): Promise<void> {
    await this.dataSource.query(
      `UPDATE batches SET submit_lease_until = NULL WHERE id = $1 AND ${VALIDATING}`,
      [id],
    );
  }

  /** The batch comes to nothing, and says why. */
  async fail(id: string, errors: readonly ValidationError[]): Promise<void> {
    // Messages repeat what callers wrote, also what no table holds.
    const stored = errors.map((error) => ({ ...error, message: storableText(error.message) }));
    await this.end(
      `UPDATE batches SET status = 'failed', ended_at = now(), cost_usd = 0, submit_lease_until = NULL,
              validation_errors = $2, error_message = $3
        WHERE id = $1 AND ${VALIDATING}`,
      [id, JSON.stringify(stored), `The input file did not become a batch: ${stored[0]?.message ?? ''}`],
    );
  }

  /** There was no such batch: its caller is told why. */
  async remove(id: string): Promise<void> {
    await this.dataSource.query(`DELETE FROM batches WHERE id = $1 AND ${VALIDATING}`, [id]);
  }

  /** @returns false when it is no longer validated: then a cancel is for its providers */
  async cancel(id: string): Promise<boolean> {
    return (await this.end(`${CANCEL} AND id = $1`, [id])) > 0;
  }

  /** The same for those of a project that is deleted, or of all that are. */
  async cancelOfDeleted(projectId?: string): Promise<void> {
    await this.end(
      `${CANCEL} AND project_id IN (
        SELECT id FROM projects WHERE deleted_at IS NOT NULL AND ($1::text IS NULL OR id = $1))`,
      [projectId ?? null],
    );
  }

  /** @returns how many it ended */
  private end(statement: string, parameters: unknown[]): Promise<number> {
    return this.dataSource.transaction(async (manager) => {
      const [ended] = await manager.query<[{ id: string }[], number]>(
        `${statement} RETURNING id`,
        parameters,
      );
      for (const { id } of ended) await alertOfEnd(manager, id);
      return ended.length;
    });
  }

  /** Oldest first. */
  async validatingIds(): Promise<readonly string[]> {
    const rows: { id: string }[] = await this.dataSource.query(
      `SELECT id FROM batches WHERE ${VALIDATING} ORDER BY id`,
    );
    return rows.map(({ id }) => id);
  }
}
