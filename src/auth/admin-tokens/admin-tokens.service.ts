import { timingSafeEqual } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { DataSource, IsNull, LessThan } from 'typeorm';
import { recordChange } from '../../audit/record-change.js';
import { SECRETS } from '../../config/config.module.js';
import type { Secrets } from '../../config/generated-secrets.js';
import { asDatabaseFailure } from '../../database/database-unavailable.error.js';
import { newId } from '../../lib/ids.js';
import { AdminTokenEntity } from './admin-token.entity.js';
import { digestCredential } from '../credential-digest.js';
import { newCredential } from '../new-credential.js';

const ADMIN_TOKEN_PREFIX = 'svc_admin_';

/** Tokens that open the management API: the operator's, and those of one organization. Those are asked in the database each time: this is no hot path. */
@Injectable()
export class AdminTokensService {
  private readonly operatorDigest: Buffer;

  constructor(
    private readonly dataSource: DataSource,
    @Inject(SECRETS) { adminToken }: Secrets,
  ) {
    this.operatorDigest = Buffer.from(digestCredential(adminToken));
  }

  /** Takes the same time for every token. */
  isOperator(token: string): boolean {
    return timingSafeEqual(Buffer.from(digestCredential(token)), this.operatorDigest);
  }

  /** The same of a digest that was kept. */
  isOperatorDigest(digest: string): boolean {
    return timingSafeEqual(Buffer.from(digest), this.operatorDigest);
  }

  /** Whether a token may open the management API: the operator's, which may have any form, or one of an organization. */
  isTokenShaped(token: string): boolean {
    return token.startsWith(ADMIN_TOKEN_PREFIX) || this.isOperator(token);
  }

  /** Newest first, older than `after`; revoked ones are gone. */
  list(
    organizationId: string,
    { limit, after }: { limit: number; after?: string },
  ): Promise<AdminTokenEntity[]> {
    const older = after === undefined ? {} : { id: LessThan(after) };
    return this.dataSource
      .getRepository(AdminTokenEntity)
      .find({ where: { organizationId, revokedAt: IsNull(), ...older }, order: { id: 'DESC' }, take: limit });
  }

  find(id: string): Promise<AdminTokenEntity | null> {
    return this.dataSource.getRepository(AdminTokenEntity).findOneBy({ id, revokedAt: IsNull() });
  }

  async create({
    organizationId,
    name,
  }: {
    organizationId: string;
    name: string;
  }): Promise<{ entity: AdminTokenEntity; token: string }> {
    const token = newCredential(ADMIN_TOKEN_PREFIX);
    const id = newId('atk');
    const entity = await this.dataSource.transaction(async (manager) => {
      const repository = manager.getRepository(AdminTokenEntity);
      await repository.insert({ id, organizationId, name, hash: digestCredential(token) });
      const change = { organizationId, action: 'admin_token.create', targetId: id };
      await recordChange(manager, { ...change, before: null, after: { name } });
      return repository.findOneByOrFail({ id });
    });
    return { entity, token };
  }

  async revoke(id: string): Promise<void> {
    await this.dataSource.transaction(async (manager) => {
      const repository = manager.getRepository(AdminTokenEntity);
      const { affected } = await repository.update({ id, revokedAt: IsNull() }, { revokedAt: () => 'now()' });
      if (affected !== 1) return;
      const { organizationId, name } = await repository.findOneByOrFail({ id });
      const change = { organizationId, action: 'admin_token.revoke', targetId: id };
      await recordChange(manager, { ...change, before: { name }, after: null });
    });
  }

  /** The token as it is kept, when it opens an organization. @throws DatabaseUnavailableError (503) */
  async findByToken(token: string): Promise<AdminTokenEntity | undefined> {
    if (!token.startsWith(ADMIN_TOKEN_PREFIX)) return undefined;
    try {
      const found = await this.dataSource
        .getRepository(AdminTokenEntity)
        .findOneBy({ hash: digestCredential(token), revokedAt: IsNull() });
      return found ?? undefined;
    } catch (error) {
      throw asDatabaseFailure(error);
    }
  }
}
