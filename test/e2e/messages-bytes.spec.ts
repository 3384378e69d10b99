import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { anthropicMessage } from '../support/recordings/anthropic-answers.js';
import { cutEvery, gzipAnswer, jsonAnswer, streamAnswer } from '../support/recordings/script.js';
import { callRow, chargesOf, seedTenant, type Tenant } from '../support/seed.js';
import { startTestApplication, type TestApplication } from '../support/start-application.js';
import { COUNT_TOKENS_PATH, HELLO, openRaw, type RawCallOptions } from './messages-call.js';
import type { OpenAnswer } from './stream-call.js';

let service: TestApplication;
let tenant: Tenant;
beforeAll(async () => {
  service = await startTestApplication();
  tenant = await seedTenant(service.dataSource);
});
afterEach(() => service.provider.reset());
afterAll(() => service.stop());

const call = (options: Partial<RawCallOptions> = {}): Promise<OpenAnswer> =>
  openRaw(service.url, { apiKey: tenant.apiKey, body: HELLO, ...options });

/** White space, escapes, numbers and orders that a JSON library would not give back. */
const ODD_REQUEST = [
  '{ "max_tokens" : 64,\r\n\t"temperature": 1.0, "top_p":1e0, "metadata": {"user_id":"\\u0041\\/b"},',
  '"big": 12345678901234567890123, "small": -0.0, "empty": {} , "list":[ ],',
  '"messages":[{"role":"user","content":[{"type":"text","text":"ü 🙂 \\ud83d\\ude00 \\u00fc\\n","cache_control":{"type":"ephemeral","ttl":"1h"}}]}],',
  '"thinking": null, "unknown_field_to_come": {"b":1,"a":2}, "model"  :  MODEL , "stream" : STREAM }\n',
].join('\n');

const oddRequest = (model: string, stream = false): string =>
  ODD_REQUEST.replace('MODEL', model).replace('STREAM', String(stream));

const ODD_ANSWER = Buffer.from(
  '{"usage" : {"output_tokens":5 , "input_tokens":10,"cache_read_input_tokens":null,"later":[1.0,1e-7]},\n "type":"message","id":"msg_1","role":"assistant","model":"claude-sonnet-5-5","content":[{"type":"thinking","thinking":"","signature":"EqQB\\/\\u003d="},{"type":"text","text":"\\u00fc ü 🙂 \\"q\\""}],"stop_reason":"end_turn","x":12345678901234567890, "x":2}\r\n',
);

const ODD_STREAM = [
  ': a comment\n\n',
  'event: message_start\ndata: {"type":"message_start","message":{"id":"msg_1","type":"message","role":"assistant","model":"claude-sonnet-5-5","content":[],"stop_reason":null,"usage":{"input_tokens":10,"cache_creation_input_tokens":0,"cache_read_input_tokens":0,"output_tokens":1}}}\n\n',
  'event: content_block_start\ndata: {"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}}\n\n',
  'event: ping\ndata: {"type": "ping"}\n\n',
  'event: content_block_delta\ndata: {"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"ü 🙂 \\u00fc \\n 1.0"}}\n\n',
  'data: {"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"nameless"}}\n\n',
  'event: an_event_to_come\nid: 7\ndata: {"n":12345678901234567890,\ndata: "m":1.0}\n\n',
  'event: content_block_stop\ndata: {"type":"content_block_stop","index":0}\n\n',
  'event: message_delta\ndata: {"type":"message_delta","delta":{"stop_reason":"end_turn","stop_sequence":null},"usage":{"output_tokens":5}}\n\n',
  'event: message_stop\ndata: {"type":"message_stop"}\n\n',
].join('');

/** 10 and 5 tokens of Sonnet 5.5. */
let cost: string;
beforeAll(async () => {
  const answer = await call();
  await answer.whole();
  cost = String(answer.headers['x-svc-cost']);
  expect(Number(cost)).toBeGreaterThan(0);
  service.provider.reset();
});

describe('the request that goes up', () => {
  it.each([
    ['a bare id', '"claude-sonnet-5-5"'],
    ['a dated id', '"claude-sonnet-4-5-20250929"'],
  ])('is the same bytes with %s', async (_name, model) => {
    const body = oddRequest(model);
    expect((await call({ body })).status).toBe(200);
    const { body: sent, method, path } = await service.provider.nextRequest();
    expect({ method, path }).toEqual({ method: 'POST', path: '/a/v1/messages' });
    expect(sent.toString()).toBe(body);
  });

  it.each([
    ['"vendora/claude-sonnet-5-5"', '"claude-sonnet-5-5"', '/a/'],
    ['"anthropic/claude-sonnet-5-5"', '"claude-sonnet-5-5"', '/a/'],
    ['"vendora\\/claude-sonnet-5-5"', '"claude-sonnet-5-5"', '/a/'],
    ['"vendora/claude-sonnet-4-5-20250929"', '"claude-sonnet-4-5-20250929"', '/a/'],
    ['"meta-llama/llama-3.3-70b-instruct"', '"meta-llama/Llama-3.3-70B-Instruct"', '/h/anthropic/'],
    ['"openai/gpt-oss-120b"', '"openai/gpt-oss-120b"', '/h/anthropic/'],
    ['"nvidia/DeepSeek-V3.2-NVFP4"', '"nvidia/DeepSeek-V3.2-NVFP4"', '/h/anthropic/'],
  ])('differs by the value of model only: %s goes up as %s', async (written, sent, prefix) => {
    expect((await call({ body: oddRequest(written) })).status).toBe(200);
    const request = await service.provider.nextRequest();
    expect(request.path).toBe(`${prefix}v1/messages`);
    expect(request.body.toString()).toBe(oddRequest(sent));
  });

  it('keeps its query', async () => {
    await call({ path: '/api/v1/messages?beta=true&x=%2F' });
    expect((await service.provider.nextRequest()).path).toBe('/a/v1/messages?beta=true&x=%2F');
  });

  it.each(['gzip', 'identity'])('goes up plain when it came as %s', async (encoding) => {
    const plain = oddRequest('"claude-sonnet-5-5"');
    const body = encoding === 'gzip' ? gzipSync(plain) : Buffer.from(plain);
    expect((await call({ body, headers: { 'content-encoding': encoding } })).status).toBe(200);
    const request = await service.provider.nextRequest();
    expect(request.body.toString()).toBe(plain);
    expect(request.headers).not.toHaveProperty('content-encoding');
  });

  it('carries a body of 19 MB, spliced and not', async () => {
    const data = 'QUJD'.repeat((19 * 1_048_576) / 4 - 100);
    const bodyFor = (model: string): string =>
      `{"model":"${model}","max_tokens":1,"messages":[{"role":"user","content":[{"type":"image","source":{"type":"base64","media_type":"image/png","data":"${data}"}}]}]}`;
    for (const model of ['claude-sonnet-5-5', 'vendora/claude-sonnet-5-5']) {
      expect((await call({ body: bodyFor(model) })).status).toBe(200);
      const { body, headers } = await service.provider.nextRequest();
      expect(body.equals(Buffer.from(bodyFor('claude-sonnet-5-5')))).toBe(true);
      expect(headers['content-length']).toBe(String(body.length));
    }
  });
});

describe('the headers that go up', () => {
  it("are an allow list with the gateway's own key", async () => {
    await call({
      headers: {
        authorization: `Bearer ${tenant.apiKey}`,
        cookie: 'session=1',
        'x-forwarded-for': '203.0.113.9',
        'x-stainless-lang': 'js',
        'user-agent': 'someone/1',
        'anthropic-workspace-id': 'w',
        traceparent: '00-11111111111111111111111111111111-2222222222222222-01',
        'x-request-id': 'mine',
        accept: 'application/json',
      },
    });
    const { headers } = await service.provider.nextRequest();
    const { host, connection, 'content-length': _length, ...sent } = headers;
    expect({ host, connection }).toBeDefined();
    expect(sent).toEqual({
      'content-type': 'application/json',
      'anthropic-version': '2023-06-01',
      accept: 'application/json',
      'accept-encoding': 'identity',
      'x-api-key': 'key-of-provider-a',
    });
    expect(JSON.stringify(headers)).not.toContain(tenant.apiKey);
  });

  it("keep the caller's version", async () => {
    await call({ headers: { 'anthropic-version': '2026-10-21' } });
    expect((await service.provider.nextRequest()).headers['anthropic-version']).toBe('2026-10-21');
  });

  it.each([
    [{ 'anthropic-beta': 'one-2026-01-01' }, 'one-2026-01-01'],
    [{ 'anthropic-beta': 'one, two ,oauth-2025-04-20,three' }, 'one,two,three'],
    [{ 'anthropic-beta': ['one', 'oauth-2025-04-20', 'two'] }, 'one,two'],
    [{ 'vendora-beta': 'one', 'vendor-beta': 'two' }, 'one,two'],
    [{ 'anthropic-beta': 'one,unknown_to-us', 'vendora-beta': 'one' }, 'one,unknown_to-us'],
    [{ 'anthropic-beta': 'oauth-2025-04-20' }, undefined],
    [{ 'anthropic-beta': ' , OAuth-x,' }, undefined],
    [{}, undefined],
  ])('carry the betas %j as %s', async (headers, expected) => {
    await call({ headers });
    expect((await service.provider.nextRequest()).headers['anthropic-beta']).toBe(expected);
  });
});

describe('the answer that comes back', () => {
  it('is the same bytes, with the cost in a header', async () => {
    service.provider.enqueue(
      jsonAnswer(ODD_ANSWER, {
        headers: {
          'request-id': 'req_of_the_provider',
          'anthropic-ratelimit-requests-remaining': '3',
          'anthropic-organization-id': 'ours',
          'set-cookie': 'a=b',
        },
      }),
    );
    const answer = await call();
    expect((await answer.whole()).equals(ODD_ANSWER)).toBe(true);
    expect(answer.headers).toMatchObject({
      'content-type': 'application/json',
      'x-svc-cost': cost,
      'x-svc-model': 'vendora/claude-sonnet-5-5',
      'x-svc-call-id': expect.stringMatching(/^call_/),
      'x-request-id': expect.any(String),
      'request-id': 'req_of_the_provider',
      'x-upstream-request-id': 'req_of_the_provider',
    });
    for (const name of ['set-cookie', 'anthropic-organization-id', 'anthropic-ratelimit-requests-remaining'])
      expect(answer.headers).not.toHaveProperty(name);
    const row = await callRow(service.dataSource, answer.callId);
    expect(row).toMatchObject({ surface: 'messages', stream: false, status: 200, tier: null });
    expect(row.detail.attempts).toMatchObject([{ provider: 'provider_a', status: 200 }]);
  });

  it('is plain when the provider compressed it all the same', async () => {
    service.provider.enqueue(gzipAnswer(ODD_ANSWER));
    const answer = await call();
    expect((await answer.whole()).equals(ODD_ANSWER)).toBe(true);
    expect(answer.headers).not.toHaveProperty('content-encoding');
    expect(answer.headers['x-svc-cost']).toBe(cost);
  });

  it('without usage is billed by an estimate, its bytes untouched', async () => {
    const bytes = Buffer.from('{"type":"message","content":[{"type":"text","text":"twelve bytes"}]}');
    service.provider.enqueue(jsonAnswer(bytes));
    const answer = await call();
    expect((await answer.whole()).equals(bytes)).toBe(true);
    const row = await callRow(service.dataSource, answer.callId);
    expect(row.detail.usage).toMatchObject({ estimated: true });
    expect(Number(row.billed_usd)).toBeGreaterThan(0);
  });
});

describe('a stream', () => {
  const body = oddRequest('"claude-sonnet-5-5"', true);

  it('comes back with native events and no cost header, and is billed', async () => {
    service.provider.enqueue(streamAnswer(ODD_STREAM));
    const answer = await call({ body });
    expect((await answer.whole()).toString()).toBe(ODD_STREAM);
    expect(answer.headers).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-cache, no-transform',
    });
    expect(answer.headers).not.toHaveProperty('x-svc-cost');
    expect((await service.provider.nextRequest()).body.toString()).toBe(body);
    expect(await chargesOf(service.dataSource, answer.callId)).toEqual([`-${padded(cost)}`]);
    expect(await callRow(service.dataSource, answer.callId)).toMatchObject({ stream: true, status: 200 });
  });

  it.each([
    ['LF', ODD_STREAM],
    ['CRLF', ODD_STREAM.replaceAll('\n', '\r\n')],
  ])('with %s lines is the same bytes and price in pieces of any size', async (_name, text) => {
    for (const size of [1, 2, 3, 7, 64, 1_000]) {
      service.provider.enqueue(streamAnswer(...cutEvery(Buffer.from(text), size)));
      const answer = await call({ body });
      expect((await answer.whole()).toString()).toBe(text);
      expect(await chargesOf(service.dataSource, answer.callId)).toEqual([`-${padded(cost)}`]);
    }
  });

  it('that the provider answers with one document is that document', async () => {
    const bytes = anthropicMessage();
    service.provider.enqueue(jsonAnswer(bytes));
    const answer = await call({ body });
    expect((await answer.whole()).equals(bytes)).toBe(true);
    expect(answer.headers['x-svc-cost']).toBe(cost);
  });
});

describe('a token count', () => {
  it('goes up and comes back as it is, free and at zero balance', async () => {
    const broke = await seedTenant(service.dataSource, { balanceUsd: '0' });
    const bytes = Buffer.from('{"input_tokens" : 14, "context_management":null}');
    service.provider.enqueue(jsonAnswer(bytes));
    const answer = await call({
      apiKey: broke.apiKey,
      path: `${COUNT_TOKENS_PATH}?beta=true`,
      body: oddRequest('"vendora/claude-sonnet-5-5"'),
    });
    expect(answer.status).toBe(200);
    expect((await answer.whole()).equals(bytes)).toBe(true);
    expect(answer.headers).not.toHaveProperty('x-svc-cost');
    expect(answer.callId).toMatch(/^call_/);
    const request = await service.provider.nextRequest();
    expect(request.path).toBe('/a/v1/messages/count_tokens?beta=true');
    expect(request.body.toString()).toBe(oddRequest('"claude-sonnet-5-5"'));
    expect(await chargesOf(service.dataSource, answer.callId)).toEqual([]);
  });
});

function padded(decimal: string): string {
  const [whole = '0', fraction = ''] = decimal.split('.');
  return `${whole}.${fraction.padEnd(12, '0')}`;
}
