import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ADVISORY_LOCKS } from '../../src/database/advisory-locks.js';
import { startTestApplication, type TestApplication } from '../support/start-application.js';
import { AdminClient } from './admin-client.js';
import { item, seedBatchTenant, type BatchTenant } from './batches-support.js';
import { eventually, openChat } from './stream-call.js';

/** The scripted provider takes no batches, so a submission that had its turn ends with the provider's refusal. */
const HANDED_OVER = 502;

let service: TestApplication;
let operator: AdminClient;
let owner: BatchTenant;
let other: pg.Client;
/** Within a transaction the server shows one moment of its activity. */
let watcher: pg.Client;

beforeAll(async () => {
  service = await startTestApplication();
  operator = new AdminClient(service.url);
  owner = await seedBatchTenant(service);
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

/** Another process has the turn while `work` runs. */
async function whileTaken(number: number, work: () => Promise<void>): Promise<void> {
  await other.query('SELECT pg_advisory_lock($1)', [number]);
  try {
    await work();
  } finally {
    await other.query('SELECT pg_advisory_unlock($1)', [number]);
  }
}

function waitingForLocks(): Promise<number> {
  return watcher
    .query(
      `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock' AND pid <> pg_backend_pid()`,
    )
    .then(({ rowCount }) => rowCount ?? 0);
}

describe('what waits for its turn', () => {
  it('leaves calls their connections: submissions, reports and searches', async () => {
    const { tenant, client } = owner;
    await whileTaken(ADVISORY_LOCKS.batchCapacity, async () => {
      const submissions = Array.from({ length: 25 }, () => client.submit({ requests: [item('a')] }));
      await eventually(async () => ((await waitingForLocks()) > 0 ? true : undefined), 'one that waits');
      // Reports wait for a table behind somebody who alters it.
      await other.query('BEGIN; LOCK TABLE usage_progress, traces IN ACCESS EXCLUSIVE MODE');
      const reports = Array.from({ length: 10 }, (_, index) =>
        operator.get(`/projects/${tenant.projectId}/${index % 2 === 0 ? 'usage' : 'traces'}`),
      );
      await eventually(async () => ((await waitingForLocks()) >= 4 ? true : undefined), 'reports that wait');
      expect(await waitingForLocks()).toBe(4);
      // Keys, balance and pins of a caller that nobody remembers are asked for.
      const stranger = await seedBatchTenant(service);
      const answer = await openChat(service.url, { apiKey: stranger.tenant.apiKey });
      expect(answer.status).toBe(200);
      await answer.whole();
      await other.query('ROLLBACK');
      await other.query('SELECT pg_advisory_unlock($1)', [ADVISORY_LOCKS.batchCapacity]);
      for (const { status } of await Promise.all(submissions)) expect(status).toBe(HANDED_OVER);
      for (const { status } of await Promise.all(reports)) expect([200, 503]).toContain(status);
      await other.query('SELECT pg_advisory_lock($1)', [ADVISORY_LOCKS.batchCapacity]);
    });
  });

  it('is not the check of the ledger, which says when it leaves the work to another process', async () => {
    const sweep = async (): Promise<unknown> => (await operator.post('/maintenance/sweep')).body.ledger_check;
    await whileTaken(ADVISORY_LOCKS.batchCapacity, async () => {
      expect(await sweep()).toBe('ok');
    });
    await whileTaken(ADVISORY_LOCKS.ledgerCheck, async () => {
      expect(await sweep()).toBe('running_elsewhere');
      const { status } = await owner.client.submit({ requests: [item('a')] });
      expect(status).toBe(HANDED_OVER);
    });
  });
});
