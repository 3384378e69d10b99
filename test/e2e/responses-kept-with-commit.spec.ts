import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { UsageCommitRepository } from '../../src/billing/metering/usage-commit.repository.js';
import { partitionName } from '../../src/database/day-partitions.js';
import { dayOf } from '../../src/lib/day.js';
import { messageItem, responseAnswer, responseStream } from '../support/recordings/responses-answers.js';
import { jsonAnswer, streamAnswer } from '../support/recordings/script.js';
import { balanceOf, chargesOf, seedTenant, type Tenant } from '../support/seed.js';
import { startTestApplication, type TestApplication } from '../support/start-application.js';
import { MODEL_B, ResponsesClient } from './responses-client.js';

let service: TestApplication;
let tenant: Tenant;
let client: ResponsesClient;
beforeAll(async () => {
  service = await startTestApplication();
  tenant = await seedTenant(service.dataSource, { smartRouting: false });
  client = new ResponsesClient(service.url, tenant.apiKey);
  // The first one of a day makes its partition.
  await answered('resp_first');
});
afterEach(() => service.provider.reset());
afterAll(() => service.stop());

async function answered(id: string, { stream = false, text = 'Hello.' } = {}): Promise<void> {
  const made = { id, output: [messageItem(text, `msg_${id}`)] };
  service.provider.enqueue(stream ? streamAnswer(responseStream(made)) : jsonAnswer(responseAnswer(made)));
  expect((await client.ask(MODEL_B, { stream })).status).toBe(200);
}

interface Transactions {
  readonly call_id: string;
  readonly call: string;
  readonly response: string;
  readonly item: string;
}

/** Which transactions wrote a kept response, its item and its call. */
async function transactionsOf(id: string): Promise<Transactions> {
  const [row] = await service.dataSource.query<Transactions[]>(
    `SELECT c.id AS call_id, c.xmin::text AS call, r.xmin::text AS response, i.xmin::text AS item
       FROM stored_responses r JOIN calls c ON c.id = r.call_id
       JOIN stored_response_items i ON i.response_id = r.id AND i.item_id = $2
      WHERE r.id = $1`,
    [id, `msg_${id}`],
  );
  if (row === undefined) throw new Error(`${id} is not kept`);
  return row;
}

it.each([
  ['whole', false],
  ['streamed', true],
])('keeps a small %s answer in the statement that commits its call', async (how, stream) => {
  await answered(`resp_small_${how}`, { stream });
  const { call, response, item } = await transactionsOf(`resp_small_${how}`);
  expect([response, item]).toEqual([call, call]);
});

it('keeps a large answer beside that statement, which others wait for', async () => {
  await answered('resp_large', { text: 'x'.repeat(40_000) });
  const { call, response } = await transactionsOf('resp_large');
  expect(response).not.toBe(call);
});

it('keeps many answers that end together', async () => {
  const ids = Array.from({ length: 40 }, (_, index) => `resp_many_${index}`);
  for (const id of ids)
    service.provider.enqueue(jsonAnswer(responseAnswer({ id, output: [messageItem('Hi.', `msg_${id}`)] })));
  await Promise.all(ids.map(() => client.ask(MODEL_B)));
  for (const id of ids)
    expect(await chargesOf(service.dataSource, (await transactionsOf(id)).call_id)).toHaveLength(1);
  expect((await balanceOf(service.dataSource, tenant.organizationId)).equalsLedger).toBe(true);
});

it('bills a call once, and keeps its answer, when the partition that it was meant for is gone', async () => {
  for (const table of ['stored_responses', 'stored_response_items'])
    await service.dataSource.query(`DROP TABLE "${partitionName(table, dayOf(Date.now()))}"`);
  await answered('resp_gone');
  const { call_id, call, response } = await transactionsOf('resp_gone');
  expect(response).not.toBe(call);
  expect(await chargesOf(service.dataSource, call_id)).toHaveLength(1);
  expect((await balanceOf(service.dataSource, tenant.organizationId)).equalsLedger).toBe(true);
  await answered('resp_again');
  const again = await transactionsOf('resp_again');
  expect(again.response).toBe(again.call);
});

it('waits for nobody who locks the tables to drop old days', async () => {
  const locker = service.dataSource.createQueryRunner();
  await locker.startTransaction();
  try {
    await locker.query(
      'LOCK TABLE ONLY stored_responses, ONLY stored_response_items IN ACCESS EXCLUSIVE MODE',
    );
    await answered('resp_locked');
  } finally {
    await locker.rollbackTransaction();
    await locker.release();
  }
  const { call, response } = await transactionsOf('resp_locked');
  expect(response).toBe(call);
});

it('leaves the plans of a day behind with their connection when another day begins', async () => {
  const repository = service.app.get(UsageCommitRepository, { strict: false });
  const commit = (name: string) =>
    repository.commit([], {
      kind: { name, write: () => ({ expressions: 'nothing AS (SELECT 1)', values: [] }) },
      companions: [],
    });
  const connections = async (): Promise<string[]> => {
    const rows = await service.dataSource.query<{ pid: string }[]>(
      `SELECT pid::text AS pid FROM pg_stat_activity
        WHERE datname = current_database() AND application_name = 'inference-gateway commits'`,
    );
    return rows.map(({ pid }) => pid);
  };
  await commit('monday');
  const monday = await connections();
  await commit('monday');
  expect(await connections()).toEqual(monday);
  await commit('tuesday');
  expect(await connections()).not.toEqual(monday);
});
