import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { ProjectEntity } from '../project.entity.js';

/** A name that a project's callers write for a model of the catalogue. */
@Entity('model_aliases')
export class ModelAliasEntity {
  @PrimaryColumn('text', { name: 'project_id', primaryKeyConstraintName: 'model_aliases_pk' })
  projectId!: string;

  @ManyToOne(() => ProjectEntity)
  @JoinColumn({ name: 'project_id', foreignKeyConstraintName: 'model_aliases_project_fk' })
  project?: Relation<ProjectEntity>;

  @PrimaryColumn('text', { primaryKeyConstraintName: 'model_aliases_pk' })
  alias!: string;

  /** As `x-svc-model` shows it. */
  @Column('text')
  model!: string;

  @Column('timestamptz', { name: 'created_at', default: () => 'now()' })
  createdAt!: Date;
}
