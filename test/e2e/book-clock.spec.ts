import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { seedTenant } from '../support/seed.js';
import { startTestApplication, type TestApplication } from '../support/start-application.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';
import { arrivals, burst, codeOf, dearCall, holdDearCalls } from './book-support.js';
import { changeKey, changeProject } from './limit-support.js';

let database: TestDatabase;
let service: TestApplication;
let replica: TestApplication;
beforeAll(async () => {
  database = await createTestDatabase();
  await setAhead('0');
  const { pathname } = new URL(database.url);
  // Statements find our `now()` before PostgreSQL's own.
  await onDatabase(`ALTER DATABASE "${pathname.slice(1)}" SET search_path = public, pg_catalog`);
  service = await startTestApplication({ database });
  replica = await startTestApplication({ database, provider: service.provider });
  // A process learns the database's time with the first money that it asks for.
  const { apiKey } = await seedTenant(service.dataSource);
  holdDearCalls(service).open();
  for (const process of [service, replica]) expect(await codeOf(dearCall(process, apiKey))).toBeUndefined();
});
afterEach(() => service.provider.reset());
afterAll(async () => {
  await replica.stop();
  await service.stop();
  await database.drop();
});

async function onDatabase(sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query(sql);
  await client.end();
}

/** How far the database's clock is ahead of what it was. */
const setAhead = (interval: string): Promise<void> =>
  onDatabase(
    `CREATE OR REPLACE FUNCTION public.now() RETURNS timestamptz LANGUAGE sql STABLE
     RETURN pg_catalog.now() + interval '${interval}'`,
  );

describe("the database's clock steps ahead while a process holds all that is left of", () => {
  const limit = { limit_usd: 0.3, limit_period: 'total' };
  it.each([
    ['the limit of a key', '5', changeKey, '20 seconds'],
    ['the limit of a project', '5', changeProject, '1 hour'],
    ['a balance', '0.3', undefined, '3 days'],
  ] as const)('%s: another process still knows of it', async (_of, balanceUsd, change, step) => {
    const tenant = await seedTenant(service.dataSource, { balanceUsd });
    await change?.(service, tenant, limit);
    const held = holdDearCalls(service);
    service.provider.requests.length = 0;
    const running = burst([service], tenant.apiKey, 3);
    await arrivals(service, 3);
    await setAhead(step);
    const oneMore = codeOf(dearCall(replica, tenant.apiKey));
    expect(await Promise.race([oneMore, arrivals(service, 4).then(() => 'it was sent')])).toBe(
      'reserved_in_flight',
    );
    held.open();
    for (const { answer } of running) expect(await codeOf(answer)).toBeUndefined();
  });
});
