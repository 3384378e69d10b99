import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seedTenant, type Tenant, type TenantOptions } from '../support/seed.js';
import { startTestApplication, type TestApplication } from '../support/start-application.js';
import { AdminClient } from './admin-client.js';
import { RouteClient, LONG_MACHINE } from './route-client.js';

const CHINESE = 'Qwen/Qwen3.7-Max';
const TIERS = { big: 'vendora/claude-sonnet-5-5', medium: CHINESE, small: 'openai/gpt-oss-120b' };

let service: TestApplication;
let poor: TestApplication;
let operator: AdminClient;
beforeAll(async () => {
  service = await startTestApplication({ environment: { ZERO_RETENTION_PROVIDERS: 'provider_b' } });
  const { database, provider } = service;
  poor = await startTestApplication({
    environment: { PROVIDER_A_API_KEY: '', HOSTED_API_KEY: '' },
    database,
    provider,
  });
  operator = new AdminClient(service.url);
});
afterAll(async () => {
  await poor.stop();
  await service.stop();
});

const newTenant = (options: TenantOptions = {}) =>
  seedTenant(service.dataSource, { tiers: TIERS, ...options });

const serving = (model: string) => ({ model, reason: null });
const notServing = (words: string) => ({ model: null, reason: expect.stringContaining(words) as string });

async function inForce({ routerId }: Tenant, url = service.url): Promise<unknown> {
  return (await new AdminClient(url).get(`/routers/${routerId}`)).body.in_force;
}

describe('in_force of a router', () => {
  it('is in every read, beside the tiers as they are kept', async () => {
    const { projectId } = await newTenant({ chineseModels: false });
    const changes = {
      name: 'Mine',
      tiers: { big: 'vendorb/gpt-5.5', medium: null, small: 'vendorb/gpt-5.4-mini' },
    };
    const expected = {
      big: serving('vendorb/gpt-5.5'),
      medium: notServing('No model is set'),
      small: serving('vendorb/gpt-5.4-mini'),
    };
    const created = (await operator.post(`/projects/${projectId}/routers`, changes)).body;
    expect(created).toMatchObject({ tiers: changes.tiers, in_force: expected });
    const listed = (await operator.get(`/projects/${projectId}/routers`)).body.data as {
      in_force: unknown;
    }[];
    expect(listed.at(-1)?.in_force).toEqual(expected);
    expect(listed[0]?.in_force).toMatchObject({ medium: notServing('Chinese') });
    expect((await operator.get(`/routers/${created.id}`)).body.in_force).toEqual(expected);
    const changed = await operator.patch(`/routers/${created.id}`, { tiers: { small: null } });
    expect(changed.body.in_force).toMatchObject({ small: notServing('No model is set') });
    const restored = await operator.post(`/routers/${created.id}/versions/1/restore`, {});
    expect(restored.body.in_force).toEqual(expected);
  });

  it('follows the toggle and the data policy, as calls do', async () => {
    const tenant = await newTenant();
    expect(await inForce(tenant)).toMatchObject({ medium: serving(CHINESE) });
    await operator.patch(`/projects/${tenant.projectId}`, { permissions: { chinese_models: false } });
    expect(await inForce(tenant)).toMatchObject({
      medium: notServing('Chinese'),
      small: serving(TIERS.small),
    });
    await operator.patch(`/organizations/${tenant.organizationId}`, {
      data_policy: { zero_retention: true },
    });
    expect(await inForce(tenant)).toEqual({
      big: notServing('zero retention'),
      medium: notServing('Chinese'),
      small: serving(TIERS.small),
    });
  });

  it('tells of providers without an account, and calls pass them over', async () => {
    const tenant = await newTenant({ tiers: { ...TIERS, medium: 'vendora/claude-haiku-4-5' } });
    expect(await inForce(tenant, poor.url)).toEqual({
      big: notServing('no account'),
      medium: notServing('no account'),
      small: serving(TIERS.small),
    });
    const decision = await new RouteClient(poor.url, tenant.apiKey).decide(LONG_MACHINE);
    expect(decision).toMatchObject({ model: TIERS.small, tier: 'small' });
  });

  it('of an anchored router shows what its empty tiers follow, under the ceiling', async () => {
    const tenant = await newTenant({ tiers: { ...TIERS, medium: 'vendorb/gpt-5.4' } });
    const anchored = await operator.post(`/projects/${tenant.projectId}/routers`, {
      name: 'From my code',
      anchor_model: 'vendorb/gpt-5-nano',
    });
    expect(anchored.body).toMatchObject({
      tiers: { big: 'vendorb/gpt-5-nano', medium: null, small: null },
      in_force: {
        big: serving('vendorb/gpt-5-nano'),
        medium: notServing('vendorb/gpt-5.4 is not known to be cheaper'),
      },
    });
    const dear = await operator.post(`/projects/${tenant.projectId}/routers`, {
      name: 'Dear',
      anchor_model: 'vendorb/gpt-5.5',
    });
    expect(dear.body.in_force).toMatchObject({
      medium: serving('vendorb/gpt-5.4'),
      small: serving(TIERS.small),
    });
  });

  it('is documented', async () => {
    const document = (await (await fetch(`${service.url}/docs-json`)).json()) as {
      paths: Record<string, object>;
      components: { schemas: Record<string, { properties: object }> };
    };
    for (const path of ['/api/v1/admin/routers/{id}', '/api/v1/admin/projects/{id}/routers'])
      expect(JSON.stringify(document.paths[path])).toContain('#/components/schemas/Router');
    expect(document.components.schemas['Router']?.properties).toHaveProperty('in_force');
  });
});
