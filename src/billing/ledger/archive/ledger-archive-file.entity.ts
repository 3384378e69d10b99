import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** A file of entries that left the ledger. It counts from the moment that `archivedAt` is set, with the deletion of its rows. */
@Entity('ledger_archive_files')
export class LedgerArchiveFileEntity {
  @PrimaryGeneratedColumn('identity', {
    type: 'bigint',
    name: 'number',
    generatedIdentity: 'ALWAYS',
    primaryKeyConstraintName: 'ledger_archive_files_pk',
  })
  number!: string;

  @Column('timestamptz', { name: 'started_at', default: () => 'now()' })
  startedAt!: Date;

  /** Whoever began it may not finish it any more. */
  @Column('boolean', { name: 'is_abandoned', default: false })
  isAbandoned!: boolean;

  @Column('timestamptz', { name: 'archived_at', nullable: true })
  archivedAt!: Date | null;

  /** Of the file's bytes, hex. */
  @Column('text', { nullable: true })
  sha256!: string | null;

  @Column('integer', { nullable: true })
  bytes!: number | null;

  @Column('integer', { nullable: true })
  entries!: number | null;

  /** In the order of the database. */
  @Column('text', { name: 'first_reference', nullable: true })
  firstReference!: string | null;

  @Column('text', { name: 'last_reference', nullable: true })
  lastReference!: string | null;

  /** When it was last read, and what was found. */
  @Column('timestamptz', { name: 'proved_at', nullable: true })
  provedAt!: Date | null;

  @Column('text', { nullable: true })
  fault!: string | null;
}
