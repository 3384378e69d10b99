import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import OpenAI from 'openai';
import { request } from 'undici';
import { Clock } from '../../src/lib/clock.js';
import { FakeProvider } from '../support/fake-provider.js';
import { dropConnection, jsonAnswer } from '../support/recordings/script.js';
import type { Tenant } from '../support/seed.js';
import { startTestApplication, type TestApplication } from '../support/start-application.js';
import { BatchClient } from './batch-client.js';
import { item, ledgerOf, messages, seedBatchTenant } from './batches-support.js';

const FACADE = '/api/v1/messages/batches';
const DAY_MS = 86_400_000;

let provider: FakeProvider;
let application: TestApplication;
let tenant: Tenant;
let client: BatchClient;
let gateway: BatchClient;

beforeAll(async () => {
  provider = await FakeProvider.start();
  application = await startTestApplication({ provider, environment: { BATCH_GATEWAY_PORT: '0' } });
});
afterAll(async () => {
  await application.stop();
  await provider.close();
});
beforeEach(async () => {
  provider.reset();
  ({ tenant, client } = await seedBatchTenant(application));
  gateway = new BatchClient(application.batchGatewayUrl ?? '', tenant.apiKey);
});
afterEach(() => vi.restoreAllMocks());

/** An upload's descriptor, and what its `PUT` answers. */
async function upload(body: string | Buffer, headers: Record<string, string> = {}) {
  const { json } = await client.send('POST', '/api/v1/route/batches/uploads');
  const { object, upload_url } = json as { object: string; upload_url: string };
  const put = await request(upload_url, {
    method: 'PUT',
    headers: { 'content-type': 'application/json', ...headers },
    body,
  });
  return { object, status: put.statusCode, text: await put.body.text() };
}

function passDays(days: number): void {
  vi.spyOn(application.app.get(Clock), 'now').mockImplementation(() => new Date(Date.now() + days * DAY_MS));
}

describe('an item that cannot be said to its provider', () => {
  const bad = {
    requests: [
      { custom_id: 'n', body: { model: 'claude-haiku-4-5', messages, n: 5 } },
      item('fine'),
      { custom_id: 't', params: { model: 'claude-haiku-4-5', messages, max_tokens: 5, temperature: 'hot' } },
    ],
  };
  const expected = [
    { param: 'requests[0].body.n', custom_id: 'n' },
    { param: 'requests[2].params.temperature', custom_id: 't' },
  ];
  const padding = 'x'.repeat(4_300_000);

  it.each<[string, () => Promise<{ status: number; json: { error: Record<string, unknown> } }>]>([
    ['batches', () => client.submit(bad)],
    ['the facade', () => client.send('POST', FACADE, bad)],
    [
      'the batch gateway',
      () => gateway.submit({ ...bad, requests: [...bad.requests, item('long', { system: padding })] }),
    ],
    [
      'the upload flow',
      async () => client.submit({ input_object: (await upload(JSON.stringify(bad))).object }),
    ],
    ['a quote', () => client.quote(bad)],
  ])('is 400 with every fault, and nothing is created or sent: %s', async (_name, submit) => {
    const { status, json } = await submit();
    expect(status).toBe(400);
    const { details } = (json.error['details'] ?? {}) as { details?: unknown };
    expect(details ?? json.error['details']).toMatchObject(expected);
    expect(provider.requests).toHaveLength(0);
    expect((await ledgerOf(application, tenant)).rows.map(({ kind }) => kind)).toEqual(['credit']);
  });
});

describe('the headers of the Messages API on the facade', () => {
  const created = jsonAnswer({ id: 'msgbatch_1', processing_status: 'in_progress' });
  const headers = {
    'anthropic-version': '2026-10-21',
    'anthropic-beta': 'output-300k-2026-03-24, oauth-2025-04-20',
    'vendora-beta': 'another-2026-01-01',
  };
  const creates = () =>
    provider.requests.filter(({ method, path }) => method === 'POST' && path.endsWith('/messages/batches'));

  it('go up with the create, and with one that is made again', async () => {
    provider.enqueue(dropConnection(), ({ method }) => method === 'POST');
    provider.respond(
      ({ path }) => path.includes('/messages/batches'),
      ({ method }) => (method === 'POST' ? created : jsonAnswer({ data: [], has_more: false })),
    );
    const { json } = await client.send('POST', FACADE, { requests: [item('a')] }, headers);
    await client.send('GET', `${FACADE}/${(json as { id: string }).id}`);
    expect(creates()).toHaveLength(2);
    for (const { headers: sent } of creates())
      expect(sent).toMatchObject({
        'anthropic-version': '2026-10-21',
        'anthropic-beta': 'output-300k-2026-03-24,another-2026-01-01',
        'x-api-key': 'key-of-provider-a',
      });
  });

  it('are ours where the caller names none, and for what we translate', async () => {
    provider.respond('/messages/batches', created);
    await client.send('POST', FACADE, { requests: [item('a')] });
    const body = { model: 'claude-haiku-4-5', messages };
    await client.send('POST', FACADE, { requests: [item('a'), { custom_id: 'b', body }] }, headers);
    const sent = creates().map(({ headers: each }) => [each['anthropic-version'], each['anthropic-beta']]);
    expect(sent).toHaveLength(3);
    expect(sent[0]).toEqual(['2023-06-01', undefined]);
    expect(sent.slice(1)).toContainEqual(['2023-06-01', undefined]);
    expect(sent.slice(1)).toContainEqual(['2026-10-21', 'output-300k-2026-03-24,another-2026-01-01']);
  });

  it('go with hosted requests too', async () => {
    const params = { model: 'zai-org/GLM-5.3', messages, max_tokens: 10 };
    const { json } = await client.send('POST', FACADE, { requests: [{ custom_id: 'h', params }] }, headers);
    await client.send('GET', `${FACADE}/${(json as { id: string }).id}`);
    expect(provider.requests.at(-1)?.headers).toMatchObject({ 'anthropic-version': '2026-10-21' });
  });
});

describe('results after their retention', () => {
  it('are gone by the clock, before any sweep, on both surfaces', async () => {
    const params = { model: 'zai-org/GLM-5.3', messages, max_tokens: 10 };
    const { id } = await client.submitted({ requests: [{ custom_id: 'h', params }] });
    await client.ended(id);
    const facadePath = `${FACADE}/msg${id}/results`;
    passDays(28.9);
    expect((await client.results(id)).status).toBe(200);
    passDays(29.1);
    for (const format of [undefined, 'json', 'anthropic'])
      expect((await client.results(id, format)).status).toBe(410);
    const facade = await client.send('GET', facadePath);
    expect([facade.status, facade.json]).toMatchObject([410, { error: { type: 'not_found_error' } }]);
  });
});

describe('an upload', () => {
  it('in parts is 400, and the address stays good', async () => {
    const { status, text } = await upload('{}', { 'content-range': 'bytes 0-1/5' });
    expect(status).toBe(400);
    expect(text).toContain('Content-Range');
  });

  it('is unknown 48 hours later, and its address is of no use 2 hours later, by the clock', async () => {
    const { object } = await upload(JSON.stringify({ requests: [item('a')] }));
    const { json } = await client.send('POST', '/api/v1/route/batches/uploads');
    passDays(2.1 / 24);
    const late = await request((json as { upload_url: string }).upload_url, { method: 'PUT', body: '{}' });
    await late.body.dump();
    expect(late.statusCode).toBe(403);
    passDays(2.01);
    expect((await client.submit({ input_object: object })).status).toBe(404);
  });
});

describe('a submission', () => {
  const marks: [string, Buffer][] = [
    ['UTF-8', Buffer.from([0xef, 0xbb, 0xbf])],
    ['UTF-16 LE', Buffer.from([0xff, 0xfe])],
    ['UTF-16 BE', Buffer.from([0xfe, 0xff])],
  ];
  const text = JSON.stringify({ requests: [{ custom_id: 'a', body: { model: 'gpt-4o-mini', messages } }] });

  it.each(marks)('that begins with a byte order mark is told so: %s', async (_name, mark) => {
    const bytes = Buffer.concat([mark, Buffer.from(text)]);
    const uploaded = await upload(bytes);
    for (const answer of [
      await client.submit(bytes),
      await gateway.submit(Buffer.concat([bytes, Buffer.alloc(4_300_000, ' ')])),
      await client.submit({ input_object: uploaded.object }),
      await client.send('POST', FACADE, bytes),
    ]) {
      expect(answer.status).toBe(400);
      expect(answer.text).toContain('byte order mark');
    }
  });

  it('may have a key of 128 characters, whatever they are', async () => {
    const body = {
      requests: [{ custom_id: 'a', params: { model: 'zai-org/GLM-5.3', messages, max_tokens: 5 } }],
    };
    expect((await client.submit({ ...body, idempotency_key: '\u{1F600}'.repeat(128) })).status).toBe(200);
    expect((await client.submit({ ...body, idempotency_key: '\u{1F600}'.repeat(129) })).status).toBe(400);
  });

  it('that is too large is told of the uploads', async () => {
    const large = { requests: [item('a', { system: 'x'.repeat(4_300_000) })] };
    for (const path of ['/api/v1/route/batches', FACADE]) {
      const { status, text: said } = await client.send('POST', path, large);
      expect([status, said]).toEqual([413, expect.stringContaining('/api/v1/route/batches/uploads')]);
    }
  });

  it("in the shape of OpenAI's batches is told where it is", async () => {
    const openai = new OpenAI({
      apiKey: tenant.apiKey,
      baseURL: `${application.url}/api/v1/route`,
      maxRetries: 0,
    });
    const failure: unknown = await openai.batches
      .create({ input_file_id: 'file-1', endpoint: '/v1/chat/completions', completion_window: '24h' })
      .catch((error: unknown) => error);
    expect(failure).toMatchObject({ status: 400, code: 'openai_batch_shape', param: 'input_file_id' });
    expect(String(failure)).toContain('`requests`');
  });
});

describe('messages that are none', () => {
  it.each([['"hello"'], ['1'], ['null'], ['{"content":"hello"}']])(
    'are 400 on decisions, chat and batches: %s',
    async (entry) => {
      const list = `{"model":"gpt-4o-mini","messages":[{"role":"user","content":"Hi"},${entry}]}`;
      for (const [path, body] of [
        ['/api/v1/route', list],
        ['/api/v1/route/chat/completions', list],
        ['/api/v1/route/batches', `{"requests":[{"custom_id":"a","body":${list}}]}`],
      ] as const) {
        const { status, text: said } = await client.send('POST', path, body);
        expect([path, status]).toEqual([path, 400]);
        expect(said).toContain('messages[1]');
      }
      expect(provider.requests).toHaveLength(0);
    },
  );
});
