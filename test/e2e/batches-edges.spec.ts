import { createServer, type Server } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { readdir } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { CallbackDelivery } from '../../src/batches/callbacks/callback-delivery.service.js';
import { LiveCalls } from '../../src/live-calls/live-calls.service.js';
import { FakeBatchProvider } from '../support/fake-batch-provider.js';
import { seedTenant, type Tenant, type TenantOptions } from '../support/seed.js';
import { startTestApplication, type TestApplication } from '../support/start-application.js';
import { BatchClient, type BatchStatus } from './batch-client.js';
import { item, ledgerOf, messages, seedBatchTenant, UNLIMITED } from './batches-support.js';
import { AdminClient } from './admin-client.js';
import { seedPayingTenant, type PayingOptions } from './payments-support.js';
import { jsonAnswer } from '../support/recordings/script.js';

const LLAMA = 'meta-llama/Llama-3.3-70B-Instruct';

let provider: FakeBatchProvider;
let application: TestApplication;
let tenant: Tenant;
let client: BatchClient;

beforeAll(async () => {
  provider = await FakeBatchProvider.start();
  application = await startTestApplication({
    environment: {
      PROVIDER_A_BASE_URL: provider.url,
      BATCH_GATEWAY_PORT: '0',
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
  application.provider.reset();
  await useTenant();
});

async function useTenant(options: TenantOptions = {}): Promise<void> {
  ({ tenant, client } = await seedBatchTenant(application, options));
}

const query = (sql: string, parameters: unknown[]) => application.dataSource.query<unknown>(sql, parameters);
const ledger = () => ledgerOf(application, tenant);
const kinds = async () => (await ledger()).rows.map(({ kind }) => kind);
const facadePath = (id: string) => `/api/v1/messages/batches/msg${id}`;

/** The next creates reach the provider and wait there. */
function holdCreates(count: number): { reached: Promise<unknown>; release: () => void } {
  const releases: (() => void)[] = [];
  const reached = Array.from(
    { length: count },
    () =>
      new Promise<void>((arrive) => {
        provider.createFaults.push(() => {
          arrive();
          return new Promise((free) => releases.push(free));
        });
      }),
  );
  return {
    reached: Promise.all(reached),
    release: () => {
      for (const free of releases) free();
    },
  };
}

describe('a deleted batch', () => {
  it('frees its idempotency key: the same submission makes a new one, by either surface', async () => {
    const body = { requests: [item('a')], idempotency_key: 'nightly' };
    const first = await client.submitted(body);
    expect((await client.submitted(body)).id).toBe(first.id);
    provider.endAll();
    await client.ended(first.id);
    expect((await client.submitted(body)).id).toBe(first.id);
    expect((await client.send('DELETE', facadePath(first.id))).status).toBe(200);
    const answers = await Promise.all([
      client.submit(body),
      client.send('POST', '/api/v1/messages/batches', body),
    ]);
    const [own, facade] = answers.map(({ json }) => (json as BatchStatus).id);
    expect(facade).toBe(`msg${own}`);
    expect(own).not.toBe(first.id);
    expect((await client.status(own ?? '')).status).toBe(200);
  });
});

describe('a cancel during the submission', () => {
  it('is forwarded before the submission is answered', async () => {
    const { reached, release } = holdCreates(1);
    const submission = client.submitted({ requests: [item('a')] });
    await reached;
    const [{ id }] = ((await client.list()).json as { data: [{ id: string }] }).data;
    expect((await client.cancel(id)).json).toMatchObject({ status: 'canceling' });
    expect(provider.cancels).toBe(0);
    release();
    expect(await submission).toMatchObject({ id, status: 'canceling' });
    expect(provider.cancels).toBe(1);
  });

  it('keeps what was not handed over yet from its provider', async () => {
    const { reached, release } = holdCreates(2);
    const gateway = new BatchClient(application.batchGatewayUrl ?? '', tenant.apiKey);
    const requests = Array.from({ length: 50_001 }, (_, at) => item(`c${at}`, { max_tokens: 1 }));
    const submission = gateway.submitted({ requests });
    await reached;
    const [{ id }] = ((await client.list()).json as { data: [{ id: string }] }).data;
    await client.cancel(id);
    release();
    await submission;
    expect([provider.creates, provider.cancels]).toEqual([2, 2]);
    provider.resultOf = () => ({ type: 'canceled' });
    provider.endAll();
    expect(await client.ended(id)).toMatchObject({ canceled_count: 50_001, cost_usd: 0 });
    expect(await ledger()).toMatchObject({ balance: '100', reserved: '0' });
  }, 60_000);
});

describe('a provider that stays unreadable', () => {
  const troubleSince = (days: number) =>
    query(
      `UPDATE batch_portions SET error = jsonb_set(error, '{trouble}', jsonb_build_object('since', $2::text, 'tries', 30))
        WHERE batch_id IN (SELECT id FROM batches WHERE project_id = $1)`,
      [tenant.projectId, new Date(Date.now() - days * 86_400_000).toISOString()],
    );

  it('does not hold the money for ever: the results are awaited for three days, then the requests are errored', async () => {
    const { id } = await client.submitted({ requests: [item('a'), item('b')] });
    provider.endAll();
    provider.resultsStatus = 403;
    const waiting = (await client.status(id)).json as BatchStatus;
    expect(waiting).toMatchObject({ status: 'in_progress', providers: [{ status: 'ended' }] });
    expect(waiting.providers[0]?.error?.message).toContain('The provider gives no results.');
    await troubleSince(2.9);
    expect((await client.status(id)).json).toMatchObject({ status: 'in_progress' });
    await troubleSince(3.1);
    expect((await client.status(id)).json).toMatchObject({
      status: 'ended',
      errored_count: 2,
      cost_usd: 0,
      providers: [{ status: 'failed', error: { status: 403 } }],
    });
    expect(await kinds()).toEqual(['credit', 'reservation', 'release']);
    const [line] = await client.resultLines(id);
    expect(line).toMatchObject({ status: 'errored', response: null });
    expect(line?.error?.message).toContain('could not be read');
  });

  it('is forgotten when its results can be read after all', async () => {
    const { id } = await client.submitted({ requests: [item('a')] });
    provider.endAll();
    provider.resultsStatus = 403;
    await client.status(id);
    await troubleSince(2.9);
    provider.resultsStatus = undefined;
    const ended = await client.ended(id);
    expect(ended).toMatchObject({ succeeded_count: 1 });
    expect(ended.providers[0]).not.toHaveProperty('error');
  });

  it('does not hold the money either when it refuses every poll', async () => {
    const { id } = await client.submitted({ requests: [item('a')] });
    provider.pollStatus = 401;
    const polled = (await client.status(id)).json as BatchStatus;
    expect(polled).toMatchObject({ status: 'in_progress' });
    expect(polled.providers[0]).not.toHaveProperty('error');
    await troubleSince(3.1);
    expect((await client.status(id)).json).toMatchObject({ status: 'ended', errored_count: 1, cost_usd: 0 });
    expect(await ledger()).toMatchObject({ balance: '100', reserved: '0' });
  });
});

describe('an estimate over a balance that is above the reload threshold', () => {
  const usePaying = async (options: PayingOptions): Promise<void> => {
    tenant = await seedPayingTenant(application, { ...UNLIMITED, card: 'pm_sandbox_ok', ...options });
    client = new BatchClient(application.url, tenant.apiKey);
  };
  /** Estimated at 0.64 USD for each request: 128,000 output tokens at half of 10 USD a million. */
  const costly = (count: number) => ({
    requests: Array.from({ length: count }, (_, at) => item(`c${at}`, { max_tokens: 128_000 })),
  });

  it('is reserved after one reload that covers it', async () => {
    const estimate = ((await client.quote(costly(10))).json as { estimate_usd: number }).estimate_usd;
    await usePaying({
      balanceUsd: (estimate / 2).toFixed(2),
      reload: { threshold_usd: 1, amount_usd: Math.ceil(estimate) },
    });
    const { id } = await client.submitted(costly(10));
    expect(id).toBeTruthy();
    expect(await kinds()).toEqual(['credit', 'reload', 'reservation']);
  });

  it('reloads once for several at a time, and never more than the balance then covers', async () => {
    const estimate = ((await client.quote(costly(10))).json as { estimate_usd: number }).estimate_usd;
    await usePaying({
      balanceUsd: (estimate / 2).toFixed(2),
      reload: { threshold_usd: 1, amount_usd: Math.ceil(estimate * 3) },
    });
    const answers = await Promise.all([1, 2, 3].map(() => client.submit(costly(10))));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect((await kinds()).filter((kind) => kind === 'reload')).toHaveLength(1);
  });

  it('that is reserved under the threshold is followed by a reload, without another call', async () => {
    await usePaying({ balanceUsd: '7', reload: { threshold_usd: 5, amount_usd: 20 } });
    await client.submitted(costly(10));
    await expect.poll(kinds).toEqual(['credit', 'reservation', 'reload']);
    const { balance, reserved } = await ledger();
    expect(Number(balance)).toBeCloseTo(27 - Number(reserved), 10);
  });

  it('is reserved after as many reloads as it takes', async () => {
    await usePaying({ balanceUsd: '2', reload: { threshold_usd: 1, amount_usd: 1 } });
    await client.submitted(costly(10));
    const reloads = Array.from({ length: 5 }, () => 'reload');
    expect((await kinds()).slice(0, 7)).toEqual(['credit', ...reloads, 'reservation']);
  });

  it('is 402, and no card is charged, when it would take more than twenty', async () => {
    await usePaying({ balanceUsd: '2', reload: { threshold_usd: 1, amount_usd: 1 } });
    expect((await client.submit(costly(40))).status).toBe(402);
    expect(await kinds()).toEqual(['credit']);
  });
});

describe('an idempotency key', () => {
  it.each(['\u0000', 'a\u0000b', '\ud800', ''])('that no batch can have is 400: %j', async (key) => {
    const body = { requests: [item('a')], idempotency_key: key };
    for (const target of ['/api/v1/route/batches', '/api/v1/messages/batches'])
      expect((await client.send('POST', target, body)).status).toBe(400);
    expect(provider.creates).toBe(0);
  });
});

describe('a content type that is none', () => {
  it.each(['garbage', ' '])('is 415 with a way out, in the envelope of the surface: %j', async (type) => {
    const headers = { 'content-type': type };
    const own = await client.submit({ requests: [item('a')] }, headers);
    expect([own.status, own.json]).toMatchObject([415, { error: { code: 'unsupported_media_type' } }]);
    const facade = await client.send('POST', '/api/v1/messages/batches', { requests: [item('a')] }, headers);
    expect([facade.status, facade.json]).toMatchObject([415, { type: 'error' }]);
    expect(facade.text).toContain('application/json');
  });
});

describe('the batch gateway', () => {
  const uploads = async (): Promise<string[]> => {
    const root = path.join(
      os.tmpdir(),
      `objects-of${new URL(application.database.url).pathname.replace('/', '-')}`,
    );
    return (await readdir(root, { recursive: true })).filter((name) => /uploads\/./.test(name));
  };

  it('keeps no copy of a body that was taken, or refused', async () => {
    const gateway = new BatchClient(application.batchGatewayUrl ?? '', tenant.apiKey);
    const padding = 'x'.repeat(5_000_000);
    expect((await gateway.submit({ requests: [item('a', { system: padding })] })).status).toBe(200);
    expect((await gateway.submit({ requests: [item('a', { system: padding }), item('a')] })).status).toBe(
      400,
    );
    expect((await gateway.submit(`{"requests":[${padding}`)).status).toBe(400);
    expect(await uploads()).toEqual([]);
    expect(
      await query('SELECT object FROM upload_objects WHERE project_id = $1', [tenant.projectId]),
    ).toEqual([]);
  });

  it.each([
    ['/api/v1/route/batches', { error: { code: 'request_too_large' } }],
    ['/api/v1/messages/batches', { type: 'error', error: { type: 'request_too_large' } }],
  ])('answers 413 to a body over 256 MB at once, in the envelope of %s', async (target, expected) => {
    const { port } = new URL(application.batchGatewayUrl ?? '');
    const socket = connect(Number(port), '127.0.0.1');
    socket.write(
      `POST ${target} HTTP/1.1\r\nhost: x\r\nx-api-key: ${tenant.apiKey}\r\ncontent-length: ${256 * 1_048_576 + 1}\r\n\r\n{`,
    );
    const answer = await new Promise<string>((resolve) => {
      let text = '';
      socket.on('data', (chunk: Buffer) => {
        text += chunk.toString();
        if (text.includes('}}')) resolve(text);
      });
    });
    socket.destroy();
    expect(answer).toMatch(/^HTTP\/1.1 413 /);
    expect(JSON.parse(answer.slice(answer.indexOf('{'), answer.lastIndexOf('}') + 1))).toMatchObject(
      expected,
    );
    expect(await uploads()).toEqual([]);
  });
});

describe('hosted requests', () => {
  const hosted = (count: number) => ({
    requests: Array.from({ length: count }, (_, at) => ({
      custom_id: `h${at}`,
      body: { model: LLAMA, messages },
    })),
  });
  const busy = jsonAnswer({ error: { message: 'busy' } }, { status: 503, headers: { 'retry-after': '0' } });

  it('that meet 503 are tried in three passes, and are errored after the third', async () => {
    application.provider.respond('/h/v1/chat/completions', busy);
    const { id } = await client.submitted(hosted(2));
    for (let pass = 1; pass <= 2; pass += 1)
      expect((await client.status(id)).json).toMatchObject({ status: 'in_progress', errored_count: 0 });
    expect((await client.status(id)).json).toMatchObject({ status: 'ended', errored_count: 2, cost_usd: 0 });
    expect(application.provider.requests).toHaveLength(6);
    expect(await kinds()).toEqual(['credit', 'reservation', 'release']);
  });

  it('that pass in the last pass are billed for it', async () => {
    application.provider.enqueue(busy);
    application.provider.enqueue(busy);
    const { id } = await client.submitted(hosted(1));
    await client.status(id);
    await client.status(id);
    expect((await client.status(id)).json).toMatchObject({ status: 'ended', succeeded_count: 1 });
    expect(await kinds()).toEqual(['credit', 'reservation', 'release', 'settlement']);
  });

  it('that did not run within a day come back expired, and what ran is billed', async () => {
    const { id } = await client.submitted(hosted(60));
    expect((await client.status(id)).json).toMatchObject({ status: 'in_progress', succeeded_count: 50 });
    await query("UPDATE batches SET created_at = created_at - interval '24 hours 1 minute' WHERE id = $1", [
      id,
    ]);
    const ended = (await client.status(id)).json as BatchStatus;
    expect(ended).toMatchObject({ status: 'ended', succeeded_count: 50, expired_count: 10 });
    expect(application.provider.requests).toHaveLength(50);
    const lines = await client.resultLines(id);
    expect(lines.filter(({ status, cost }) => status === 'expired' && cost === 0)).toHaveLength(10);
    expect(await ledger()).toMatchObject({ reserved: '0', balance: String(100 - (ended.cost_usd ?? 0)) });
  });
});

describe('pages of the list of batches', () => {
  const list = (parameters: string) => client.send('GET', `/api/v1/route/batches${parameters}`);

  it('are walked with `limit` and `after`, as every list of ours', async () => {
    const ids: string[] = [];
    for (let index = 0; index < 3; index += 1)
      ids.unshift((await client.submitted({ requests: [item('a')] })).id);
    const seen = async (parameters: string) => {
      const { json } = await list(parameters);
      const page = json as { data: { id: string }[]; has_more: boolean; last_id: string | null };
      expect(page.last_id).toBe(page.data.at(-1)?.id ?? null);
      return [page.data.map(({ id }) => ids.indexOf(id)), page.has_more];
    };
    expect(await seen('')).toEqual([[0, 1, 2], false]);
    expect(await seen('?limit=2')).toEqual([[0, 1], true]);
    expect(await seen(`?limit=2&after=${ids[1]}`)).toEqual([[2], false]);
    expect(await seen(`?after=${ids[2]}`)).toEqual([[], false]);
  });

  it.each([
    'limit=0',
    'limit=101',
    'limit=x',
    'limit=',
    'after=',
    'after=msgbatch_0',
    'after=batch_0&after=batch_1',
  ])('are 400 for %s', async (parameters) => {
    expect((await list(`?${parameters}`)).status).toBe(400);
  });
});

describe('pages of the facade', () => {
  interface Page {
    data: { id: string }[];
    has_more: boolean;
    first_id: string | null;
    last_id: string | null;
  }
  const list = async (parameters: string): Promise<{ status: number; page: Page }> => {
    const { status, json } = await client.send('GET', `/api/v1/messages/batches${parameters}`);
    return { status, page: json as Page };
  };

  it('go both ways from any id of a batch, also a deleted, an unknown and a foreign one', async () => {
    const ids: string[] = [];
    for (let index = 0; index < 5; index += 1)
      ids.unshift(`msg${(await client.submitted({ requests: [item('a')] })).id}`);
    const seen = async (parameters: string) => {
      const { page } = await list(parameters);
      expect([page.first_id, page.last_id]).toEqual([
        page.data.at(0)?.id ?? null,
        page.data.at(-1)?.id ?? null,
      ]);
      return [page.data.map(({ id }) => ids.indexOf(id)), page.has_more];
    };
    expect(await seen(`?limit=1`)).toEqual([[0], true]);
    expect(await seen(`?limit=1000`)).toEqual([[0, 1, 2, 3, 4], false]);
    expect(await seen(`?after_id=${ids[1]}&limit=2`)).toEqual([[2, 3], true]);
    expect(await seen(`?after_id=${ids[2]}&limit=2`)).toEqual([[3, 4], false]);
    expect(await seen(`?after_id=${ids[4]}`)).toEqual([[], false]);
    expect(await seen(`?before_id=${ids[3]}&limit=2`)).toEqual([[1, 2], true]);
    expect(await seen(`?before_id=${ids[2]}&limit=2`)).toEqual([[0, 1], false]);
    expect(await seen(`?before_id=${ids[0]}`)).toEqual([[], false]);
    expect(await seen(`?beta=true&limit=1`)).toEqual([[0], true]);
    provider.endAll();
    await client.ended(ids[2]?.slice(3) ?? '');
    await client.send('DELETE', `/api/v1/messages/batches/${ids[2]}`);
    expect(await seen(`?after_id=${ids[2]}&limit=1`)).toEqual([[3], true]);
    expect(await seen(`?before_id=${ids[2]}&limit=5`)).toEqual([[0, 1], false]);
    const stranger = await seedTenant(application.dataSource, UNLIMITED);
    const { json } = await new BatchClient(application.url, stranger.apiKey).submit({
      requests: [item('a')],
    });
    const foreign = (json as BatchStatus).id;
    expect(await seen(`?after_id=msg${foreign}`)).toEqual([[0, 1, 3, 4], false]);
    expect(await seen(`?before_id=msg${foreign}`)).toEqual([[], false]);
    expect(await seen(`?before_id=msgbatch_0`)).toEqual([[0, 1, 3, 4], false]);
  });

  it.each([
    'limit=0',
    'limit=-1',
    'limit=1001',
    'limit=abc',
    'limit=1.5',
    'limit=',
    'limit=1&limit=2',
    'after_id=',
    'after_id=batch_0',
    'after_id=msgbatch_%00',
    'before_id=msgbatch_0%27',
    'after_id=msgbatch_0&before_id=msgbatch_1',
    'after_id=msgbatch_0&after_id=msgbatch_1',
  ])('are 400 for %s', async (parameters) => {
    const { status, json } = await client.send('GET', `/api/v1/messages/batches?${parameters}`);
    expect([status, json]).toMatchObject([400, { type: 'error', error: { type: 'invalid_request_error' } }]);
  });
});

describe('a graceful stop', () => {
  const replica = (environment: Record<string, string> = {}) =>
    startTestApplication({
      database: application.database,
      provider: application.provider,
      environment: { PROVIDER_A_BASE_URL: provider.url, SHUTDOWN_GRACE: '100ms', ...environment },
    });

  it.each(['/api/v1/route/batches', '/api/v1/messages/batches'])(
    'does not wait for ever for a client of %s that stalls',
    async (target) => {
      const other = await replica();
      const socket = connect(Number(new URL(other.url).port), '127.0.0.1');
      const closed = new Promise((resolve) => socket.on('error', () => undefined).on('close', resolve));
      socket.write(
        `POST ${target} HTTP/1.1\r\nhost: x\r\nx-api-key: ${tenant.apiKey}\r\ncontent-length: 1000\r\n\r\n{`,
      );
      await expect.poll(() => transfersOf(other)).toBe(1);
      await other.stop();
      await closed;
    },
  );

  it('waits for a submission that is under way, and its client gets its batch', async () => {
    const other = await replica({ SHUTDOWN_GRACE: '20s' });
    const { reached, release } = holdCreates(1);
    const submission = new BatchClient(other.url, tenant.apiKey).submitted({ requests: [item('a')] });
    await reached;
    const stopped = other.stop();
    release();
    const { id } = await submission;
    await stopped;
    expect((await client.status(id)).json).toMatchObject({ status: 'in_progress' });
  });

  it('gives up a provider that does not answer; the submission counts as crashed and is refunded', async () => {
    const other = await replica();
    const { reached, release } = holdCreates(1);
    const submission = new BatchClient(other.url, tenant.apiKey)
      .submit({ requests: [item('a')] })
      .catch(() => 'cut');
    await reached;
    await other.stop();
    expect(await submission).toBe('cut');
    release();
    const [{ id }] = ((await client.list()).json as { data: [{ id: string }] }).data;
    await query("UPDATE batches SET submit_lease_until = now() - interval '1 second' WHERE id = $1", [id]);
    expect((await client.status(id)).json).toMatchObject({ status: 'failed' });
    expect(await ledger()).toMatchObject({ balance: '100', reserved: '0' });
  });
});

function transfersOf({ app }: TestApplication): number {
  return app.get<unknown, { transfers: Set<unknown> }>(LiveCalls).transfers.size;
}

describe('everything at once on two replicas', () => {
  let server: Server;
  let other: TestApplication;
  const posts = new Map<string, number>();

  beforeAll(async () => {
    other = await startTestApplication({
      database: application.database,
      provider: application.provider,
      environment: { PROVIDER_A_BASE_URL: provider.url, ALLOW_PRIVATE_ENDPOINTS: 'true' },
    });
    server = createServer((request, response) => {
      let text = '';
      request.on('data', (chunk: Buffer) => (text += chunk.toString()));
      request.on('end', () => {
        const { id } = JSON.parse(text) as { id: string };
        posts.set(id, (posts.get(id) ?? 0) + 1);
        response.writeHead(204).end();
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  afterAll(async () => {
    server.close();
    await other.stop();
  });

  it('makes one batch a key, settles each once, and tells of each end once', async () => {
    const callback = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    const clients = [client, new BatchClient(other.url, tenant.apiKey)];
    const admins = [application, other].map(({ url }) => new AdminClient(url));
    provider.resultOf = (_request, index) => (index % 2 === 0 ? undefined : { type: 'canceled' });
    const keys = ['k0', 'k1', 'k2', 'k3', 'k4', 'k5'];
    const twins = await Promise.all(
      keys.flatMap((key) =>
        clients.map((one) =>
          one.submitted({
            requests: [item('a'), item('b')],
            idempotency_key: key,
            callback_url: callback,
          }),
        ),
      ),
    );
    const ids = [...new Set(twins.map(({ id }) => id))];
    expect([ids.length, provider.creates]).toEqual([keys.length, keys.length]);
    const hammer = async (id: string, at: number): Promise<void> => {
      const [near, far] = at % 2 === 0 ? clients : [...clients].reverse();
      await Promise.all([
        near?.status(id),
        far?.status(id),
        near?.cancel(id),
        far?.send('DELETE', facadePath(id)),
        far?.cancel(id),
        near?.results(id),
      ]);
    };
    await Promise.all(ids.map(hammer));
    provider.endAll();
    await Promise.all([
      ...ids.map(hammer),
      ...admins.map((admin) => admin.post('/maintenance/sweep')),
      ...ids.map((id, at) => clients[at % 2]?.send('DELETE', facadePath(id))),
    ]);
    await Promise.all(
      ids.map(async (id) => {
        const gone = await client.status(id);
        if (gone.status === 200) await client.ended(id);
      }),
    );
    const settled = (await query(
      'SELECT reference, kind, count(*)::int AS count FROM ledger_entries WHERE organization_id = $1 AND reference = ANY($2) GROUP BY 1, 2',
      [tenant.organizationId, ids],
    )) as { count: number }[];
    expect(settled).toHaveLength(3 * ids.length);
    expect(settled.every(({ count }) => count === 1)).toBe(true);
    expect(await ledger()).toMatchObject({ reserved: '0', balance: String(100 - 0.0015 * ids.length) });
    const rounds = [application, other].map(({ app }) => app.get(CallbackDelivery).deliverDue());
    await Promise.all(rounds);
    await expect.poll(() => posts.size, { timeout: 10_000 }).toBe(ids.length);
    expect([...posts.values()].every((count) => count === 1)).toBe(true);
  }, 60_000);

  it('answers a twin although the first one has left', async () => {
    const { reached, release } = holdCreates(1);
    const abort = new AbortController();
    const body = { requests: [item('a')], idempotency_key: 'left' };
    const first = fetch(`${other.url}/api/v1/route/batches`, {
      method: 'POST',
      headers: { 'x-api-key': tenant.apiKey, 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: abort.signal,
    }).catch(() => 'left');
    await reached;
    const second = client.submitted(body);
    abort.abort();
    expect(await first).toBe('left');
    release();
    expect((await second).status).toBe('in_progress');
    expect(provider.creates).toBe(1);
  });
});

describe('a callback', () => {
  it('tells of a submission that crashed, too', async () => {
    const { id } = await client.submitted({ requests: [item('a')], callback_url: 'http://127.0.0.1:9/' });
    await query("UPDATE batches SET submit_lease_until = now() - interval '1 second' WHERE id = $1", [id]);
    expect((await client.status(id)).json).toMatchObject({ status: 'failed' });
    expect(await query('SELECT batch_id FROM batch_callbacks WHERE batch_id = $1', [id])).toHaveLength(1);
  });
});
