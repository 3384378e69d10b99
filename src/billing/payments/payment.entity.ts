import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { OrganizationEntity } from '../../projects/organization.entity.js';
import type { PaymentProviderName } from './payment-provider.js';

export type PaymentKind = 'reload' | 'hourly_charge';
export type PaymentStatus = 'pending' | 'succeeded' | 'failed';

/**
 * One payment from a card. The row is there before the provider is asked, and its id is the idempotency key: whoever finds it
 * pending asks again and gets the same payment. One of an organization is pending at a time.
 */
@Entity('payments')
@Index('payments_one_pending', ['organizationId', 'provider'], {
  unique: true,
  where: `"status" = 'pending'`,
})
@Index('payments_once_a_period', ['organizationId', 'kind', 'period'], { unique: true })
export class PaymentEntity {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'payments_pk' })
  id!: string;

  @Column('text', { name: 'organization_id' })
  organizationId!: string;

  @ManyToOne(() => OrganizationEntity)
  @JoinColumn({ name: 'organization_id', foreignKeyConstraintName: 'payments_organization_fk' })
  organization?: Relation<OrganizationEntity>;

  @Column('text')
  kind!: PaymentKind;

  /** The UTC hour that an hourly charge is for (`2026-11-28T09`); null for a reload. */
  @Column('text', { nullable: true })
  period!: string | null;

  /** Exact decimal text. */
  @Column('numeric', { name: 'amount_usd', precision: 24, scale: 12 })
  amountUsd!: string;

  @Column('text')
  provider!: PaymentProviderName;

  @Column('text')
  customer!: string;

  @Column('text', { name: 'payment_method' })
  paymentMethod!: string;

  @Column('text', { default: 'pending' })
  status!: PaymentStatus;

  @Column('integer', { default: 1 })
  attempts!: number;

  /** Nobody else asks the provider about it before. */
  @Column('timestamptz', { name: 'retry_at' })
  retryAt!: Date;

  /** The last attempt ended without a clear answer. */
  @Column('boolean', { name: 'is_unanswered', default: false })
  isUnanswered!: boolean;

  @Column('text', { name: 'provider_reference', nullable: true })
  providerReference!: string | null;

  /** Why it failed, in the provider's word. */
  @Column('text', { nullable: true })
  failure!: string | null;

  @Column('timestamptz', { name: 'created_at', default: () => 'now()' })
  createdAt!: Date;

  @Column('timestamptz', { name: 'ended_at', nullable: true })
  endedAt!: Date | null;
}
