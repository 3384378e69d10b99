import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import type { ContentSetting } from './content-setting.js';
import { OrganizationEntity } from './organization.entity.js';
import type { LimitPeriod } from './purse.js';

export const TRACE_CONTENT_SETTINGS = ['keep', 'drop'] as const;
export type TraceContent = (typeof TRACE_CONTENT_SETTINGS)[number];

@Entity('projects')
@Index('projects_by_organization', ['organizationId', 'id'])
export class ProjectEntity {
  @PrimaryColumn('text')
  id!: string;

  @Column('text', { name: 'organization_id' })
  organizationId!: string;

  @ManyToOne(() => OrganizationEntity)
  @JoinColumn({ name: 'organization_id', foreignKeyConstraintName: 'projects_organization_fk' })
  organization?: Relation<OrganizationEntity>;

  @Column('text')
  name!: string;

  @Column('boolean', { name: 'smart_routing', default: true })
  smartRouting!: boolean;

  @Column('boolean', { name: 'automatic_updates', default: true })
  automaticUpdates!: boolean;

  @Column('boolean', { name: 'token_compression', default: true })
  tokenCompression!: boolean;

  @Column('boolean', { name: 'chinese_models', default: true })
  chineseModels!: boolean;

  /** Whether answers of the Responses API may be kept. */
  @Column('boolean', { name: 'response_storage', default: true })
  responseStorage!: boolean;

  /** Signs callbacks; sealed, null until it is first needed. */
  @Column('bytea', { name: 'callback_secret_encrypted', nullable: true, select: false })
  callbackSecretEncrypted!: Buffer | null;

  /** Whether message contents of ingested traces are kept. */
  @Column('text', { name: 'trace_content', default: 'keep' })
  traceContent!: TraceContent;

  /** Exact decimal text; null: no limit of its own. */
  @Column('numeric', { name: 'limit_usd', precision: 24, scale: 12, nullable: true })
  limitUsd!: string | null;

  @Column('text', { name: 'limit_period', nullable: true })
  limitPeriod!: LimitPeriod | null;
  /** Whether contents of calls are kept, how long and how much of them; null: never set, and off. */
  @Column('jsonb', { name: 'call_content', nullable: true })
  callContent!: ContentSetting | null;

  @Column('timestamptz', { name: 'created_at', default: () => 'now()' })
  createdAt!: Date;

  /** A deleted project keeps its rows: calls and charges refer to it. */
  @Column('timestamptz', { name: 'deleted_at', nullable: true })
  deletedAt!: Date | null;
}
