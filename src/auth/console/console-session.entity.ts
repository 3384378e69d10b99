import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { AdminTokenEntity } from '../admin-tokens/admin-token.entity.js';

/** A browser that signed in with an admin token. Only digests are kept, of the cookie and of the token. */
@Entity('console_sessions')
@Index('console_sessions_by_token', ['tokenHash', 'createdAt'])
export class ConsoleSessionEntity {
  /** SHA-256 of the cookie's value in hexadecimal. */
  @PrimaryColumn('text', { primaryKeyConstraintName: 'console_sessions_pk' })
  hash!: string;

  /** Of the token; the operator's own sessions end when that is another one. */
  @Column('text', { name: 'token_hash' })
  tokenHash!: string;

  /** Null for the operator's. */
  @Column('text', { name: 'admin_token_id', nullable: true })
  adminTokenId!: string | null;

  @ManyToOne(() => AdminTokenEntity, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'admin_token_id', foreignKeyConstraintName: 'console_sessions_token_fk' })
  adminToken?: Relation<AdminTokenEntity> | null;

  @Column('timestamptz', { name: 'created_at', default: () => 'now()' })
  createdAt!: Date;

  @Column('timestamptz', { name: 'expires_at' })
  expiresAt!: Date;
}
