import { once } from 'node:events';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { balanceOf, seedTenant, type Tenant } from '../support/seed.js';
import { startTestApplication, type TestApplication } from '../support/start-application.js';
import { RawConnection, type RawAnswer } from './raw-client.js';

const CHAT = '/api/v1/route/chat/completions';
const MESSAGES = '/api/v1/messages';
const BODY = JSON.stringify({ model: 'gpt-4o-mini', messages: [{ role: 'user', content: 'Hi' }] });
const MESSAGE = JSON.stringify({
  model: 'claude-sonnet-4-5',
  max_tokens: 5,
  messages: [{ role: 'user', content: 'Hi' }],
});
const CHUNKED = `${BODY.length.toString(16)}\r\n${BODY}\r\n0\r\n\r\n`;

let service: TestApplication;
let tenant: Tenant;
let other: Tenant;
let before: unknown;
const opened: RawConnection[] = [];
beforeAll(async () => {
  service = await startTestApplication({ environment: { BATCH_GATEWAY_PORT: '0' } });
  tenant = await seedTenant(service.dataSource, { smartRouting: false });
  other = await seedTenant(service.dataSource, { smartRouting: false });
});
beforeEach(async () => {
  before = await balances();
});
afterEach(() => {
  for (const connection of opened.splice(0)) connection.close();
  service.provider.reset();
});
afterAll(() => service.stop());

const balances = (): Promise<unknown> =>
  Promise.all([tenant, other].map(({ organizationId }) => balanceOf(service.dataSource, organizationId)));

function send(bytes: string, url = service.url): RawConnection {
  const connection = new RawConnection(url);
  opened.push(connection);
  return connection.write(Buffer.from(bytes, 'latin1'));
}

const withKey = (): string =>
  `host: x\r\nauthorization: Bearer ${tenant.apiKey}\r\ncontent-type: application/json\r\n`;
const sized = (body: string): string => `content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
const post = (path: string, rest: string): string => `POST ${path} HTTP/1.1\r\n${withKey()}${rest}`;

async function expectNothingRun(answer: RawAnswer, status: number, code: string): Promise<void> {
  expect(answer.status, answer.text).toBe(status);
  expect(answer.text).toContain(`"${code}"`);
  expect(answer.headers).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'x-request-id': expect.stringMatching(/^req_/) as string,
    'x-svc-error-source': 'gateway',
  });
  expect(service.provider.requests).toHaveLength(0);
  expect(await balances()).toEqual(before);
}

describe('bytes whose end two readers could see in two places', () => {
  it.each([
    ['two equal lengths', `content-length: ${BODY.length}\r\n${sized(BODY)}`],
    ['two lengths', `content-length: 5\r\n${sized(BODY)}`],
    ['a list of lengths', `content-length: ${BODY.length}, ${BODY.length}\r\n\r\n${BODY}`],
    ['a signed length', `content-length: +${BODY.length}\r\n\r\n${BODY}`],
    ['a length beyond numbers', `content-length: ${'9'.repeat(30)}\r\n\r\n${BODY}`],
    ['a length and chunks', `transfer-encoding: chunked\r\ncontent-length: 5\r\n\r\n${CHUNKED}`],
    ['chunks twice', `transfer-encoding: chunked\r\ntransfer-encoding: chunked\r\n\r\n${CHUNKED}`],
    ['another transfer coding', `transfer-encoding: xchunked\r\n\r\n${CHUNKED}`],
    ['no transfer coding by name', `transfer-encoding: identity\r\n\r\n${BODY}`],
    [
      'a length in the trailers',
      `transfer-encoding: chunked\r\n\r\n${CHUNKED.slice(0, -2)}content-length: 5\r\n\r\n`,
    ],
    ['a chunk that is no size', `transfer-encoding: chunked\r\n\r\nzz\r\n${BODY}\r\n0\r\n\r\n`],
    ['a chunk beyond numbers', `transfer-encoding: chunked\r\n\r\n${'f'.repeat(17)}\r\n${BODY}\r\n0\r\n\r\n`],
    ['long chunk extensions', `transfer-encoding: chunked\r\n\r\n5;a=${'b'.repeat(20_000)}\r\n`],
    ['a folded header', `x: a\r\n b\r\n${sized(BODY)}`],
    ['a blank before the colon', `x : a\r\n${sized(BODY)}`],
    ['a NUL in a header', `x: a\u0000b\r\n${sized(BODY)}`],
    ['a header name that is none', `x\u00e9: a\r\n${sized(BODY)}`],
  ])('are refused: %s', async (_case, rest) => {
    await expectNothingRun(await send(post(CHAT, rest)).answer(), 400, 'invalid_http');
  });

  it.each([
    ['trailers', `transfer-encoding: chunked\r\n\r\n${CHUNKED.slice(0, -2)}x-checksum: 1\r\n\r\n`],
    ['chunk extensions', `transfer-encoding: chunked\r\n\r\n${CHUNKED.replace('\r\n', ';a="b"\r\n')}`],
    ['a header of any bytes', `x: \xff\xfe\r\n${sized(BODY)}`],
    ['an upgrade to what is not spoken', `connection: upgrade\r\nupgrade: h2c\r\n${sized(BODY)}`],
    ['ids of any bytes', `x-request-id: \xff\r\ntraceparent: \xff\r\nx-session-id: \xe9\r\n${sized(BODY)}`],
  ])('pass when there is only one: %s', async (_case, rest) => {
    expect((await send(post(CHAT, rest)).answer()).status).toBe(200);
  });

  it.each([
    ['one long header', `x: ${'a'.repeat(30_000)}\r\n`],
    ['many headers', 'x: aaaaaa\r\n'.repeat(5_000)],
  ])('are refused when the head is too large: %s', async (_case, headers) => {
    await expectNothingRun(await send(post(CHAT, headers + sized(BODY))).answer(), 431, 'headers_too_large');
  });
});

describe('a connection that is answered by hand', () => {
  it('does not stay open for a client that never closes', async () => {
    const server = service.app.getHttpServer();
    const arrived = once(server, 'connection') as Promise<[NodeJS.EventEmitter]>;
    const connection = send('rubbish\r\n\r\n');
    const [socket] = await arrived;
    const closed = once(socket, 'close');
    await expectNothingRun(await connection.answer(), 400, 'invalid_http');
    await closed;
  });

  it('answers CONNECT, and is no proxy', async () => {
    for (const url of [service.url, service.batchGatewayUrl ?? '']) {
      const connection = send(`CONNECT example.com:443 HTTP/1.1\r\n${withKey()}\r\n`, url);
      await expectNothingRun(await connection.answer(), 404, 'unknown_path');
      expect(await connection.whole()).toContain('connection: close');
      connection.write('more').close();
    }
  });
});

describe('a path that is written in another way', () => {
  it.each([`http://other.example${MESSAGES}`, `HTTP://u:p@x:1${MESSAGES}?beta=true`, '/api/v1/m%65ssages'])(
    'is the same path, in the envelope of its surface: %s',
    async (path) => {
      expect((await send(post(path, sized(MESSAGE))).answer()).status).toBe(200);
      service.provider.reset();
      before = await balances();
      const refused = await send(post(path, sized('{}'))).answer();
      expect(refused.text).toMatch(/^\{"type":"error"/);
      expect(refused.headers['request-id']).toBe(refused.headers['x-request-id']);
      await expectNothingRun(refused, 400, 'invalid_request');
    },
  );

  it('keeps its envelope when there is nothing there', async () => {
    const answer = await send(post(`http://x${MESSAGES}/nothing`, sized('{}'))).answer();
    expect(answer.text).toMatch(/^\{"type":"error"/);
    await expectNothingRun(answer, 404, 'unknown_path');
  });

  it.each([
    `/${CHAT}`,
    `/api//v1/route/chat/completions`,
    '/api/v1/x/../route/chat/completions',
    '/api/v1/route%2Fchat/completions',
    `${CHAT}/`,
    `${CHAT}%00`,
    `${CHAT};a=b`,
    '/API/V1/route/chat/completions',
    '*',
    '/api/v1/route/nothing/..%2f..%2f',
  ])('is no path of ours when it only resembles one: %s', async (path) => {
    await expectNothingRun(await send(post(path, sized(BODY))).answer(), 404, 'unknown_path');
  });

  it.each([`${CHAT}%`, `${CHAT}%zz`, '/%ff', '/api/v1/route/batches/%ff'])(
    'is refused when it cannot be decoded: %s',
    async (path) => {
      await expectNothingRun(await send(post(path, sized(BODY))).answer(), 400, 'invalid_url');
    },
  );
});

describe('an unusual method or version', () => {
  it('HEAD gets a head alone, and the connection goes on', async () => {
    const connection = send(
      [CHAT, MESSAGES, '/healthz', '/api/v1/models']
        .map((path) => `HEAD ${path} HTTP/1.1\r\n${withKey()}\r\n`)
        .join('') + `GET /healthz HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`,
    );
    const text = await connection.whole();
    expect([...text.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status)).toEqual([
      '405',
      '405',
      '200',
      '200',
      '200',
    ]);
    expect(text.match(/\r\n\r\n(?!HTTP)[^\r]+/g)).toEqual(['\r\n\r\n{"status":"ok"}']);
  });

  it.each(['OPTIONS', 'TRACE', 'GET', 'PURGE', 'QUERY'])(
    '%s is refused where only POST is known',
    async (method) => {
      for (const path of [CHAT, MESSAGES])
        await expectNothingRun(
          await send(`${method} ${path} HTTP/1.1\r\n${withKey()}\r\n`).answer(),
          405,
          'method_not_allowed',
        );
    },
  );

  it('HTTP/1.0 is answered and closed, or kept when it asks for that', async () => {
    for (const [header, connection] of [
      ['', 'close'],
      ['connection: keep-alive\r\n', 'keep-alive'],
    ] as const) {
      const answer = await send(post(CHAT, header + sized(BODY)).replace('HTTP/1.1', 'HTTP/1.0')).answer();
      expect(answer).toMatchObject({ status: 200, headers: { connection } });
    }
    const streamed = send(
      post(CHAT, sized(BODY.replace('{', '{"stream":true,'))).replace('HTTP/1.1', 'HTTP/1.0'),
    );
    const text = await streamed.whole();
    expect(text).toMatch(/data: \[DONE\]\n\n$/);
    expect(text).not.toMatch(/transfer-encoding/i);
  });
});

describe('an API key in an unusual place', () => {
  it('of another tenant beside the first is not looked at', async () => {
    const text = post(CHAT, `x-api-key: ${other.apiKey}\r\n${sized(BODY)}`);
    expect((await send(text).answer()).status).toBe(200);
    const [, untouched] = (await balances()) as unknown[];
    expect(untouched).toEqual((before as unknown[])[1]);
  });

  it.each<[string, (key: string) => string]>([
    ['with another one behind it', (key) => `authorization: Bearer ${key}, Bearer ${key}\r\n`],
    ['twice in one header', (key) => `x-api-key: ${key}\r\nx-api-key: ${key}\r\n`],
    ['in quotes', (key) => `authorization: Bearer "${key}"\r\n`],
    ['as a password', (key) => `authorization: Basic ${Buffer.from(`${key}:`).toString('base64')}\r\n`],
    ['with a written line end', (key) => `authorization: Bearer ${key}\\n\r\n`],
    ['of any bytes', () => 'authorization: Bearer \xff\xfe\r\n'],
    [
      'behind one of ours that is wrong',
      (key) => `authorization: Bearer svc_live_no\r\nx-api-key: ${key}\r\n`,
    ],
  ])('is none: %s', async (_case, header) => {
    for (const path of [CHAT, MESSAGES])
      await expectNothingRun(
        await send(`POST ${path} HTTP/1.1\r\nhost: x\r\n${header(tenant.apiKey)}${sized(BODY)}`).answer(),
        401,
        'invalid_api_key',
      );
  });

  it.each<[string, (key: string) => string]>([
    ['lower-case', (key) => `authorization: bearer ${key}\r\n`],
    ['blanks around it', (key) => `AUTHORIZATION: Bearer   ${key} \t \r\n`],
  ])('is taken: %s', async (_case, header) => {
    const text = `POST ${CHAT} HTTP/1.1\r\nhost: x\r\n${header(tenant.apiKey)}${sized(BODY)}`;
    expect((await send(text).answer()).status).toBe(200);
  });

  it('is not read from a query, and never goes up in one', async () => {
    const path = `${MESSAGES}?beta=true&api_key=${tenant.apiKey}&x=%20`;
    await expectNothingRun(
      await send(`POST ${path} HTTP/1.1\r\nhost: x\r\n${sized(MESSAGE)}`).answer(),
      401,
      'invalid_api_key',
    );
    expect((await send(post(path, sized(MESSAGE))).answer()).status).toBe(200);
    expect((await service.provider.nextRequest()).path).toBe('/a/v1/messages?beta=true&x=%20');
  });
});
