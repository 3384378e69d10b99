import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { ProjectEntity } from '../../projects/project.entity.js';
import { BatchEntity } from '../batch.entity.js';

/** `input`: what a caller uploaded; `output`, `error`: the answers of a batch that has ended, and its requests without one. */
export type BatchFileKind = 'input' | 'output' | 'error';

/** A file as OpenAI's clients know it. Those of results are read from the batch's results, which all surfaces share. */
@Entity('batch_files')
@Index('batch_files_by_project', ['projectId', 'id'])
@Index('batch_files_by_batch', ['batchId'])
@Index('batch_files_by_end', ['expiresAt'])
export class BatchFileEntity {
  /** `file-…`; sorts by creation. */
  @PrimaryColumn('text', { primaryKeyConstraintName: 'batch_files_pk' })
  id!: string;

  @Column('text', { name: 'project_id' })
  projectId!: string;

  @ManyToOne(() => ProjectEntity)
  @JoinColumn({ name: 'project_id', foreignKeyConstraintName: 'batch_files_project_fk' })
  project?: Relation<ProjectEntity>;

  /** The key that uploaded it; null for results. */
  @Column('text', { name: 'key_id', nullable: true })
  keyId!: string | null;

  /** Whose results it holds; null for what was uploaded. */
  @Column('text', { name: 'batch_id', nullable: true })
  batchId!: string | null;

  @ManyToOne(() => BatchEntity, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'batch_id', foreignKeyConstraintName: 'batch_files_batch_fk' })
  batch?: Relation<BatchEntity>;

  @Column('text')
  kind!: BatchFileKind;

  /** As the caller named it. */
  @Column('text')
  filename!: string;

  @Column('bigint')
  bytes!: string;

  /** The name in the object store of what was uploaded. */
  @Column('text', { name: 'stored_as', nullable: true })
  storedAs!: string | null;

  @Column('timestamptz', { name: 'created_at' })
  createdAt!: Date;

  /** From then on nobody finds it; a sweep deletes it. */
  @Column('timestamptz', { name: 'expires_at' })
  expiresAt!: Date;
}
