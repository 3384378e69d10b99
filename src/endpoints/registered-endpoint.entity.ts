import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { ProjectEntity } from '../projects/project.entity.js';

/** Cloud Inference: the caller's own server for one local or fine-tuned model id. */
@Entity('registered_endpoints')
@Index('registered_endpoints_by_model', ['projectId', 'model'], { unique: true })
export class RegisteredEndpointEntity {
  @PrimaryColumn('text')
  id!: string;

  @Column('text', { name: 'project_id' })
  projectId!: string;

  @ManyToOne(() => ProjectEntity)
  @JoinColumn({ name: 'project_id', foreignKeyConstraintName: 'registered_endpoints_project_fk' })
  project?: Relation<ProjectEntity>;

  @Column('text')
  model!: string;

  @Column('text', { name: 'base_url' })
  baseUrl!: string;

  /** The id sent to the endpoint; absent means `model` as written. */
  @Column('text', { name: 'upstream_model', nullable: true })
  upstreamModel!: string | null;

  /** The caller's provider key, encrypted with the secrets key; never read back through the API. */
  @Column('bytea', { name: 'api_key_encrypted', nullable: true })
  apiKeyEncrypted!: Buffer | null;

  /** Of the headers that calls of it carry, as they were written. */
  @Column('jsonb', { name: 'header_names', default: [] })
  headerNames!: string[];

  /** An object of strings, encrypted with the secrets key; never read back through the API. */
  @Column('bytea', { name: 'headers_encrypted', nullable: true })
  headersEncrypted!: Buffer | null;

  @Column('timestamptz', { name: 'created_at', default: () => 'now()' })
  createdAt!: Date;
}
