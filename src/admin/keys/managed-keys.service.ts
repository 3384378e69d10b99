import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { ApiKeyEntity } from '../../auth/api-key.entity.js';
import { refuseConsoleKey } from '../../auth/console/console-key.js';
import { KeysService, type KeyBounds, type KeyFields } from '../../auth/keys.service.js';
import { SpendLimits } from '../../billing/limits/spend-limits.service.js';
import type { SpendLimit } from '../../billing/limits/spend-limit.js';
import { Catalog } from '../../catalog/catalog.js';
import { ModelIds } from '../../catalog/ids/model-ids.service.js';
import { Clock } from '../../lib/clock.js';
import { InvalidRequestError } from '../../lib/gateway-error.js';
import { OrganizationsService } from '../../projects/organizations.service.js';
import type { ProjectEntity } from '../../projects/project.entity.js';
import { NotFoundError } from '../admin-scope.js';
import { readTime } from '../read-time.js';
import { checkOwnRates } from './check-own-rates.js';
import type { ChangeKey, CreateKey } from './key-requests.dto.js';
import { readLimit } from './read-limit.js';
import { readListedModels, type ListingRules } from './read-listed-models.js';

/** A key with what is spent of its limit. */
export interface ManagedKey {
  readonly key: ApiKeyEntity;
  readonly limit: SpendLimit | undefined;
}

/** Keys as administrators make and change them: what is asked is checked, kept, and counted from then on. */
@Injectable()
export class ManagedKeys {
  private readonly listing: ListingRules;

  constructor(
    private readonly dataSource: DataSource,
    private readonly organizations: OrganizationsService,
    private readonly keys: KeysService,
    private readonly limits: SpendLimits,
    modelIds: ModelIds,
    catalog: Catalog,
    private readonly clock: Clock,
  ) {
    const labs = catalog.list().map(({ id }) => id.slice(0, id.indexOf('/')));
    this.listing = { parse: (id) => modelIds.parse(id), labs: new Set(labs) };
  }

  /** @throws InvalidRequestError (400) */
  create(project: ProjectEntity, request: CreateKey): Promise<ManagedKey & { readonly secret: string }> {
    const { id: projectId, organizationId } = project;
    return this.dataSource.transaction(async (manager) => {
      const bounds = await this.readBounds(organizationId, request);
      const { name } = request;
      const { entity, key } = await this.keys.createIn(manager, { organizationId, projectId, name, bounds });
      return { ...(await this.withLimit(manager, entity, organizationId)), secret: key };
    });
  }

  /** @throws InvalidRequestError (400), NotFoundError (404) when it was revoked, ConsoleKeyError (409) */
  change(id: string, organizationId: string, request: ChangeKey): Promise<ManagedKey> {
    return this.dataSource.transaction(async (manager) => {
      const before = await this.keys.lockIn(manager, id);
      if (before === undefined) throw new NotFoundError('API key', id);
      refuseConsoleKey(before);
      const fields: KeyFields = await this.readBounds(organizationId, request, before);
      if (request.name !== undefined) fields.name = request.name;
      const key = await this.keys.changeIn(manager, { organizationId, before, fields });
      return this.withLimit(manager, key, organizationId);
    });
  }

  /** With what is spent of their limits, in the same order. */
  async withLimits(keys: readonly ApiKeyEntity[]): Promise<ManagedKey[]> {
    const limited = keys.filter(({ limitUsd }) => limitUsd !== null).map(({ id }) => id);
    const limits = await this.limits.of(limited);
    return keys.map((key) => ({ key, limit: limits.get(key.id) }));
  }

  private async withLimit(
    manager: EntityManager,
    key: ApiKeyEntity,
    organizationId: string,
  ): Promise<ManagedKey> {
    const { id, projectId } = key;
    if (key.limitUsd === null) return { key, limit: undefined };
    await this.limits.count(manager, { id, projectId, organizationId });
    return { key, limit: (await this.limits.of([id], manager)).get(id) };
  }

  private async readBounds(
    organizationId: string,
    request: ChangeKey,
    before?: ApiKeyEntity,
  ): Promise<KeyBounds> {
    const bounds: KeyBounds = { ...readLimit(request, before) };
    if (request.disabled !== undefined) bounds.disabled = request.disabled;
    if (request.expires_at !== undefined) bounds.expiresAt = this.readExpiry(request.expires_at);
    if (request.models !== undefined)
      bounds.models = request.models && readListedModels(request.models, this.listing);
    const { rate_limits: rates } = request;
    if (rates !== undefined) {
      const organization = rates === null ? null : await this.organizations.find(organizationId);
      if (rates !== null) checkOwnRates(rates, organization?.rateLimits ?? {});
      bounds.rateLimits = rates;
    }
    return bounds;
  }

  private readExpiry(text: string | null): Date | null {
    const at = text === null ? null : (readTime(text) ?? null);
    if (at !== null && at <= this.clock.now())
      throw new InvalidRequestError({
        param: 'expires_at',
        message: '`expires_at` must be to come. To shut a key off now, send `disabled` as true.',
      });
    return at;
  }
}
