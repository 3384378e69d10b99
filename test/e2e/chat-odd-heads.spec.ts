import { createServer, type Server, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { chatCompletion } from '../support/recordings/openai-answers.js';
import { seedTenant } from '../support/seed.js';
import { startTestApplication, type TestApplication } from '../support/start-application.js';
import { openChat } from './stream-call.js';

/** Bytes that the provider writes when a request has come. */
let answer: string;
let requests = 0;
let server: Server;
let service: TestApplication;
let apiKey: string;
beforeAll(async () => {
  server = createServer((socket: Socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => {
      requests += 1;
      socket.end(answer);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  service = await startTestApplication({
    environment: { PROVIDER_B_BASE_URL: `http://127.0.0.1:${port}/v1` },
  });
  ({ apiKey } = await seedTenant(service.dataSource));
});
beforeEach(() => {
  requests = 0;
});
afterAll(async () => {
  await service.stop();
  server.close();
});

const whole = (headers: string): string =>
  `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${chatCompletion().length}\r\n${headers}connection: close\r\n\r\n${chatCompletion().toString()}`;

describe('an answer of a provider', () => {
  it('with headers of 40 KB is an answer as any other', async () => {
    answer = whole(`x-long: ${'x'.repeat(40_000)}\r\n`);
    expect((await openChat(service.url, { apiKey })).status).toBe(200);
  });

  it.each([
    [
      'with headers that are too long',
      () => whole(`x-long: ${'x'.repeat(70_000)}\r\n`),
      'upstream_headers_too_large',
    ],
    [
      'that sends 100 Continue unasked',
      () => `HTTP/1.1 100 Continue\r\n\r\n${whole('')}`,
      'upstream_unasked_continue',
    ],
  ])('%s is 502 that says so, and the call is not sent again', async (_name, bytes, code) => {
    answer = bytes();
    const got = await openChat(service.url, { apiKey });
    expect(got.status).toBe(502);
    expect(await got.json()).toMatchObject({ error: { code } });
    expect(requests).toBe(1);
  });
});
