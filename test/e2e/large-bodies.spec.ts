import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { RequestBodies } from '../../src/http/bodies/request-bodies.service.js';
import { anthropicMessage } from '../support/recordings/anthropic-answers.js';
import { gate, head, END, jsonAnswer, script } from '../support/recordings/script.js';
import { seedTenant, type Tenant } from '../support/seed.js';
import { startTestApplication, type TestApplication } from '../support/start-application.js';
import { AdminClient } from './admin-client.js';
import {
  HELLO,
  MESSAGES_PATH,
  EMBEDDINGS_PATH,
  COUNT_TOKENS_PATH,
  openRaw,
  sendRaw,
} from './messages-call.js';
import { seedPayingTenant } from './payments-support.js';
import { RawConnection } from './raw-client.js';
import { CHAT_PATH, eventually } from './stream-call.js';

const MB = 1_048_576;

let service: TestApplication;
beforeAll(async () => {
  service = await startTestApplication({
    environment: { BODY_MEMORY_MB: '16', BODY_TIMEOUT: '300ms', ALLOW_PRIVATE_ENDPOINTS: 'true' },
  });
});
afterEach(() => service.provider.reset());
afterAll(() => service.stop());

const usedBytes = (): number => service.app.get(RequestBodies).usedBytes;

/** A Messages body of so many bytes. */
function bodyOf(bytes: number, model = HELLO.model): Buffer {
  const body = { ...HELLO, model, input: 'x' };
  const rest = bytes - JSON.stringify(body).length;
  return Buffer.from(JSON.stringify({ ...body, input: 'x'.repeat(rest + 1) }));
}

function announce(path: string, apiKey: string, headers: string): RawConnection {
  return new RawConnection(service.url).write(
    `POST ${path} HTTP/1.1\r\nhost: x\r\nx-api-key: ${apiKey}\r\ncontent-type: application/json\r\n${headers}\r\n\r\n`,
  );
}

describe('memory for bodies', () => {
  it('is given to bodies that are announced, and who finds none is told to come again', async () => {
    const [first, second, third] = await Promise.all([1, 2, 3].map(() => seedTenant(service.dataSource)));
    const slow = [first, second].map((tenant) =>
      announce(MESSAGES_PATH, (tenant as Tenant).apiKey, `content-length: ${7 * MB}`),
    );
    await eventually(() => (usedBytes() === 14 * MB ? true : undefined), 'two bodies have their memory');
    const refused = await openRaw(service.url, { apiKey: (third as Tenant).apiKey, body: bodyOf(3 * MB) });
    expect(refused.status).toBe(503);
    expect(refused.headers['retry-after']).toBe('1');
    expect(await refused.json()).toMatchObject({
      type: 'error',
      error: { details: { error_code: 'body_memory_full' } },
    });
    const small = await openRaw(service.url, { apiKey: (third as Tenant).apiKey, body: bodyOf(MB) });
    expect(small.status).toBe(200);
    for (const connection of slow) connection.close();
    await eventually(() => (usedBytes() === 0 ? true : undefined), 'the memory is free again');
  });

  it('is not all for one organization', async () => {
    const [greedy, other] = await Promise.all([1, 2].map(() => seedTenant(service.dataSource)));
    const slow = announce(MESSAGES_PATH, (greedy as Tenant).apiKey, `content-length: ${10 * MB}`);
    await eventually(() => (usedBytes() === 10 * MB ? true : undefined), 'one body has its memory');
    expect(
      (await openRaw(service.url, { apiKey: (greedy as Tenant).apiKey, body: bodyOf(3 * MB) })).status,
    ).toBe(503);
    expect(
      (await openRaw(service.url, { apiKey: (other as Tenant).apiKey, body: bodyOf(3 * MB) })).status,
    ).toBe(200);
    slow.close();
    await eventually(() => (usedBytes() === 0 ? true : undefined), 'the memory is free again');
  });

  it('is kept until the call is answered', async () => {
    const { apiKey } = await seedTenant(service.dataSource);
    const held = gate();
    service.provider.enqueue(
      script(held, head(200, { 'content-type': 'application/json' }), anthropicMessage(), END),
    );
    const { answer } = sendRaw(service.url, { apiKey, body: bodyOf(2 * MB) });
    await held.reached;
    expect(usedBytes()).toBe(2 * MB);
    held.open();
    expect((await answer).status).toBe(200);
    await eventually(() => (usedBytes() === 0 ? true : undefined), 'the memory is free again');
  });

  it('counts a body of unknown length as it comes', async () => {
    const [first, second] = await Promise.all([1, 2].map(() => seedTenant(service.dataSource)));
    const slow = announce(MESSAGES_PATH, (first as Tenant).apiKey, `content-length: ${10 * MB}`);
    await eventually(() => (usedBytes() === 10 * MB ? true : undefined), 'one body has its memory');
    const zipped = await openRaw(service.url, {
      apiKey: (second as Tenant).apiKey,
      body: gzipSync(bodyOf(8 * MB)),
      headers: { 'content-encoding': 'gzip' },
    });
    expect(zipped.status).toBe(503);
    slow.close();
    await eventually(() => (usedBytes() === 0 ? true : undefined), 'the memory is free again');
    const again = await openRaw(service.url, {
      apiKey: (second as Tenant).apiKey,
      body: gzipSync(bodyOf(2 * MB)),
      headers: { 'content-encoding': 'gzip' },
    });
    expect(again.status).toBe(200);
  });

  it('is free again when a connection with several requests closes', async () => {
    const { apiKey } = await seedTenant(service.dataSource);
    const held = gate();
    service.provider.enqueue(script(held, head(200), END));
    const body = bodyOf(MB);
    const one = `POST ${MESSAGES_PATH} HTTP/1.1\r\nhost: x\r\nx-api-key: ${apiKey}\r\ncontent-length: ${body.length}\r\n\r\n`;
    const connection = new RawConnection(service.url);
    for (let index = 0; index < 2; index += 1) connection.write(one).write(body);
    await held.reached;
    connection.close();
    await eventually(() => (usedBytes() === 0 ? true : undefined), 'the memory is free again');
  });
});

describe('a body that comes too slowly', () => {
  const dripped = async (connection: RawConnection): Promise<string> => {
    const drip = setInterval(() => connection.write('1\r\n \r\n'), 20);
    try {
      return (await connection.answer()).text;
    } finally {
      clearInterval(drip);
      connection.close();
    }
  };

  it.each(['/api/v1/route', '/api/v1/feedback'])('is 408 although bytes keep coming: %s', async (path) => {
    const { apiKey } = await seedTenant(service.dataSource);
    const connection = announce(path, apiKey, 'transfer-encoding: chunked');
    expect(JSON.parse(await dripped(connection))).toMatchObject({ error: { code: 'body_too_slow' } });
  });
});

describe('an empty balance', () => {
  const LARGE = `content-length: ${4 * MB}`;
  /** Waits for the body, or was answered without it. */
  const firstWord = async (connection: RawConnection): Promise<string> => {
    const text = await connection.until(/\r\n\r\n/);
    connection.close();
    return text.split('\r\n', 1)[0] ?? '';
  };

  it.each([
    [MESSAGES_PATH, LARGE],
    [EMBEDDINGS_PATH, LARGE],
    [CHAT_PATH, `content-length: ${MB}`],
    [CHAT_PATH, 'transfer-encoding: chunked'],
    [MESSAGES_PATH, 'content-length: 10\r\ncontent-encoding: gzip'],
  ])('is told before a large body is asked for: %s, %s', async (path, headers) => {
    const { apiKey } = await seedTenant(service.dataSource, { balanceUsd: '0' });
    const connection = announce(path, apiKey, `${headers}\r\nexpect: 100-continue`);
    const { status, text } = await connection.answer();
    expect(status).toBe(402);
    expect(text).toContain('insufficient_balance');
    expect(connection.text).not.toContain('100 Continue');
    connection.close();
  });

  it.each([
    ['a decision', '/api/v1/route', `content-length: 100000`, {}],
    ['a count of tokens', COUNT_TOKENS_PATH, LARGE, {}],
    ['a batch', '/api/v1/route/batches', LARGE, {}],
    ['an organization that pays as it goes', MESSAGES_PATH, LARGE, { payAsYouGo: true }],
    ['an organization with money', MESSAGES_PATH, LARGE, { balanceUsd: '1' }],
  ])('does not stop %s', async (_who, path, headers, options) => {
    const { apiKey } = await seedTenant(service.dataSource, { balanceUsd: '0', ...options });
    const connection = announce(path, apiKey, `${headers}\r\nexpect: 100-continue`);
    expect(await firstWord(connection)).toBe('HTTP/1.1 100 Continue');
  });

  it('does not stop an organization whose card reloads it', async () => {
    const tenant = await seedPayingTenant(service, {
      balanceUsd: '0',
      card: 'pm_sandbox_ok',
      reload: { threshold_usd: 5, amount_usd: 20 },
    });
    const connection = announce(MESSAGES_PATH, tenant.apiKey, `${LARGE}\r\nexpect: 100-continue`);
    expect(await firstWord(connection)).toBe('HTTP/1.1 100 Continue');
  });

  it('does not stop chat of a project that has an endpoint of its own', async () => {
    const tenant = await seedTenant(service.dataSource, { balanceUsd: '0' });
    await new AdminClient(service.url).post(`/projects/${tenant.projectId}/endpoints`, {
      model: 'llama3:8b',
      base_url: `${service.provider.url}/own/v1`,
      api_key: 'sk-own',
    });
    service.provider.enqueue(jsonAnswer({ id: 'x', object: 'chat.completion', choices: [] }));
    const messages = [{ role: 'user', content: 'x'.repeat(200_000) }];
    const answer = await openRaw(service.url, {
      apiKey: tenant.apiKey,
      path: CHAT_PATH,
      body: { model: 'llama3:8b', messages },
    });
    expect(answer.status).toBe(200);
  });

  it('is forgotten as soon as there is money', async () => {
    const tenant = await seedTenant(service.dataSource, { balanceUsd: '0' });
    const body = bodyOf(MB);
    expect((await openRaw(service.url, { apiKey: tenant.apiKey, body })).status).toBe(402);
    await new AdminClient(service.url).post(`/organizations/${tenant.organizationId}/credits`, {
      amount_usd: 5,
    });
    expect((await openRaw(service.url, { apiKey: tenant.apiKey, body })).status).toBe(200);
  });
});

describe('a body of very many values', () => {
  it.each([
    [MESSAGES_PATH, { ...HELLO, messages: [] }, 'messages'],
    [EMBEDDINGS_PATH, { model: 'text-embedding-3-small', input: [] }, 'input'],
  ])('is 400 instead of holding everybody up: %s', async (path, body, member) => {
    const { apiKey } = await seedTenant(service.dataSource);
    const dense = JSON.stringify(body).replace(`"${member}":[]`, `"${member}":[${'1,'.repeat(1_000_000)}1]`);
    const answer = await openRaw(service.url, { apiKey, path, body: dense });
    expect(answer.status).toBe(400);
    expect((await answer.whole()).toString()).toContain('more values than are taken');
    expect(service.provider.requests).toHaveLength(0);
  });

  it('is taken where it is long and not dense, byte for byte', async () => {
    const { apiKey } = await seedTenant(service.dataSource);
    const body = JSON.stringify({ ...HELLO, metadata: Array.from({ length: 300_000 }, (_, index) => index) });
    expect((await openRaw(service.url, { apiKey, body })).status).toBe(200);
    expect(service.provider.requests[0]?.body.toString()).toBe(body);
  });

  it('in one item of a batch is 400, with its place', async () => {
    const { apiKey } = await seedTenant(service.dataSource);
    const messages = Array.from({ length: 30_000 }, () => ({ role: 'user', content: 'a' }));
    const item = { custom_id: 'one', body: { model: 'claude-haiku-4-5', messages } };
    const answer = await openRaw(service.url, {
      apiKey,
      path: '/api/v1/route/batches',
      body: { requests: [{ ...item, body: { ...item.body, messages: [...messages, ...messages] } }] },
    });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ error: { param: 'requests[0]' } });
  });

  it('is an answer as any other when a registered endpoint sends it', async () => {
    const tenant = await seedTenant(service.dataSource);
    await new AdminClient(service.url).post(`/projects/${tenant.projectId}/endpoints`, {
      model: 'llama3:8b',
      base_url: `${service.provider.url}/own/v1`,
      api_key: 'sk-own',
    });
    const message = { role: 'assistant', content: 'x' };
    const answer = JSON.stringify({ choices: [{ index: 0, message, finish_reason: 'stop' }] });
    const dense = answer.replace('{"choices"', `{"extra":[${'1,'.repeat(1_500_000)}1],"choices"`);
    service.provider.enqueue(jsonAnswer(Buffer.from(dense)));
    const got = await openRaw(service.url, {
      apiKey: tenant.apiKey,
      path: CHAT_PATH,
      body: { model: 'llama3:8b', messages: [{ role: 'user', content: 'Hi' }] },
    });
    expect(got.status).toBe(200);
    expect((await got.whole()).toString().startsWith(dense.slice(0, -1))).toBe(true);
  });
});
