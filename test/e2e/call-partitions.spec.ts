import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { LedgerChecks } from '../../src/billing/ledger/ledger-checks.service.js';
import { UsageRollups } from '../../src/billing/usage/folding/usage-rollups.service.js';
import { takeTurn } from '../../src/database/advisory-locks.js';
import { makeWhole } from '../../src/database/partitions/id-partitions.js';
import { Metrics } from '../../src/metrics/metrics.js';
import { Clock } from '../../src/lib/clock.js';
import { DAY_MS } from '../../src/lib/durations.js';
import { idFloor, newId } from '../../src/lib/ids.js';
import { seedTenant, type Tenant } from '../support/seed.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';
import { startTestApplication, type TestApplication } from '../support/start-application.js';
import { AdminClient } from './admin-client.js';
import { foldEverything, insertCall } from './usage-support.js';

const CALLS = { table: 'calls', column: 'id', prefix: 'call' } as const;
const TERMS = { table: 'call_terms', column: 'call_id', prefix: 'call' } as const;
const UNIQUE_VIOLATION = '23505';

let service: TestApplication;
let admin: AdminClient;
let tenant: Tenant;

async function start(environment = {}, database?: TestDatabase): Promise<void> {
  service = await startTestApplication({ environment, database });
  admin = new AdminClient(service.url);
  tenant = await seedTenant(service.dataSource);
}

const at = (date: string): void => {
  vi.spyOn(service.app.get(Clock), 'now').mockReturnValue(new Date(date));
};
const sweep = (): Promise<unknown> => admin.post('/maintenance/sweep');

/** What of a table begins when, as far as it is known. */
async function partitions(table = 'calls'): Promise<string[]> {
  const rows = await service.dataSource.query<{ name: string }[]>(
    'SELECT inhrelid::regclass::text AS name FROM pg_inherits WHERE inhparent = $1::regclass ORDER BY 1',
    [table],
  );
  return rows.map(({ name }) => name.slice(table.length + 1));
}

async function idsIn(table: string): Promise<string[]> {
  const rows = await service.dataSource.query<{ id: string }[]>(`SELECT id FROM ${table} ORDER BY id`);
  return rows.map(({ id }) => id);
}

async function foldAll(): Promise<void> {
  await foldEverything(service);
}

afterEach(() => vi.restoreAllMocks());

describe('a call log that is in one piece', () => {
  beforeAll(() => start());
  afterAll(() => service.stop());

  it('becomes the first partition while calls go on, and no id is taken twice', async () => {
    for (const table of [CALLS, TERMS]) await makeWhole(service.dataSource, table);
    const before = await insertCall(service.dataSource, tenant, { created_at: new Date('2026-05-01') });
    at('2026-11-30T12:00:00Z');
    let isDone = false;
    const written: string[] = [before];
    const writing = (async () => {
      while (!isDone) written.push(await insertCall(service.dataSource, tenant));
    })();
    await sweep();
    isDone = true;
    await writing;
    expect(await partitions()).toEqual(['first', 'last']);
    expect(await partitions('call_terms')).toEqual(['first', 'last']);
    expect(await idsIn('calls')).toEqual(written.toSorted());
    for (const id of [before, written.at(-1)])
      await expect(insertCall(service.dataSource, tenant, { id: id! })).rejects.toMatchObject({
        code: UNIQUE_VIOLATION,
      });
  });

  it('has the indexes that it had, under their names', async () => {
    const names = async (): Promise<string[]> => {
      const rows = await service.dataSource.query<{ name: string }[]>(
        `SELECT indexrelid::regclass::text AS name FROM pg_index WHERE indrelid = 'calls'::regclass AND indisvalid ORDER BY 1`,
      );
      return rows.map(({ name }) => name);
    };
    const cut = await names();
    await makeWhole(service.dataSource, CALLS);
    expect(await names()).toEqual(cut);
    expect(cut).toContain('calls_failed');
  });

  it('goes on where an interrupted conversion stopped', async () => {
    await service.dataSource.query(
      `ALTER TABLE calls ADD CONSTRAINT calls_bound CHECK (id < '${idFloor('call', Date.UTC(2027, 1, 1))}') NOT VALID`,
    );
    at('2026-11-30T12:00:00Z');
    await sweep();
    const later = await insertCall(service.dataSource, tenant, { created_at: new Date('2027-02-01') });
    expect(await idsIn('calls_last')).toEqual([later]);
    await service.dataSource.query('DELETE FROM calls WHERE id = $1', [later]);
  });

  it('takes away what an interrupted conversion left before it refuses calls', async () => {
    await makeWhole(service.dataSource, CALLS);
    await service.dataSource.query(
      `ALTER TABLE calls ADD CONSTRAINT calls_bound CHECK (id < '${idFloor('call', Date.UTC(2026, 11, 5))}') NOT VALID`,
    );
    at('2026-11-30T12:00:00Z');
    await sweep();
    await insertCall(service.dataSource, tenant, { created_at: new Date('2026-12-20') });
    expect(await partitions()).toEqual(['first', 'last']);
  });

  it('takes calls also when partitions were not made ahead, and makes one of them', async () => {
    const late = await insertCall(service.dataSource, tenant, { created_at: new Date('2027-03-15') });
    at('2027-03-16T00:00:00Z');
    await sweep();
    expect(await idsIn('calls_20270101')).toEqual([late]);
    expect(await idsIn('calls_last')).toEqual([]);
    expect(await service.app.get(Metrics).render()).toMatch(/gateway_partitions_late_total\{.*\} 1/);
  });
});

describe('calls past their retention', () => {
  beforeAll(() => start({ CALL_RETENTION: '30d' }));
  afterAll(() => service.stop());

  const period = '?from=2026-01-01T00:00:00Z&to=2028-01-01T00:00:00Z&group_by=day';

  it('go by whole partitions, and what they cost stays', async () => {
    at('2027-03-03T12:00:00Z');
    const fields = { billed_usd: '0.25', cost_usd: '0.25', tags: ['a'], end_user: 'u' };
    const days = ['2026-06-01', '2026-12-31T23:59:59.999Z', '2027-02-20', '2027-03-01'];
    const ids: string[] = [];
    for (const day of days)
      ids.push(await insertCall(service.dataSource, tenant, { ...fields, created_at: new Date(day) }));
    await foldAll();
    const usage = await admin.get(`/projects/${tenant.projectId}/usage${period}`);
    expect(usage.body.total.cost_usd).toBe(1);
    await sweep();
    expect(await idsIn('calls')).toEqual(ids.slice(2));
    expect(
      (await service.dataSource.query('SELECT DISTINCT call_id FROM call_terms ORDER BY 1')).length,
    ).toBe(2);
    expect((await admin.get(`/projects/${tenant.projectId}/usage${period}`)).body).toEqual(usage.body);
    const check = await service.app.get(LedgerChecks).check(tenant.organizationId);
    expect(check).toMatchObject({ difference: 0n, limitDifferences: 0 });

    const gone = await admin.get(`/calls/${ids[0]}`);
    expect(gone.status).toBe(404);
    expect(gone.body.error.message).toContain('since 2027-01-01');
    expect(
      (await admin.get(`/calls/${newId('call', Date.parse('2027-03-02'))}`)).body.error.message,
    ).toContain('There is no call');
    expect((await admin.get(`/calls/${ids[3]}`)).status).toBe(200);
  });

  it('are not asked for where only they would know', async () => {
    const part = '?from=2026-06-01T00:00:01Z&to=2027-03-02T00:00:00Z';
    const usage = await admin.get(`/projects/${tenant.projectId}/usage${part}&group_by=model`);
    expect(usage.status).toBe(400);
    expect(usage.body.error.param).toBe('from');
    const check = await admin.get(`/projects/${tenant.projectId}/usage/check${part}`);
    expect(check.status).toBe(400);
  });

  it('are in no bar above the list any more', async () => {
    const whole = '?from=2026-05-01T00:00:00Z&to=2027-03-03T00:00:00Z';
    const { body } = await admin.get(`/projects/${tenant.projectId}/calls/histogram${whole}`);
    expect(body.data.map(({ hour }: { hour: string }) => hour.slice(0, 10))).toEqual([
      '2027-02-20',
      '2027-03-01',
    ]);
  });

  it('that come late are taken, counted, and let go like the others', async () => {
    at('2027-03-03T12:00:00Z');
    // Nobody adds calls up meanwhile.
    await service.dataSource.transaction(async (turn) => {
      await takeTurn(turn, 'usageFold');
      const late = await insertCall(service.dataSource, tenant, {
        created_at: new Date('2026-07-01'),
        surface: 'batch',
        batch_id: 'batch_1',
        billed_usd: '0.5',
      });
      await sweep();
      expect(await idsIn('calls_first')).toEqual([late]);
    });
    await foldAll();
    await sweep();
    expect(await idsIn('calls_first')).toEqual([]);
    const { body } = await admin.get(`/projects/${tenant.projectId}/usage${period}`);
    expect(body.total.cost_usd).toBe(1.5);
  });

  it('are not lost to usage in a database that moved to another server', async () => {
    at('2027-03-03T12:00:00Z');
    const usage = await admin.get(`/projects/${tenant.projectId}/usage${period}`);
    await service.dataSource.query(`UPDATE usage_progress SET folded_to = ${2n ** 60n}`);
    await service.app.get(UsageRollups).fold();
    expect((await admin.get(`/projects/${tenant.projectId}/usage${period}`)).body).toEqual(usage.body);
    const days = 90 * DAY_MS;
    at(new Date(Date.parse('2027-03-03') + days).toISOString());
    await sweep();
    expect((await admin.get(`/projects/${tenant.projectId}/usage${period}`)).body).toEqual(usage.body);
  });
});

describe('a database that sorts ids otherwise', () => {
  it('keeps its call log in one piece, and lets nothing go', async () => {
    const database = await createTestDatabase({ icuLocale: 'cs' });
    await start({ CALL_RETENTION: '60d' }, database);
    const old = await insertCall(service.dataSource, tenant, { created_at: new Date('2020-01-01') });
    await sweep();
    expect(await partitions()).toEqual([]);
    expect(await idsIn('calls')).toContain(old);
    await service.stop();
    await database.drop();
  });
});
