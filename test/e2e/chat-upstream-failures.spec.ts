import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { anthropicMessage } from '../support/recordings/anthropic-answers.js';
import {
  chatCompletion,
  chatEvents,
  chatStream,
  CHAT_USAGE,
  openAiError,
} from '../support/recordings/openai-answers.js';
import {
  DESTROY,
  dropConnection,
  emptyAnswer,
  END,
  gzipAnswer,
  HANG,
  head,
  htmlAnswer,
  jsonAnswer,
  redirectTo,
  script,
  streamAnswer,
  truncatedAnswer,
  type Script,
} from '../support/recordings/script.js';
import { balanceOf, callRow, chargesOf, seedTenant, type Tenant } from '../support/seed.js';
import { startTestApplication, type TestApplication } from '../support/start-application.js';
import { ChatClient, type WholeAnswer } from './chat-client.js';

const B = 'vendorb/gpt-4o-mini';
const A = 'vendora/claude-sonnet-4-5';
const NOBODY_THERE = 'nvidia/DeepSeek-V3.2-NVFP4';

let service: TestApplication;
let tenant: Tenant;
let client: ChatClient;
beforeAll(async () => {
  const closed = `http://127.0.0.1:${await closedPort()}`;
  service = await startTestApplication({ environment: { HOSTED_BASE_URL: `${closed}/v1` } });
  tenant = await seedTenant(service.dataSource);
  client = new ChatClient(service.url, tenant.apiKey);
});
afterEach(() => service.provider.reset());
afterAll(() => service.stop());

async function closedPort(): Promise<number> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** A failure of ours to get an answer: explained, recorded, sent once, and free. */
async function expectFailure(
  answer: WholeAnswer,
  expected: { status?: number; code: string; upstreamStatus: number; source?: string },
): Promise<void> {
  const { status = 502, code, upstreamStatus, source = 'gateway' } = expected;
  expect(answer.status, answer.text).toBe(status);
  expect(answer.error).toMatchObject({ code, type: status >= 500 ? 'api_error' : 'rate_limit_error' });
  expect(answer.error.message.length).toBeGreaterThan(20);
  expect(answer.text).not.toMatch(/127\.0\.0\.1|ECONN|key-of-|localhost|<html|at .*\.js/);
  expect(answer.headers).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'x-svc-error-source': source,
  });
  expect(answer.headers).not.toHaveProperty('x-svc-cost');
  const row = await callRow(service.dataSource, answer.callId);
  expect(row).toMatchObject({ status, served_model: null, billed_usd: '0.000000000000' });
  expect(row.detail.attempts).toMatchObject([{ status: upstreamStatus, billed: false }]);
  expect(await chargesOf(service.dataSource, answer.callId)).toEqual([]);
  expect(await balanceOf(service.dataSource, tenant.organizationId)).toMatchObject({ equalsLedger: true });
}

const whole = (body: string | Buffer, headers: Record<string, string> = {}): Script =>
  jsonAnswer(Buffer.from(body), { headers });

describe.each([false, true])('a provider that fails (stream: %s)', (stream) => {
  it('is not there', async () => {
    const answer = await client.ask(NOBODY_THERE, { stream });
    await expectFailure(answer, { code: 'upstream_unreachable', upstreamStatus: 0 });
  });

  it.each([
    ['resets the connection before a byte of answer', dropConnection(), 'upstream_unreachable', 0],
    [
      'resets the connection in the middle of its body',
      script(head(200, { 'content-type': 'application/json', 'content-length': 100 }), '{"choi', DESTROY),
      'upstream_interrupted',
      200,
    ],
    ['ends before its content-length', truncatedAnswer(chatCompletion()), 'upstream_interrupted', 200],
    ['answers 200 with nothing', emptyAnswer(200), 'upstream_unreadable', 200],
    ['answers 200 with HTML', htmlAnswer('<html><h1>It works</h1></html>', 200), 'upstream_unreadable', 200],
    ['answers 200 with half a document', whole('{"choices":[{"mess'), 'upstream_unreadable', 200],
    ['answers 200 with a word', whole('OK'), 'upstream_unreadable', 200],
    ['answers 200 with an array', whole('[]'), 'upstream_unreadable', 200],
    [
      'answers 200 with bytes that are no UTF-8',
      whole(Buffer.from('{"a":"\xff"}', 'latin1')),
      'upstream_unreadable',
      200,
    ],
    [
      'answers in an unknown encoding',
      whole('{}', { 'content-encoding': 'zstd' }),
      'upstream_unreadable',
      200,
    ],
    ['answers with broken gzip', whole('{}', { 'content-encoding': 'gzip' }), 'upstream_unreadable', 200],
    ['redirects', redirectTo('https://elsewhere.example/v1', 302), 'upstream_redirect', 302],
    [
      'redirects with a body to be sent again',
      redirectTo('https://elsewhere.example/v1', 307),
      'upstream_redirect',
      307,
    ],
    [
      'refuses our key',
      jsonAnswer(openAiError({ message: 'Incorrect API key' }), { status: 401 }),
      'upstream_account_error',
      401,
    ],
    [
      'wants our money',
      jsonAnswer(openAiError({ message: 'Pay first' }), { status: 402 }),
      'upstream_account_error',
      402,
    ],
  ])('%s', async (_case, answers, code, upstreamStatus) => {
    for (const model of [B, A, 'acme/large-1']) {
      service.provider.enqueue(answers);
      const answer = await client.ask(model, { stream });
      await expectFailure(answer, { code, upstreamStatus });
    }
    expect(service.provider.requests).toHaveLength(3);
  });

  it.each([
    ['HTML', htmlAnswer('<html><head><script>x()</script></head><h1>Bad gateway</h1></html>', 502), 502],
    ['nothing', emptyAnswer(503), 503],
    ['a broken document', jsonAnswer(Buffer.from('{"error":'), { status: 500 }), 500],
    ['text', script(head(504, { 'content-type': 'text/plain' }), 'upstream timed out', END), 504],
  ])('with %s keeps its status in an envelope of ours', async (_case, answers, status) => {
    service.provider.enqueue(answers);
    const answer = await client.ask(B, { stream });
    await expectFailure(answer, {
      status,
      code: 'upstream_error',
      upstreamStatus: status,
      source: 'upstream',
    });
  });

  it('with a plain-text 429 keeps what says when to try again', async () => {
    service.provider.enqueue(
      script(head(429, { 'content-type': 'text/plain', 'retry-after': '7' }), 'slow down', END),
    );
    const answer = await client.ask(B, { stream });
    await expectFailure(answer, {
      status: 429,
      code: 'upstream_error',
      upstreamStatus: 429,
      source: 'upstream',
    });
    expect(answer.headers['retry-after']).toBe('7');
    expect(answer.error.message).toContain('slow down');
  });

  it.each([400, 403, 404, 409, 413, 422, 429, 500, 503])(
    'with JSON of status %i is relayed word for word',
    async (status) => {
      const bytes = Buffer.from('{ "error" : {"message":"Grüße","big":12345678901234567890,"code":"x"} }\n');
      service.provider.enqueue(
        jsonAnswer(bytes, {
          status,
          headers: { 'x-request-id': 'req_b', 'x-ratelimit-remaining-tokens': '1', 'retry-after-ms': '5' },
        }),
      );
      const answer = await client.ask(B, { stream });
      expect(answer.status).toBe(status);
      expect(answer.bytes.equals(bytes)).toBe(true);
      expect(answer.headers).toMatchObject({
        'content-type': 'application/json',
        'x-svc-error-source': 'upstream',
        'x-upstream-request-id': 'req_b',
        'retry-after-ms': '5',
      });
      expect(answer.headers).not.toHaveProperty('x-ratelimit-remaining-tokens');
      const row = await callRow(service.dataSource, answer.callId);
      expect(row).toMatchObject({ status, stream });
      expect(await chargesOf(service.dataSource, answer.callId)).toEqual([]);
    },
  );

  it('with a compressed error is relayed plain', async () => {
    service.provider.enqueue(gzipAnswer(openAiError({ message: 'Compressed.' }), 400));
    const answer = await client.ask(B, { stream });
    expect(answer.status).toBe(400);
    expect(answer.headers).not.toHaveProperty('content-encoding');
    expect(answer.error.message).toBe('Compressed.');
  });

  it('answers a success that is none', async () => {
    service.provider.enqueue(jsonAnswer(chatCompletion(), { status: 202 }));
    const answer = await client.ask(B, { stream });
    await expectFailure(answer, { code: 'upstream_unreadable', upstreamStatus: 202 });
  });
});

describe('a provider that answers oddly', () => {
  it('in gzip although identity was asked for is read, and the answer goes on plain', async () => {
    service.provider.enqueue(gzipAnswer(chatCompletion({ content: 'Compressed.' })));
    const answer = await client.ask(B);
    expect(answer.status).toBe(200);
    expect(answer.headers).not.toHaveProperty('content-encoding');
    expect(answer.headers['content-length']).toBe(String(answer.bytes.length));
    expect(answer.json).toMatchObject({ choices: [{ message: { content: 'Compressed.' } }] });
    expect(await chargesOf(service.dataSource, answer.callId)).toHaveLength(1);
  });

  it('with a stream in gzip is refused before the caller gets bytes that he cannot read', async () => {
    const bytes = gzipSync(chatStream(['Hello'], { usage: CHAT_USAGE }));
    service.provider.enqueue(
      script(head(200, { 'content-type': 'text/event-stream', 'content-encoding': 'gzip' }), bytes, END),
    );
    const answer = await client.ask(B, { stream: true });
    await expectFailure(answer, { code: 'upstream_unreadable', upstreamStatus: 200 });
  });

  it('with one document where a stream was asked for is handed on as that document', async () => {
    service.provider.enqueue(jsonAnswer(chatCompletion({ content: 'Whole.' })));
    const answer = await client.ask(B, { stream: true });
    expect(answer.status).toBe(200);
    expect(answer.headers['content-type']).toBe('application/json');
    expect(answer.json).toMatchObject({
      choices: [{ message: { content: 'Whole.' } }],
      usage: { cost: 0.0000045 },
    });
    expect(await chargesOf(service.dataSource, answer.callId)).toEqual(['-0.000004500000']);
  });

  it('with a document that calls itself a stream, where none was asked for, is read as a document', async () => {
    service.provider.enqueue(whole(chatCompletion(), { 'content-type': 'text/event-stream' }));
    const answer = await client.ask(B);
    expect(answer.status).toBe(200);
    expect(answer.headers['content-type']).toBe('application/json');
  });

  it('with a stream where none was asked for is a failure', async () => {
    service.provider.enqueue(whole(chatStream(['Hello']), { 'content-type': 'text/event-stream' }));
    const answer = await client.ask(B);
    await expectFailure(answer, { code: 'upstream_unreadable', upstreamStatus: 200 });
  });

  it('with a content type in capitals is read', async () => {
    service.provider.enqueue(
      jsonAnswer(chatCompletion(), { headers: { 'content-type': 'APPLICATION/JSON; charset=utf-8' } }),
    );
    expect((await client.ask(B)).status).toBe(200);
  });

  it('with 8 MB is handed on whole', async () => {
    const content = 'ä🙂'.repeat(1_400_000);
    service.provider.enqueue(jsonAnswer(chatCompletion({ content })));
    const answer = await client.ask(B);
    expect(answer.status).toBe(200);
    expect((answer.json as { choices: { message: { content: string } }[] }).choices[0]?.message.content).toBe(
      content,
    );
  });

  it('with more than the gateway takes is cut off, not buffered to the end', async () => {
    const megabyte = Buffer.alloc(1_048_576, 0x20);
    service.provider.enqueue(
      script(
        head(200, { 'content-type': 'application/json' }),
        ...Array.from({ length: 80 }, () => megabyte),
        END,
      ),
    );
    const answer = await client.ask(B);
    await expectFailure(answer, { code: 'upstream_answer_too_large', upstreamStatus: 200 });
    const request = await service.provider.nextRequest();
    expect(await request.closed).toMatchObject({ aborted: true });
  });

  it('with an error of megabytes is cut off, and its status kept', async () => {
    const megabyte = Buffer.alloc(1_048_576, 0x61);
    service.provider.enqueue(
      script(
        head(503, { 'content-type': 'application/json', 'retry-after': '7' }),
        '{"error":"',
        ...Array.from({ length: 30 }, () => megabyte),
        '"}',
        END,
      ),
    );
    const answer = await client.ask(B);
    await expectFailure(answer, {
      status: 503,
      code: 'upstream_error',
      upstreamStatus: 503,
      source: 'upstream',
    });
    expect(answer.headers['retry-after']).toBe('7');
    const request = await service.provider.nextRequest();
    expect(await request.closed).toMatchObject({ aborted: true });
  });

  it('with an event of a stream that is larger than is kept says so, and is billed for what came before', async () => {
    const megabyte = Buffer.alloc(1_048_576, 0x61);
    const [role = '', first = ''] = chatEvents(['twelve bytes']);
    service.provider.enqueue(
      streamAnswer(role, first, 'data: {"x":"', ...Array.from({ length: 12 }, () => megabyte), HANG),
    );
    const answer = await client.ask(B, { stream: true });
    expect(answer.text).toContain('twelve bytes');
    expect(answer.text).toContain('"code":"upstream_event_too_large"');
    expect(answer.text).not.toContain('[DONE]');
    await callRow(service.dataSource, answer.callId);
    expect(await chargesOf(service.dataSource, answer.callId)).toHaveLength(1);
  });

  it('with a gzip bomb is a failure', async () => {
    const bomb = gzipSync(Buffer.alloc(70 * 1_048_576, 0x20));
    service.provider.enqueue(whole(bomb, { 'content-encoding': 'gzip' }));
    const answer = await client.ask(B);
    await expectFailure(answer, { code: 'upstream_unreadable', upstreamStatus: 200 });
  });

  it('of provider A with a count that cannot be is billed on an estimate, not on what is left of the counts', async () => {
    const usage = { input_tokens: 1e25, output_tokens: 1 };
    service.provider.enqueue(whole(anthropicMessage({ usage })));
    const answer = await client.ask(A);
    expect(answer.status).toBe(200);
    const row = await callRow(service.dataSource, answer.callId);
    expect(row).toMatchObject({ input_tokens: '8', detail: { usage: { estimated: true } } });
    expect(answer.json).toMatchObject({ usage: { prompt_tokens: 8 } });
    expect(await chargesOf(service.dataSource, answer.callId)).toHaveLength(1);
  });

  it.each(['{}', '{"type":"message"}', '{"type":"error","error":{}}', '{"content":7}', 'null'])(
    'of provider A with %s is never a 500',
    async (body) => {
      service.provider.enqueue(whole(body));
      const answer = await client.ask(A);
      expect([200, 502], answer.text).toContain(answer.status);
    },
  );

  it.each([
    '{}',
    '{"choices":7}',
    '{"choices":[{}]}',
    '{"choices":[],"usage":{"cost":"x"}}',
    '{"error":null,"choices":[]}',
  ])('of provider B with %s is handed on with a cost', async (body) => {
    service.provider.enqueue(whole(body));
    const answer = await client.ask(B);
    expect(answer.status).toBe(200);
    expect(answer.json).toHaveProperty('usage.cost', Number(answer.headers['x-svc-cost']));
  });
});
