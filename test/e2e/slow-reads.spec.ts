import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { SlowQueries } from '../../src/database/slow-queries.service.js';
import { seedTenant, type Tenant } from '../support/seed.js';
import { startTestApplication, type TestApplication } from '../support/start-application.js';
import { AdminClient } from './admin-client.js';
import { eventually } from './stream-call.js';
import { insertCall } from './usage-support.js';

let service: TestApplication;
let operator: AdminClient;
let tenant: Tenant;
let other: pg.Client;
let watcher: pg.Client;

beforeAll(async () => {
  service = await startTestApplication();
  operator = new AdminClient(service.url);
  tenant = await seedTenant(service.dataSource);
  await insertCall(service.dataSource, tenant);
  other = new pg.Client({ connectionString: service.database.url });
  await other.connect();
  watcher = new pg.Client({ connectionString: service.database.url });
  await watcher.connect();
});
afterAll(async () => {
  await other.end();
  await watcher.end();
  await service.stop();
});

/** The connections of reads that wait for a lock. */
async function waiting(): Promise<number[]> {
  const { rows } = await watcher.query<{ pid: number }>(
    `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'
        AND application_name = 'inference-gateway reads'`,
  );
  return rows.map(({ pid }) => pid);
}

/** Asks while somebody alters the table of calls, and goes on once so many reads wait for it. */
async function whileAltered<Asked>(
  ask: () => Asked,
  { count, work }: { count: number; work: (asked: Asked, pids: readonly number[]) => Promise<void> },
): Promise<Asked> {
  await other.query('BEGIN; LOCK TABLE calls IN ACCESS EXCLUSIVE MODE');
  try {
    const asked = ask();
    const wait = async () => {
      const pids = await waiting();
      return pids.length >= count ? pids : undefined;
    };
    await work(asked, await eventually(wait, 'reads that wait'));
    return asked;
  } finally {
    await other.query('ROLLBACK');
  }
}

const pages = (count: number, path = 'calls') =>
  Array.from({ length: count }, () => operator.get(`/projects/${tenant.projectId}/${path}`));

/** What is asked meanwhile on the connections of reads, and elsewhere about whom a request is of. */
async function statementsOf(work: () => Promise<unknown>): Promise<unknown[]> {
  const query = vi.spyOn(pg.Client.prototype, 'query');
  try {
    await work();
    return query.mock.calls
      .map(([statement]) => statement as unknown)
      .filter(
        (statement, index) =>
          applicationOf(query.mock.contexts[index]) === 'inference-gateway reads' ||
          LOOK_UP.test(String(statement)),
      );
  } finally {
    query.mockRestore();
  }
}

/** Of a project, as a request's: what is swept in the background asks otherwise. */
const LOOK_UP = /^SELECT .*FROM "?projects"? .*WHERE .*\bid"? = \$1/s;

const applicationOf = (client: unknown): string =>
  (client as { connectionParameters: { application_name: string } }).connectionParameters.application_name;

describe('the project of a read', () => {
  it('is gone at once, for all who asked before, and at another process soon', async () => {
    const replica = await startTestApplication({ database: service.database });
    try {
      const elsewhere = new AdminClient(replica.url);
      const project = await operator.createProject(tenant.organizationId);
      const path = `/projects/${project}/calls`;
      const member = operator.withToken((await operator.createToken(tenant.organizationId)).token);
      const stranger = operator.withToken(
        (await operator.createToken(await operator.createOrganization())).token,
      );
      for (const client of [operator, member, elsewhere]) expect((await client.get(path)).status).toBe(200);
      expect((await stranger.get(path)).status).toBe(404);
      expect((await operator.delete(`/projects/${project}`)).status).toBe(200);
      for (const client of [operator, member, stranger]) expect((await client.get(path)).status).toBe(404);
      await eventually(
        async () => ((await elsewhere.get(path)).status === 404 ? true : undefined),
        'the other process to hear of it',
      );
    } finally {
      await replica.stop();
    }
  });
});

describe('reads that may take long', () => {
  it.each(['calls?limit=50', 'calls?limit=50&from=2026-01-01', 'calls?status=error', 'calls?after=call_0'])(
    'are one statement where one tells all, as a page of calls that is polled: %s',
    async (path) => {
      await Promise.all(pages(1, path));
      expect(await statementsOf(() => Promise.all(pages(1, path)))).toHaveLength(1);
    },
  );

  it('have three connections of their own, and all are answered in the end', async () => {
    const asked = await whileAltered(() => pages(8), {
      count: 3,
      work: async (_asked, pids) => {
        expect(pids).toHaveLength(3);
        expect((await operator.get(`/projects/${tenant.projectId}/keys`)).status).toBe(200);
      },
    });
    for (const { status } of await Promise.all(asked)) expect([200, 503]).toContain(status);
  });

  it.each(['calls', 'calls/histogram', 'usage'])(
    'are 503 to try again once their time is over: %s',
    async (path) => {
      await whileAltered(() => ({ answer: operator.get(`/projects/${tenant.projectId}/${path}`) }), {
        count: 1,
        work: async (asked, pids) => {
          // As the database ends what is over its time.
          await other.query('SELECT pg_cancel_backend(pid) FROM unnest($1::int[]) AS pid', [pids]);
          const { status, headers, body } = await asked.answer;
          expect([status, body.error.code]).toEqual([503, 'database_unavailable']);
          expect(headers['retry-after']).toBe('1');
        },
      });
      expect((await operator.get(`/projects/${tenant.projectId}/${path}`)).status).toBe(200);
    },
  );

  it('may not write, and have their limits from the connection on, however often it was used', async () => {
    const reads = service.app.get(SlowQueries);
    const names = ['statement_timeout', 'lock_timeout', 'default_transaction_read_only', 'work_mem', 'jit'];
    const question = `SELECT ${names.map((name) => `current_setting('${name}') AS ${name}`).join(', ')}`;
    const limits = {
      statement_timeout: '30s',
      lock_timeout: '5s',
      default_transaction_read_only: 'on',
      work_mem: '64MB',
      jit: 'off',
    };
    expect(await reads.ask(question, [])).toEqual([limits]);
    await reads.read((manager) => manager.query(`SET LOCAL statement_timeout = '1h'`));
    expect(await reads.read((manager) => manager.query(question))).toEqual([limits]);
    await expect(reads.ask('DELETE FROM calls', [])).rejects.toThrow('read-only');
    await expect(reads.read((manager) => manager.query('DELETE FROM calls'))).rejects.toThrow('read-only');
  });

  it('are of one moment, in however many statements', async () => {
    const count = 'SELECT count(*)::int AS calls FROM calls';
    const reads = service.app.get(SlowQueries);
    const seen = await reads.read(async (manager) => {
      const before = await manager.query<unknown>(count);
      await insertCall(service.dataSource, tenant);
      return [before, await manager.query<unknown>(count)];
    });
    expect(seen[1]).toEqual(seen[0]);
  });

  it('go on after their connections were ended', async () => {
    await Promise.all(pages(3));
    const { rowCount } = await other.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'inference-gateway reads' AND datname = current_database()`,
    );
    expect(rowCount).toBeGreaterThan(0);
    await eventually(async () => {
      const { status } = await operator.get(`/projects/${tenant.projectId}/calls`);
      return status === 200 ? true : undefined;
    }, 'a page again');
  });
});
