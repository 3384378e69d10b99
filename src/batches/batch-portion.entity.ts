import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import type { BatchUpstream } from '../upstreams/batches/batch-provider.js';
import type { PortionTerms } from './items/portion-terms.js';
import { BatchEntity, type BatchEndpoint, type BatchStatus } from './batch.entity.js';

/** Where a portion runs. */
export type PortionProvider = BatchUpstream | 'hosted';

/** What a provider said when it refused a portion, or when the whole of it failed. */
export interface PortionError {
  readonly message: string;
  readonly status?: number;
  /** Of a portion that has not failed: it could not be asked, or read, since then (RFC 3339), and is tried again. */
  readonly trouble?: { readonly since: string; readonly tries: number };
  /** Of a portion that failed because its results stayed incomplete: what can be read of them still counts. */
  readonly salvage?: true;
}

/** The requests of a batch that one provider gets in one go. `failed`: the provider refused it. */
@Entity('batch_portions')
@Index('batch_portions_by_batch', ['batchId', 'ordinal'], { unique: true })
export class BatchPortionEntity {
  /** Also known to the provider: a portion whose creation nobody noted is found by it. */
  @PrimaryColumn('text', { primaryKeyConstraintName: 'batch_portions_pk' })
  id!: string;

  @Column('text', { name: 'batch_id' })
  batchId!: string;

  @ManyToOne(() => BatchEntity, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'batch_id', foreignKeyConstraintName: 'batch_portions_batch_fk' })
  batch?: Relation<BatchEntity>;

  @Column('integer')
  ordinal!: number;

  @Column('text')
  provider!: PortionProvider;

  /** The account there that has it, or is asked to take it; null before that, and of portions of before it was kept. */
  @Column('text', { nullable: true })
  account!: string | null;

  @Column('integer', { name: 'request_count' })
  requestCount!: number;

  @Column('text', { name: 'items_object' })
  itemsObject!: string;

  @Column('text')
  status!: BatchStatus;

  /** The provider's id of it; null until the provider took it, and always for the hosted provider. */
  @Column('text', { name: 'external_id', nullable: true })
  externalId!: string | null;

  /** Set right before the provider is asked to take it: from then on it may exist there. */
  @Column('timestamptz', { name: 'submit_started_at', nullable: true })
  submitStartedAt!: Date | null;

  @Column('timestamptz', { name: 'cancel_sent_at', nullable: true })
  cancelSentAt!: Date | null;

  @Column('integer', { name: 'succeeded_count', default: 0 })
  succeededCount!: number;

  @Column('integer', { name: 'errored_count', default: 0 })
  erroredCount!: number;

  @Column('integer', { name: 'canceled_count', default: 0 })
  canceledCount!: number;

  @Column('integer', { name: 'expired_count', default: 0 })
  expiredCount!: number;

  /** Null for portions of before it was kept: they are billed by the catalogue. */
  @Column('jsonb', { nullable: true })
  terms!: PortionTerms | null;

  /** The caller's headers of the Messages API, for whoever creates it, also a second time. */
  @Column('jsonb', { name: 'message_headers', nullable: true })
  messageHeaders!: Readonly<Record<string, string>> | null;

  /** What its requests are for; null for chat completions and messages. */
  @Column('text', { nullable: true })
  endpoint!: BatchEndpoint | null;

  @Column('jsonb', { nullable: true })
  error!: PortionError | null;
}
