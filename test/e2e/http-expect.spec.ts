import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { seedTenant, type Tenant } from '../support/seed.js';
import { startTestApplication, type TestApplication } from '../support/start-application.js';
import { RawConnection } from './raw-client.js';
import { UploadClient } from './upload-client.js';

const BODY = JSON.stringify({ model: 'gpt-4o-mini', messages: [{ role: 'user', content: 'Hi' }] });
const MESSAGE = JSON.stringify({
  model: 'claude-sonnet-4-5',
  max_tokens: 5,
  messages: [{ role: 'user', content: 'Hi' }],
});
const CHAT = '/api/v1/route/chat/completions';
const CONTINUE = 'HTTP/1.1 100 Continue\r\n\r\n';

let service: TestApplication;
let tenant: Tenant;
const opened: RawConnection[] = [];
beforeAll(async () => {
  service = await startTestApplication({ environment: { BATCH_GATEWAY_PORT: '0' } });
  tenant = await seedTenant(service.dataSource, { smartRouting: false });
});
afterEach(() => {
  for (const connection of opened.splice(0)) connection.close();
  service.provider.reset();
});
afterAll(() => service.stop());

interface Head {
  readonly method?: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string | number>>;
  readonly url?: string;
}

function send({ method = 'POST', path, headers = {}, url = service.url }: Head): RawConnection {
  const connection = new RawConnection(url);
  opened.push(connection);
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return connection.write(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n`);
}

const withKey = (): Record<string, string> => ({
  host: 'x',
  authorization: `Bearer ${tenant.apiKey}`,
  'content-type': 'application/json',
  expect: '100-continue',
});

describe('a client that waits for 100 Continue', () => {
  it.each([
    [CHAT, BODY],
    ['/api/v1/messages', MESSAGE],
    ['/api/v1/route', '{"task":"Hi"}'],
    ['/api/v1/route/embeddings', '{"model":"text-embedding-3-small","input":"Hi"}'],
    ['/api/v1/traces', '{"resourceSpans":[]}'],
  ])('is asked for its body once it is let in (%s)', async (path, body) => {
    const connection = send({ path, headers: { ...withKey(), 'content-length': body.length } });
    await connection.until(/^HTTP\/1\.1 100 Continue\r\n\r\n/);
    expect(connection.text).toBe(CONTINUE);
    connection.write(body);
    const answer = await connection.answer();
    expect(answer.status, answer.text).toBe(200);
    // The connection goes on.
    expect(answer.headers['connection']).not.toBe('close');
  });

  it('is asked on the management API, for a chunked body', async () => {
    const connection = send({
      path: '/api/v1/admin/organizations',
      headers: {
        ...withKey(),
        authorization: 'Bearer svc_operator_for_tests_only',
        'transfer-encoding': 'chunked',
      },
    });
    await connection.until(/100 Continue/);
    connection.write('d\r\n{"name":"New"\r\n1\r\n}\r\n0\r\n\r\n');
    const answer = await connection.answer();
    expect(answer.status, answer.text).toBeLessThan(300);
  });

  it('is asked for an upload, and for a batch on its own listener', async () => {
    const { upload_url } = await new UploadClient(service.url, tenant.apiKey).create();
    const { pathname, search } = new URL(upload_url);
    const upload = send({
      method: 'PUT',
      path: pathname + search,
      headers: { host: 'x', expect: '100-Continue', 'content-length': 2 },
    });
    await upload.until(/^HTTP\/1\.1 100 Continue\r\n\r\n$/);
    expect((await upload.write('{}').answer()).status).toBe(200);

    const batch = send({
      url: service.batchGatewayUrl ?? '',
      path: '/api/v1/route/batches',
      headers: { ...withKey(), 'content-length': 2 },
    });
    await batch.until(/^HTTP\/1\.1 100 Continue\r\n\r\n$/);
    expect((await batch.write('{}').answer()).status).toBe(400);
  });

  it.each<[string, string, Record<string, string | number>, number]>([
    ['an unknown key', CHAT, { authorization: 'Bearer svc_live_no' }, 401],
    ['an unknown key', '/api/v1/messages', { authorization: 'Bearer svc_live_no' }, 401],
    ['a body over the cap', CHAT, { 'content-length': 99_999_999 }, 413],
    ['a body over the cap', '/api/v1/messages', { 'content-length': 99_999_999 }, 413],
    ['an unknown compression', CHAT, { 'content-encoding': 'zstd' }, 415],
    ['an unknown path', '/nothing', {}, 404],
    ['a forged address', '/api/v1/route/batches/uploads/obj_1?expires=1&signature=x', {}, 403],
  ])('is refused without being asked: %s at %s', async (_case, path, odd, status) => {
    const connection = send({
      method: status === 403 ? 'PUT' : 'POST',
      path,
      headers: { ...withKey(), 'content-length': BODY.length, ...odd },
    });
    const answer = await connection.answer();
    expect(answer.status).toBe(status);
    expect(connection.text).not.toContain('100 Continue');
    expect(answer.headers['connection']).toBe('close');
    expect(service.provider.requests).toHaveLength(0);
  });

  it('and sends its body all the same before it is asked is answered', async () => {
    const connection = send({ path: CHAT, headers: { ...withKey(), 'content-length': BODY.length } });
    connection.write(BODY);
    expect((await connection.answer()).status).toBe(200);
  });
});

describe('a head that HTTP does not allow', () => {
  const OPENAI = /^\{"error":\{"message":"/;
  const ANTHROPIC = /^\{"type":"error","error":\{"type":"invalid_request_error"/;

  it.each([
    [CHAT, OPENAI],
    ['/api/v1/messages', ANTHROPIC],
    ['/nothing', OPENAI],
    ['/healthz', OPENAI],
  ])('without Host is refused in the envelope of %s', async (path, envelope) => {
    for (const url of [service.url, service.batchGatewayUrl ?? '']) {
      const { host: _host, expect: _expect, ...headers } = withKey();
      const connection = send({ url, path, headers: { ...headers, 'content-length': BODY.length } });
      const answer = await connection.write(BODY).answer();
      expect(answer).toMatchObject({
        status: 400,
        headers: {
          'content-type': 'application/json; charset=utf-8',
          'x-svc-error-source': 'gateway',
          'x-request-id': expect.stringMatching(/^req_/) as string,
        },
        text: expect.stringMatching(envelope) as string,
      });
      expect(answer.text).toContain('invalid_http');
    }
    expect(service.provider.requests).toHaveLength(0);
  });

  it.each([
    [CHAT, OPENAI],
    ['/api/v1/messages', ANTHROPIC],
  ])('with an expectation that nobody knows is refused in the envelope of %s', async (path, envelope) => {
    for (const url of [service.url, service.batchGatewayUrl ?? '']) {
      const headers = { ...withKey(), expect: 'tea', 'x-request-id': 'mine', 'content-length': BODY.length };
      const answer = await send({ url, path, headers }).answer();
      expect(answer).toMatchObject({ status: 417, headers: { 'x-request-id': 'mine' } });
      expect(answer.text).toMatch(envelope);
      expect(answer.text).toContain('expectation_failed');
    }
    expect(service.provider.requests).toHaveLength(0);
  });

  it('of HTTP/1.0 needs neither', async () => {
    const connection = new RawConnection(service.url);
    opened.push(connection);
    connection.write('GET /healthz HTTP/1.0\r\nexpect: tea\r\n\r\n');
    expect((await connection.answer()).status).toBe(200);
  });
});
