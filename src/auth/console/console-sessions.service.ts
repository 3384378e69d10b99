import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { asDatabaseFailure } from '../../database/database-unavailable.error.js';
import { Clock } from '../../lib/clock.js';
import { HOUR_MS } from '../../lib/durations.js';
import { InvalidAdminTokenError, SpentSignInError } from '../admin-tokens/admin-token-error.js';
import type { AdminTokenEntity } from '../admin-tokens/admin-token.entity.js';
import { AdminTokensService } from '../admin-tokens/admin-tokens.service.js';
import { ConsoleSessionEntity } from './console-session.entity.js';
import { ConsoleSignIns } from './console-sign-ins.service.js';
import { digestCredential } from '../credential-digest.js';
import { newCredential } from '../new-credential.js';

export const SESSION_LIFE_MS = 8 * HOUR_MS;
const SESSION_PREFIX = 'svc_session_';
/** Of one token at a time: the oldest makes room. */
const MAX_SESSIONS = 50;

/** Whom a token or a session stands for; the operator when there is no `token`. */
export interface SessionOwner {
  readonly token: { readonly id: string; readonly name: string; readonly organizationId: string } | undefined;
}

interface OwnerRow {
  readonly token_hash: string;
  readonly admin_token_id: string | null;
  readonly name: string | null;
  readonly organization_id: string | null;
}

/** Sessions of the console. The browser gets a secret of its own, never the token; it ends with the token. */
@Injectable()
export class ConsoleSessions {
  constructor(
    private readonly dataSource: DataSource,
    private readonly tokens: AdminTokensService,
    private readonly signIns: ConsoleSignIns,
    private readonly clock: Clock,
  ) {}

  /**
   * With an admin token, or with the secret of a sign-in link, which is used up by it.
   * @throws InvalidAdminTokenError (401), SpentSignInError (401), DatabaseUnavailableError (503)
   */
  async start(token: string): Promise<SessionOwner & { readonly secret: string; readonly expiresAt: Date }> {
    const isLink = this.signIns.isSignInShaped(token) && !this.tokens.isOperator(token);
    const found = isLink ? undefined : await this.findToken(token);
    const secret = newCredential(SESSION_PREFIX);
    const expiresAt = new Date(this.clock.now().getTime() + SESSION_LIFE_MS);
    await this.dataSource
      .transaction(async (manager) => {
        const tokenHash = isLink ? await this.spend(manager, token) : digestCredential(token);
        await manager.query(
          `DELETE FROM console_sessions WHERE expires_at < $1 OR hash IN (
             SELECT hash FROM console_sessions WHERE token_hash = $2 ORDER BY created_at DESC OFFSET $3)`,
          [this.clock.now(), tokenHash, MAX_SESSIONS - 1],
        );
        const hash = digestCredential(secret);
        const adminTokenId = found?.id ?? null;
        await manager
          .getRepository(ConsoleSessionEntity)
          .insert({ hash, tokenHash, adminTokenId, expiresAt });
      })
      .catch((error: unknown) => {
        throw asDatabaseFailure(error);
      });
    return { secret, expiresAt, token: found && ownerOf(found) };
  }

  /** `undefined`: unknown, over, or its token is revoked. @throws DatabaseUnavailableError (503) */
  async find(secret: string): Promise<SessionOwner | undefined> {
    if (!secret.startsWith(SESSION_PREFIX)) return undefined;
    const [row] = await this.dataSource
      .query<OwnerRow[]>(
        `SELECT s.token_hash, s.admin_token_id, t.name, t.organization_id
           FROM console_sessions s LEFT JOIN admin_tokens t ON t.id = s.admin_token_id AND t.revoked_at IS NULL
          WHERE s.hash = $1 AND s.expires_at > $2`,
        [digestCredential(secret), this.clock.now()],
      )
      .catch((error: unknown) => {
        throw asDatabaseFailure(error);
      });
    if (row === undefined) return undefined;
    const { admin_token_id: id, name, organization_id: organizationId } = row;
    if (id === null) return this.tokens.isOperatorDigest(row.token_hash) ? { token: undefined } : undefined;
    return name === null || organizationId === null ? undefined : { token: { id, name, organizationId } };
  }

  async end(secret: string): Promise<void> {
    await this.dataSource.getRepository(ConsoleSessionEntity).delete({ hash: digestCredential(secret) });
  }

  /** `undefined`: the operator's. */
  private async findToken(token: string): Promise<AdminTokenEntity | undefined> {
    if (this.tokens.isOperator(token)) return undefined;
    const found = await this.tokens.findByToken(token);
    if (found === undefined) throw new InvalidAdminTokenError();
    return found;
  }

  private async spend(manager: EntityManager, secret: string): Promise<string> {
    const tokenHash = await this.signIns.spend(manager, secret);
    if (tokenHash === undefined || !this.tokens.isOperatorDigest(tokenHash)) throw new SpentSignInError();
    return tokenHash;
  }
}

function ownerOf({ id, name, organizationId }: { id: string; name: string; organizationId: string }) {
  return { id, name, organizationId };
}
