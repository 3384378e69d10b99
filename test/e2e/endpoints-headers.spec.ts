import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { chatCompletion } from '../support/recordings/openai-answers.js';
import { jsonAnswer } from '../support/recordings/script.js';
import { seedTenant, type Tenant } from '../support/seed.js';
import { startTestApplication, type TestApplication } from '../support/start-application.js';
import { AdminClient } from './admin-client.js';
import { openChat, type OpenAnswer } from './stream-call.js';

const SECRET = 'hdr-secret/"4711"';
const QUERY = '?api-version=2024-10-21&x=a%20b';

let service: TestApplication;
let operator: AdminClient;
let tenant: Tenant;

beforeAll(async () => {
  service = await startTestApplication({ environment: { ALLOW_PRIVATE_ENDPOINTS: 'true' } });
  operator = new AdminClient(service.url);
  tenant = await seedTenant(service.dataSource);
});
afterEach(() => service.provider.reset());
afterAll(() => service.stop());

async function register(model: string, fields: object = {}) {
  const { status, body } = await operator.post(`/projects/${tenant.projectId}/endpoints`, {
    model,
    base_url: `${service.provider.url}/own/v1${QUERY}`,
    headers: { 'X-Team': 'research', 'api-key': SECRET },
    ...fields,
  });
  expect([status, body]).toEqual([200, expect.objectContaining({ model })]);
  return body as { id: string; base_url: string; headers: string[] };
}

const call = (model: string): Promise<OpenAnswer> =>
  openChat(service.url, { apiKey: tenant.apiKey, body: { model } });

describe('an endpoint with headers and a query', () => {
  it('is called with both, the path in front of the query', async () => {
    const { base_url } = await register('azure:1', { api_key: 'sk-own' });
    expect(base_url).toBe(`${service.provider.url}/own/v1${QUERY}`);
    service.provider.enqueue(jsonAnswer(chatCompletion()));
    expect((await call('azure:1')).status).toBe(200);
    const request = await service.provider.nextRequest();
    expect(request.path).toBe(`/own/v1/chat/completions${QUERY}`);
    expect(request.headers).toMatchObject({
      'x-team': 'research',
      'api-key': SECRET,
      authorization: 'Bearer sk-own',
      'content-type': 'application/json',
    });
  });

  it('is shown with the names alone, and its values are encrypted', async () => {
    const { id, headers } = await register('shown:1');
    expect(headers).toEqual(['X-Team', 'api-key']);
    const list = await operator.get(`/projects/${tenant.projectId}/endpoints`);
    const log = await operator.get(`/organizations/${tenant.organizationId}/audit?limit=100`);
    expect(list.body.data).toContainEqual(expect.objectContaining({ id, headers }));
    expect(JSON.stringify([list.body, log.body])).not.toMatch(/hdr-secret|research/);
    const [row] = await service.dataSource.query(
      'SELECT headers_encrypted FROM registered_endpoints WHERE id = $1',
      [id],
    );
    expect(row.headers_encrypted.length).toBeGreaterThan(SECRET.length);
    expect(row.headers_encrypted.includes('hdr-secret')).toBe(false);
  });

  it('has all of them replaced by a change that names them, and keeps them otherwise', async () => {
    const { id } = await register('replaced:1');
    const renamed = await operator.patch(`/endpoints/${id}`, { upstream_model: 'm' });
    expect(renamed.body.headers).toEqual(['X-Team', 'api-key']);
    const changed = await operator.patch(`/endpoints/${id}`, { headers: { 'x-other': 'other-value' } });
    expect(changed.body.headers).toEqual(['x-other']);
    expect((await call('replaced:1')).status).toBe(200);
    const { headers } = await service.provider.nextRequest();
    expect(headers).toMatchObject({ 'x-other': 'other-value' });
    expect(headers).not.toHaveProperty('api-key');
    expect((await operator.patch(`/endpoints/${id}`, { headers: {} })).body.headers).toEqual([]);
  });

  it('takes them to another server only when told', async () => {
    const { id } = await register('moved:1');
    const base_url = 'https://other.example.com/v1';
    const refused = await operator.patch(`/endpoints/${id}`, { base_url });
    expect([refused.status, refused.body.error]).toEqual([
      400,
      expect.objectContaining({ code: 'endpoint_key_required', param: 'headers' }),
    ]);
    const told = await operator.patch(`/endpoints/${id}`, { base_url, headers: { 'x-a': 'b' } });
    expect(told.body).toMatchObject({ base_url, headers: ['x-a'] });
  });

  it('sends an authorization of its own, as long as there is no key', async () => {
    const authorization = 'Basic dXNlcjpwYXNzd29yZA==';
    const { id } = await register('basic:1', { headers: { authorization } });
    expect((await call('basic:1')).status).toBe(200);
    expect((await service.provider.nextRequest()).headers.authorization).toBe(authorization);
    const keyed = await operator.patch(`/endpoints/${id}`, { api_key: 'sk-own' });
    expect([keyed.status, keyed.body.error?.param]).toEqual([400, 'headers.authorization']);
    const both = await operator.patch(`/endpoints/${id}`, { api_key: 'sk-own', headers: {} });
    expect(both.body).toMatchObject({ has_api_key: true, headers: [] });
  });

  it('is not quoted with their values by an error', async () => {
    await register('quoting:1');
    const error = { error: { message: `Unknown api-key ${SECRET}`, type: 'invalid_request_error' } };
    service.provider.enqueue(jsonAnswer(error, { status: 400, headers: { 'x-request-id': SECRET } }));
    const answer = await call('quoting:1');
    const everything = `${JSON.stringify(answer.headers)}${(await answer.whole()).toString()}`;
    expect(answer.status).toBe(400);
    expect(everything).toContain('[credential]');
    expect(everything).not.toContain('4711');
  });

  it('whose headers cannot be read any more says so and sends nothing, until they are set again', async () => {
    const { id } = await register('broken:1');
    await service.dataSource.query(
      `UPDATE registered_endpoints SET headers_encrypted = set_byte(headers_encrypted, 30, 255 - get_byte(headers_encrypted, 30)) WHERE id = $1`,
      [id],
    );
    await operator.patch(`/endpoints/${id}`, { upstream_model: 'm' });
    const answer = await call('broken:1');
    const { error } = await answer.json();
    expect([answer.status, error.code]).toEqual([500, 'endpoint_key_unreadable']);
    expect(error.message).toContain('headers');
    expect(service.provider.requests).toEqual([]);
    await operator.patch(`/endpoints/${id}`, { headers: { 'x-a': 'b' } });
    expect((await call('broken:1')).status).toBe(200);
  });
});
