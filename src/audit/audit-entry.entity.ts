import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';

/** One change that was made through the management API, or by automatic updates. Rows are added and never changed. */
@Entity('audit_entries')
@Index('audit_entries_by_target', ['targetId', 'sequence'])
@Index('audit_entries_by_organization', ['organizationId', 'sequence'])
export class AuditEntryEntity {
  @PrimaryGeneratedColumn('identity', {
    type: 'bigint',
    name: 'sequence',
    generatedIdentity: 'ALWAYS',
    primaryKeyConstraintName: 'audit_entries_pk',
  })
  sequence!: string;

  @Column('text', { name: 'organization_id' })
  organizationId!: string;

  @Column('text', { name: 'project_id', nullable: true })
  projectId!: string | null;

  @Column('timestamptz', { name: 'created_at', default: () => 'now()' })
  createdAt!: Date;

  /** `operator`, an admin token's id, or `automatic-updates`. */
  @Column('text')
  who!: string;

  @Column('text', { name: 'who_name', nullable: true })
  whoName!: string | null;

  /** Empty where no request asked for the change. */
  @Column('text', { name: 'request_id' })
  requestId!: string;

  /** What was done to what: `project.change`. */
  @Column('text')
  action!: string;

  @Column('text', { name: 'target_id' })
  targetId!: string;

  /** Null for what was created; only what differs for what was changed. */
  @Column('json', { nullable: true })
  before!: Record<string, unknown> | null;

  @Column('json', { nullable: true })
  after!: Record<string, unknown> | null;
}
