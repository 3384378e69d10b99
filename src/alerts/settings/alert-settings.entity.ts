import { Column, Entity, JoinColumn, OneToOne, PrimaryColumn, type Relation } from 'typeorm';
import { OrganizationEntity } from '../../projects/organization.entity.js';
import type { AlertEvent } from '../../alert-facts/alert-events.js';

/** Where an organization is told of what. */
@Entity('alert_settings')
export class AlertSettingsEntity {
  @PrimaryColumn('text', { name: 'organization_id', primaryKeyConstraintName: 'alert_settings_pk' })
  organizationId!: string;

  @OneToOne(() => OrganizationEntity)
  @JoinColumn({ name: 'organization_id', foreignKeyConstraintName: 'alert_settings_organization_fk' })
  organization?: Relation<OrganizationEntity>;

  @Column('text')
  url!: string;

  @Column('text', { array: true })
  events!: AlertEvent[];

  /** Exact decimal text. */
  @Column('numeric', { name: 'balance_below_usd', precision: 24, scale: 12, nullable: true })
  balanceBelowUsd!: string | null;

  /** Since when the balance is below and that was told; null: it was above since, or never below. */
  @Column('timestamptz', { name: 'below_since', nullable: true })
  belowSince!: Date | null;

  /** Up to here the ledger was looked through for a moment above, while it is below. */
  @Column('bigint', { name: 'looked_sequence', nullable: true })
  lookedSequence!: string | null;

  @Column('timestamptz', { name: 'created_at', default: () => 'now()' })
  createdAt!: Date;

  @Column('timestamptz', { name: 'updated_at', default: () => 'now()' })
  updatedAt!: Date;
}
