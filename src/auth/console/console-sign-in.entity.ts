import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A secret that signs in to the console once, as the operator. Only digests are kept, of it and of the operator's token. */
@Entity('console_sign_ins')
export class ConsoleSignInEntity {
  /** SHA-256 of the secret in hexadecimal. */
  @PrimaryColumn('text', { primaryKeyConstraintName: 'console_sign_ins_pk' })
  hash!: string;

  /** Of the operator's token at the time: another one ends it. */
  @Column('text', { name: 'token_hash' })
  tokenHash!: string;

  @Column('timestamptz', { name: 'expires_at' })
  expiresAt!: Date;
}
