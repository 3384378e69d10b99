import pg from 'pg';
import type { Logger } from 'pino';
import type { DataSource, EntityManager } from 'typeorm';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { LedgerArchiving } from '../../src/billing/ledger/archive/ledger-archiving.service.js';
import { LedgerCarry } from '../../src/billing/ledger/pieces/ledger-carry.service.js';
import { CarryLedger1796001850000 } from '../../src/database/migrations/1796001850000-carry-ledger.js';
import { UsageRollups } from '../../src/billing/usage/folding/usage-rollups.service.js';
import { LOGGER } from '../../src/http/logger.js';
import { Clock } from '../../src/lib/clock.js';
import { DAY_MS, MINUTE_MS } from '../../src/lib/durations.js';
import { PacedWork } from '../../src/lib/paced-work.js';
import { Metrics } from '../../src/metrics/metrics.js';
import { JobQueue } from '../../src/queue/job-queue.js';
import { seedTenant, type Tenant } from '../support/seed.js';
import { startTestApplication, type TestApplication } from '../support/start-application.js';
import { AdminClient } from './admin-client.js';
import { chargedCall } from './ledger-archive-support.js';
import { changeKey, changeProject, spendOf } from './limit-support.js';
import { temporaryDirectory } from './process-gateway.js';
import { eventually } from './stream-call.js';
import { insertCall } from './usage-support.js';

const OLD = new Date('2026-03-01T10:00:00Z');
/** Two entries a piece, and no end of pieces. */
const SMALL = { entries: 2, forMs: Infinity };

let directory: ReturnType<typeof temporaryDirectory>;
let service: TestApplication;
let replica: TestApplication;
let admin: AdminClient;
let tenant: Tenant;

beforeAll(async () => {
  directory = temporaryDirectory();
  const environment = { OBJECT_STORE_URL: `file://${directory.path}`, LEDGER_ARCHIVE: '60d' };
  service = await startTestApplication({ environment });
  replica = await startTestApplication({
    environment,
    database: service.database,
    provider: service.provider,
  });
  admin = new AdminClient(service.url);
});
afterAll(async () => {
  await replica.stop();
  await service.stop();
  directory.remove();
});
beforeEach(async () => {
  tenant = await seedTenant(service.dataSource);
});

const carry = (steps = SMALL, { app } = service): Promise<void> => app.get(LedgerCarry).run(steps);
const archive = (): Promise<number> => service.app.get(LedgerArchiving).sweep();
const bringBack = () => admin.post('/maintenance/ledger-archive/bring-back');
const sweep = async () => (await admin.post('/maintenance/sweep')).body.ledger_check;
const check = async (query = '', of = tenant) =>
  (await admin.get(`/organizations/${of.organizationId}/ledger/check${query}`)).body;
const charges = async (count: number, at = new Date()): Promise<void> => {
  for (let number = 0; number < count; number += 1)
    await chargedCall(service.dataSource, tenant, { at, usd: '0.25' });
};
const pieces = (of = tenant) =>
  service.dataSource.query<{ after: string; end: string; entries: string | null }[]>(
    `SELECT after_sequence AS after, to_sequence AS end, entries FROM ledger_pieces WHERE organization_id = $1 ORDER BY 1`,
    [of.organizationId],
  );
/** As somebody with the database in hand may do. */
const byHand = (sql: string, values: unknown[] = [tenant.organizationId]): Promise<void> =>
  service.dataSource.transaction(async (manager) => {
    await manager.query(`SET LOCAL session_replication_role = 'replica'`);
    await manager.query(sql, values);
  });
const insert = (
  manager: EntityManager | DataSource,
  kind: string,
  usd: string,
  reference: string,
  part = 0,
) =>
  manager.query(
    'INSERT INTO ledger_entries (organization_id, kind, amount_usd, reference, part) VALUES ($1, $2, $3, $4, $5)',
    [tenant.organizationId, kind, usd, reference, part],
  );
const move = (manager: EntityManager | DataSource, balance: string, reserved = '0') =>
  manager.query(
    'UPDATE balances SET balance_usd = balance_usd + $2, reserved_usd = reserved_usd + $3 WHERE organization_id = $1',
    [tenant.organizationId, balance, reserved],
  );
const someoneWaitsFor = (table: string): Promise<unknown> =>
  eventually(async () => {
    const rows = await replica.dataSource.query<unknown[]>(
      `SELECT FROM pg_locks WHERE NOT granted AND relation = '${table}'::regclass`,
    );
    return rows.length > 0 ? true : undefined;
  }, `a connection that waits for ${table}`);
/** Ends the connection that works, in the middle of its transaction, where it waits for a table with a statement like that one. */
async function killWhileHeld(table: string, statement: string, work: () => Promise<unknown>): Promise<void> {
  const holder = service.dataSource.createQueryRunner();
  await holder.startTransaction();
  await holder.query(`LOCK TABLE ${table} IN SHARE ROW EXCLUSIVE MODE`);
  const broken = expect(work()).rejects.toThrow();
  await eventually(async () => {
    const rows = await service.dataSource.query<unknown[]>(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%${statement}%'`,
    );
    return rows.length > 0 ? true : undefined;
  }, `a connection that waits for ${table}`);
  await broken;
  await holder.rollbackTransaction();
  await holder.release();
}
/** The newest of its first two entries, which are of its first piece. */
const SECOND = `(SELECT sequence FROM ledger_entries WHERE organization_id = $1 ORDER BY sequence OFFSET 1 LIMIT 1)`;

describe('sums of the ledger that are carried', () => {
  it('say what all rows said, with what came since', async () => {
    await charges(4);
    const before = { ...(await check()), checked_at: undefined };
    expect(before).toMatchObject({ ok: true, entries: 5, ledger_sum_usd: 99, piece_faults: [] });
    await carry();
    const made = await pieces();
    expect(made.map(({ entries }) => entries)).toEqual(['2', '2', '1']);
    expect(made.slice(1).map(({ after }) => after)).toEqual(made.slice(0, -1).map(({ end }) => end));
    expect({ ...(await check()), checked_at: undefined }).toEqual(before);
    await charges(2);
    expect(await check()).toMatchObject({ ok: true, entries: 7, ledger_sum_usd: 98.5 });
    await carry();
    expect((await pieces()).map(({ entries }) => entries)).toEqual(['2', '2', '2', '1']);
    expect(await check('?full=true')).toMatchObject({ ok: true, entries: 7, ledger_sum_usd: 98.5 });
  });

  it('are made by the sweep, and nothing is written while nothing came', async () => {
    await charges(1);
    expect(await sweep()).toBe('ok');
    const [made] = await pieces();
    expect(made).toMatchObject({ after: '0', entries: '2' });
    const rows = () =>
      service.dataSource.query('SELECT xmin, * FROM ledger_pieces WHERE organization_id = $1', [
        tenant.organizationId,
      ]);
    const before = await rows();
    await service.app.get(LedgerCarry).run();
    expect(await rows()).toEqual(before);
  });

  it('are made in pieces, each of which stays when the rest is not done', async () => {
    await charges(4);
    await carry();
    await charges(4);
    await carry({ entries: 2, forMs: 0 });
    expect((await pieces()).map(({ entries }) => entries)).toEqual(['2', '2', '2']);
    expect(await check()).toMatchObject({ ok: true, entries: 9 });
    // Killed between the sum and its commit.
    await killWhileHeld('ledger_open_holds', 'INSERT INTO ledger_open_holds', carry);
    expect((await pieces()).map(({ entries }) => entries)).toEqual(['2', '2', '2']);
    await carry();
    expect((await pieces()).map(({ entries }) => entries)).toEqual(['2', '2', '2', '2', '1']);
    expect(await check('?full=true')).toMatchObject({ ok: true, entries: 9 });
  });

  it('are made by one process at a time, and hold when two ask while calls commit', async () => {
    const others = await Promise.all([1, 2, 3].map(() => seedTenant(service.dataSource)));
    const committing = Promise.all([charges(6), charges(6)]);
    for (let turn = 0; turn < 4; turn += 1) await Promise.all([carry(), carry(SMALL, replica), check()]);
    await committing;
    await Promise.all([carry(), carry(SMALL, replica)]);
    await carry();
    const made = await pieces();
    expect(made.reduce((sum, { entries }) => sum + Number(entries), 0)).toBe(13);
    expect(made.slice(1).map(({ after }) => after)).toEqual(made.slice(0, -1).map(({ end }) => end));
    expect(await check('?full=true')).toMatchObject({ ok: true, entries: 13 });
    for (const other of others)
      expect(await check('?full=true', other)).toMatchObject({ ok: true, entries: 1 });
  });

  it('do not go past an entry that a transaction still has to bring', async () => {
    const slow = service.dataSource.createQueryRunner();
    await slow.startTransaction();
    await insert(slow.manager, 'usage', '-1', `call_slow_${tenant.organizationId}`);
    await charges(2);
    await carry();
    expect(await pieces()).toEqual([]);
    expect(await check()).toMatchObject({ ok: true, entries: 3 });
    await move(slow.manager, '-1');
    const carrying = carry();
    await slow.commitTransaction();
    await slow.release();
    await carrying;
    await carry();
    expect((await pieces()).map(({ entries }) => entries)).toEqual(['2', '2']);
    expect(await check('?full=true')).toMatchObject({ ok: true, entries: 4, ledger_sum_usd: 98.5 });
  });

  it('say who keeps them from being carried on, when that stays', async () => {
    const nowMs = vi.spyOn(service.app.get(Clock), 'monotonicMs');
    const warn = vi.spyOn(service.app.get<Logger>(LOGGER), 'warn');
    const importing = new pg.Client({
      connectionString: service.database.url,
      application_name: 'nightly import',
    });
    await importing.connect();
    try {
      await importing.query('BEGIN');
      await importing.query(
        `INSERT INTO ledger_entries (organization_id, kind, amount_usd, reference) VALUES ($1, 'usage', -1, 'call_1')`,
        [tenant.organizationId],
      );
      const said = (): unknown[] => warn.mock.calls.map(([facts]) => facts);
      nowMs.mockReturnValue(0);
      await carry();
      expect(said()).toEqual([]);
      nowMs.mockReturnValue(5 * MINUTE_MS);
      await carry();
      const { rows } = await importing.query('SELECT pg_backend_pid() AS pid');
      expect(said()).toEqual([
        {
          transactions: [
            {
              ...rows[0],
              application_name: 'nightly import',
              state: 'idle in transaction',
              prepared_as: null,
              open_for_s: expect.any(Number) as unknown,
            },
          ],
        },
      ]);
    } finally {
      vi.restoreAllMocks();
      await importing.end();
    }
  });

  it('leave a check, and the archive, that cannot have them within five seconds to be tried again', async () => {
    await charges(1, OLD);
    await carry();
    const holder = replica.dataSource.createQueryRunner();
    await holder.startTransaction();
    await holder.query('LOCK TABLE ledger_pieces IN SHARE ROW EXCLUSIVE MODE');
    const [answer, archived] = await Promise.all([
      admin.get(`/organizations/${tenant.organizationId}/ledger/check`),
      archive().then(String, String),
    ]);
    await holder.rollbackTransaction();
    await holder.release();
    expect(answer.status).toBe(503);
    expect(answer.body.error.code).toBe('database_unavailable');
    expect(archived).toContain('lock timeout');
    expect(await check()).toMatchObject({ ok: true, archived_entries: 0 });
    expect(await archive()).toBe(1);
    expect(await check()).toMatchObject({ ok: true, archived_entries: 1 });
    expect((await bringBack()).status).toBe(200);
    expect(await check('?full=true')).toMatchObject({ ok: true, archived_entries: 0 });
  });

  it('are read again one after the other, so that checks that wait leave calls their connections', async () => {
    await carry();
    const holder = replica.dataSource.createQueryRunner();
    await holder.startTransaction();
    await holder.query('LOCK TABLE ledger_pieces IN SHARE ROW EXCLUSIVE MODE');
    const answers = Array.from({ length: 10 }, () => check());
    await someoneWaitsFor('ledger_pieces');
    for (let turn = 0; turn < 10; turn += 1)
      expect((await admin.get(`/organizations/${tenant.organizationId}`)).status).toBe(200);
    await holder.rollbackTransaction();
    await holder.release();
    for (const answer of answers) expect(await answer).toMatchObject({ ok: true, entries: 1 });
  });

  it('are left to the next sweep by one whose process stops', async () => {
    await charges(5);
    await carry();
    await service.dataSource.query(
      `UPDATE ledger_pieces SET proved_at = CASE organization_id WHEN $1 THEN 'epoch' ELSE now() END`,
      [tenant.organizationId],
    );
    const stopping = await startTestApplication({ database: service.database, provider: service.provider });
    const told = vi.spyOn(stopping.app.get(PacedWork), 'onModuleDestroy');
    const holder = service.dataSource.createQueryRunner();
    await holder.startTransaction();
    await holder.query('LOCK TABLE ledger_pieces IN SHARE ROW EXCLUSIVE MODE');
    await stopping.app.get(JobQueue).add('sweep', 'that is under way');
    await someoneWaitsFor('ledger_pieces');
    const stopped = stopping.stop();
    await vi.waitFor(() => expect(told).toHaveBeenCalled(), 30_000);
    await holder.rollbackTransaction();
    await holder.release();
    await stopped;
    const unread = await service.dataSource.query(
      `SELECT FROM ledger_pieces WHERE organization_id = $1 AND proved_at = 'epoch'`,
      [tenant.organizationId],
    );
    expect(unread).toHaveLength(2);
  });

  it('may be deleted, some or all: what is in no piece is read', async () => {
    await charges(5);
    await carry();
    for (const which of [
      'after_sequence = (SELECT to_sequence FROM ledger_pieces WHERE organization_id = $1 AND after_sequence = 0)',
      'after_sequence = 0',
      'true',
    ]) {
      await service.dataSource.query(`DELETE FROM ledger_pieces WHERE organization_id = $1 AND ${which}`, [
        tenant.organizationId,
      ]);
      expect(await check()).toMatchObject({ ok: true, entries: 6 });
      await carry();
      expect(await check('?full=true')).toMatchObject({ ok: true, entries: 6, piece_faults: [] });
    }
  });

  it('are made anew of a ledger that was filled before', async () => {
    await charges(3);
    await carry();
    const runner = service.dataSource.createQueryRunner();
    const migration = new CarryLedger1796001850000();
    await migration.down(runner);
    await migration.up(runner);
    await runner.release();
    const other = tenant;
    tenant = await seedTenant(service.dataSource);
    expect(await check('', other)).toMatchObject({ ok: true, entries: 4 });
    await carry();
    expect(await pieces(other)).toHaveLength(2);
    expect(await check('?full=true', other)).toMatchObject({ ok: true, entries: 4 });
  });
});

describe('a difference', () => {
  const complaints = async (): Promise<number> => {
    const text = await service.app.get(Metrics).render();
    return Number(/^gateway_ledger_differences_total(?:\{.*\})? (\d+)/m.exec(text)?.[1] ?? 0);
  };

  it('of the balance is found by what is carried', async () => {
    await charges(3);
    await carry();
    await move(service.dataSource, '0.000000000001');
    const before = await complaints();
    expect(await check()).toMatchObject({ ok: false, difference_usd: 0.000000000001, piece_faults: [] });
    expect(await complaints()).toBe(before + 1);
    expect(await sweep()).toBe('differences');
    await move(service.dataSource, '-0.000000000001');
    expect(await check()).toMatchObject({ ok: true });
  });

  it('of an entry behind the mark is found and named, and is gone when the entry is right again', async () => {
    await charges(5);
    await carry();
    const made = await pieces();
    await byHand(
      `UPDATE ledger_entries SET amount_usd = amount_usd - 1 WHERE organization_id = $1 AND sequence = ${SECOND}`,
    );
    const before = await complaints();
    const found = {
      ok: false,
      difference_usd: 1,
      ledger_sum_usd: 97.75,
      piece_faults: [
        {
          after: 'led_0',
          up_to: `led_${made[0]!.end}`,
          entries: 2,
          amount_usd: 99.75,
          found_entries: 2,
          found_usd: 98.75,
        },
      ],
    };
    expect(await check('?full=true')).toMatchObject(found);
    // It is known from now on, and is not added to.
    await charges(1);
    await carry();
    expect(await check()).toMatchObject({ ...found, ledger_sum_usd: 97.5 });
    expect(await complaints()).toBe(before + 2);
    expect(await sweep()).toBe('differences');
    await byHand(
      `UPDATE ledger_entries SET amount_usd = amount_usd + 1 WHERE organization_id = $1 AND sequence = ${SECOND}`,
    );
    expect(await sweep()).toBe('ok');
    expect(await check('?full=true')).toMatchObject({ ok: true, entries: 7, piece_faults: [] });
  });

  it('does not keep the other entries from being read again', async () => {
    await charges(5);
    await carry();
    const [first, second, third] = await pieces();
    const set = (usd: string, sequences: readonly string[]): Promise<void> =>
      byHand('UPDATE ledger_entries SET amount_usd = $2 WHERE organization_id = $1 AND sequence = ANY($3)', [
        tenant.organizationId,
        usd,
        sequences,
      ]);
    const found = async (): Promise<unknown> => {
      const { piece_faults: faults } = await check();
      return (faults as { after: string }[]).map(({ after }) => after);
    };
    await set('0', [second!.end]);
    await check('?full=true');
    await set('0', [first!.end, third!.end]);
    const all = ['led_0', `led_${second!.after}`, `led_${third!.after}`];
    await expect.poll(found).toEqual(all);
    await set('-0.25', [first!.end, second!.end, third!.end]);
    expect(await check('?full=true')).toMatchObject({ ok: true });
  });

  it('of an entry that somebody put before the first one is found', async () => {
    await charges(1);
    await carry();
    const put = (sequence: string): Promise<void> =>
      byHand(
        `INSERT INTO ledger_entries (organization_id, sequence, kind, amount_usd, reference) OVERRIDING SYSTEM VALUE
         VALUES ($1, ${sequence}, 'usage', 0.25, 'call_before_' || $1)`,
      );
    const remove = () => byHand('DELETE FROM ledger_entries WHERE organization_id = $1 AND sequence <= 0');
    for (const sequence of ['0', '-7']) {
      await put(sequence);
      expect(await check('?full=true')).toMatchObject({ ok: false, entries: 3, difference_usd: -0.25 });
      expect(await sweep()).toBe('differences');
      await remove();
      expect(await check()).toMatchObject({ ok: true, entries: 2 });
    }
  });

  it('of an entry that got a number of long ago is found until the pieces are made anew', async () => {
    await charges(1);
    await carry();
    await service.dataSource.query(
      `INSERT INTO ledger_entries (organization_id, sequence, kind, amount_usd, reference) OVERRIDING SYSTEM VALUE
       VALUES ($1, 1, 'usage', -0.25, 'call_late_' || $1)`,
      [tenant.organizationId],
    );
    await move(service.dataSource, '-0.25');
    expect(await check('?full=true')).toMatchObject({
      ok: false,
      difference_usd: 0,
      piece_faults: [{ after: 'led_0', entries: 2, found_entries: 3 }],
    });
    await service.dataSource.query('DELETE FROM ledger_pieces WHERE organization_id = $1', [
      tenant.organizationId,
    ]);
    expect(await check()).toMatchObject({ ok: true, entries: 3, piece_faults: [] });
    await carry();
    expect(await check('?full=true')).toMatchObject({ ok: true, entries: 3 });
  });

  it.each(['TRUE', '', 'true&full=true'])('refuses other values of full: %s', async (value) => {
    const answer = await admin.get(`/organizations/${tenant.organizationId}/ledger/check?full=${value}`);
    expect(answer.status).toBe(400);
    expect(answer.body.error.param).toBe('full');
  });

  it('that the balance was made to agree with is found all the same', async () => {
    await charges(2);
    await carry();
    await byHand(`DELETE FROM ledger_entries WHERE organization_id = $1 AND sequence = ${SECOND}`);
    await move(service.dataSource, '0.25');
    expect(await sweep()).toBe('differences');
    expect(await check()).toMatchObject({
      ok: false,
      difference_usd: 0,
      piece_faults: [{ entries: 2, found_entries: 1 }],
    });
    await byHand(
      `INSERT INTO ledger_entries (organization_id, sequence, kind, amount_usd, reference) OVERRIDING SYSTEM VALUE
       SELECT $1, to_sequence, 'usage', -0.25, 'call_again_' || $1 FROM ledger_pieces WHERE organization_id = $1 AND after_sequence = 0`,
    );
    await move(service.dataSource, '-0.25');
    expect(await sweep()).toBe('ok');
  });

  it('is found by each check of a ledger that is one piece', async () => {
    await charges(2);
    await service.app.get(LedgerCarry).run();
    await byHand(
      `UPDATE ledger_entries SET amount_usd = 0 WHERE organization_id = $1 AND sequence = ${SECOND}`,
    );
    expect(await check()).toMatchObject({
      ok: false,
      difference_usd: -0.25,
      piece_faults: [{ after: 'led_0' }],
    });
    await byHand(
      `UPDATE ledger_entries SET amount_usd = -0.25 WHERE organization_id = $1 AND sequence = ${SECOND}`,
    );
    expect(await check()).toMatchObject({ ok: true });
  });

  it('of a limit is found in calls of any age, by the longest sums of usage', async () => {
    const days = [400, 90, 60, 33, 20, 9, 3, 1, 0];
    for (const age of days) {
      const at = new Date(Date.now() - age * DAY_MS);
      await insertCall(service.dataSource, tenant, { created_at: at, billed_usd: '0.5' });
      if (age % 2 === 0) await service.app.get(UsageRollups).fold();
    }
    await changeKey(service, tenant, { limit_usd: 100, limit_period: 'total' });
    await changeProject(service, tenant, { limit_usd: 100, limit_period: 'total' });
    expect((await spendOf(service.dataSource, tenant.keyId)).counted).toBe('4.500000000000');
    expect(await check()).toMatchObject({ ok: true, limit_differences: 0 });
    const spoil = (id: string, usd: string) =>
      service.dataSource.query(
        `UPDATE spend_days SET spent_usd = spent_usd + $2
          WHERE (purse_id, day) IN (SELECT purse_id, min(day) FROM spend_days WHERE purse_id = $1 GROUP BY 1)`,
        [id, usd],
      );
    await spoil(tenant.keyId, '0.000000000001');
    expect(await check()).toMatchObject({ ok: false, limit_differences: 1 });
    await spoil(tenant.projectId, '-0.000000000001');
    expect(await check()).toMatchObject({ ok: false, limit_differences: 2 });
    await spoil(tenant.keyId, '-0.000000000001');
    await spoil(tenant.projectId, '0.000000000001');
    expect(await check()).toMatchObject({ ok: true, limit_differences: 0 });
  });

  it('refuses other values of full', async () => {
    const answer = await admin.get(`/organizations/${tenant.organizationId}/ledger/check?full=yes`);
    expect(answer.status).toBe(400);
    expect(answer.body.error.param).toBe('full');
  });
});

describe('the archive', () => {
  const state = async () => ({
    ...(await check('?full=true')),
    checked_at: undefined,
    archived_entries: undefined,
  });

  it('takes entries off both sides of the mark and brings them back, and sums stay what they were', async () => {
    await charges(3, OLD);
    await carry();
    await charges(4, OLD);
    await charges(1);
    const before = await state();
    expect(before).toMatchObject({ ok: true, entries: 9, ledger_sum_usd: 98 });
    expect(await archive()).toBeGreaterThanOrEqual(7);
    expect(await check()).toMatchObject({ ok: true, entries: 9, archived_entries: 7, ledger_sum_usd: 98 });
    expect(await state()).toEqual(before);
    await carry();
    expect(await state()).toEqual(before);
    expect((await bringBack()).status).toBe(200);
    expect(await check()).toMatchObject({ ok: true, entries: 9, archived_entries: 0, ledger_sum_usd: 98 });
    expect(await state()).toEqual(before);
    await carry();
    expect(await sweep()).toBe('ok');
    expect(await state()).toEqual(before);
  });

  it('goes on while sums are carried and looked at', async () => {
    await charges(12, OLD);
    for (let turn = 0; turn < 3; turn += 1) {
      const [, , seen] = await Promise.all([archive(), carry(), check()]);
      expect(seen).toMatchObject({ ok: true, entries: 13 });
      const [, , again] = await Promise.all([bringBack(), carry(SMALL, replica), check()]);
      expect(again).toMatchObject({ ok: true, entries: 13 });
    }
    await carry();
    expect(await check('?full=true')).toMatchObject({ ok: true, entries: 13 });
  });

  it('that fails in the middle takes nothing off', async () => {
    await charges(4, OLD);
    await carry();
    const before = await pieces();
    await killWhileHeld('ledger_pieces', 'DELETE FROM ledger_entries', archive);
    expect(await pieces()).toEqual(before);
    expect(await check('?full=true')).toMatchObject({ ok: true, entries: 5, archived_entries: 0 });
    expect(await archive()).toBeGreaterThanOrEqual(4);
    expect(await check('?full=true')).toMatchObject({ ok: true, entries: 5, archived_entries: 4 });
  });
});

// Last: what is wrong on purpose stays so, and every sweep tells it.
describe('holds', () => {
  it('are those of all references that are not closed, wherever their entries are', async () => {
    const own = (name: string): string => `${name}_${tenant.organizationId}`;
    for (const name of ['closed', 'open']) {
      await insert(service.dataSource, 'reservation', '-2', own(name));
      await move(service.dataSource, '-2', '2');
    }
    await carry();
    expect(await check()).toMatchObject({ ok: true, open_reservations: 2, open_reservations_usd: 4 });
    await insert(service.dataSource, 'release', '2', own('closed'));
    await insert(service.dataSource, 'settlement', '-1', own('closed'));
    await move(service.dataSource, '1', '-2');
    const closed = { ok: true, open_reservations: 1, open_reservations_usd: 2, reserved_usd: 2 };
    expect(await check()).toMatchObject(closed);
    await carry();
    expect(await check()).toMatchObject(closed);
    const known = await service.dataSource.query(
      'SELECT reference FROM ledger_open_holds WHERE organization_id = $1',
      [tenant.organizationId],
    );
    expect(known).toEqual([{ reference: own('open') }]);
    // What is closed is opened again by one of its entries.
    await insert(service.dataSource, 'settlement', '-1', own('closed'), 1);
    await move(service.dataSource, '-1');
    expect(await check()).toMatchObject({ ok: false, double_settlements: 1, difference_usd: 0 });
    await carry();
    expect(await check()).toMatchObject({ ok: false, double_settlements: 1, open_reservations: 1 });
    await insert(service.dataSource, 'release', '3', own('open'));
    await move(service.dataSource, '3', '-3');
    expect(await check()).toMatchObject({ ok: false, negative_holds: 1, open_reservations: 0 });
    await carry();
    expect(await check('?full=true')).toMatchObject({ ok: false, negative_holds: 1, double_settlements: 1 });
  });

  it('are found when an entry of old is made one of another reference', async () => {
    const [one, other] = ['one', 'other'].map((name) => `${name}_${tenant.organizationId}`);
    for (const [kind, usd] of [
      ['reservation', '-2'],
      ['release', '2'],
    ] as const)
      await insert(service.dataSource, kind, usd, one!);
    await carry();
    expect(await check()).toMatchObject({ ok: true, open_reservations: 0 });
    await byHand(`UPDATE ledger_entries SET reference = $2 WHERE organization_id = $1 AND kind = 'release'`, [
      tenant.organizationId,
      other,
    ]);
    expect(await sweep()).toBe('differences');
    expect(await check()).toMatchObject({
      ok: false,
      open_reservations: 1,
      negative_holds: 1,
      piece_faults: [],
    });
  });
});
