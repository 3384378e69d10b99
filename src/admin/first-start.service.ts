import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { KeysService } from '../auth/keys.service.js';
import { CreditsService } from '../billing/ledger/credits.service.js';
import { Catalog } from '../catalog/catalog.js';
import { chooseDefaultTiers } from '../catalog/default-router.js';
import { takeTurn } from '../database/advisory-locks.js';
import { newId } from '../lib/ids.js';
import { PICO_PER_USD } from '../lib/money.js';
import { ConfiguredUpstreams } from '../projects/configured-upstreams.js';
import { createProject } from '../projects/create-project.js';
import { OrganizationEntity } from '../projects/organization.entity.js';

/** So that the first call is answered; on a gateway with real accounts the operator decides what is spent. */
const FIRST_CREDIT = 10n * PICO_PER_USD;

/** On an empty database: an organization with some credit, a project and a key, so that a first call can be made at once. */
@Injectable()
export class FirstStart {
  constructor(
    private readonly dataSource: DataSource,
    private readonly keys: KeysService,
    private readonly credits: CreditsService,
    private readonly catalog: Catalog,
    private readonly upstreams: ConfiguredUpstreams,
  ) {}

  /** The first API key, or `undefined` when there is an organization already. Processes that start at once take turns. */
  async run(): Promise<{ apiKey: string } | undefined> {
    return this.dataSource.transaction(async (manager) => {
      await takeTurn(manager, 'firstStart');
      if (await manager.getRepository(OrganizationEntity).exists()) return undefined;
      const organizationId = newId('org');
      await manager.getRepository(OrganizationEntity).insert({ id: organizationId, name: 'Default' });
      await manager.query('INSERT INTO balances (organization_id) VALUES ($1)', [organizationId]);
      await this.credits.addIn(manager, {
        organizationId,
        amount: FIRST_CREDIT,
        note: 'first start',
        idempotencyKey: 'first-start',
      });
      const tiers = chooseDefaultTiers(this.catalog, this.upstreams.list());
      const projectId = await createProject(manager, {
        organizationId,
        name: 'Default',
        permissions: {},
        tiers,
      });
      const { key } = await this.keys.createIn(manager, { organizationId, projectId, name: 'first key' });
      return { apiKey: key };
    });
  }
}
