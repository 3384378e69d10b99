import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { CallDetail } from './call-record.js';

/** The call log: one row a call, whatever became of it. Ids sort by time. */
@Entity('calls')
@Index('calls_by_project', ['projectId', 'id'])
@Index('calls_by_transaction', ['writtenIn'])
@Index('calls_of_batches', ['projectId', 'createdAt'], { where: `"surface" = 'batch'` })
@Index('calls_by_trace', ['traceId', 'projectId'], { where: '"trace_id" IS NOT NULL' })
@Index('calls_by_response', ['projectId', 'responseId'], { where: '"response_id" IS NOT NULL' })
@Index('calls_by_batch', ['batchId', 'id'], { where: '"batch_id" IS NOT NULL' })
// Holds further columns, so that failed calls are counted from it alone: its migration makes it.
@Index('calls_failed', { synchronize: false })
@Index('calls_by_group', ['groupId', 'createdAt'], { where: '"group_id" IS NOT NULL' })
export class CallEntity {
  @PrimaryColumn('text')
  id!: string;

  @Column('timestamptz', { name: 'created_at' })
  createdAt!: Date;

  @Column('text', { name: 'organization_id' })
  organizationId!: string;

  @Column('text', { name: 'project_id' })
  projectId!: string;

  @Column('text', { name: 'key_id' })
  keyId!: string;

  @Column('text')
  surface!: string;

  @Column('boolean')
  stream!: boolean;

  /** The status that the caller saw; 499 for a caller that left. */
  @Column('smallint')
  status!: number;

  @Column('text', { nullable: true })
  tier!: string | null;

  @Column('text', { name: 'router_id', nullable: true })
  routerId!: string | null;

  @Column('text', { name: 'group_id', nullable: true })
  groupId!: string | null;

  @Column('text', { name: 'requested_model' })
  requestedModel!: string;

  @Column('text', { name: 'decided_model', nullable: true })
  decidedModel!: string | null;

  @Column('text', { name: 'served_model', nullable: true })
  servedModel!: string | null;

  /** 1, but for batches: one row stands for all requests of a batch to one model. */
  @Column('integer', { default: 1 })
  requests!: number;

  @Column('bigint', { name: 'input_tokens' })
  inputTokens!: string;

  @Column('bigint', { name: 'output_tokens' })
  outputTokens!: string;

  /** Cost of the answer the caller got; null when no price is known. */
  @Column('numeric', { name: 'cost_usd', precision: 24, scale: 12, nullable: true })
  costUsd!: string | null;

  /** What the ledger took for all attempts. */
  @Column('numeric', { name: 'billed_usd', precision: 24, scale: 12 })
  billedUsd!: string;

  /** The batch whose requests the row stands for; none of a live call. */
  @Column('text', { name: 'batch_id', nullable: true })
  batchId!: string | null;

  /** The caller's trace, from `traceparent`. */
  @Column('text', { name: 'trace_id', nullable: true })
  traceId!: string | null;

  /** What the answer is called: the `id` that the caller saw in it. */
  @Column('text', { name: 'response_id', nullable: true })
  responseId!: string | null;

  /** What the caller said of whom the call is for; null where he said nothing. */
  @Column('text', { array: true, nullable: true })
  tags!: string[] | null;

  @Column('text', { name: 'end_user', nullable: true })
  endUser!: string | null;

  @Column('text', { name: 'session_id', nullable: true })
  sessionId!: string | null;

  @Column('jsonb', { nullable: true })
  metadata!: Readonly<Record<string, string>> | null;

  /** Read whole and never searched, so it is kept as text: `jsonb` would be taken apart on every insert. */
  @Column('json')
  detail!: CallDetail;

  /** The transaction that wrote the row: what usage is added up by. The database sets it. */
  @Column('bigint', {
    name: 'written_in',
    default: () => 'current_transaction()',
    select: false,
  })
  writtenIn?: string;
}
