import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { balanceOf, seedTenant, type Tenant } from '../support/seed.js';
import { startTestApplication, type TestApplication } from '../support/start-application.js';
import { CHAT_PATH, ChatClient, type WholeAnswer } from './chat-client.js';

const CAP = 1_048_576;
const START = '{"model":"gpt-4o-mini","messages":[{"role":"user","content":"';
const QUESTION = `${START}Hi"}]}`;

let service: TestApplication;
let tenant: Tenant;
let client: ChatClient;
let before: unknown;
beforeAll(async () => {
  service = await startTestApplication();
  // The bytes that go up are what these tests are about, so nothing shortens them.
  tenant = await seedTenant(service.dataSource, { tokenCompression: false });
  client = new ChatClient(service.url, tenant.apiKey);
});
beforeEach(async () => {
  before = await traces();
});
afterEach(() => service.provider.reset());
afterAll(() => service.stop());

/** Everything that a refused call could have left behind. */
async function traces(): Promise<unknown> {
  const [counts] = await service.dataSource.query<Record<string, string>[]>(
    `SELECT (SELECT count(*) FROM calls) AS calls, (SELECT count(*) FROM ledger_entries) AS movements`,
  );
  return { ...counts, ...(await balanceOf(service.dataSource, tenant.organizationId)) };
}

async function expectRefusal(
  answer: WholeAnswer,
  expected: { status?: number; code?: string; param?: string },
): Promise<void> {
  const { status = 400, code, param } = expected;
  expect(answer.status, answer.text).toBe(status);
  expect(answer.error.type).toBe('invalid_request_error');
  if (code !== undefined) expect(answer.error.code).toBe(code);
  if (param !== undefined) expect(answer.error.param).toBe(param);
  expect(answer.headers['x-svc-error-source']).toBe('gateway');
  expect(service.provider.requests).toHaveLength(0);
  expect(await traces()).toEqual(before);
}

/** A body of exactly so many bytes. */
function bodyOf(length: number): string {
  return `${START}${'a'.repeat(length - QUESTION.length + 2)}"}]}`;
}

function sendChunked(pieces: Iterable<string | Buffer>): Promise<{ status: number; text: string }> {
  const sent = httpRequest(`${service.url}${CHAT_PATH}`, {
    method: 'POST',
    agent: false,
    headers: { authorization: `Bearer ${tenant.apiKey}`, 'content-type': 'application/json' },
  });
  const answer = new Promise<{ status: number; text: string }>((resolve, reject) => {
    sent.once('response', (response: IncomingMessage) => {
      text(response).then((body) => resolve({ status: response.statusCode ?? 0, text: body }), reject);
    });
    sent.once('error', reject);
  });
  Readable.from(pieces).pipe(sent);
  return answer;
}

describe('a body of 1 MB', () => {
  it('passes, by content-length and chunked', async () => {
    const body = bodyOf(CAP);
    expect(Buffer.byteLength(body)).toBe(CAP);
    expect((await client.send(body)).status).toBe(200);
    const halves = [body.slice(0, 600_000), body.slice(600_000)];
    expect((await sendChunked(halves)).status).toBe(200);
    for (const { body: sent } of service.provider.requests) expect(sent.equals(Buffer.from(body))).toBe(true);
    expect(service.provider.requests).toHaveLength(2);
  });

  it('and one byte is refused, by content-length and chunked', async () => {
    const body = bodyOf(CAP + 1);
    await expectRefusal(await client.send(body), { status: 413, code: 'request_too_large' });
    const chunked = await sendChunked([body.slice(0, 600_000), body.slice(600_000)]);
    expect(chunked.status).toBe(413);
    expect(chunked.text).toContain('request_too_large');
    expect(service.provider.requests).toHaveLength(0);
    expect(await traces()).toEqual(before);
  });

  it('declared larger is refused before a byte of it was sent', async () => {
    const { hostname, port } = new URL(service.url);
    const socket = connect(Number(port), hostname);
    socket.write(
      `POST ${CHAT_PATH} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${tenant.apiKey}\r\ncontent-type: application/json\r\ncontent-length: 99999999\r\n\r\n`,
    );
    const [first] = (await once(socket, 'data')) as [Buffer];
    expect(first.toString()).toMatch(/^HTTP\/1\.1 413 /);
    socket.destroy();
  });
});

describe('a compressed body', () => {
  it.each([
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['br', brotliCompressSync],
    ['identity', (bytes: Buffer) => bytes],
    ['GZIP', gzipSync],
  ] as const)('in %s is read, and goes up plain', async (encoding, encode) => {
    const answer = await client.send(encode(Buffer.from(QUESTION)), {
      headers: { 'content-encoding': encoding },
    });
    expect(answer.status).toBe(200);
    const { headers, body } = await service.provider.nextRequest();
    expect(headers).not.toHaveProperty('content-encoding');
    expect(body.toString()).toBe(QUESTION);
  });

  it.each(['gzip', 'br'] as const)('that inflates beyond the cap is refused (%s)', async (encoding) => {
    const plain = Buffer.from(bodyOf(5 * CAP));
    const bomb = encoding === 'gzip' ? gzipSync(plain) : brotliCompressSync(plain);
    expect(bomb.length).toBeLessThan(CAP);
    const answer = await client.send(bomb, { headers: { 'content-encoding': encoding } });
    await expectRefusal(answer, { status: 413, code: 'request_too_large' });
  });

  it.each([
    ['is cut off', gzipSync(Buffer.from(QUESTION)).subarray(0, 30)],
    ['is none', Buffer.from(QUESTION)],
    ['is empty', Buffer.alloc(0)],
  ])('that %s is refused with a reason', async (_case, bytes) => {
    const answer = await client.send(bytes, { headers: { 'content-encoding': 'gzip' } });
    await expectRefusal(answer, {});
    expect(['invalid_content_encoding', 'invalid_json']).toContain(answer.error.code);
  });

  it.each(['zstd', 'gzip, gzip', 'nonsense'])('in %s is refused with 415', async (encoding) => {
    const answer = await client.send(QUESTION, { headers: { 'content-encoding': encoding } });
    await expectRefusal(answer, { status: 415, code: 'unsupported_content_encoding' });
  });
});

describe('a body that is no JSON object', () => {
  it.each<[string, string | Buffer]>([
    ['nothing', ''],
    ['white space', ' \n'],
    ['words', 'hello'],
    ['an array', `[${QUESTION}]`],
    ['a string', '"hello"'],
    ['null', 'null'],
    ['half an object', QUESTION.slice(0, -3)],
    ['an object and more', `${QUESTION}{}`],
    ['a trailing comma', '{"model":"gpt-4o-mini","messages":[{"role":"user","content":"Hi"}],}'],
    ['single quotes', "{'model':'gpt-4o-mini'}"],
    ['NaN', '{"model":"gpt-4o-mini","messages":[{"role":"user","content":"Hi"}],"top_p":NaN}'],
    ['a raw control character', `${START}a\u0000b"}]}`],
    ['a raw line feed in a string', `${START}a\nb"}]}`],
    ['a byte order mark', `\ufeff${QUESTION}`],
    ['UTF-16', Buffer.from(QUESTION, 'utf16le')],
    ['bytes that are no UTF-8', Buffer.from(`${START}\xff"}]}`, 'latin1')],
    ['NUL bytes', Buffer.alloc(100)],
  ])('is refused with 400: %s', async (_case, body) => {
    await expectRefusal(await client.send(body), { code: 'invalid_json' });
  });

  it('is refused when it is nested 200 levels deep, and even when 200,000', async () => {
    for (const depth of [200, 200_000]) {
      const deep = `${QUESTION.slice(0, -1)},"metadata":${'['.repeat(depth)}${']'.repeat(depth)}}`;
      await expectRefusal(await client.send(deep), {});
    }
  });

  it('may be nested as deep as schemas are', async () => {
    const deep = `${QUESTION.slice(0, -1)},"prediction":${'{"a":'.repeat(60)}1${'}'.repeat(60)}}`;
    expect((await client.send(deep)).status).toBe(200);
  });

  it.each([
    ['twice', '{"model":"gpt-4o-mini","messages":[{"role":"user","content":"Hi"}],"model":"gpt-4o"}'],
    [
      'once escaped',
      '{"model":"gpt-4o-mini","messages":[{"role":"user","content":"Hi"}],"mod\\u0065l":"gpt-4o"}',
    ],
  ])('is refused when it names the model %s', async (_case, body) => {
    const answer = await client.send(body);
    await expectRefusal(answer, {});
    expect(answer.error.message).toContain('model');
  });
});

describe('a member of a wrong type', () => {
  const messages = [{ role: 'user', content: 'Hi' }];
  it.each<[string, Record<string, unknown>]>([
    ['model', { model: 7 }],
    ['model', { model: ['gpt-4o-mini'] }],
    ['model', { model: true }],
    ['messages', { messages: 'Hi' }],
    ['messages', { messages: { role: 'user' } }],
    ['messages', { messages: null }],
    ['messages', { messages: [] }],
    ['messages', { messages: undefined }],
    ['stream', { stream: 'true' }],
    ['stream', { stream: 1 }],
    ['stream_options', { stream: true, stream_options: 7 }],
    ['stream_options', { stream: true, stream_options: [] }],
    ['max_tokens', { max_tokens: '5' }],
    ['max_tokens', { max_tokens: 0 }],
    ['max_tokens', { max_tokens: -1 }],
    ['max_tokens', { max_tokens: 1.5 }],
    ['max_completion_tokens', { max_completion_tokens: {} }],
    ['session_id', { session_id: 7 }],
    ['session_id', { session_id: 's'.repeat(201) }],
    ['session_id', { session_id: 'a\u0000' }],
  ])('`%s` is refused by its name: %j', async (param, members) => {
    for (const model of ['gpt-4o-mini', 'claude-sonnet-4-5', 'acme/large-1', 'nvidia/DeepSeek-V3.2-NVFP4'])
      await expectRefusal(await client.send({ model, messages, ...members }), { param });
  });

  it.each<Record<string, unknown>>([
    { reasoning_effort: 7 },
    { reasoning: 'high' },
    { reasoning: [] },
    { thinking: 'off' },
    { thinking: [] },
    { chat_template_kwargs: 7 },
    { enable_thinking: 'no' },
    { provider: 7 },
    { tools: 7 },
    { tool_choice: 7 },
    { response_format: 'json' },
    { stop: 7 },
    { temperature: 'hot' },
    { messages: [7] },
    { messages: [null] },
    { messages: [{}] },
    { messages: [{ role: 7, content: 'Hi' }] },
    { stream_options: 7 },
    { max_tokens: 1e300 },
    { user: 7, metadata: 7 },
  ])('%j is refused by us or by the provider, never with a 500', async (members) => {
    for (const model of [
      'gpt-4o-mini',
      'gpt-5-nano',
      'claude-sonnet-4-5',
      'claude-sonnet-5-5',
      'acme/large-1',
      'nvidia/DeepSeek-V3.2-NVFP4',
    ]) {
      const answer = await client.send({ model, messages, ...members });
      expect([200, 400], `${model}: ${answer.text}`).toContain(answer.status);
    }
  });

  it('null stands for absent in what is optional', async () => {
    const answer = await client.ask('gpt-4o-mini', {
      stream: null,
      stream_options: null,
      max_tokens: null,
      max_completion_tokens: null,
      session_id: null,
      reasoning_effort: null,
      reasoning: null,
      thinking: null,
      tools: null,
      provider: null,
    });
    expect(answer.status).toBe(200);
  });

  it('`x-session-id` over 200 characters is refused', async () => {
    const answer = await client.ask('gpt-4o-mini', {}, { headers: { 'x-session-id': 's'.repeat(201) } });
    await expectRefusal(answer, { param: 'x-session-id' });
  });
});

describe('a client that leaves in the middle of its body', () => {
  it('leaves nothing behind', async () => {
    const { hostname, port } = new URL(service.url);
    const socket = connect(Number(port), hostname);
    socket.write(
      `POST ${CHAT_PATH} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${tenant.apiKey}\r\ncontent-type: application/json\r\ncontent-length: ${QUESTION.length}\r\n\r\n${QUESTION.slice(0, 20)}`,
    );
    socket.end();
    socket.resume();
    await once(socket, 'close');
    expect(service.provider.requests).toHaveLength(0);
    expect(await traces()).toEqual(before);
    expect((await client.send(QUESTION)).status).toBe(200);
  });
});

describe('a body that nothing at its path and method takes', () => {
  it.each(['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'QUERY', 'PROPFIND'])(
    'is answered before a byte of it was sent (%s)',
    async (method) => {
      const { hostname, port } = new URL(service.url);
      for (const type of ['', 'content-type: application/json\r\n', 'content-type: ;;\r\n']) {
        const socket = connect(Number(port), hostname);
        socket.write(`${method} /nothing HTTP/1.1\r\nhost: x\r\n${type}content-length: 99999999\r\n\r\n`);
        const [first] = (await once(socket, 'data')) as [Buffer];
        expect(first.toString()).toMatch(/^HTTP\/1\.1 404 [^]*unknown_path/);
        socket.destroy();
      }
    },
  );
});
