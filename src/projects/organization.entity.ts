import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A sustained rate and a burst for one kind of route, or no limit at all. */
export type RateLimitSetting = { per_second: number; burst: number } | 'unlimited';

export interface AutoReload {
  enabled: boolean;
  threshold_usd: number;
  amount_usd: number;
}

@Entity('organizations')
export class OrganizationEntity {
  @PrimaryColumn('text')
  id!: string;

  @Column('text')
  name!: string;

  @Column('boolean', { name: 'pay_as_you_go', default: false })
  payAsYouGo!: boolean;

  /** Overrides by kind of route (`inference`, …); what is not named has the default. */
  @Column('jsonb', { name: 'rate_limits', default: {} })
  rateLimits!: Record<string, RateLimitSetting>;

  @Column('boolean', { name: 'zero_retention', default: false })
  zeroRetention!: boolean;

  @Column('jsonb', { name: 'auto_reload', nullable: true })
  autoReload!: AutoReload | null;

  /** Signs alerts; sealed, null until it is first needed. */
  @Column('bytea', { name: 'alert_secret_encrypted', nullable: true, select: false })
  alertSecretEncrypted!: Buffer | null;

  @Column('timestamptz', { name: 'created_at', default: () => 'now()' })
  createdAt!: Date;
}
