import { afterAll, beforeAll, expect, it } from 'vitest';
import { FindLedgerKinds1796001851000 } from '../../src/database/migrations/1796001851000-find-ledger-kinds.js';
import { seedTenant, type Tenant } from '../support/seed.js';
import { startTestApplication, type TestApplication } from '../support/start-application.js';
import { AdminClient } from './admin-client.js';

let service: TestApplication;
let replica: TestApplication;
let tenant: Tenant;
beforeAll(async () => {
  service = await startTestApplication();
  replica = await startTestApplication({ database: service.database, provider: service.provider });
  tenant = await seedTenant(service.dataSource);
  await service.dataSource.query(
    `INSERT INTO ledger_entries (organization_id, kind, amount_usd, reference)
     SELECT $1, CASE WHEN n % 10 = 0 THEN 'reload' ELSE 'adjustment' END, 0, 'made_' || n FROM generate_series(1, 100) AS n`,
    [tenant.organizationId],
  );
});
afterAll(async () => {
  await replica.stop();
  await service.stop();
});

/** Undefined where there is none. */
async function isValid(): Promise<boolean | undefined> {
  const [index] = await service.dataSource.query<{ valid: boolean }[]>(
    `SELECT indisvalid AS valid FROM pg_index WHERE indexrelid = to_regclass('ledger_entries_by_kind')`,
  );
  return index?.valid;
}
const sweep = ({ url } = service) => new AdminClient(url).post('/maintenance/sweep');
const reloads = async () =>
  (
    await new AdminClient(service.url).get(
      `/organizations/${tenant.organizationId}/ledger?kind=reload&limit=4`,
    )
  ).body;

it('an empty ledger has the index by kind from the beginning, and a filled one from its first sweep', async () => {
  expect(await isValid()).toBe(true);
  const before = await reloads();
  expect(before.data.map(({ reference }: { reference: string }) => reference)).toEqual([
    'made_100',
    'made_90',
    'made_80',
    'made_70',
  ]);
  const runner = service.dataSource.createQueryRunner();
  const migration = new FindLedgerKinds1796001851000();
  await migration.down(runner);
  await migration.up(runner);
  await runner.release();
  expect(await isValid()).toBeUndefined();
  expect(await reloads()).toEqual(before);
  await Promise.all([sweep(), sweep(replica)]);
  expect(await isValid()).toBe(true);
  expect(await reloads()).toEqual(before);
});

it('what is of a kind is paged both ways, with others of the organization before and behind it', async () => {
  const list = async (query: string) =>
    (
      await new AdminClient(service.url).get(
        `/organizations/${tenant.organizationId}/ledger?kind=reload${query}`,
      )
    ).body;
  const all = (await list('&limit=100')).data as { id: string; reference: string }[];
  expect(all.map(({ reference }) => reference)).toEqual(
    [10, 9, 8, 7, 6, 5, 4, 3, 2, 1].map((tens) => `made_${tens * 10}`),
  );
  expect((await list(`&limit=3&after=${all[2]!.id}`)).data).toEqual(all.slice(3, 6));
  expect((await list(`&limit=3&before=${all[6]!.id}`)).data).toEqual(all.slice(3, 6));
  expect((await list(`&reference=made_30`)).data).toEqual([all[7]]);
  expect((await list('&from=2020-01-01T00:00:00Z&to=2020-01-02T00:00:00Z')).data).toEqual([]);
  expect((await list('&limit=2')).has_more).toBe(true);
});

it('an index that was left unfinished is made anew', async () => {
  await service.dataSource.query(
    `UPDATE pg_index SET indisvalid = false WHERE indexrelid = 'ledger_entries_by_kind'::regclass`,
  );
  await sweep();
  expect(await isValid()).toBe(true);
});

it('an index is made while a charge is being written, and neither waits for the other for good', async () => {
  await service.dataSource.query('DROP INDEX ledger_entries_by_kind');
  const writing = service.dataSource.createQueryRunner();
  await writing.startTransaction();
  const write = (reference: string) =>
    writing.query(
      `INSERT INTO ledger_entries (organization_id, kind, amount_usd, reference) VALUES ($1, 'adjustment', 0, $2)`,
      [tenant.organizationId, reference],
    );
  await write('before');
  const sweeping = sweep();
  await expect.poll(() => isValid(), { timeout: 30_000 }).toBe(false);
  await write('meanwhile');
  await writing.commitTransaction();
  await writing.release();
  await sweeping;
  expect(await isValid()).toBe(true);
});
