import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { ProjectEntity } from '../projects/project.entity.js';

/** Only the digest is kept: the key itself is shown once, at creation. */
@Entity('api_keys')
@Index('api_keys_by_project', ['projectId', 'id'])
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
}
