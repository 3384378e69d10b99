import { Column, Entity, PrimaryColumn } from 'typeorm';

/**
 * A run of an organization's ledger, and the sum of those of its rows that are in the table. Nobody writes such rows any more, but for
 * the archive, which takes them away and brings them back. The pieces of an organization follow each other without a gap.
 */
@Entity('ledger_pieces')
export class LedgerPieceEntity {
  @PrimaryColumn('text', { name: 'organization_id', primaryKeyConstraintName: 'ledger_pieces_pk' })
  organizationId!: string;

  /** Where the piece before it ends; 0 for the first. */
  @PrimaryColumn('bigint', { name: 'after_sequence', primaryKeyConstraintName: 'ledger_pieces_pk' })
  afterSequence!: string;

  /** Of its last row when it was counted. */
  @Column('bigint', { name: 'to_sequence' })
  toSequence!: string;

  /** Null: to be counted again. */
  @Column('bigint', { nullable: true })
  entries!: string | null;

  /** Exact decimal text. */
  @Column('numeric', { name: 'amount_usd', nullable: true })
  amountUsd!: string | null;

  /** When its rows were last read. */
  @Column('timestamptz', { name: 'proved_at', default: () => 'now()' })
  provedAt!: Date;

  /** Since when its rows are known to be others than those that were counted. */
  @Column('timestamptz', { name: 'differs_since', nullable: true })
  differsSince!: Date | null;
}
