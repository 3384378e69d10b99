import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { BatchPortionEntity } from '../batch-portion.entity.js';

/** One request that the hosted provider works off as a live call, and how it ended. */
@Entity('hosted_items')
export class HostedItemEntity {
  @PrimaryColumn('text', { name: 'portion_id', primaryKeyConstraintName: 'hosted_items_pk' })
  portionId!: string;

  @ManyToOne(() => BatchPortionEntity, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'portion_id', foreignKeyConstraintName: 'hosted_items_portion_fk' })
  portion?: Relation<BatchPortionEntity>;

  /** Its place in the portion. */
  @PrimaryColumn('integer', { primaryKeyConstraintName: 'hosted_items_pk' })
  ordinal!: number;

  @Column('smallint', { default: 0 })
  tries!: number;

  /** Somebody runs it until then. */
  @Column('timestamptz', { name: 'claimed_until', nullable: true })
  claimedUntil!: Date | null;

  /** It was put off: no pass before then. */
  @Column('timestamptz', { name: 'not_before', nullable: true })
  notBefore!: Date | null;

  /** The result as JSON text; null while it is not known. `bytea`, because answers may hold NUL. */
  @Column('bytea', { nullable: true })
  outcome!: Buffer | null;
}
