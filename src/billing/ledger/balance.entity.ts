import { Column, Entity, JoinColumn, OneToOne, PrimaryColumn, type Relation } from 'typeorm';
import { OrganizationEntity } from '../../projects/organization.entity.js';

/** The sum of an organization's ledger, kept in the same statement that adds a row. */
@Entity('balances')
export class BalanceEntity {
  @PrimaryColumn('text', { name: 'organization_id', primaryKeyConstraintName: 'balances_pk' })
  organizationId!: string;

  @OneToOne(() => OrganizationEntity)
  @JoinColumn({ name: 'organization_id', foreignKeyConstraintName: 'balances_organization_fk' })
  organization?: Relation<OrganizationEntity>;

  /** Exact decimal text. */
  @Column('numeric', { name: 'balance_usd', precision: 24, scale: 12, default: 0 })
  balanceUsd!: string;

  /** What reservations hold; already taken off the balance. */
  @Column('numeric', { name: 'reserved_usd', precision: 24, scale: 12, default: 0 })
  reservedUsd!: string;

  /** Grows when a key or project of the organization is counted from now on: commits that do not know of it are refused. */
  @Column('integer', { name: 'counted_version', default: 0 })
  countedVersion!: number;
}
