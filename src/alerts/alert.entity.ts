import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryGeneratedColumn, type Relation } from 'typeorm';
import { OrganizationEntity } from '../projects/organization.entity.js';
import type { PostedEvent } from '../alert-facts/alert-events.js';

/** Something that an organization asked to be told of, once a subject and window, and what came of telling it. */
@Entity('alerts')
@Index('alerts_once', ['organizationId', 'event', 'subject', 'windowKey'], { unique: true })
@Index('alerts_by_organization', ['organizationId', 'sequence'])
@Index('alerts_due', ['nextTryAt'], { where: '"next_try_at" IS NOT NULL' })
export class AlertEntity {
  @PrimaryGeneratedColumn('identity', {
    type: 'bigint',
    name: 'sequence',
    generatedIdentity: 'ALWAYS',
    primaryKeyConstraintName: 'alerts_pk',
  })
  sequence!: string;

  @Column('text', { name: 'organization_id' })
  organizationId!: string;

  @ManyToOne(() => OrganizationEntity)
  @JoinColumn({ name: 'organization_id', foreignKeyConstraintName: 'alerts_organization_fk' })
  organization?: Relation<OrganizationEntity>;

  @Column('text')
  event!: PostedEvent;

  /** The id of what it is about. */
  @Column('text')
  subject!: string;

  /** Of one subject there is one a window. */
  @Column('text', { name: 'window_key' })
  windowKey!: string;

  /** Ids and figures, as the post says them. */
  @Column('json')
  facts!: Record<string, unknown>;

  @Column('timestamptz', { name: 'created_at', default: () => 'now()' })
  createdAt!: Date;

  @Column('smallint', { default: 0 })
  tries!: number;

  /** Null: delivered, or given up. */
  @Column('timestamptz', { name: 'next_try_at', nullable: true })
  nextTryAt!: Date | null;

  @Column('timestamptz', { name: 'tried_at', nullable: true })
  triedAt!: Date | null;

  @Column('timestamptz', { name: 'delivered_at', nullable: true })
  deliveredAt!: Date | null;

  /** What the address answered to the last try. */
  @Column('smallint', { name: 'last_status', nullable: true })
  lastStatus!: number | null;

  @Column('text', { name: 'last_failure', nullable: true })
  lastFailure!: string | null;
}
