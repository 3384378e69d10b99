import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { OrganizationEntity } from '../../projects/organization.entity.js';

/** Opens the management API for one organization. Only the digest is kept. */
@Entity('admin_tokens')
@Index('admin_tokens_by_organization', ['organizationId', 'id'])
@Index('admin_tokens_by_hash', ['hash'], { unique: true })
export class AdminTokenEntity {
  @PrimaryColumn('text')
  id!: string;

  @Column('text', { name: 'organization_id' })
  organizationId!: string;

  @ManyToOne(() => OrganizationEntity)
  @JoinColumn({ name: 'organization_id', foreignKeyConstraintName: 'admin_tokens_organization_fk' })
  organization?: Relation<OrganizationEntity>;

  @Column('text')
  name!: string;

  /** SHA-256 of the token in hexadecimal. */
  @Column('text')
  hash!: string;

  @Column('timestamptz', { name: 'created_at', default: () => 'now()' })
  createdAt!: Date;

  @Column('timestamptz', { name: 'revoked_at', nullable: true })
  revokedAt!: Date | null;
}
