import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { jsonAnswer } from '../support/recordings/script.js';
import { startTestApplication, type TestApplication } from '../support/start-application.js';
import { BatchClient } from './batch-client.js';
import { messages, seedBatchTenant } from './batches-support.js';

const LLAMA = 'meta-llama/Llama-3.3-70B-Instruct';

let application: TestApplication;
let replica: TestApplication;
let client: BatchClient;
let other: BatchClient;

beforeAll(async () => {
  application = await startTestApplication();
  replica = await startTestApplication({ database: application.database, provider: application.provider });
});
afterAll(async () => {
  await replica.stop();
  await application.stop();
});
beforeEach(async () => {
  application.provider.reset();
  const seeded = await seedBatchTenant(application);
  client = seeded.client;
  other = new BatchClient(replica.url, seeded.tenant.apiKey);
});

const refuse = (status: number, headers: Record<string, string> = {}) =>
  application.provider.respond(
    ({ path }) => path.startsWith('/h/'),
    () => jsonAnswer({ error: { message: 'busy' } }, { status, headers }),
  );
const calls = () => application.provider.requests.length;
const body = { custom_id: 'h', body: { model: LLAMA, messages } };
const params = { custom_id: 'h', params: { model: LLAMA, messages, max_tokens: 10 } };

/** The database's clock goes on so far, for the requests that are put off. */
const pass = (id: string, seconds: number) =>
  application.dataSource.query(
    `UPDATE hosted_items SET not_before = not_before - make_interval(secs => $2)
      WHERE portion_id IN (SELECT id FROM batch_portions WHERE batch_id = $1)`,
    [id, seconds],
  );
async function pollOften(id: string): Promise<void> {
  await Promise.all(Array.from({ length: 6 }, (_, index) => (index % 2 === 0 ? client : other).status(id)));
}

describe('a hosted request that its provider puts off', () => {
  it.each<[string, object, number, Record<string, string>, number]>([
    ['429 with its seconds', body, 429, { 'retry-after': '40' }, 40],
    ['429 with its milliseconds', params, 429, { 'retry-after-ms': '40000', 'retry-after': '1' }, 40],
    ['429 without a time', body, 429, {}, 10],
    ['503 without a time', params, 503, {}, 10],
    ['500 with a time that is none', body, 500, { 'retry-after': 'soon' }, 10],
  ])(
    'is left alone until then by every process, however often it is polled: %s',
    async (_name, request, status, headers, seconds) => {
      refuse(status, headers);
      const { id } = await client.submitted({ requests: [request] });
      for (const tries of [1, 2]) {
        await pollOften(id);
        expect(calls()).toBe(tries);
        await pass(id, seconds - 5);
        await pollOften(id);
        expect(calls()).toBe(tries);
        await pass(id, 5);
      }
      expect((await client.status(id)).json).toMatchObject({
        status: 'ended',
        errored_count: 1,
        cost_usd: 0,
      });
      expect(calls()).toBe(3);
    },
  );

  it('by a date is tried from that date on', async () => {
    refuse(429, { 'retry-after': new Date(Date.now() + 3_600_000).toUTCString() });
    const { id } = await client.submitted({ requests: [body] });
    await client.status(id);
    await pass(id, 3_500);
    await client.status(id);
    expect(calls()).toBe(1);
    await pass(id, 110);
    application.provider.reset();
    expect((await client.status(id)).json).toMatchObject({ status: 'ended', succeeded_count: 1 });
  });

  it('does not hold up those that nobody put off', async () => {
    application.provider.enqueue(jsonAnswer({ error: { message: 'busy' } }, { status: 429 }));
    const { id } = await client.submitted({ requests: [body, { ...body, custom_id: 'i' }] });
    expect((await client.status(id)).json).toMatchObject({ status: 'in_progress', succeeded_count: 1 });
  });

  it('is canceled at once', async () => {
    refuse(429, { 'retry-after': '4000' });
    const { id } = await client.submitted({ requests: [body] });
    await client.status(id);
    expect((await client.cancel(id)).json).toMatchObject({ status: 'ended', canceled_count: 1 });
  });
});
