import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { BatchEntity } from '../batch.entity.js';

/** The one message that tells a caller's server that a batch has ended. */
@Entity('batch_callbacks')
@Index('batch_callbacks_due', ['nextTryAt'], { where: '"next_try_at" IS NOT NULL' })
export class BatchCallbackEntity {
  @PrimaryColumn('text', { name: 'batch_id', primaryKeyConstraintName: 'batch_callbacks_pk' })
  batchId!: string;

  @ManyToOne(() => BatchEntity, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'batch_id', foreignKeyConstraintName: 'batch_callbacks_batch_fk' })
  batch?: Relation<BatchEntity>;

  @Column('smallint', { default: 0 })
  tries!: number;

  /** Null: delivered, or given up. */
  @Column('timestamptz', { name: 'next_try_at', nullable: true })
  nextTryAt!: Date | null;

  @Column('timestamptz', { name: 'delivered_at', nullable: true })
  deliveredAt!: Date | null;

  @Column('text', { name: 'last_failure', nullable: true })
  lastFailure!: string | null;
}
