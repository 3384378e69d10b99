import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { LedgerArchiveFileEntity } from './ledger-archive-file.entity.js';

/** What an organization has in one file; kept by a trigger, in the statement that deletes the rows. */
@Entity('ledger_archive_sums')
@Index('ledger_archive_sums_by_file', ['file'])
@Index('ledger_archive_sums_by_sequence', ['organizationId', 'lastSequence'])
export class LedgerArchiveSumEntity {
  @PrimaryColumn('text', { name: 'organization_id', primaryKeyConstraintName: 'ledger_archive_sums_pk' })
  organizationId!: string;

  @PrimaryColumn('bigint', { primaryKeyConstraintName: 'ledger_archive_sums_pk' })
  file!: string;

  @ManyToOne(() => LedgerArchiveFileEntity)
  @JoinColumn({ name: 'file', foreignKeyConstraintName: 'ledger_archive_sums_file_fk' })
  archiveFile?: Relation<LedgerArchiveFileEntity>;

  @Column('integer')
  entries!: number;

  /** Exact decimal text. */
  @Column('numeric', { name: 'amount_usd', precision: 24, scale: 12 })
  amountUsd!: string;

  /** Of all of its files up to this one. */
  @Column('bigint', { name: 'carried_entries' })
  carriedEntries!: string;

  @Column('numeric', { name: 'carried_usd', precision: 24, scale: 12 })
  carriedUsd!: string;

  @Column('bigint', { name: 'first_sequence' })
  firstSequence!: string;

  @Column('bigint', { name: 'last_sequence' })
  lastSequence!: string;

  @Column('timestamptz', { name: 'first_at' })
  firstAt!: Date;

  @Column('timestamptz', { name: 'last_at' })
  lastAt!: Date;
}
