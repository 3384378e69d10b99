import { Inject, Injectable } from '@nestjs/common';
import { DataSource, LessThan, type EntityManager } from 'typeorm';
import { SECRETS } from '../../config/config.module.js';
import type { Secrets } from '../../config/generated-secrets.js';
import { Clock } from '../../lib/clock.js';
import { MINUTE_MS } from '../../lib/durations.js';
import { ConsoleSignInEntity } from './console-sign-in.entity.js';
import { digestCredential } from '../credential-digest.js';
import { newCredential } from '../new-credential.js';

export const SIGN_IN_LIFE_MS = 15 * MINUTE_MS;
const SIGN_IN_PREFIX = 'svc_signin_';

/** Secrets that sign in once, for links: what stays in a terminal or a history after it was used opens nothing. */
@Injectable()
export class ConsoleSignIns {
  constructor(
    private readonly dataSource: DataSource,
    @Inject(SECRETS) private readonly secrets: Secrets,
    private readonly clock: Clock,
  ) {}

  isSignInShaped(token: string): boolean {
    return token.startsWith(SIGN_IN_PREFIX);
  }

  /** @returns a secret that stands for the operator */
  async create(): Promise<string> {
    const secret = newCredential(SIGN_IN_PREFIX);
    const now = this.clock.now();
    const repository = this.dataSource.getRepository(ConsoleSignInEntity);
    await repository.delete({ expiresAt: LessThan(now) });
    await repository.insert({
      hash: digestCredential(secret),
      tokenHash: digestCredential(this.secrets.adminToken),
      expiresAt: new Date(now.getTime() + SIGN_IN_LIFE_MS),
    });
    return secret;
  }

  /**
   * Uses a secret up, in the transaction that begins its session: of two at once the second waits for the first and finds nothing.
   * @returns the digest of the token that it stands for; `undefined`: unknown, used or over
   */
  async spend(manager: EntityManager, secret: string): Promise<string | undefined> {
    const [rows] = await manager.query<[{ token_hash: string }[], number]>(
      'DELETE FROM console_sign_ins WHERE hash = $1 AND expires_at > $2 RETURNING token_hash',
      [digestCredential(secret), this.clock.now()],
    );
    return rows[0]?.token_hash;
  }
}
