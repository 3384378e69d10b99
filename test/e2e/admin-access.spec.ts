import supertest from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seedTenant, type Tenant } from '../support/seed.js';
import { ADMIN_TOKEN, startTestApplication, type TestApplication } from '../support/start-application.js';
import { AdminClient } from './admin-client.js';

let application: TestApplication;
let operator: AdminClient;
let mine: Tenant;
let other: Tenant;
let member: AdminClient;

beforeAll(async () => {
  application = await startTestApplication();
  operator = new AdminClient(application.url);
  mine = await seedTenant(application.dataSource);
  other = await seedTenant(application.dataSource);
  member = operator.withToken((await operator.createToken(mine.organizationId)).token);
});
afterAll(() => application.stop());

describe('a token of the management API', () => {
  it.each([
    ['is missing', {}],
    ['is unknown', { authorization: 'Bearer svc_admin_nobody' }],
    ['is empty', { authorization: 'Bearer ' }],
    ["is the operator's with something behind it", { authorization: `Bearer ${ADMIN_TOKEN}x` }],
    ['stands without its scheme', { authorization: ADMIN_TOKEN }],
  ])('that %s is 401', async (_title, headers: Record<string, string>) => {
    const answer = await supertest(application.url).get('/api/v1/admin/organizations').set(headers);
    expect(answer.status).toBe(401);
    expect(answer.body).toMatchObject({
      error: { type: 'authentication_error', code: 'invalid_admin_token' },
    });
  });

  it('is never an API key', async () => {
    for (const headers of [{ authorization: `Bearer ${mine.apiKey}` }, { 'x-api-key': mine.apiKey }]) {
      const answer = await supertest(application.url).get('/api/v1/admin/organizations').set(headers);
      expect(answer.status).toBe(401);
    }
  });

  it('is asked for before the body is looked at', async () => {
    const answer = await operator.withToken('wrong').post('/organizations', '{"name":');
    expect(answer.status).toBe(401);
  });

  it('is shown once, opens its organization, and opens nothing once revoked', async () => {
    const created = await operator.post(`/organizations/${mine.organizationId}/admin-tokens`, { name: 'ci' });
    const { id, token } = created.body as { id: string; token: string };
    expect(created.headers['cache-control']).toBe('no-store');
    expect(token).toMatch(/^svc_admin_[\w-]{32,}$/);
    const own = operator.withToken(token);
    expect((await own.get(`/organizations/${mine.organizationId}`)).status).toBe(200);
    const list = await own.get(`/organizations/${mine.organizationId}/admin-tokens`);
    expect(list.body.data).toContainEqual({ id, name: 'ci', created_at: expect.any(String) });
    expect(JSON.stringify(list.body)).not.toContain(token);

    expect((await operator.delete(`/admin-tokens/${id}`)).body).toEqual({ id, deleted: true });
    expect((await own.get(`/organizations/${mine.organizationId}`)).status).toBe(401);
    expect((await operator.delete(`/admin-tokens/${id}`)).status).toBe(404);
  });

  it('is kept as a digest only', async () => {
    const { id, token } = await operator.createToken(mine.organizationId);
    const rows: object[] = await application.dataSource.query('SELECT * FROM admin_tokens WHERE id = $1', [
      id,
    ]);
    expect(JSON.stringify(rows)).not.toContain(token);
  });
});

describe("an organization's token", () => {
  it('lists its own organization only, and nothing behind it', async () => {
    const { body } = await member.get('/organizations');
    expect(body.data.map(({ id }: { id: string }) => id)).toEqual([mine.organizationId]);
    const next = await member.get(`/organizations?after=${mine.organizationId}`);
    expect(next.body).toMatchObject({ data: [], has_more: false });
  });

  it("finds none of another organization's things: 404, the same as for what does not exist", async () => {
    const { id: tokenId } = await operator.createToken(other.organizationId);
    const paths = [
      `/organizations/${other.organizationId}`,
      `/organizations/${other.organizationId}/ledger`,
      `/organizations/${other.organizationId}/admin-tokens`,
      `/organizations/${other.organizationId}/projects`,
      `/projects/${other.projectId}`,
      `/projects/${other.projectId}/keys`,
      `/projects/${other.projectId}/routers`,
      `/projects/${other.projectId}/calls`,
      `/projects/${other.projectId}/usage`,
      `/routers/${other.routerId}`,
    ];
    for (const path of paths) {
      expect([path, (await member.get(path)).status]).toEqual([path, 404]);
      expect([path, (await operator.get(path)).status]).toEqual([path, 200]);
    }
    const writes = [
      member.patch(`/organizations/${other.organizationId}`, { name: 'x' }),
      member.post(`/organizations/${other.organizationId}/credits`, { amount_usd: 1 }),
      member.post(`/organizations/${other.organizationId}/projects`, { name: 'x' }),
      member.post(`/organizations/${other.organizationId}/admin-tokens`, { name: 'x' }),
      member.patch(`/projects/${other.projectId}`, { name: 'x' }),
      member.delete(`/projects/${other.projectId}`),
      member.post(`/projects/${other.projectId}/keys`, { name: 'x' }),
      member.delete(`/keys/${other.keyId}`),
      member.delete(`/admin-tokens/${tokenId}`),
    ];
    for (const answer of await Promise.all(writes)) {
      expect(answer.status).toBe(404);
      expect(answer.body.error).toMatchObject({ type: 'not_found_error', code: 'not_found' });
    }
  });

  it.each([
    { pay_as_you_go: true },
    { rate_limits: { inference: 'unlimited' } },
    { data_policy: { zero_retention: true } },
    { name: 'New', pay_as_you_go: false },
  ])('may not change %j: 403, and nothing changes', async (change) => {
    const before = await operator.get(`/organizations/${mine.organizationId}`);
    const answer = await member.patch(`/organizations/${mine.organizationId}`, change);
    expect(answer.status).toBe(403);
    expect(answer.body.error).toMatchObject({ type: 'permission_error', code: 'operator_only' });
    expect((await operator.get(`/organizations/${mine.organizationId}`)).body).toEqual(before.body);
  });

  it('may neither create organizations nor add credit: 403', async () => {
    expect((await member.post('/organizations', { name: 'x' })).status).toBe(403);
    const credit = await member.post(`/organizations/${mine.organizationId}/credits`, { amount_usd: 1 });
    expect(credit.status).toBe(403);
  });

  it('works in its own organization', async () => {
    const renamed = await member.patch(`/organizations/${mine.organizationId}`, { name: 'Renamed' });
    expect(renamed.body.name).toBe('Renamed');
    const projectId = await member.createProject(mine.organizationId);
    const key = await member.post(`/projects/${projectId}/keys`, { name: 'k' });
    expect(key.status).toBe(200);
    expect((await member.delete(`/keys/${key.body.id}`)).status).toBe(200);
    expect((await member.delete(`/projects/${projectId}`)).status).toBe(200);
  });
});
