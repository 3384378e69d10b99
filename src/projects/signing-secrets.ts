import { randomBytes } from 'node:crypto';
import type { DataSource, EntityManager } from 'typeorm';
import type { SealedColumn } from '../database/sealed-column.js';
import { SealedUnreadableError } from '../lib/sealed-unreadable.error.js';
import { openSecret, sealSecret, type SealingKeys, type SecretBoxKey } from '../lib/secret-box.js';

const SECRET_BYTES = 32;

/** Where secrets of one kind are kept, one a row. Names of our own, never of a caller. */
export interface SecretPlace {
  readonly table: 'projects' | 'organizations';
  readonly column: string;
  /** What they begin with. */
  readonly prefix: string;
  /** What they are for: a sealed one opens for its row and purpose alone. */
  readonly purpose: string;
}

export function sealedColumnOf({ table, column, purpose }: SecretPlace): SealedColumn {
  return { table, ids: ['id'], column, ownerOf: ([id = '']) => signedFor(id, purpose) };
}

const signedFor = (id: string, purpose: string): string => `${id}:${purpose}`;

/** The secret was sealed with another `SECRETS_KEY`, or changed: nothing is posted unsigned. */
export class SigningSecretUnreadableError extends SealedUnreadableError {
  constructor({ purpose }: SecretPlace, cause: unknown) {
    super(
      {
        code: 'signing_secret_unreadable',
        message: `The signing secret (${purpose}) cannot be read any more: it was encrypted with another key. Rotate it; or the operator puts that key into \`SECRETS_KEY_OLD\`.`,
      },
      cause,
    );
  }
}

/** Secrets that posts are signed with: sealed at rest, made when they are first asked for. */
export class SigningSecrets {
  constructor(
    private readonly dataSource: DataSource,
    private readonly secretsKey: SealingKeys,
    private readonly place: SecretPlace,
  ) {}

  /** Two first readers agree on one. @throws SigningSecretUnreadableError (500) */
  async get(id: string): Promise<string> {
    const known = await this.read(id);
    if (known !== undefined) return known;
    const { table, column } = this.place;
    await this.dataSource.query(`UPDATE ${table} SET ${column} = $2 WHERE id = $1 AND ${column} IS NULL`, [
      id,
      this.seal(id, this.make()),
    ]);
    return (await this.read(id)) ?? '';
  }

  /** @returns the new secret, which signs as soon as the transaction holds */
  async replace(manager: EntityManager, id: string): Promise<string> {
    const { table, column } = this.place;
    const secret = this.make();
    await manager.query(`UPDATE ${table} SET ${column} = $2 WHERE id = $1`, [id, this.seal(id, secret)]);
    return secret;
  }

  private async read(id: string): Promise<string | undefined> {
    const { table, column } = this.place;
    const rows: { sealed: Buffer | null }[] = await this.dataSource.query(
      `SELECT ${column} AS sealed FROM ${table} WHERE id = $1`,
      [id],
    );
    const sealed = rows[0]?.sealed;
    return sealed === undefined || sealed === null ? undefined : this.open(id, sealed);
  }

  private open(id: string, sealed: Buffer): string {
    try {
      return openSecret(sealed, this.keyOf(id));
    } catch (cause) {
      throw new SigningSecretUnreadableError(this.place, cause);
    }
  }

  private make(): string {
    return `${this.place.prefix}_${randomBytes(SECRET_BYTES).toString('base64url')}`;
  }

  private seal(id: string, secret: string): Buffer {
    return sealSecret(secret, this.keyOf(id));
  }

  private keyOf(id: string): SecretBoxKey {
    return { key: this.secretsKey, owner: signedFor(id, this.place.purpose) };
  }
}
