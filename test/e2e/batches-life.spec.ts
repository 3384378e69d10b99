import { createHmac } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { FakeBatchProvider } from '../support/fake-batch-provider.js';
import { seedTenant, type Tenant, type TenantOptions } from '../support/seed.js';
import { startTestApplication, type TestApplication } from '../support/start-application.js';
import { AdminClient } from './admin-client.js';
import { BatchClient, type BatchStatus } from './batch-client.js';
import { CLAUDE, COST, item, ledgerOf, messages, seedBatchTenant, UNLIMITED } from './batches-support.js';
import { put, UploadClient } from './upload-client.js';

const GPT = 'vendorb/gpt-6.1-terra';
const GLM = 'zai-org/GLM-5.3';

let provider: FakeBatchProvider;
let application: TestApplication;
let tenant: Tenant;
let client: BatchClient;

beforeAll(async () => {
  provider = await FakeBatchProvider.start();
  application = await startTestApplication({
    environment: {
      PROVIDER_A_BASE_URL: provider.url,
      BATCH_CAPACITY: '1000',
      ALLOW_PRIVATE_ENDPOINTS: 'true',
    },
  });
});
afterAll(async () => {
  await application.stop();
  await provider.close();
});
beforeEach(async () => {
  provider.reset();
  // Batches of other tests no longer count for the capacity.
  await application.dataSource.query(
    "UPDATE batches SET status = 'ended' WHERE status IN ('in_progress', 'canceling')",
  );
  await useTenant();
});

async function useTenant(options: TenantOptions = {}): Promise<void> {
  ({ tenant, client } = await seedBatchTenant(application, options));
}

const query = (sql: string, parameters: unknown[]) => application.dataSource.query<unknown>(sql, parameters);
const ledger = () => ledgerOf(application, tenant);
const kinds = async () => (await ledger()).rows.map(({ kind }) => kind);
const rowsOfBatches = async () =>
  ((await query('SELECT id FROM batches WHERE project_id = $1', [tenant.projectId])) as unknown[]).length;

describe('a submission', () => {
  it('with a bad item creates, reserves and sends nothing', async () => {
    const { status, json } = await client.submit({ requests: [item('a'), item('a')] });
    expect(status).toBe(400);
    expect(json).toMatchObject({
      error: { code: 'duplicate_custom_id', param: 'requests[1].custom_id', details: [{ custom_id: 'a' }] },
    });
    expect([await rowsOfBatches(), await kinds(), provider.creates]).toEqual([0, ['credit'], 0]);
  });

  it('that the balance does not cover is 402 with the estimate and the balance', async () => {
    await useTenant({ balanceUsd: '0.0001' });
    const { status, json } = await client.submit({ requests: [item('a')] });
    expect(status).toBe(402);
    const { error } = json as { error: Record<string, unknown> };
    expect(error).toMatchObject({
      code: 'insufficient_balance',
      type: 'insufficient_quota',
      balance_usd: 0.0001,
    });
    expect(error['estimate_usd']).toBeCloseTo(0.00051, 4);
    expect([await rowsOfBatches(), await kinds(), provider.creates]).toEqual([0, ['credit'], 0]);
  });

  it('goes on without cover for pay as you go, and is billed at the end', async () => {
    await useTenant({ balanceUsd: '0', payAsYouGo: true });
    const { id } = await client.submitted({ requests: [item('a')] });
    expect(await kinds()).toEqual(['credit']);
    provider.endAll();
    expect((await client.status(id)).json).toMatchObject({ status: 'ended', cost_usd: COST });
    expect(await ledger()).toMatchObject({ balance: String(-COST), reserved: '0' });
  });

  it('that every provider refuses is 502 with its error, refunded, and its key is free again', async () => {
    provider.createFaults.push({ status: 400, message: 'max_tokens: too large' });
    const body = { requests: [item('a')], idempotency_key: 'again' };
    const refused = await client.submit(body);
    expect(refused.status).toBe(502);
    expect(refused.json).toMatchObject({
      error: {
        code: 'batch_refused',
        provider_errors: [{ provider: 'provider_a', status: 400, message: 'max_tokens: too large' }],
      },
    });
    expect(await ledger()).toMatchObject({ balance: '100', reserved: '0' });
    expect(await kinds()).toEqual(['credit', 'reservation', 'release']);
    expect((await client.submitted(body)).status).toBe('in_progress');
  });

  it('that a provider refuses as too much is 503 with Retry-After', async () => {
    for (let tries = 0; tries < 8; tries += 1)
      provider.createFaults.push({ status: 429, message: 'slow down' });
    const { status, headers } = await client.submit({ requests: [item('a')] });
    expect(status).toBe(503);
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    expect(await ledger()).toMatchObject({ balance: '100', reserved: '0' });
  }, 60_000);

  it('that is partly refused runs on: the failed portion shows its error, and its items come back errored', async () => {
    // Provider B has no batch API here: the scripted provider answers 404.
    const { id, providers } = await client.submitted({
      requests: [item('a'), { custom_id: 'b', body: { model: GPT, messages } }],
    });
    expect(providers).toMatchObject([
      { provider: 'provider_a', status: 'in_progress' },
      { provider: 'provider_b', status: 'failed', error: { message: expect.any(String) as string } },
    ]);
    provider.endAll();
    const ended = await client.ended(id);
    expect(ended).toMatchObject({ status: 'ended', succeeded_count: 1, errored_count: 1, cost_usd: COST });
    const lines = await client.resultLines(id);
    expect(lines.find(({ custom_id: custom }) => custom === 'b')).toMatchObject({
      status: 'errored',
      response: null,
      error: { message: providers[1]?.error?.message },
    });
  });

  it('over the shared capacity is 503, and nothing is reserved', async () => {
    const requests = Array.from({ length: 1_001 }, (_, index) => item(`c${index}`));
    const { status, json, headers } = await client.submit({ requests });
    expect(status).toBe(503);
    expect(json).toMatchObject({ error: { code: 'batch_capacity_full' } });
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    expect([await rowsOfBatches(), await kinds()]).toEqual([0, ['credit']]);
  });

  it('sent twice at once with one key makes one batch, and both are answered with it', async () => {
    const body = { requests: [item('a')], idempotency_key: 'twins' };
    const answers = await Promise.all(Array.from({ length: 8 }, () => client.submitted(body)));
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
    expect([await rowsOfBatches(), await kinds(), provider.creates]).toEqual([
      1,
      ['credit', 'reservation'],
      1,
    ]);
    const other = await client.submitted({ requests: [item('other')], idempotency_key: 'twins' });
    expect(other.id).toBe(answers[0]?.id);
    const broken = await client.submit({ idempotency_key: 'twins', requests: [{ custom_id: '' }] });
    expect((broken.json as BatchStatus).id).toBe(other.id);
  });

  it("of a Chinese lab's model is 403 when the toggle is off, and goes through when it is on", async () => {
    await useTenant({ chineseModels: false });
    const requests = [{ custom_id: 'a', body: { model: GLM, messages } }];
    expect((await client.submit({ requests })).status).toBe(403);
    await useTenant({ chineseModels: true });
    expect((await client.submit({ requests })).status).toBe(200);
  });

  it('by input_object is validated and answered as an inline one', async () => {
    const uploads = new UploadClient(application.url, tenant.apiKey);
    const { object, upload_url: url } = await uploads.create();
    await put(url, JSON.stringify({ requests: [item('a')], idempotency_key: 'inside' }));
    const batch = await client.submitted({ input_object: object });
    expect(batch).toMatchObject({ status: 'in_progress', request_count: 1 });
    expect((await client.submitted({ input_object: object })).id).toBe(batch.id);
    const both = await client.submit({ input_object: object, requests: [item('b')] });
    expect(both.json).toMatchObject({ error: { param: 'input_object' } });
    const stranger = await seedTenant(application.dataSource, UNLIMITED);
    const foreign = await new BatchClient(application.url, stranger.apiKey).submit({ input_object: object });
    expect(foreign.status).toBe(404);
  });

  it.each([
    ['no requests', '{}', 400],
    ['empty requests', '{"requests":[]}', 400],
    ['an object as requests', '{"requests":{}}', 400],
    ['no JSON', 'nonsense', 400],
    ['half a document', '{"requests":[{"custom_id":"a"', 400],
    ['an unknown upload', '{"input_object":"upl_00000000000000000000000"}', 404],
    [
      'a number as key',
      '{"idempotency_key":7,"requests":[{"custom_id":"a","params":{"model":"claude-sonnet-5-5"}}]}',
      400,
    ],
    [
      'a private callback',
      '{"callback_url":"ftp://x","requests":[{"custom_id":"a","params":{"model":"claude-sonnet-5-5"}}]}',
      400,
    ],
  ])('with %s is refused, and leaves nothing', async (_name, body, status) => {
    expect((await client.submit(body)).status).toBe(status);
    expect([await rowsOfBatches(), await kinds(), provider.creates]).toEqual([0, ['credit'], 0]);
  });

  it('over 4 MB inline is 413', async () => {
    const { status, json } = await client.submit({
      requests: [item('a', { system: 'x'.repeat(4_200_000) })],
    });
    expect(status).toBe(413);
    expect(json).toMatchObject({ error: { code: 'request_too_large' } });
  });
});

describe('the end of a batch', () => {
  it('is billed once however many polls see it, and counts, results and money agree', async () => {
    provider.resultOf = (_request, index) =>
      index === 1
        ? {
            type: 'errored',
            error: {
              type: 'error',
              error: { type: 'invalid_request_error', message: 'bad' },
              request_id: null,
            },
          }
        : index === 2
          ? { type: 'expired' }
          : undefined;
    const { id } = await client.submitted({ requests: [item('a'), item('b'), item('c'), item('d')] });
    provider.endAll();
    const polls = await Promise.all(Array.from({ length: 20 }, () => client.status(id)));
    expect(polls.every(({ status }) => status === 200)).toBe(true);
    const ended = await client.ended(id);
    expect(ended).toMatchObject({
      succeeded_count: 2,
      errored_count: 1,
      expired_count: 1,
      cost_usd: 2 * COST,
    });
    expect(await kinds()).toEqual(['credit', 'reservation', 'release', 'settlement']);
    expect(await ledger()).toMatchObject({ reserved: '0', balance: String(100 - 2 * COST) });
    const operator = new AdminClient(application.url);
    const { body: check } = await operator.get(`/projects/${tenant.projectId}/usage/check`);
    expect(check).toMatchObject({ ok: true, usage_usd: 2 * COST, ledger_usd: 2 * COST, entries: 1 });
    expect(provider.resultReads).toBe(1);
    const lines = await client.resultLines(id);
    expect(lines.map(({ status }) => status).sort()).toEqual([
      'errored',
      'expired',
      'succeeded',
      'succeeded',
    ]);
  });

  it('gives `function_call` to the bodies that spoke of `functions`, `tool_calls` to the others', async () => {
    provider.resultOf = () => ({
      type: 'succeeded',
      message: {
        ...{ id: 'msg_1', type: 'message', role: 'assistant', stop_reason: 'tool_use' },
        content: [{ type: 'tool_use', id: 'toolu_1', name: 'f', input: { x: 1 } }],
        usage: { input_tokens: 1_000, output_tokens: 100 },
      },
    });
    const fn = { name: 'f', parameters: { type: 'object', properties: {} } };
    const tools = [{ type: 'function', function: fn }];
    const bodies = { old: { functions: [fn] }, new: { tools }, both: { functions: [fn], tools } };
    const { id } = await client.submitted({
      requests: Object.entries(bodies).map(([name, members]) => ({
        custom_id: name,
        body: { model: CLAUDE, messages, ...members },
      })),
    });
    provider.endAll();
    await client.ended(id);
    const lines = await client.resultLines(id);
    const answers = lines.map(({ custom_id, response }) => {
      const [choice] = (response as { choices: { finish_reason: string; message: object }[] }).choices;
      return [custom_id, choice?.finish_reason, 'function_call' in (choice?.message ?? {})];
    });
    expect(answers.sort()).toEqual([
      ['both', 'tool_calls', false],
      ['new', 'tool_calls', false],
      ['old', 'function_call', true],
    ]);
  });

  it('is billed once by two processes that see it together', async () => {
    const replica = await startTestApplication({
      environment: { PROVIDER_A_BASE_URL: provider.url },
      database: application.database,
    });
    try {
      const { id } = await client.submitted({ requests: [item('a')] });
      provider.endAll();
      const other = new BatchClient(replica.url, tenant.apiKey);
      await Promise.all(
        Array.from({ length: 20 }, (_, index) => (index % 2 === 0 ? client : other).status(id)),
      );
      expect(await other.ended(id)).toMatchObject({ cost_usd: COST });
      expect(await kinds()).toEqual(['credit', 'reservation', 'release', 'settlement']);
    } finally {
      await replica.stop();
    }
  });

  it('is found by the sweep when nobody polls', async () => {
    const { id } = await client.submitted({ requests: [item('a')] });
    provider.endAll();
    const { body } = await new AdminClient(application.url).post('/maintenance/sweep');
    expect(body).toMatchObject({ batches_refreshed: 1 });
    expect((await client.results(id)).status).toBe(200);
  });

  it('is not said while a provider cannot be read; a later poll brings it', async () => {
    const { id } = await client.submitted({ requests: [item('a')] });
    provider.endAll();
    provider.breaksResults = true;
    expect((await client.status(id)).json).toMatchObject({ status: 'in_progress' });
    expect(await kinds()).toEqual(['credit', 'reservation']);
    provider.breaksResults = false;
    expect(await client.ended(id)).toMatchObject({ succeeded_count: 1 });
  }, 60_000);

  it('29 days later leaves counts and spend, and results answer 410', async () => {
    const { id } = await client.submitted({ requests: [item('a')] });
    provider.endAll();
    await client.ended(id);
    await query("UPDATE batches SET ended_at = ended_at - interval '29 days 1 hour' WHERE id = $1", [id]);
    expect((await new AdminClient(application.url).post('/maintenance/sweep')).body).toMatchObject({
      results_purged: 1,
    });
    expect((await client.results(id)).status).toBe(410);
    const { json } = await client.status(id);
    expect(json).toMatchObject({ status: 'ended', succeeded_count: 1, cost_usd: COST });
    expect(json).not.toHaveProperty('results_url');
  });
});

describe('a cancel', () => {
  it('is forwarded; what was done bills, the rest comes back canceled and is refunded', async () => {
    provider.resultOf = (_request, index) => (index === 0 ? undefined : { type: 'canceled' });
    const { id } = await client.submitted({ requests: [item('a'), item('b')] });
    expect((await client.cancel(id)).json).toMatchObject({ status: 'canceling' });
    expect((await client.cancel(id)).json).toMatchObject({ status: 'canceling' });
    expect(provider.cancels).toBe(1);
    provider.endAll();
    expect(await client.ended(id)).toMatchObject({ succeeded_count: 1, canceled_count: 1, cost_usd: COST });
    expect(await ledger()).toMatchObject({ reserved: '0', balance: String(100 - COST) });
  });
});

describe('a submission that broke', () => {
  it('between the create and our note is found at the provider, neither lost nor doubled', async () => {
    provider.createFaults.push('drop');
    const { id } = await client.submitted({ requests: [item('a')] });
    expect(provider.batches).toHaveLength(1);
    provider.endAll();
    expect(await client.ended(id)).toMatchObject({ status: 'ended', succeeded_count: 1 });
    expect([provider.batches.length, await kinds()]).toEqual([
      1,
      ['credit', 'reservation', 'release', 'settlement'],
    ]);
  }, 60_000);

  it('before it was fanned out is failed by the sweep ten minutes later, refunded, and stopped at the provider', async () => {
    const { id } = await client.submitted({ requests: [item('a')], idempotency_key: 'crashed' });
    await query("UPDATE batches SET submit_lease_until = now() - interval '1 second' WHERE id = $1", [id]);
    expect((await new AdminClient(application.url).post('/maintenance/sweep')).body).toMatchObject({
      batches_failed: 1,
    });
    const { json } = await client.status(id);
    expect(json).toMatchObject({ status: 'failed' });
    expect((json as BatchStatus).error?.message).toContain('new `idempotency_key`');
    expect(await ledger()).toMatchObject({ balance: '100', reserved: '0' });
    expect(provider.cancels).toBe(1);
    expect((await client.results(id)).status).toBe(409);
  });

  it('is left alone while its lease is renewed', async () => {
    const { id } = await client.submitted({ requests: [item('a')] });
    await query("UPDATE batches SET submit_lease_until = now() + interval '1 minute' WHERE id = $1", [id]);
    expect((await client.status(id)).json).toMatchObject({ status: 'in_progress' });
    expect((await new AdminClient(application.url).post('/maintenance/sweep')).body).toMatchObject({
      batches_failed: 0,
    });
  });
});

describe('tenants', () => {
  it('see nothing of each other: a foreign batch looks unknown', async () => {
    const { id } = await client.submitted({ requests: [item('a')] });
    const stranger = await seedTenant(application.dataSource, UNLIMITED);
    const other = new BatchClient(application.url, stranger.apiKey);
    for (const answer of [
      await other.status(id),
      await other.results(id),
      await other.cancel(id),
      await other.status('batch_nothing'),
    ])
      expect([answer.status, answer.json]).toMatchObject([404, { error: { code: 'batch_not_found' } }]);
    expect((await other.list()).json).toMatchObject({ data: [] });
    expect((await client.list()).json).toMatchObject({ data: [{ id }], first_id: id, last_id: id });
    const same = await other.submitted({ requests: [item('a')], idempotency_key: 'shared' });
    const mine = await client.submitted({ requests: [item('a')], idempotency_key: 'shared' });
    expect(mine.id).not.toBe(same.id);
  });
});

describe('limits', () => {
  it('let 30 submissions and 120 polls through at once, and results always', async () => {
    await useTenant({ rateLimits: {} });
    const { id } = await client.submitted({ requests: [item('a')] });
    provider.endAll();
    const polls = await Promise.all(Array.from({ length: 150 }, () => client.status(id)));
    const limited = polls.filter(({ status }) => status === 429);
    expect(limited.length).toBeGreaterThanOrEqual(8);
    expect(limited[0]?.headers['retry-after']).toBeDefined();
    expect((await client.results(id)).status).toBe(200);
    const submissions = await Promise.all(Array.from({ length: 35 }, () => client.submit('{}')));
    expect(submissions.filter(({ status }) => status === 429).length).toBeGreaterThanOrEqual(4);
  });
});

describe('a callback', () => {
  let server: Server;
  const posts: { body: string; signature: string }[] = [];
  let statuses: number[] = [];
  let onPost: () => void = () => undefined;

  beforeAll(async () => {
    server = createServer((request, response) => {
      void buffer(request).then((body) => {
        posts.push({ body: body.toString('utf8'), signature: String(request.headers['x-svc-signature']) });
        response.writeHead(statuses.shift() ?? 204).end();
        onPost();
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  afterAll(() => {
    server.close();
  });

  it('tells of the end once, signed with the secret of the project, and is tried again when it is refused', async () => {
    posts.length = 0;
    statuses = [500];
    const admin = new AdminClient(application.url);
    const { body: shown } = await admin.get(`/projects/${tenant.projectId}/callback-secret`);
    const { callback_secret: secret } = shown as { callback_secret: string };
    const received = (count: number) =>
      new Promise<void>((resolve) => {
        onPost = () => posts.length >= count && resolve();
        onPost();
      });
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook?x=1`;
    const { id } = await client.submitted({ requests: [item('a')], callback_url: url });
    provider.endAll();
    await client.ended(id);
    await received(1);
    const failed = async () =>
      (await query(
        'SELECT tries, last_failure FROM batch_callbacks WHERE batch_id = $1 AND last_failure IS NOT NULL',
        [id],
      )) as unknown[];
    await expect
      .poll(failed, { timeout: 10_000 })
      .toMatchObject([{ tries: 1, last_failure: 'the address answered 500' }]);
    await query('UPDATE batch_callbacks SET next_try_at = now() WHERE batch_id = $1', [id]);
    await received(2);
    for (const { body, signature } of posts) {
      const [, time = '', given] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(signature) ?? [];
      expect(given).toBe(createHmac('sha256', secret).update(`${time}.${body}`).digest('hex'));
      expect(JSON.parse(body)).toMatchObject({
        id,
        status: 'ended',
        results_url: `${application.url}/api/v1/route/batches/${id}/results`,
      });
    }
    const rotated = await admin.post(`/projects/${tenant.projectId}/callback-secret/rotate`);
    expect((rotated.body as { callback_secret: string }).callback_secret).not.toBe(secret);
  }, 30_000);
});
