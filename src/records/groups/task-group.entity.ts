import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { ProjectEntity } from '../../projects/project.entity.js';

/** A template of a project's machine-shaped requests. */
@Entity('task_groups')
@Index('task_groups_by_project', ['projectId', 'createdAt', 'id'])
@Index('task_groups_by_origin', ['splitFrom'], { where: '"split_from" IS NOT NULL' })
export class TaskGroupEntity {
  /** A hash of project and template. */
  @PrimaryColumn('text')
  id!: string;

  @Column('text', { name: 'project_id' })
  projectId!: string;

  @ManyToOne(() => ProjectEntity)
  @JoinColumn({ name: 'project_id', foreignKeyConstraintName: 'task_groups_project_fk' })
  project?: Relation<ProjectEntity>;

  @Column('text')
  name!: string;

  /** What its requests ask for, as the first of them was read. */
  @Column('text')
  task!: string;

  @Column('text')
  fingerprint!: string;

  /** `system`, `text` or `context`: what its requests are recognized by. */
  @Column('text')
  basis!: string;

  @Column('bigint')
  scope!: string;

  /** The template's runs, 32 bits each, big-endian. */
  @Column('bytea')
  features!: Buffer;

  /** How many different requests its template was read in: three, and one more for each time that it was corrected. */
  @Column('smallint', { name: 'seen_in' })
  seenIn!: number;

  @Column('boolean')
  weak!: boolean;

  @Column('text', { name: 'assigned_model', nullable: true })
  assignedModel!: string | null;

  /** The group that its requests were in before they were told apart. */
  @Column('text', { name: 'split_from', nullable: true })
  splitFrom!: string | null;

  @ManyToOne(() => TaskGroupEntity)
  @JoinColumn({ name: 'split_from', foreignKeyConstraintName: 'task_groups_split_from_fk' })
  origin?: Relation<TaskGroupEntity>;

  /** Of a group that was split, the scope and runs of what stays in it; null before. */
  @Column('bigint', { name: 'kept_scope', nullable: true })
  keptScope!: string | null;

  @Column('bytea', { name: 'kept_features', nullable: true })
  keptFeatures!: Buffer | null;

  @Column('timestamptz', { name: 'created_at', default: () => 'now()' })
  createdAt!: Date;

  @Column('timestamptz', { name: 'updated_at', default: () => 'now()' })
  updatedAt!: Date;
}
