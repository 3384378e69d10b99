import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { EndpointAgents } from '../../src/endpoints/endpoint-agents.service.js';
import { chatCompletion } from '../support/recordings/openai-answers.js';
import { jsonAnswer, redirectTo } from '../support/recordings/script.js';
import { seedTenant, type Tenant } from '../support/seed.js';
import { startTestApplication, type TestApplication } from '../support/start-application.js';
import { AdminClient } from './admin-client.js';
import { openChat } from './stream-call.js';

const METADATA = [
  '169.254.169.254',
  '100.100.100.200',
  'fd00:ec2::254',
  '64:ff9b::a9fe:a9fe',
  '2002:a9fe:a9fe::',
];

let byName: TestApplication;
let byRange: TestApplication;

beforeAll(async () => {
  byName = await startTestApplication({
    environment: { ENDPOINT_ALLOWED_HOSTS: 'ollama, *.models.corp, metadata.google.internal' },
  });
  byRange = await startTestApplication({
    environment: { ENDPOINT_ALLOWED_HOSTS: '127.0.0.0/8, 169.254.0.0/16, 100.64.0.0/10, fd00::/8, ::/0' },
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  for (const { provider } of [byName, byRange]) provider.reset();
});
afterAll(async () => {
  await byName.stop();
  await byRange.stop();
});

/** What a look-up answers: one list a question, the last one for every further question. */
function lookUpsAnswer(service: TestApplication, ...answers: string[][]) {
  return vi.spyOn(service.app.get(EndpointAgents), 'resolve').mockImplementation(() => {
    const answer = (answers.length > 1 ? answers.shift() : answers[0]) ?? [];
    return Promise.resolve(answer.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })));
  });
}

let models = 0;
async function register(service: TestApplication, origin: string) {
  const tenant: Tenant = await seedTenant(service.dataSource);
  const model = `local:${(models += 1)}`;
  const { status, body } = await new AdminClient(service.url).post(
    `/projects/${tenant.projectId}/endpoints`,
    { model, base_url: `${origin}/own/v1` },
  );
  return {
    status,
    error: body.error,
    call: () => openChat(service.url, { apiKey: tenant.apiKey, body: { model } }),
  };
}

const portOf = ({ provider }: TestApplication): string => new URL(provider.url).port;

describe('a host that the operator allows', () => {
  it.each(['ollama', 'gpu-1.models.corp'])(
    'by name may be private and is called over http: %s',
    async (host) => {
      lookUpsAnswer(byName, ['127.0.0.1']);
      const { status, call } = await register(byName, `http://${host}:${portOf(byName)}`);
      expect(status).toBe(200);
      byName.provider.enqueue(jsonAnswer(chatCompletion()));
      expect((await call()).status).toBe(200);
      expect(byName.provider.requests).toHaveLength(1);
    },
  );

  it.each(['127.0.0.1', 'inside.example.com'])('by range may be %s, over http', async (host) => {
    lookUpsAnswer(byRange, ['127.0.0.1']);
    const { status, call } = await register(byRange, `http://${host}:${portOf(byRange)}`);
    expect(status).toBe(200);
    byRange.provider.enqueue(jsonAnswer(chatCompletion()));
    expect((await call()).status).toBe(200);
    expect(byRange.provider.requests).toHaveLength(1);
  });

  it.each([
    ['http://models.corp', ['127.0.0.1']],
    ['http://inside.example.com', ['127.0.0.1']],
    ['https://inside.example.com', ['127.0.0.1']],
    ['http://public.example.com', ['93.184.216.34']],
    ['http://127.0.0.1', []],
  ])('by name makes nothing else allowed: %s', async (origin, addresses) => {
    lookUpsAnswer(byName, addresses);
    const { status, error } = await register(byName, `${origin}:${portOf(byName)}`);
    expect([status, error?.code]).toEqual([400, 'endpoint_address_refused']);
  });

  it('by range makes no public host callable over http, nor one that is in the range only in part', async () => {
    lookUpsAnswer(byRange, ['93.184.216.34'], ['127.0.0.1', '10.0.0.1']);
    for (const host of ['public.example.com', 'partly.example.com'])
      expect((await register(byRange, `http://${host}`)).status).toBe(400);
  });

  it.each(METADATA)('is refused when its name leads to a metadata address: %s', async (address) => {
    lookUpsAnswer(byName, [address]);
    for (const host of ['ollama', 'a.models.corp', 'metadata.google.internal'])
      expect((await register(byName, `http://${host}`)).error?.code).toBe('endpoint_address_refused');
    lookUpsAnswer(byRange, [address]);
    expect((await register(byRange, 'https://inside.example.com')).error?.code).toBe(
      'endpoint_address_refused',
    );
    const literal = address.includes(':') ? `[${address}]` : address;
    expect((await register(byRange, `http://${literal}`)).error?.message).toContain('metadata');
  });

  // Names of their own: a connection that was made to a checked address may be used again.
  it('is refused at a call when its name leads to a metadata address by then', async () => {
    lookUpsAnswer(byName, ['127.0.0.1'], ['169.254.169.254']);
    const { status, call } = await register(byName, `http://gpu-9.models.corp:${portOf(byName)}`);
    expect(status).toBe(200);
    const answer = await call();
    expect([answer.status, (await answer.json()).error.code]).toEqual([502, 'endpoint_address_refused']);
  });

  it('by range is refused at a call when its name has left the range', async () => {
    lookUpsAnswer(byRange, ['127.0.0.1'], ['10.0.0.1']);
    const { call } = await register(byRange, `http://left.example.com:${portOf(byRange)}`);
    expect((await call()).status).toBe(502);
  });

  it("is never the gateway's own listener, by address or by name, at registration or at a call", async () => {
    const { port } = new URL(byRange.url);
    for (const host of ['127.0.0.1', '127.5.5.5', '[::1]', '[::ffff:127.0.0.1]', 'localhost'])
      expect((await register(byRange, `http://${host}:${port}`)).error?.message).toContain('own hosts');
    lookUpsAnswer(byName, ['127.0.0.1']);
    const own = new URL(byName.url).port;
    expect((await register(byName, `http://ollama:${own}`)).error?.code).toBe('endpoint_address_refused');
    lookUpsAnswer(byName, ['10.9.9.9'], ['127.0.0.1']);
    const { status, call } = await register(byName, `http://ollama:${own}`);
    expect(status).toBe(200);
    const answer = await call();
    expect([answer.status, (await answer.json()).error.code]).toEqual([502, 'endpoint_address_refused']);
  });

  it('is not left by a redirect', async () => {
    const { call } = await register(byRange, `http://127.0.0.1:${portOf(byRange)}`);
    byRange.provider.enqueue(redirectTo('http://169.254.169.254/latest/meta-data/', 307));
    const answer = await call();
    expect([answer.status, (await answer.json()).error.code]).toEqual([502, 'gateway_redirect']);
    expect(byRange.provider.requests).toHaveLength(1);
  });

  it('is no address for posts: alerts keep to public https ones', async () => {
    const tenant = await seedTenant(byRange.dataSource);
    lookUpsAnswer(byRange, ['127.0.0.1']);
    for (const url of [`http://127.0.0.1:${portOf(byRange)}`, 'https://inside.example.com/'])
      expect(
        (
          await new AdminClient(byRange.url).put(`/organizations/${tenant.organizationId}/alerts`, {
            url,
            events: ['batch_ended'],
          })
        ).status,
      ).toBe(400);
  });
});
