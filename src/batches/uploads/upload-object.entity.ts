import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { ProjectEntity } from '../../projects/project.entity.js';

/** `created`: the address was handed out. `uploaded`: its one body is stored. */
export type UploadState = 'created' | 'uploaded';

/** A body that a caller may upload once and then submit as a batch. */
@Entity('upload_objects')
@Index('upload_objects_by_age', ['createdAt'])
export class UploadObjectEntity {
  /** The name that the caller knows: `upl_…`. */
  @PrimaryColumn('text')
  object!: string;

  @Column('text', { name: 'project_id' })
  projectId!: string;

  @ManyToOne(() => ProjectEntity)
  @JoinColumn({ name: 'project_id', foreignKeyConstraintName: 'upload_objects_project_fk' })
  project?: Relation<ProjectEntity>;

  /** The key that asked for it. */
  @Column('text', { name: 'key_id' })
  keyId!: string;

  @Column('text')
  state!: UploadState;

  /** Its name in the object store, once uploaded: each attempt to upload has one of its own. */
  @Column('text', { name: 'stored_as', nullable: true })
  storedAs!: string | null;

  @Column('bigint', { nullable: true })
  bytes!: string | null;

  /** Absent when the body went straight into the bucket. */
  @Column('text', { nullable: true })
  sha256!: string | null;

  @Column('timestamptz', { name: 'created_at' })
  createdAt!: Date;

  @Column('timestamptz', { name: 'uploaded_at', nullable: true })
  uploadedAt!: Date | null;
}
