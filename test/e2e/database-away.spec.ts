import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';
import { DatabaseProxy, type ProxyMode } from '../support/database-proxy.js';
import { seedTenant, type Tenant } from '../support/seed.js';
import { startTestApplication, type TestApplication } from '../support/start-application.js';
import { AdminClient } from './admin-client.js';
import { eventually, openChat } from './stream-call.js';
import { SOON_MS } from '../support/soon.js';

let database: TestDatabase;
let proxy: DatabaseProxy;
let service: TestApplication;
let operator: AdminClient;
let tenant: Tenant;

beforeAll(async () => {
  database = await createTestDatabase();
  proxy = await DatabaseProxy.start(database.url);
  service = await startTestApplication({ database: { ...database, url: proxy.url } });
  operator = new AdminClient(service.url);
  tenant = await seedTenant(service.dataSource);
});
afterEach(async () => {
  await proxy.become('pass');
  await isReady();
});
afterAll(async () => {
  await service.stop();
  await service.provider.close();
  await proxy.stop();
  await database.drop();
});

function isReady(): Promise<true> {
  return eventually(
    async () => ((await fetch(`${service.url}/readyz`)).status === 200 ? true : undefined),
    'a service that is ready',
  );
}

function untilRefused(): Promise<true> {
  return eventually(
    async () => ((await operator.get('/organizations')).status === 503 ? true : undefined),
    'a refusal',
  );
}

/** Asks for rows again and again from many places at once until the time has passed. @returns the statuses that were seen */
async function askFor(milliseconds: number): Promise<Set<number>> {
  const end = performance.now() + milliseconds;
  const statuses = new Set<number>();
  const ask = async (): Promise<void> => {
    while (performance.now() < end) statuses.add((await operator.get('/organizations')).status);
  };
  await Promise.all(Array.from({ length: 20 }, ask));
  return statuses;
}

const FOR_MS = 2_000;
/** What was under way at once before the first refusal was heard, and connections that opened before several had ended. */
const AT_FIRST = 10;
const A_SECOND = 3;
const mostDials = (milliseconds: number): number => AT_FIRST + (A_SECOND * milliseconds) / 1_000;

describe('a database that lets nobody in', () => {
  it.each<[string, ProxyMode]>([
    ['closes its doors (55000)', { sqlState: '55000' }],
    ['starts (57P03)', { sqlState: '57P03' }],
    ['has no place left (53300)', { sqlState: '53300' }],
    ['has another password (28P01)', { sqlState: '28P01' }],
    ['takes connections and says nothing', 'silent'],
  ])('and %s is dialled a few times a second, however many wait', async (_name, mode) => {
    const startedMs = performance.now();
    proxy.dials.length = 0;
    await proxy.become(mode);
    // Connections that fell silent are found out first.
    await untilRefused();
    expect(await askFor(FOR_MS)).toEqual(new Set([503]));
    expect(proxy.dials.length).toBeGreaterThan(0);
    expect(proxy.dials.length).toBeLessThanOrEqual(mostDials(performance.now() - startedMs));
  });

  it.each<[string, ProxyMode]>([
    ['refused', { sqlState: '57P03' }],
    ['was not there', 'refuse'],
    ['was silent', 'silent'],
  ])('and %s serves calls within five seconds of its return, without anybody asking', async (_name, mode) => {
    await proxy.become(mode);
    await untilRefused();
    await proxy.become('pass');
    const backMs = performance.now();
    await isReady();
    expect((await openChat(service.url, { apiKey: tenant.apiKey })).status).toBe(200);
    expect(performance.now() - backMs).toBeLessThan(3 * SOON_MS);
  });

  it('is not stormed when each connection ends as soon as it is ready, and nothing dies of it', async () => {
    const startedMs = performance.now();
    proxy.dials.length = 0;
    await proxy.become('end-when-ready');
    expect(await askFor(FOR_MS)).toEqual(new Set([503]));
    expect(proxy.dials.length).toBeGreaterThan(0);
    expect(proxy.dials.length).toBeLessThanOrEqual(mostDials(performance.now() - startedMs));
    expect((await fetch(`${service.url}/healthz`)).status).toBe(200);
  });
});
