import { networkInterfaces } from 'node:os';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { ChangeFeed } from '../../src/database/change-feed.js';
import { EndpointAgents } from '../../src/endpoints/endpoint-agents.service.js';
import { redirectTo } from '../support/recordings/script.js';
import { seedTenant, type Tenant } from '../support/seed.js';
import { startTestApplication, type TestApplication } from '../support/start-application.js';
import { AdminClient } from './admin-client.js';
import { openChat } from './stream-call.js';

/** Of this machine, in every spelling that somebody may read as one. */
const THIS_MACHINE = [
  '127.0.0.1',
  '127.0.0.1.',
  '127.1',
  '127.255.255.254',
  '2130706433',
  '0x7f000001',
  '0x7f.1',
  '0177.0.0.1',
  '017700000001',
  '１２７.０.０.１',
  '127。0。0。1',
  '0.0.0.0',
  '0',
  'localhost',
  'LOCALHOST.',
  'a.localhost',
  '[::1]',
  '[0:0:0:0:0:0:0:1]',
  '[::]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[::ffff:0:0]',
  '[::7f00:1]',
  '[::ffff:0:7f00:1]',
  '[64:ff9b::7f00:1]',
  '[2002:7f00:1::]',
];
const METADATA = [
  '169.254.169.254',
  '169.254.169.254.',
  '2852039166',
  '0xa9fea9fe',
  '0xa9.0xfe.0xa9.0xfe',
  '0251.0376.0251.0376',
  '025177524776',
  '169.254.43518',
  '１６９.２５４.１６９.２５４',
  '[::ffff:169.254.169.254]',
  '[::ffff:a9fe:a9fe]',
  '[::a9fe:a9fe]',
  '[::ffff:0:a9fe:a9fe]',
  '[64:ff9b::a9fe:a9fe]',
  '[64:ff9b:1::a9fe:a9fe]',
  '[2001:db8:a9fe:a9fe::]',
  '[2002:a9fe:a9fe::1]',
  '[2001:0:0:0:0:0:5601:5601]',
  '[fe80::a9fe:a9fe]',
  '100.100.100.200',
  '0x646464c8',
  '[::ffff:6464:64c8]',
  '[64:ff9b::6464:64c8]',
  '[fd00:ec2::254]',
  '[fd00:0ec2:0:0:0:0:0:0254]',
  '169.254.170.2',
  '169.254.42.42',
  '168.63.129.16',
];
/** Texts that hold a listed name, or look like one, and lead elsewhere. */
const LOOKALIKES = [
  'http://ollama@127.0.0.1',
  'http://ollama:11434@127.0.0.1',
  'http://127.0.0.1#@ollama',
  'http://127.0.0.1\\@ollama',
  'http://127.0.0.1/@ollama',
  'http://127.0.0.1?@ollama',
  'http://ollama.example.com',
  'http://ollama%2eexample.com',
  'http://my-ollama',
  'http://ollama..',
  'http://.ollama',
  'http://ollama%00.example.com',
  'http:ollama',
  'http:/\\ollama',
  'http://ollama\t.example.com',
  'ftp://ollama',
  'http://models.corp',
  'http://xmodels.corp',
  'http://.models.corp',
  'http://a.models.corp.example.com',
];

let everything: TestApplication;
let byName: TestApplication;
let tenants: Map<TestApplication, Tenant>;
beforeAll(async () => {
  everything = await startTestApplication({
    environment: {
      ENDPOINT_ALLOWED_HOSTS: '0.0.0.0/0, ::/0, localhost, *.localhost',
      BATCH_GATEWAY_PORT: '0',
    },
  });
  byName = await startTestApplication({ environment: { ENDPOINT_ALLOWED_HOSTS: 'ollama, *.models.corp' } });
  tenants = new Map();
  for (const one of [everything, byName]) tenants.set(one, await seedTenant(one.dataSource));
});
afterEach(() => {
  vi.restoreAllMocks();
  for (const { provider } of [everything, byName]) provider.reset();
});
afterAll(async () => {
  await everything.stop();
  await byName.stop();
});

const tenantOf = (service: TestApplication): Tenant => tenants.get(service) as Tenant;
let models = 0;

async function register(service: TestApplication, baseUrl: string) {
  const path = `/projects/${tenantOf(service).projectId}/endpoints`;
  const model = `local:${(models += 1)}`;
  const answer = await new AdminClient(service.url).post(path, { model, base_url: baseUrl });
  return { status: answer.status, code: answer.body.error?.code as unknown, model };
}

/** A call of an endpoint that was registered when the rules were others. */
async function callOf(service: TestApplication, baseUrl: string): Promise<[number, string]> {
  const { projectId, organizationId, apiKey } = tenantOf(service);
  const model = `inserted:${(models += 1)}`;
  await service.dataSource.transaction(async (manager) => {
    await manager.query(
      'INSERT INTO registered_endpoints (id, project_id, model, base_url) VALUES ($1, $2, $3, $4)',
      [`end_${models}`, projectId, model, baseUrl],
    );
    await service.app.get(ChangeFeed).publish(manager, { organizationId });
  });
  const answer = await openChat(service.url, { apiKey, body: { model } });
  return [answer.status, ((await answer.json()) as { error: { code: string } }).error.code];
}

const REFUSED = [400, 'endpoint_address_refused'];
const REFUSED_AT_A_CALL = [502, 'endpoint_address_refused'];

describe('where everything is allowed', () => {
  const ports = (): string[] =>
    [everything.url, everything.batchGatewayUrl ?? ''].map((url) => new URL(url).port);

  it.each(THIS_MACHINE)("the gateway's own ports are not, as %s", async (host) => {
    expect(new Set(ports()).size).toBe(2);
    for (const port of ports()) {
      const { status, code } = await register(everything, `http://${host}:${port}`);
      expect([status, code]).toEqual(REFUSED);
      expect(await callOf(everything, `http://${host}:${port}/v1`)).toEqual(REFUSED_AT_A_CALL);
    }
  });

  it("the gateway's own ports are not, at any address of this machine", async () => {
    const addresses = Object.values(networkInterfaces()).flatMap((entries) => entries ?? []);
    expect(addresses.length).toBeGreaterThan(0);
    for (const { address, family } of addresses)
      for (const port of ports()) {
        const { status } = await register(
          everything,
          `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`,
        );
        expect([address, status]).toEqual([address, 400]);
      }
  });

  it.each(METADATA)('metadata addresses are not, as %s', async (host) => {
    for (const scheme of ['http', 'https']) {
      const { status, code } = await register(everything, `${scheme}://${host}`);
      expect([status, code]).toEqual(REFUSED);
    }
    expect(await callOf(everything, `http://${host}/latest`)).toEqual(REFUSED_AT_A_CALL);
  });

  it.each([
    ['169.254.169.254'],
    ['::ffff:169.254.169.254'],
    ['fd00:ec2::254'],
    ['64:ff9b::a9fe:a9fe'],
    ['93.184.216.34', '169.254.169.254'],
    ['93.184.216.34', '2002:a9fe:a9fe::'],
  ])('a name that leads to %s %s is not, at registration and at a call', async (...addresses) => {
    vi.spyOn(everything.app.get(EndpointAgents), 'resolve').mockResolvedValue(
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    );
    const host = `moved-${(models += 1)}.example.com`;
    expect((await register(everything, `https://${host}`)).status).toBe(400);
    expect(await callOf(everything, `https://${host}/v1`)).toEqual(REFUSED_AT_A_CALL);
  });

  it.each([301, 302, 303, 307, 308])('a redirect of %d is not followed anywhere', async (status) => {
    const origin = everything.provider.url;
    for (const target of [
      `${origin}/elsewhere`,
      'http://169.254.169.254/latest/meta-data/',
      everything.url,
    ]) {
      everything.provider.enqueue(redirectTo(target, status));
      expect(await callOf(everything, `${origin}/v1`)).toEqual([502, 'gateway_redirect']);
    }
    expect(everything.provider.requests).toHaveLength(3);
  });
});

describe('where names are listed', () => {
  it.each(LOOKALIKES)('%s is none of them', async (text) => {
    vi.spyOn(byName.app.get(EndpointAgents), 'resolve').mockResolvedValue([
      { address: '127.0.0.1', family: 4 },
    ]);
    expect((await register(byName, text)).status).toBe(400);
    expect((await callOf(byName, text))[0]).toBeGreaterThanOrEqual(400);
    expect(byName.provider.requests).toEqual([]);
  });

  it('the case and the trailing dot of a name do not matter', async () => {
    vi.spyOn(byName.app.get(EndpointAgents), 'resolve').mockResolvedValue([
      { address: '127.0.0.1', family: 4 },
    ]);
    for (const host of ['OLLAMA', 'ollama.', 'A.Models.Corp.'])
      expect((await register(byName, `http://${host}`)).status).toBe(200);
  });
});
