import { readdir } from 'node:fs/promises';
import path from 'node:path';
import type { DataSource } from 'typeorm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createDataSource } from '../../src/database/data-source.js';
import { seedTenant, type Tenant } from '../support/seed.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';
import { AdminClient } from './admin-client.js';
import { chargedCall, chargesLeft } from './ledger-archive-support.js';
import { buildGateway, GatewayProcess, temporaryDirectory } from './process-gateway.js';
import { eventually } from './stream-call.js';

const CHARGES = 5;

let database: TestDatabase;
let dataSource: DataSource;
let directory: ReturnType<typeof temporaryDirectory>;
let tenant: Tenant;

beforeAll(async () => {
  buildGateway();
  database = await createTestDatabase();
  directory = temporaryDirectory();
  dataSource = await createDataSource(database.url).initialize();
  tenant = await seedTenant(dataSource);
}, 120_000);
afterAll(async () => {
  await GatewayProcess.endAll();
  await dataSource.destroy();
  await database.drop();
  directory.remove();
});

async function start(): Promise<{ gateway: GatewayProcess; admin: AdminClient }> {
  const gateway = GatewayProcess.start(
    {
      DATABASE_URL: database.url,
      LEDGER_ARCHIVE: '60d',
      OBJECT_STORE_URL: `file://${path.join(directory.path, 'objects')}`,
    },
    directory.path,
  );
  const { url, adminToken } = await gateway.welcome();
  return { gateway, admin: new AdminClient(url, adminToken) };
}

const files = (): Promise<string[]> => readdir(path.join(directory.path, 'objects', 'ledger'));

/** Somebody holds one of the rows, so that archiving stands still in the middle of its transaction. */
async function killWhileItMoves(gateway: GatewayProcess, admin: AdminClient): Promise<void> {
  await dataSource.transaction(async (manager) => {
    await manager.query(`SELECT FROM ledger_entries WHERE kind = 'usage' FOR UPDATE`);
    const sweeping = admin.post('/maintenance/sweep').catch(() => undefined);
    await eventually(async () => {
      const rows = await dataSource.query<unknown[]>(
        `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%DELETE FROM ledger_entries%'`,
      );
      return rows.length > 0 ? true : undefined;
    }, 'a deletion that waits');
    gateway.signal('SIGKILL');
    await gateway.exited;
    await sweeping;
  });
}

it('a process that is killed between the file and the end of its transaction has moved nothing, and the next one does', async () => {
  const days = Array.from({ length: CHARGES }, (_, day) => new Date(Date.UTC(2026, 2, 1 + day)));
  for (const at of days) await chargedCall(dataSource, tenant, { at, usd: '0.1' });
  const first = await start();
  const at = `/organizations/${tenant.organizationId}/ledger`;
  const before = (await first.admin.get(at)).body;
  await killWhileItMoves(first.gateway, first.admin);
  expect(await chargesLeft(dataSource)).toHaveLength(CHARGES);
  const [orphan] = await files();
  expect(orphan).toBeDefined();

  const { admin } = await start();
  expect((await admin.get(at)).body).toEqual(before);
  expect((await admin.get(`${at}/check`)).body).toMatchObject({ ok: true, archived_entries: 0 });
  expect((await admin.post('/maintenance/sweep')).body.ledger_check).toBe('ok');
  expect(await chargesLeft(dataSource)).toEqual([]);
  expect((await admin.get(at)).body).toEqual(before);
  expect((await admin.get(`${at}/check`)).body).toMatchObject({ ok: true, archived_entries: CHARGES });
  const kept = await files();
  expect(kept).toHaveLength(1);
  expect(kept).not.toContain(orphan);
});
