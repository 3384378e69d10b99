import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../src/lib/ids.js';
import { startTestApplication, type TestApplication } from '../support/start-application.js';
import { AdminClient } from './admin-client.js';

let application: TestApplication;
let operator: AdminClient;
let organizationId: string;
let projectId: string;

beforeAll(async () => {
  application = await startTestApplication({ environment: { ALLOW_PRIVATE_ENDPOINTS: 'true' } });
  operator = new AdminClient(application.url);
  organizationId = await operator.createOrganization();
  projectId = await operator.createProject(organizationId);
});
afterAll(() => application.stop());

interface Entry {
  readonly id: string;
  readonly who: string;
  readonly who_name: string | null;
  readonly request_id: string;
  readonly action: string;
  readonly target: { type: string; id: string };
  readonly organization_id: string;
  readonly project_id: string | null;
  readonly before: Record<string, unknown> | null;
  readonly after: Record<string, unknown> | null;
}

async function entries(organization = organizationId): Promise<Entry[]> {
  const { status, body } = await operator.get(`/organizations/${organization}/audit?limit=100`);
  expect(status).toBe(200);
  return body.data as Entry[];
}

async function newest(): Promise<Entry | undefined> {
  return (await entries())[0];
}

describe('the audit log', () => {
  it('says who did what to what, before and after, in which request', async () => {
    const { headers } = await operator.patch(`/projects/${projectId}`, {
      name: 'Renamed',
      permissions: { chinese_models: false },
    });
    expect(await newest()).toEqual({
      id: expect.stringMatching(/^aud_\d+$/),
      created_at: expect.stringMatching(/Z$/),
      who: 'operator',
      who_name: null,
      request_id: headers['x-request-id'],
      action: 'project.change',
      target: { type: 'project', id: projectId },
      organization_id: organizationId,
      project_id: projectId,
      before: {
        name: 'Bot',
        permissions: {
          smart_routing: true,
          automatic_updates: true,
          token_compression: true,
          chinese_models: true,
          response_storage: true,
        },
      },
      after: {
        name: 'Renamed',
        permissions: {
          smart_routing: true,
          automatic_updates: true,
          token_compression: true,
          chinese_models: false,
          response_storage: true,
        },
      },
    });
  });

  it('names the admin token that was used', async () => {
    const { id, token } = await operator.createToken(organizationId);
    await operator.withToken(token).patch(`/organizations/${organizationId}`, { name: 'Acme Ltd' });
    expect(await newest()).toMatchObject({
      who: id,
      who_name: 'ci',
      action: 'organization.change',
      before: { name: 'Acme' },
      after: { name: 'Acme Ltd' },
    });
  });

  it('has no entry for what changed nothing, was refused, or is only read', async () => {
    const before = (await entries()).length;
    await operator.patch(`/organizations/${organizationId}`, { name: 'Acme Ltd' });
    await operator.patch(`/organizations/${organizationId}`, {});
    await operator.patch(`/organizations/${organizationId}`, { auto_reload: { enabled: true } });
    await operator.patch(`/projects/${newId('prj')}`, { name: 'x' });
    await operator.get(`/projects/${projectId}`);
    await operator.post('/maintenance/sweep');
    expect(await entries()).toHaveLength(before);
  });

  it('has one entry for a credit that was sent twice', async () => {
    const credit = { amount_usd: '12.000000000001', note: 'invoice', idempotency_key: 'invoice-1' };
    await operator.post(`/organizations/${organizationId}/credits`, credit);
    const { body } = await operator.post(`/organizations/${organizationId}/credits`, credit);
    const other = await operator.post(`/organizations/${organizationId}/credits`, {
      ...credit,
      amount_usd: 13,
    });
    expect([other.status, other.body.error.code]).toEqual([409, 'idempotency_key_reused']);
    expect((await operator.get(`/organizations/${organizationId}`)).body.balance_usd).toBe(12.000000000001);
    const credits = (await entries()).filter(({ action }) => action === 'credit.add');
    expect(credits).toMatchObject([
      { target: { type: 'credit', id: body.id as string }, before: null, after: credit },
    ]);
  });

  it('goes with its change: when the log cannot be written, nothing is changed', async () => {
    await application.dataSource.query(
      `ALTER TABLE audit_entries ADD CONSTRAINT full_for_a_test CHECK (who <> 'operator') NOT VALID`,
    );
    try {
      const { status } = await operator.patch(`/organizations/${organizationId}`, { name: 'Lost' });
      expect(status).toBeGreaterThanOrEqual(500);
    } finally {
      await application.dataSource.query('ALTER TABLE audit_entries DROP CONSTRAINT full_for_a_test');
    }
    expect((await operator.get(`/organizations/${organizationId}`)).body.name).toBe('Acme Ltd');
  });

  it('cannot be changed by anyone', async () => {
    await expect(application.dataSource.query('DELETE FROM audit_entries')).rejects.toThrow(/append-only/);
    await expect(application.dataSource.query(`UPDATE audit_entries SET who = 'x'`)).rejects.toThrow(
      /append-only/,
    );
  });

  it('is paged newest first', async () => {
    const all = (await entries()).map(({ id }) => id);
    const first = await operator.get(`/organizations/${organizationId}/audit?limit=2`);
    expect(first.body).toMatchObject({ object: 'list', has_more: true, first_id: all[0], last_id: all[1] });
    const rest = await operator.get(
      `/organizations/${organizationId}/audit?limit=100&after=${first.body.last_id}`,
    );
    expect([...first.body.data, ...rest.body.data].map(({ id }) => id as string)).toEqual(all);
    expect(rest.body.has_more).toBe(false);
    for (const after of ['led_1', 'aud_', 'aud_x', 'aud_9999999999999999999'])
      expect((await operator.get(`/organizations/${organizationId}/audit?after=${after}`)).status).toBe(400);
  });

  it("is open to its own organization's token; the whole log is the operator's", async () => {
    const stranger = await operator.createOrganization('Stranger');
    const { token } = await operator.createToken(stranger);
    const theirs = operator.withToken(token);
    expect((await theirs.get(`/organizations/${organizationId}/audit`)).status).toBe(404);
    expect((await theirs.get(`/organizations/${stranger}/audit`)).status).toBe(200);
    expect((await theirs.get('/audit')).body.error.code).toBe('operator_only');
    const { body } = await operator.get('/audit?limit=100');
    expect(new Set((body.data as Entry[]).map((entry) => entry.organization_id))).toEqual(
      new Set([organizationId, stranger]),
    );
    expect((await operator.get('/organizations/org_nobody/audit')).status).toBe(404);
  });
});

describe('every route that changes something', () => {
  /** What each does to a thing that it makes for itself, and the entry that it leaves; null for those that leave none. */
  const routes: Record<string, (() => Promise<{ status: number }>) | null> = {
    'POST /organizations': () => operator.post('/organizations', { name: 'Another' }),
    'PATCH /organizations/{id}': () =>
      operator.patch(`/organizations/${organizationId}`, { rate_limits: { inference: 'unlimited' } }),
    'POST /organizations/{id}/credits': () =>
      operator.post(`/organizations/${organizationId}/credits`, { amount_usd: 1 }),
    'POST /organizations/{id}/admin-tokens': () =>
      operator.post(`/organizations/${organizationId}/admin-tokens`, { name: 'ci' }),
    'DELETE /admin-tokens/{id}': async () =>
      operator.delete(`/admin-tokens/${(await operator.createToken(organizationId)).id}`),
    'POST /organizations/{id}/projects': () =>
      operator.post(`/organizations/${organizationId}/projects`, { name: 'New' }),
    'PATCH /projects/{id}': () => operator.patch(`/projects/${projectId}`, { name: newId('prj') }),
    'DELETE /projects/{id}': async () =>
      operator.delete(`/projects/${await operator.createProject(organizationId)}`),
    'POST /projects/{id}/keys': () => operator.post(`/projects/${projectId}/keys`, { name: 'k' }),
    'PATCH /keys/{id}': async () => {
      const { body } = await operator.post(`/projects/${projectId}/keys`, { name: 'k' });
      return operator.patch(`/keys/${body.id}`, { disabled: true });
    },
    'DELETE /keys/{id}': async () => {
      const { body } = await operator.post(`/projects/${projectId}/keys`, { name: 'k' });
      return operator.delete(`/keys/${body.id}`);
    },
    'POST /projects/{id}/routers': () => createRouter(),
    'PATCH /routers/{id}': async () =>
      operator.patch(`/routers/${(await createRouter()).body.id}`, { threshold: 0.25 }),
    'DELETE /routers/{id}': async () => operator.delete(`/routers/${(await createRouter()).body.id}`),
    'POST /routers/{id}/versions/{n}/restore': async () => {
      const { id } = (await createRouter()).body as { id: string };
      await operator.patch(`/routers/${id}`, { name: 'Changed' });
      return operator.post(`/routers/${id}/versions/1/restore`);
    },
    'PATCH /groups/{id}': async () => operator.patch(`/groups/${await seedGroup()}`, { name: 'Triage' }),
    'POST /recommendations/{id}/approve': async () =>
      operator.post(`/recommendations/${await seedRecommendation()}/approve`),
    'POST /recommendations/{id}/dismiss': async () =>
      operator.post(`/recommendations/${await seedRecommendation()}/dismiss`),
    'POST /projects/{id}/endpoints': () => createEndpoint(),
    'PATCH /endpoints/{id}': async () =>
      operator.patch(`/endpoints/${(await createEndpoint()).body.id}`, { api_key: 'another-secret' }),
    'DELETE /endpoints/{id}': async () => operator.delete(`/endpoints/${(await createEndpoint()).body.id}`),
    'PUT /organizations/{id}/card': () =>
      operator.put(`/organizations/${organizationId}/card`, { payment_method: 'pm_sandbox_ok' }),
    'DELETE /organizations/{id}/card': () => operator.delete(`/organizations/${organizationId}/card`),
    'POST /projects/{id}/callback-secret/rotate': () =>
      operator.post(`/projects/${projectId}/callback-secret/rotate`),
    'PUT /projects/{id}/aliases/{alias}': () =>
      operator.put(`/projects/${projectId}/aliases/fast`, { model: 'vendorb/gpt-4o-mini' }),
    'DELETE /projects/{id}/aliases/{alias}': async () => {
      await operator.put(`/projects/${projectId}/aliases/gone`, { model: 'vendorb/gpt-4o-mini' });
      return operator.delete(`/projects/${projectId}/aliases/gone`);
    },
    'PUT /organizations/{id}/alerts': () => setAlerts(),
    'POST /organizations/{id}/alerts/secret/rotate': async () => {
      await setAlerts();
      return operator.post(`/organizations/${organizationId}/alerts/secret/rotate`);
    },
    'DELETE /organizations/{id}/alerts': async () => {
      await setAlerts();
      return operator.delete(`/organizations/${organizationId}/alerts`);
    },
    // It posts, and changes nothing.
    'POST /organizations/{id}/alerts/test': null,
    'PUT /projects/{id}/provider-keys/{provider}': () => putProviderKey(),
    'DELETE /projects/{id}/provider-keys/{provider}': async () => {
      await putProviderKey();
      return operator.delete(`/projects/${projectId}/provider-keys/provider_b`);
    },
    // It deletes what has ended by itself.
    'POST /maintenance/sweep': null,
    // ledger-archive.spec.ts: entries come back as they were.
    'POST /maintenance/ledger-archive/bring-back': null,
    // It says what would be decided.
    'POST /projects/{id}/routers/preview': null,
    'POST /projects/{id}/playground/chat/completions': null,
    // admin-batches.spec.ts: it needs a batch.
    'POST /batches/{id}/cancel': null,
    // simulator-faults.spec.ts: the providers here are no simulated ones.
    'PUT /simulator/faults': null,
    'DELETE /simulator/faults': null,
    // Signing in and out changes nothing that others see.
    'POST /console/session': null,
    'DELETE /console/session': null,
  };

  const setAlerts = () =>
    operator.put(`/organizations/${organizationId}/alerts`, {
      url: 'https://alerts.example.com/hook',
      events: ['card_declined'],
    });

  it('is known here: a new one needs a line above, and an entry in the log', async () => {
    const document = (await (await fetch(`${application.url}/docs-json`)).json()) as {
      paths: Record<string, object>;
    };
    const documented = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods)
        .filter((method) => path.startsWith('/api/v1/admin') && method !== 'get')
        .map((method) => `${method.toUpperCase()} ${path.replace('/api/v1/admin', '')}`),
    );
    expect(documented.sort()).toEqual(Object.keys(routes).sort());
  });

  it('leaves an entry, without any secret', async () => {
    for (const [route, call] of Object.entries(routes)) {
      if (call === null) continue;
      const before = await newestOfAll();
      const { status } = await call();
      expect([route, status]).toEqual([route, 200]);
      expect([route, await newestOfAll()]).not.toEqual([route, before]);
    }
    const { body } = await operator.get('/audit?limit=100');
    const text = JSON.stringify(body);
    expect(text).not.toMatch(/svc_live_[\w-]{10}|svc_admin_|secret|hash|encrypted/);
    const actions = new Set((body.data as Entry[]).map(({ action }) => action));
    for (const action of [
      'key.revoke',
      'router.delete',
      'group.change',
      'recommendation.approve',
      'endpoint.change',
    ])
      expect(actions).toContain(action);
  });

  const putProviderKey = () =>
    operator.put(`/projects/${projectId}/provider-keys/provider_b`, { api_key: 'sk-own-provider-key' });

  async function newestOfAll(): Promise<string> {
    const { body } = await operator.get('/audit?limit=1');
    return body.first_id as string;
  }

  const createRouter = () =>
    operator.post(`/projects/${projectId}/routers`, {
      name: 'Support',
      tiers: { medium: 'vendorb/gpt-6.1-terra' },
    });

  const createEndpoint = () =>
    operator.post(`/projects/${projectId}/endpoints`, {
      model: `m${newId('end').slice(4)}:8b`,
      base_url: 'http://127.0.0.1:9/v1',
      api_key: 'a-secret',
    });

  async function seedGroup(): Promise<string> {
    const id = newId('grp');
    await application.dataSource.query(
      `INSERT INTO task_groups (id, project_id, name, task, fingerprint, basis, scope, features, seen_in, weak)
       VALUES ($1, $2, 'Group', 'classification', $1, 'text', 0, ''::bytea, 3, false)`,
      [id, projectId],
    );
    return id;
  }

  async function seedRecommendation(): Promise<string> {
    const id = newId('rec');
    await application.dataSource.query(
      `INSERT INTO recommendations (id, organization_id, project_id, group_id, current_model, recommended_model, evidence, monthly_saving_usd, status, created_at, changed_at)
       VALUES ($1, $2, $3, $4, 'vendora/claude-sonnet-5-5', 'vendorb/gpt-6.1-terra', '{}', 1, 'open', now(), now())`,
      [id, organizationId, projectId, await seedGroup()],
    );
    return id;
  }
});
