import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import type { StoredAttribution } from '../billing/calls/attribution.js';
import { ProjectEntity } from '../projects/project.entity.js';

/** `validating`: its file is still to be read, and nothing is reserved. `failed`: never fanned out; refunded. */
export type BatchStatus = 'validating' | 'in_progress' | 'canceling' | 'ended' | 'failed';

/** The endpoint of every request of a batch that was made from a file, as its lines name it. */
export type BatchEndpoint = '/v1/chat/completions' | '/v1/responses' | '/v1/embeddings';

/** Why a file did not become a batch, as OpenAI's clients read it; `line` from 1. */
export interface ValidationError {
  readonly code: string;
  readonly message: string;
  readonly param: string | null;
  readonly line: number | null;
}

/** In which shapes the requests came: the providers' result formats need one alone. */
export type BatchShape = 'body' | 'params' | 'mixed';

/** One submission. Its money moves with its status: reserved when the row is made, settled when it ends. */
@Entity('batches')
@Index('batches_by_project', ['projectId', 'id'])
@Index('batches_idempotency', ['projectId', 'idempotencyKey'], { unique: true })
@Index('batches_running', ['id'], { where: `"status" IN ('in_progress', 'canceling')` })
@Index('batches_validating', ['id'], { where: `"status" = 'validating'` })
@Index('batches_with_results', ['endedAt'], { where: '"results_object" IS NOT NULL' })
export class BatchEntity {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'batches_pk' })
  id!: string;

  @Column('text', { name: 'organization_id' })
  organizationId!: string;

  @Column('text', { name: 'project_id' })
  projectId!: string;

  @ManyToOne(() => ProjectEntity)
  @JoinColumn({ name: 'project_id', foreignKeyConstraintName: 'batches_project_fk' })
  project?: Relation<ProjectEntity>;

  @Column('text', { name: 'key_id' })
  keyId!: string;

  @Column('text', { name: 'idempotency_key', nullable: true })
  idempotencyKey!: string | null;

  @Column('text')
  status!: BatchStatus;

  @Column('text')
  shape!: BatchShape;

  @Column('integer', { name: 'request_count' })
  requestCount!: number;

  /** Exact decimal text, as every amount here. */
  @Column('numeric', { name: 'estimate_usd', precision: 24, scale: 12 })
  estimateUsd!: string;

  /** What is held; 0 for pay as you go without cover. Stays as it was after the end. */
  @Column('numeric', { name: 'reserved_usd', precision: 24, scale: 12 })
  reservedUsd!: string;

  /** What was billed, once the batch has ended. */
  @Column('numeric', { name: 'cost_usd', precision: 24, scale: 12, nullable: true })
  costUsd!: string | null;

  @Column('integer', { name: 'succeeded_count', default: 0 })
  succeededCount!: number;

  @Column('integer', { name: 'errored_count', default: 0 })
  erroredCount!: number;

  @Column('integer', { name: 'canceled_count', default: 0 })
  canceledCount!: number;

  @Column('integer', { name: 'expired_count', default: 0 })
  expiredCount!: number;

  @Column('timestamptz', { name: 'created_at', default: () => 'now()' })
  createdAt!: Date;

  /** Whoever submits it works until then, and renews it; null once it is fanned out. */
  @Column('timestamptz', { name: 'submit_lease_until', nullable: true })
  submitLeaseUntil!: Date | null;

  /** Whoever refreshes it works until then, and renews it. */
  @Column('timestamptz', { name: 'refresh_lease_until', nullable: true })
  refreshLeaseUntil!: Date | null;

  @Column('timestamptz', { name: 'cancel_requested_at', nullable: true })
  cancelRequestedAt!: Date | null;

  @Column('timestamptz', { name: 'ended_at', nullable: true })
  endedAt!: Date | null;

  @Column('text', { name: 'results_object', nullable: true })
  resultsObject!: string | null;

  /** When the results were deleted: by their age, or by the caller. */
  @Column('timestamptz', { name: 'purged_at', nullable: true })
  purgedAt!: Date | null;

  /** Removed by the caller; the row stays for its spend. */
  @Column('timestamptz', { name: 'deleted_at', nullable: true })
  deletedAt!: Date | null;

  @Column('text', { name: 'error_message', nullable: true })
  errorMessage!: string | null;

  @Column('text', { name: 'callback_url', nullable: true })
  callbackUrl!: string | null;

  /** Where the caller found this service: what `results_url` in its callback begins with. */
  @Column('text', { name: 'base_url' })
  baseUrl!: string;

  /** Of a batch that was made from a file; the others hold chat completions and messages. */
  @Column('text', { nullable: true })
  endpoint!: BatchEndpoint | null;

  @Column('text', { name: 'input_file_id', nullable: true })
  inputFileId!: string | null;

  @Column('jsonb', { nullable: true })
  metadata!: Readonly<Record<string, string>> | null;

  /** What its head, and what stands beside its requests, says of all of them. */
  @Column('jsonb', { nullable: true })
  attribution!: StoredAttribution | null;

  /** How long the caller wants the results kept, where that is shorter than they are. */
  @Column('integer', { name: 'output_expires_seconds', nullable: true })
  outputExpiresSeconds!: number | null;

  @Column('jsonb', { name: 'validation_errors', nullable: true })
  validationErrors!: readonly ValidationError[] | null;

  /** When a file had become a batch; the others began when they were created. */
  @Column('timestamptz', { name: 'in_progress_at', nullable: true })
  inProgressAt!: Date | null;

  /** Once it has ended; null where there is no such result. The files themselves may be gone. */
  @Column('text', { name: 'output_file_id', nullable: true })
  outputFileId!: string | null;

  @Column('text', { name: 'error_file_id', nullable: true })
  errorFileId!: string | null;
}
