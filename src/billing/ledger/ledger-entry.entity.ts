import { Column, Entity, Index, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';

export const LEDGER_KINDS = [
  'credit',
  'usage',
  'reservation',
  'release',
  'settlement',
  'reload',
  'hourly_charge',
  'refund',
  'adjustment',
] as const;
export type LedgerKind = (typeof LEDGER_KINDS)[number];

/** One movement of money. Rows are added and never changed; `(kind, reference, part)` makes a replay harmless. */
@Entity('ledger_entries')
@Index('ledger_entries_but_usage', ['organizationId', 'sequence'], { where: `"kind" <> 'usage'` })
@Index('ledger_entries_by_kind', ['organizationId', 'kind', 'sequence'], { where: `"kind" <> 'usage'` })
@Index('ledger_entries_once', ['kind', 'reference', 'part'], { unique: true })
export class LedgerEntryEntity {
  /** First in the key: rows are read by organization, and one index serves both. */
  @PrimaryColumn('text', { name: 'organization_id', primaryKeyConstraintName: 'ledger_entries_pk' })
  organizationId!: string;

  @PrimaryGeneratedColumn('identity', {
    type: 'bigint',
    name: 'sequence',
    generatedIdentity: 'ALWAYS',
    primaryKeyConstraintName: 'ledger_entries_pk',
  })
  sequence!: string;

  @Column('text')
  kind!: LedgerKind;

  /** Exact decimal text; negative takes from the balance. */
  @Column('numeric', { name: 'amount_usd', precision: 24, scale: 12 })
  amountUsd!: string;

  /** The call's or batch's id, or the idempotency key of a credit. */
  @Column('text')
  reference!: string;

  /** Which part of the reference: the attempt of a call, 0 otherwise. */
  @Column('smallint', { default: 0 })
  part!: number;

  @Column('text', { nullable: true })
  note!: string | null;

  @Column('timestamptz', { name: 'created_at', default: () => 'now()' })
  createdAt!: Date;
}
