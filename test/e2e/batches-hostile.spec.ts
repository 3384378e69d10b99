import { readdir } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { request as httpRequest } from 'node:http';
import { EventEmitter, once } from 'node:events';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { BatchBook } from '../../src/batches/batch-book.service.js';
import { BatchFunding } from '../../src/batches/batch-funding.service.js';
import { FakeBatchProvider } from '../support/fake-batch-provider.js';
import type { Tenant, TenantOptions } from '../support/seed.js';
import { startTestApplication, type TestApplication } from '../support/start-application.js';
import { AdminClient } from './admin-client.js';
import { BatchClient, BATCHES_PATH, type BatchStatus } from './batch-client.js';
import { CLAUDE, COST, item, ledgerOf, messages, seedBatchTenant, UNLIMITED } from './batches-support.js';
import { seedPayingTenant } from './payments-support.js';

let provider: FakeBatchProvider;
let application: TestApplication;
let admin: AdminClient;
let tenant: Tenant;
let client: BatchClient;

beforeAll(async () => {
  provider = await FakeBatchProvider.start();
  application = await startTestApplication({
    environment: { PROVIDER_A_BASE_URL: provider.url, BATCH_GATEWAY_PORT: '0' },
  });
  admin = new AdminClient(application.url);
});
afterAll(async () => {
  await application.stop();
  await provider.close();
});
beforeEach(async () => {
  provider.reset();
  await useTenant();
});
afterEach(() => vi.restoreAllMocks());

async function useTenant(options: TenantOptions = {}): Promise<void> {
  ({ tenant, client } = await seedBatchTenant(application, options));
}

const query = (sql: string, parameters: unknown[]) => application.dataSource.query<unknown>(sql, parameters);
const ledger = () => ledgerOf(application, tenant);
const kinds = async () => (await ledger()).rows.map(({ kind }) => kind);
const isSound = async () =>
  (
    (await admin.get(`/organizations/${tenant.organizationId}/ledger/check`)).body as {
      ok: boolean;
    }
  ).ok;

/** What the store holds of a batch. */
async function objectsOf(id: string): Promise<string[]> {
  const root = path.join(
    os.tmpdir(),
    `objects-of${new URL(application.database.url).pathname.replace('/', '-')}`,
  );
  const names = await readdir(root, { recursive: true });
  return names.filter((name) => name.includes(`${id}/`));
}

describe('money of a batch', () => {
  it('is reserved after an auto reload when the balance does not cover it', async () => {
    const paying = await seedPayingTenant(application, {
      ...UNLIMITED,
      balanceUsd: '0.0001',
      card: 'pm_sandbox_ok',
      reload: { threshold_usd: 5, amount_usd: 20 },
    });
    tenant = paying;
    client = new BatchClient(application.url, paying.apiKey);
    const { id } = await client.submitted({ requests: [item('a')] });
    expect(await kinds()).toEqual(['credit', 'reload', 'reservation']);
    provider.endAll();
    expect(await client.ended(id)).toMatchObject({ cost_usd: COST });
    expect(await isSound()).toBe(true);
  });

  it('stays 402 when the card is declined', async () => {
    const paying = await seedPayingTenant(application, {
      ...UNLIMITED,
      balanceUsd: '0.0001',
      card: 'pm_sandbox_declined',
      reload: { threshold_usd: 5, amount_usd: 20 },
    });
    const answer = await new BatchClient(application.url, paying.apiKey).submit({ requests: [item('a')] });
    expect([answer.status, provider.creates]).toEqual([402, 0]);
  });

  it('may be the whole balance to the last decimal, and not one more', async () => {
    const { json } = await client.quote({ requests: [item('a')] });
    const estimate = String((json as { estimate_usd: number }).estimate_usd);
    await useTenant({ balanceUsd: estimate });
    expect((await client.submit({ requests: [item('a')] })).status).toBe(200);
    expect(await ledger()).toMatchObject({ balance: '0', reserved: estimate });
    expect(await isSound()).toBe(true);
    expect((await client.submit({ requests: [item('a')] })).status).toBe(402);
  });

  it('adds up while it runs, is canceled, fails, is refused and has ended; usage equals the ledger', async () => {
    provider.createFaults.push({ status: 400, message: 'no' });
    expect((await client.submit({ requests: [item('a')] })).status).toBe(502);
    expect(await isSound()).toBe(true);
    const ids = [];
    for (let count = 0; count < 3; count += 1)
      ids.push((await client.submitted({ requests: [item('a'), item('b')] })).id);
    const [ended = '', canceled = '', crashed = ''] = ids;
    expect(await isSound()).toBe(true);
    await client.cancel(canceled);
    await query("UPDATE batches SET submit_lease_until = now() - interval '1 second' WHERE id = $1", [
      crashed,
    ]);
    expect((await client.status(crashed)).json).toMatchObject({ status: 'failed' });
    expect(await isSound()).toBe(true);
    provider.resultOf = (_request, index) => (index === 0 ? undefined : { type: 'canceled' });
    provider.endAll();
    await Promise.all([client.ended(ended), client.ended(canceled)]);
    expect(await isSound()).toBe(true);
    const [used] = (await query(
      'SELECT sum(billed_usd)::float8 AS billed FROM calls WHERE organization_id = $1',
      [tenant.organizationId],
    )) as { billed: number }[];
    const settled = (await ledger()).rows.filter(({ kind }) => kind === 'settlement');
    expect(settled.reduce((sum, { amount }) => sum - Number(amount), 0)).toBeCloseTo(used?.billed ?? 0, 12);
  });

  it('settles although its key was revoked and its project deleted while it ran', async () => {
    const { id } = await client.submitted({ requests: [item('a')] });
    expect((await admin.delete(`/keys/${tenant.keyId}`)).status).toBe(200);
    expect((await admin.delete(`/projects/${tenant.projectId}`)).status).toBe(200);
    expect((await client.status(id)).status).toBe(401);
    provider.endAll();
    await admin.post('/maintenance/sweep');
    expect(await kinds()).toEqual(['credit', 'reservation', 'release', 'settlement']);
    expect(await isSound()).toBe(true);
  });
});

describe('a submission', () => {
  it.each(['NUL \u0000 in it', 'half a pair \ud83d', `${'x'.repeat(499)}\u{1F600}`])(
    'that is refused with words which no table holds is answered: %j',
    async (message) => {
      provider.createFaults.push({ status: 400, message });
      expect((await client.submit({ requests: [item('a')] })).status).toBe(502);
      expect(await kinds()).toEqual(['credit', 'reservation', 'release']);
    },
  );

  it('whose answer is lost after the create keeps its requests, and ends', async () => {
    const book = application.app.get(BatchBook);
    const view = book.view.bind(book);
    let views = 0;
    vi.spyOn(book, 'view').mockImplementation((id) => {
      views += 1;
      return views === 2 ? Promise.reject(new Error('the connection broke')) : view(id);
    });
    expect((await client.submit({ requests: [item('a')], idempotency_key: 'lost' })).status).toBe(500);
    vi.restoreAllMocks();
    const { id } = await client.submitted({ requests: [item('a')], idempotency_key: 'lost' });
    provider.endAll();
    expect(await client.ended(id)).toMatchObject({ succeeded_count: 1, cost_usd: COST });
  });

  it('that crashed leaves no requests behind', async () => {
    const { id } = await client.submitted({ requests: [item('a')] });
    expect(await objectsOf(id)).toHaveLength(1);
    await query("UPDATE batches SET submit_lease_until = now() - interval '1 second' WHERE id = $1", [id]);
    expect((await client.status(id)).json).toMatchObject({ status: 'failed' });
    expect(await objectsOf(id)).toEqual([]);
  });

  it('may be compressed, in pieces without a length, and name its members in any order', async () => {
    const body = `{"idempotency_key":"odd", "other":[{"requests":1}],"requests":[${JSON.stringify(item('ä'))} ] ,"x":null}\n`;
    const sent = httpRequest(`${application.url}${BATCHES_PATH}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${tenant.apiKey}`,
        'content-encoding': 'gzip',
        expect: '100-continue',
        'transfer-encoding': 'chunked',
      },
    });
    sent.flushHeaders();
    await once(sent, 'continue');
    for (const byte of gzipSync(body)) sent.write(Buffer.from([byte]));
    sent.end();
    const [response] = (await once(sent, 'response')) as [{ statusCode: number; resume(): void }];
    response.resume();
    expect(response.statusCode).toBe(200);
  });

  it.each([
    ['twice `requests`', `{"requests":[${JSON.stringify(item('a'))}],"requests":[]}`],
    ['a deep document', `{"x":${'['.repeat(100_000)}${']'.repeat(100_000)},"requests":[]}`],
    ['a deep item', `{"requests":[${'['.repeat(100_000)}${']'.repeat(100_000)}]}`],
    ['text behind its end', `{"requests":[${JSON.stringify(item('a'))}]}x`],
    ['65 characters outside the base plane', JSON.stringify({ requests: [item('\u{1F600}'.repeat(65))] })],
    ['a huge limit', `{"requests":[{"custom_id":"a","params":{"model":7,"max_tokens":1e999}}]}`],
  ])('with %s is refused', async (_name, body) => {
    expect((await client.submit(body)).status).toBe(400);
    expect(await kinds()).toEqual(['credit']);
  });

  it('keeps custom ids of any characters apart', async () => {
    const ids = ['\u{1F600}'.repeat(64), '\ud800', '\ud801', 'é', 'e\u0301', '__proto__', '"\\'];
    const { id } = await client.submitted({ requests: ids.map((custom) => item(custom)) });
    provider.endAll();
    expect(await client.ended(id)).toMatchObject({ succeeded_count: ids.length });
    const lines = await client.resultLines(id);
    expect(lines.map(({ custom_id: custom }) => custom).sort()).toEqual([...ids].sort());
    expect((await client.results(id, 'anthropic')).text.trimEnd().split('\n')).toHaveLength(ids.length);
  });

  it('goes on when its client leaves, and its key finds it', async () => {
    const body = JSON.stringify({ requests: [item('a')], idempotency_key: 'left' });
    const abort = new AbortController();
    let release: () => void = () => undefined;
    const reached = new Promise<void>((resolve) => {
      provider.createFaults.push(() => {
        resolve();
        return new Promise((free) => (release = free));
      });
    });
    const gone = fetch(`${application.url}${BATCHES_PATH}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${tenant.apiKey}`, 'content-type': 'application/json' },
      body,
      signal: abort.signal,
    }).catch(() => 'gone');
    await reached;
    abort.abort();
    expect(await gone).toBe('gone');
    release();
    const { id } = await client.submitted(JSON.parse(body) as object);
    expect(provider.creates).toBe(1);
    provider.endAll();
    expect(await client.ended(id)).toMatchObject({ succeeded_count: 1 });
  });

  it('with a key that races a refused one is answered with one refusal each, and nothing is held', async () => {
    provider.createFaults.push({ status: 400, message: 'no' });
    const body = { requests: [item('a')], idempotency_key: 'race' };
    const answers = await Promise.all(Array.from({ length: 10 }, () => client.submit(body)));
    for (const { status } of answers) expect([200, 502]).toContain(status);
    const made = answers.filter(({ status }) => status === 200);
    expect(new Set(made.map(({ json }) => (json as BatchStatus).id)).size).toBeLessThanOrEqual(1);
    expect(await isSound()).toBe(true);
    const again = await client.submitted(body);
    expect(provider.batches).toHaveLength(1);
    provider.endAll();
    await client.ended(again.id);
    expect(await ledger()).toMatchObject({ reserved: '0', balance: String(100 - COST) });
  });

  it('whose twin is refused right after the key was found taken hears of that refusal', async () => {
    const funding = application.app.get(BatchFunding);
    const { create, refuse } = { create: funding.create.bind(funding), refuse: funding.refuse.bind(funding) };
    const steps = new EventEmitter();
    const [both, taken, refused] = [once(steps, 'both'), once(steps, 'taken'), once(steps, 'refused')];
    let asking = 0;
    vi.spyOn(funding, 'refuse').mockImplementation(async (batch) => {
      await taken;
      const isRefused = await refuse(batch);
      steps.emit('refused');
      return isRefused;
    });
    vi.spyOn(funding, 'create').mockImplementation(async (batch) => {
      // Neither has looked for the key when the other one's row is there already.
      asking += 1;
      if (asking === 2) steps.emit('both');
      await both;
      const isNew = await create(batch);
      if (!isNew) {
        steps.emit('taken');
        await refused;
      }
      return isNew;
    });
    provider.createFaults.push({ status: 400, message: 'no' });
    const body = { requests: [item('a')], idempotency_key: 'gone' };
    const answers = await Promise.all([client.submit(body), client.submit(body)]);
    expect(answers.map(({ status }) => status)).toEqual([502, 502]);
    expect(JSON.stringify(answers.map(({ json }) => json))).toContain('The key is free again: submit anew.');
    expect(provider.batches).toHaveLength(0);
    expect(await ledger()).toMatchObject({ reserved: '0', balance: '100' });
  });
});

describe('a provider', () => {
  it('that refuses to cancel does not keep the batch from ending', async () => {
    provider.cancelStatus = 404;
    const { id } = await client.submitted({ requests: [item('a')] });
    expect((await client.cancel(id)).json).toMatchObject({ status: 'canceling' });
    provider.endAll();
    expect((await client.status(id)).json).toMatchObject({ status: 'ended' });
  });

  it('that sends results twice, cut, unknown and of half the requests is billed once for what came', async () => {
    const { id } = await client.submitted({ requests: [item('a'), item('b'), item('c')] });
    provider.resultsFile = ({ requests }) => {
      const line = (custom: unknown, more: object = {}) =>
        JSON.stringify({
          custom_id: custom,
          result: {
            type: 'succeeded',
            message: { id: 'm', content: [], usage: { input_tokens: 1_000, output_tokens: 100 } },
            ...more,
          },
        });
      const first = line(requests[0]?.custom_id);
      return [
        first,
        first,
        line('stranger'),
        line(7),
        'null',
        '[]',
        '{"custom_id":',
        line(requests[1]?.custom_id, { type: 'new' }),
        '',
      ].join('\r\n');
    };
    provider.endAll();
    expect(await client.ended(id)).toMatchObject({ succeeded_count: 1, errored_count: 2, cost_usd: COST });
    expect(await client.resultLines(id)).toHaveLength(3);
  });

  it.each(['params', 'body'])('whose answers nest deeply can be read in every format (%s)', async (kind) => {
    let input: unknown = {};
    for (let depth = 0; depth < 440; depth += 1) input = { a: input };
    provider.resultOf = () => ({
      type: 'succeeded',
      message: {
        id: 'msg_1',
        type: 'message',
        role: 'assistant',
        content: [{ type: 'tool_use', id: 't', name: 'f', input }],
        stop_reason: 'tool_use',
        usage: { input_tokens: 1_000, output_tokens: 100 },
      },
    });
    const { id } = await client.submitted({
      requests: [{ custom_id: 'a', [kind]: { model: CLAUDE, messages, max_tokens: 100 } }],
    });
    provider.endAll();
    await client.ended(id);
    for (const format of ['jsonl', 'json', kind === 'params' ? 'anthropic' : 'openai']) {
      const { status, text } = await client.results(id, format);
      expect([status, text.includes('"a"')]).toEqual([200, true]);
    }
  });

  it('whose answers hold line ends of every kind gives one line each', async () => {
    const text = 'a\nb\r\nc\u0000d\u2028e\u{1F600}';
    provider.resultsFile = ({ requests }) =>
      `${JSON.stringify({ custom_id: requests[0]?.custom_id, result: { type: 'succeeded', message: { content: [{ type: 'text', text }], usage: { input_tokens: 1, output_tokens: 1 } } } })}\n`;
    const { id } = await client.submitted({ requests: [item('a')] });
    provider.endAll();
    await client.ended(id);
    const [line] = await client.resultLines(id);
    expect(line?.response).toMatchObject({ content: [{ text }] });
    expect((await client.results(id, 'json')).json).toMatchObject({
      data: [{ response: { content: [{ text }] } }],
    });
  });
});

describe('requests of another kind', () => {
  it('HEAD of results opens nothing that stays open, OPTIONS and unknown methods crash nothing', async () => {
    const { id } = await client.submitted({ requests: [item('a')] });
    provider.endAll();
    await client.ended(id);
    const ask = (method: string, rest: string) =>
      fetch(`${application.url}${BATCHES_PATH}${rest}`, {
        method,
        headers: { authorization: `Bearer ${tenant.apiKey}` },
      });
    const head = await ask('HEAD', `/${id}/results`);
    expect([head.status, await head.text()]).toEqual([200, '']);
    for (const method of ['OPTIONS', 'PUT', 'PATCH', 'DELETE'])
      expect((await ask(method, `/${id}/results`)).status).toBeLessThan(500);
    expect((await client.results(id, 'jsonl')).status).toBe(200);
  });

  it('ids that are no ids are 404, and formats that are none 400', async () => {
    for (const id of ['%00', 'batch_%00', '..%2f..', 'batch_ß', 'batch_A'.repeat(30)])
      expect((await client.status(id)).status).toBe(404);
    const { id } = await client.submitted({ requests: [item('a')] });
    expect((await client.results(id, 'xml&format=json')).status).toBe(400);
  });

  it('a delete during a download and a second one leave whole results and 404', async () => {
    const { id } = await client.submitted({
      requests: Array.from({ length: 50 }, (_, at) => item(`c${at}`)),
    });
    provider.endAll();
    await client.ended(id);
    const facade = `/api/v1/messages/batches/msg${id}`;
    const [, ...deletes] = await Promise.all([
      client.results(id),
      client.send('DELETE', facade),
      client.send('DELETE', facade),
    ]);
    for (const { status } of deletes) expect([200, 404]).toContain(status);
    expect((await client.send('DELETE', facade)).status).toBe(404);
    expect((await client.results(id)).status).toBe(404);
    expect(await objectsOf(id)).toEqual([]);
  });
});

describe('the batch gateway', () => {
  it('takes a chunked or compressed submission over the inline cap, refuses before the body without a key, and serves other routes', async () => {
    const gateway = new BatchClient(application.batchGatewayUrl ?? '', tenant.apiKey);
    const { id } = await gateway.submitted({ requests: [item('a', { system: 'x'.repeat(5_000_000) })] });
    expect((await client.status(id)).status).toBe(200);
    expect((await gateway.submitted({ requests: [item('a')] })).status).toBe('in_progress');
    const compressed = gzipSync(JSON.stringify({ requests: [item('a', { system: 'x'.repeat(5_000_000) })] }));
    expect((await gateway.submit(compressed, { 'content-encoding': 'gzip' })).status).toBe(200);
    expect((await client.submit(compressed, { 'content-encoding': 'gzip' })).status).toBe(413);
    expect((await gateway.list()).status).toBe(200);
    const stranger = httpRequest(`${application.batchGatewayUrl}${BATCHES_PATH}`, {
      method: 'POST',
      headers: { authorization: 'Bearer svc_live_nobody', 'content-length': 200_000_000 },
    });
    stranger.on('error', () => undefined);
    stranger.flushHeaders();
    const [response] = (await once(stranger, 'response')) as [{ statusCode: number; resume(): void }];
    expect(response.statusCode).toBe(401);
    stranger.destroy();
  });
});
