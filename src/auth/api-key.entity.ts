import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import type { RateLimitSetting } from '../projects/organization.entity.js';
import { ProjectEntity } from '../projects/project.entity.js';
import type { LimitPeriod } from '../projects/purse.js';

/** Only the digest is kept: the key itself is shown once, at creation. */
@Entity('api_keys')
@Index('api_keys_by_project', ['projectId', 'id'])
@Index('api_keys_by_prefix', ['prefix'])
@Index('api_keys_by_hash', ['hash'], { unique: true })
export class ApiKeyEntity {
  @PrimaryColumn('text')
  id!: string;

  @Column('text', { name: 'project_id' })
  projectId!: string;

  @ManyToOne(() => ProjectEntity)
  @JoinColumn({ name: 'project_id', foreignKeyConstraintName: 'api_keys_project_fk' })
  project?: Relation<ProjectEntity>;

  @Column('text')
  name!: string;

  /** The first characters, so that a person can tell keys apart. */
  @Column('text')
  prefix!: string;

  /** SHA-256 of the key in hexadecimal. */
  @Column('text')
  hash!: string;

  @Column('timestamptz', { name: 'created_at', default: () => 'now()' })
  createdAt!: Date;

  @Column('timestamptz', { name: 'revoked_at', nullable: true })
  revokedAt!: Date | null;

  @Column('boolean', { default: false })
  disabled!: boolean;

  @Column('timestamptz', { name: 'expires_at', nullable: true })
  expiresAt!: Date | null;

  /** Exact decimal text; null: no limit of its own. */
  @Column('numeric', { name: 'limit_usd', precision: 24, scale: 12, nullable: true })
  limitUsd!: string | null;

  @Column('text', { name: 'limit_period', nullable: true })
  limitPeriod!: LimitPeriod | null;

  /** Ids of models, and `lab/*`; null: all that the project may call. */
  @Column('jsonb', { nullable: true })
  models!: string[] | null;

  /** Lower than the organization's, by kind of route; null: none of its own. */
  @Column('jsonb', { name: 'rate_limits', nullable: true })
  rateLimits!: Record<string, RateLimitSetting> | null;
}
