import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { OrganizationEntity } from '../../projects/organization.entity.js';
import type { CardFacts, PaymentProviderName } from './payment-provider.js';

/** An organization as a payment provider knows it, and its saved card. The customer outlives the card. */
@Entity('payment_accounts')
export class PaymentAccountEntity {
  @PrimaryColumn('text', { name: 'organization_id', primaryKeyConstraintName: 'payment_accounts_pk' })
  organizationId!: string;

  @ManyToOne(() => OrganizationEntity)
  @JoinColumn({ name: 'organization_id', foreignKeyConstraintName: 'payment_accounts_organization_fk' })
  organization?: Relation<OrganizationEntity>;

  /** A card saved at one provider is no card at another. */
  @PrimaryColumn('text', { primaryKeyConstraintName: 'payment_accounts_pk' })
  provider!: PaymentProviderName;

  /** The provider's id of the organization. */
  @Column('text')
  customer!: string;

  /** The provider's id of the saved card; null: none. */
  @Column('text', { name: 'payment_method', nullable: true })
  paymentMethod!: string | null;

  @Column('jsonb', { nullable: true })
  card!: CardFacts | null;

  @Column('timestamptz', { name: 'saved_at', nullable: true })
  savedAt!: Date | null;

  /** Since when the card is declined; null: it is not. */
  @Column('timestamptz', { name: 'declined_at', nullable: true })
  declinedAt!: Date | null;

  /** No reload is tried before. */
  @Column('timestamptz', { name: 'declined_until', nullable: true })
  declinedUntil!: Date | null;
}
