import { ChangeFeed } from '../../src/database/change-feed.js';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { EndpointAgents } from '../../src/endpoints/endpoint-agents.service.js';
import { seedTenant, type Tenant } from '../support/seed.js';
import { startTestApplication, type TestApplication } from '../support/start-application.js';
import { AdminClient } from './admin-client.js';
import { openChat } from './stream-call.js';

const PUBLIC = '93.184.216.34';

let application: TestApplication;
let operator: AdminClient;
let tenant: Tenant;
let port: string;

beforeAll(async () => {
  application = await startTestApplication({
    environment: { PUBLIC_BASE_URL: 'https://gateway.example.com' },
  });
  operator = new AdminClient(application.url);
  tenant = await seedTenant(application.dataSource);
  port = new URL(application.provider.url).port;
});
afterEach(() => {
  vi.restoreAllMocks();
  application.provider.reset();
});
afterAll(() => application.stop());

/** What the name servers answer: one list a question, the last one for every further question. */
function nameServersAnswer(...answers: (string[] | Error)[]) {
  const spy = vi.spyOn(application.app.get(EndpointAgents), 'resolve');
  return spy.mockImplementation(() => {
    const answer = (answers.length > 1 ? answers.shift() : answers[0]) ?? [];
    if (answer instanceof Error) return Promise.reject(answer);
    return Promise.resolve(answer.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })));
  });
}

let models = 0;
function register(baseUrl: string, model = `local:${(models += 1)}`) {
  return operator.post(`/projects/${tenant.projectId}/endpoints`, {
    model,
    base_url: baseUrl,
    api_key: 'sk-of-the-caller',
  });
}

/** As if it had been registered when rules or names were others. */
async function insertEndpoint(baseUrl: string): Promise<string> {
  const model = `inserted:${(models += 1)}`;
  await application.dataSource.transaction(async (manager) => {
    await manager.query(
      'INSERT INTO registered_endpoints (id, project_id, model, base_url) VALUES ($1, $2, $3, $4)',
      [`end_${models}`, tenant.projectId, model, baseUrl],
    );
    // Heard by this process at the commit: the call that follows knows the endpoint.
    await application.app.get(ChangeFeed).publish(manager, { organizationId: tenant.organizationId });
  });
  return model;
}

describe('the address of an endpoint at registration', () => {
  it('is taken when all that its name resolves to is public', async () => {
    nameServersAnswer([PUBLIC, '2606:4700::1111']);
    expect((await register('https://models.example.com/v1')).status).toBe(200);
  });

  it('may be that of a provider: fine-tuned models run there with the key of their owner', async () => {
    nameServersAnswer([PUBLIC]);
    expect((await register('https://api.openai.com/v1', 'ft:gpt-4o-mini:acme::1')).status).toBe(200);
  });

  it.each([
    ['a private address', ['10.0.0.1']],
    ['one private address among public ones', [PUBLIC, '192.168.0.1']],
    ['loopback written as IPv6', ['::ffff:127.0.0.1']],
    ['the metadata service of a cloud', ['169.254.169.254']],
    ['nothing', []],
    ['an error', new Error('ENOTFOUND')],
  ])('is refused when its name resolves to %s', async (_what, answer) => {
    nameServersAnswer(answer);
    const { status, body } = await register('https://models.example.com/v1');
    expect(status).toBe(400);
    expect(body.error).toMatchObject({
      type: 'invalid_request_error',
      code: 'endpoint_address_refused',
      param: 'base_url',
      message: expect.stringContaining('does not resolve to a public address'),
    });
  });

  it.each([
    ['http://models.example.com/v1', 'https://'],
    ['https://127.0.0.1/v1', 'public one'],
    ['https://2130706433/v1', 'public one'],
    ['https://[::ffff:10.0.0.1]/v1', 'public one'],
    ['https://[::127.0.0.1]/v1', 'public one'],
    ['https://localhost/v1', 'public name'],
    ['https://metadata.google.internal/v1', 'public name'],
    ['https://gateway.example.com:444/v1', 'own hosts'],
    ['https://Gateway.Example.com./v1', 'own hosts'],
  ])('is refused without a question to anyone: %s', async (baseUrl, reason) => {
    const asked = nameServersAnswer([PUBLIC]);
    const { status, body } = await register(baseUrl);
    expect([status, body.error?.code]).toEqual([400, 'endpoint_address_refused']);
    expect(body.error.message).toContain(reason);
    expect(asked).not.toHaveBeenCalled();
  });

  it('is judged again when it is changed, and a refused change changes nothing', async () => {
    nameServersAnswer([PUBLIC], ['10.0.0.1']);
    const { body } = await register('https://models.example.com/v1');
    const change = await operator.patch(`/endpoints/${body.id}`, { base_url: 'https://inside.example.com' });
    expect([change.status, change.body.error?.code]).toEqual([400, 'endpoint_address_refused']);
    const list = await operator.get(`/projects/${tenant.projectId}/endpoints?limit=100`);
    expect(list.body.data).toContainEqual(body);
  });
});

describe('the address of an endpoint at a call', () => {
  it.each(['https://127.0.0.1', 'http://127.0.0.1', 'https://[::1]', 'https://localhost'])(
    'is refused before anything is connected: %s',
    async (origin) => {
      const asked = nameServersAnswer([PUBLIC]);
      const model = await insertEndpoint(`${origin}:${port}/v1`);
      const answer = await openChat(application.url, { apiKey: tenant.apiKey, body: { model } });
      const { error } = await answer.json();
      expect([answer.status, error.code]).toEqual([502, 'endpoint_address_refused']);
      expect(asked).not.toHaveBeenCalled();
      expect(application.provider.requests).toEqual([]);
    },
  );

  it('is refused when the name was public at registration and leads inside now', async () => {
    const inside = createServer((socket) => socket.destroy());
    let connections = 0;
    inside.on('connection', () => (connections += 1));
    inside.listen(0, '127.0.0.1');
    await once(inside, 'listening');
    const { port: insidePort } = inside.address() as AddressInfo;
    const asked = nameServersAnswer([PUBLIC], ['127.0.0.1']);
    const model = 'rebound:1';
    expect((await register(`https://rebound.example.com:${insidePort}/v1`, model)).status).toBe(200);
    const answer = await openChat(application.url, { apiKey: tenant.apiKey, body: { model } });
    expect(answer.status).toBe(502);
    const text = (await answer.whole()).toString();
    expect(text).toContain('endpoint_address_refused');
    expect(text).not.toContain('127.0.0.1');
    expect(asked).toHaveBeenCalledTimes(2);
    expect(connections).toBe(0);
    inside.close();
  });
});
