import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { ProjectEntity } from '../project.entity.js';

/** A project's own key at a provider: its calls there are on the project's account, not on one of ours. */
@Entity('provider_keys')
export class ProviderKeyEntity {
  @PrimaryColumn('text', { name: 'project_id', primaryKeyConstraintName: 'provider_keys_pk' })
  projectId!: string;

  @ManyToOne(() => ProjectEntity)
  @JoinColumn({ name: 'project_id', foreignKeyConstraintName: 'provider_keys_project_fk' })
  project?: Relation<ProjectEntity>;

  @PrimaryColumn('text', { primaryKeyConstraintName: 'provider_keys_pk' })
  provider!: string;

  /** Encrypted with the secrets key; never read back through the API. */
  @Column('bytea', { name: 'api_key_encrypted' })
  apiKeyEncrypted!: Buffer;

  /** Whether an account of ours, which is billed, answers where the key is refused or its provider fails. */
  @Column('boolean', { name: 'fall_back_to_system', default: false })
  fallBackToSystem!: boolean;

  @Column('timestamptz', { name: 'created_at', default: () => 'now()' })
  createdAt!: Date;
}
