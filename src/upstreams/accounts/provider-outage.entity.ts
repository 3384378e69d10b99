import { Column, Entity, PrimaryColumn } from 'typeorm';

const PRIMARY_KEY = 'provider_outages_pk';

/** An account of the service's own that is left out for a while, as all processes know it. */
@Entity('provider_outages')
export class ProviderOutageEntity {
  @PrimaryColumn('text', { primaryKeyConstraintName: PRIMARY_KEY })
  provider!: string;

  @PrimaryColumn('text', { primaryKeyConstraintName: PRIMARY_KEY })
  account!: string;

  /** Of its key: another one under the same name is not out. */
  @PrimaryColumn('text', { primaryKeyConstraintName: PRIMARY_KEY })
  fingerprint!: string;

  @Column('timestamptz', { name: 'out_until' })
  outUntil!: Date;

  @Column('text')
  reason!: string;

  /** Until then one process may try whether the account is back. */
  @Column('timestamptz', { name: 'trial_until', nullable: true })
  trialUntil!: Date | null;
}
