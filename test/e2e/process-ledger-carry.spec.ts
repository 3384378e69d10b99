import type { DataSource } from 'typeorm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createDataSource } from '../../src/database/data-source.js';
import { seedTenant, type Tenant } from '../support/seed.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';
import { AdminClient } from './admin-client.js';
import { chargedCall } from './ledger-archive-support.js';
import { buildGateway, GatewayProcess, temporaryDirectory } from './process-gateway.js';
import { eventually } from './stream-call.js';

const OLD = new Date('2026-03-01T10:00:00Z');
/** Pieces that are not what their rows add up to. */
const OF_OTHER_ROWS = `
SELECT * FROM ledger_pieces p CROSS JOIN LATERAL (
  SELECT count(*) AS found, coalesce(sum(amount_usd), 0) AS found_usd FROM ledger_entries
   WHERE organization_id = p.organization_id AND sequence > p.after_sequence AND sequence <= p.to_sequence) AS rows
 WHERE (entries, p.amount_usd) IS DISTINCT FROM (found, found_usd)`;

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
      OBJECT_STORE_URL: `file://${directory.path}/objects`,
    },
    directory.path,
  );
  const { url, adminToken } = await gateway.welcome();
  return { gateway, admin: new AdminClient(url, adminToken) };
}

/** Somebody holds a table that carrying and proving write to at the end of their transaction. */
async function killWhileItNotesHolds(gateway: GatewayProcess, admin: AdminClient): Promise<void> {
  await dataSource.transaction(async (manager) => {
    await manager.query('LOCK TABLE ledger_open_holds IN SHARE ROW EXCLUSIVE MODE');
    const sweeping = admin.post('/maintenance/sweep').catch(() => undefined);
    await eventually(async () => {
      const rows = await dataSource.query<unknown[]>(
        `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%INSERT INTO ledger_open_holds%'`,
      );
      return rows.length > 0 ? true : undefined;
    }, 'a transaction that waits');
    gateway.signal('SIGKILL');
    await gateway.exited;
    await sweeping;
  });
}

it('a process that is killed while it carries or proves sums has carried nothing twice, and the next one goes on', async () => {
  for (const at of [new Date(), new Date(), new Date()]) await chargedCall(dataSource, tenant, { at });
  const first = await start();
  await killWhileItNotesHolds(first.gateway, first.admin);

  const second = await start();
  const path = `/organizations/${tenant.organizationId}/ledger/check?full=true`;
  expect((await second.admin.post('/maintenance/sweep')).body.ledger_check).toBe('ok');
  // Nothing is left to be carried, so what the next sweep writes to the table of holds is of a proof.
  await killWhileItNotesHolds(second.gateway, second.admin);
  await chargedCall(dataSource, tenant, { at: OLD });

  const { admin } = await start();
  const sound = { ok: true, entries: 5, piece_faults: [] };
  expect((await admin.get(path)).body).toMatchObject({ ...sound, archived_entries: 0 });
  expect((await admin.post('/maintenance/sweep')).body.ledger_check).toBe('ok');
  expect((await admin.get(path)).body).toMatchObject({ ...sound, archived_entries: 1 });
  expect(await dataSource.query(OF_OTHER_ROWS)).toEqual([]);
  expect(await dataSource.query('SELECT entries FROM ledger_pieces')).toEqual([{ entries: '4' }]);
});
