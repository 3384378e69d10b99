import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { anthropicError, anthropicEvents } from '../support/recordings/anthropic-answers.js';
import {
  DESTROY,
  dropConnection,
  emptyAnswer,
  HANG,
  htmlAnswer,
  jsonAnswer,
  redirectTo,
  streamAnswer,
} from '../support/recordings/script.js';
import { callRow, chargesOf, seedTenant, type Tenant } from '../support/seed.js';
import { startTestApplication, type TestApplication } from '../support/start-application.js';
import { COUNT_TOKENS_PATH, HELLO, openRaw, type RawCallOptions } from './messages-call.js';
import { eventually, type OpenAnswer } from './stream-call.js';

let service: TestApplication;
let tenant: Tenant;
beforeAll(async () => {
  service = await startTestApplication({ environment: { LIVE_CALL_TIMEOUT: '2s' } });
  tenant = await seedTenant(service.dataSource);
});
afterEach(() => service.provider.reset());
afterAll(() => service.stop());

const call = (options: Partial<RawCallOptions> = {}): Promise<OpenAnswer> =>
  openRaw(service.url, { apiKey: tenant.apiKey, body: HELLO, ...options });
const STREAM = { ...HELLO, stream: true };

describe("a provider's error", () => {
  it.each([400, 403, 404, 409, 413, 422, 429, 500, 503, 529])(
    'of %i comes back with its status, its bytes and its useful headers, free of charge',
    async (status) => {
      const bytes = Buffer.from(
        ` {"type":"error", "error":{"type":"x_error","message":"\\u00fc ${status}","n":1.0}} `,
      );
      const headers = {
        'request-id': 'req_of_the_provider',
        'retry-after': '7',
        'retry-after-ms': '7000',
        'x-should-retry': 'false',
        'anthropic-ratelimit-requests-limit': '5',
        'x-ratelimit-remaining-requests': '1',
      };
      for (const body of [HELLO, STREAM]) {
        service.provider.enqueue(jsonAnswer(bytes, { status, headers }));
        const answer = await call({ body });
        expect(answer.status).toBe(status);
        expect((await answer.whole()).equals(bytes)).toBe(true);
        expect(answer.headers).toMatchObject({
          'content-type': 'application/json',
          'request-id': 'req_of_the_provider',
          'x-upstream-request-id': 'req_of_the_provider',
          'retry-after': '7',
          'retry-after-ms': '7000',
          'x-should-retry': 'false',
          'x-svc-error-source': 'upstream',
        });
        expect(answer.headers).not.toHaveProperty('anthropic-ratelimit-requests-limit');
        expect(answer.headers).not.toHaveProperty('x-ratelimit-remaining-requests');
        expect(answer.headers).not.toHaveProperty('x-svc-cost');
        expect(await callRow(service.dataSource, answer.callId)).toMatchObject({
          status,
          billed_usd: '0.000000000000',
        });
        expect(await chargesOf(service.dataSource, answer.callId)).toEqual([]);
      }
    },
  );

  it.each([401, 402])('of %i concerns our account: 502, without a word of it', async (status) => {
    service.provider.enqueue(jsonAnswer(anthropicError('authentication_error', 'sk-secret'), { status }));
    const answer = await call();
    expect(answer.status).toBe(502);
    const body = await answer.json();
    expect(body).toMatchObject({
      type: 'error',
      error: { type: 'api_error', details: { error_code: 'upstream_account_error' } },
    });
    expect(JSON.stringify(body)).not.toContain('sk-secret');
  });

  it.each([
    ['HTML', htmlAnswer('<html><h1>Bad gateway</h1><script>x()</script></html>', 503), 503, 'Bad gateway'],
    ['nothing', emptyAnswer(500), 500, 'empty'],
  ])("of %s is wrapped honestly in provider A's envelope", async (_name, script, status, words) => {
    service.provider.enqueue(script);
    const answer = await call();
    expect(answer.status).toBe(status);
    expect(answer.headers['content-type']).toContain('application/json');
    const body = await answer.json();
    expect(body).toMatchObject({ type: 'error', error: { type: 'api_error' } });
    expect(body.error.message).toContain(words);
    expect(body.error.message).not.toContain('<');
  });

  it.each([
    ['no connection', dropConnection(), 'upstream_unreachable'],
    ['a redirect', redirectTo('https://elsewhere.example'), 'upstream_redirect'],
    ['a 200 that is HTML', htmlAnswer('<p>hello</p>', 200), 'upstream_unreadable'],
    ['an empty 200', emptyAnswer(200), 'upstream_unreadable'],
  ])('that is %s is 502, free of charge', async (_name, script, code) => {
    service.provider.enqueue(script);
    const answer = await call();
    expect(answer.status).toBe(502);
    const text = (await answer.whole()).toString();
    expect(JSON.parse(text)).toMatchObject({ error: { type: 'api_error', details: { error_code: code } } });
    expect(text).not.toMatch(/127\.0\.0\.1|ECONN|elsewhere/);
    expect(await chargesOf(service.dataSource, answer.callId)).toEqual([]);
  });

  it('inside a 200 passes as it is, free of charge', async () => {
    const bytes = anthropicError('overloaded_error');
    service.provider.enqueue(jsonAnswer(bytes));
    const answer = await call();
    expect((await answer.whole()).equals(bytes)).toBe(true);
    expect(answer.headers['x-svc-error-source']).toBe('upstream');
    await callRow(service.dataSource, answer.callId);
    expect(await chargesOf(service.dataSource, answer.callId)).toEqual([]);
  });

  it('on a token count passes as well', async () => {
    const bytes = anthropicError();
    service.provider.enqueue(jsonAnswer(bytes, { status: 400 }));
    const answer = await call({ path: COUNT_TOKENS_PATH });
    expect(answer.status).toBe(400);
    expect((await answer.whole()).equals(bytes)).toBe(true);
  });
});

describe('a stream that goes wrong', () => {
  const events = anthropicEvents({ content: 'partial' }).map(String);
  const opening = events.slice(0, 4).join('');

  it('passes an error event untouched and is billed for what arrived', async () => {
    const error =
      'event: error\ndata: {"type":"error", "error":{"type":"overloaded_error","message":"\\u00fc"}}\n\n';
    for (const ending of [[], [DESTROY]]) {
      service.provider.enqueue(streamAnswer(opening, error, ...ending));
      const answer = await call({ body: STREAM });
      expect((await answer.whole()).toString()).toBe(opening + error);
      const row = await callRow(service.dataSource, answer.callId);
      expect(row.status).toBe(529);
      expect(row.detail.attempts).toMatchObject([{ status: 529 }]);
      expect(row.detail.usage).toMatchObject({ input_tokens: 10, output_tokens: 2, estimated: true });
      expect(await chargesOf(service.dataSource, answer.callId)).toHaveLength(1);
    }
  });

  it.each([
    ['breaks', [DESTROY]],
    ['stops inside an event', ['event: content_block_delta\ndata: {"ty', DESTROY]],
    ['ends early', []],
  ] as const)(
    "that %s ends with an error event of provider A's kind, and is billed once",
    async (_name, ending) => {
      service.provider.enqueue(streamAnswer(opening, ...ending));
      const answer = await call({ body: STREAM });
      const text = (await answer.whole()).toString();
      expect(text.startsWith(opening)).toBe(true);
      expectErrorEvent(text.slice(opening.length), 'upstream_interrupted');
      expect(text).not.toContain('message_stop');
      expect(await callRow(service.dataSource, answer.callId)).toMatchObject({ status: 502 });
      expect(await chargesOf(service.dataSource, answer.callId)).toHaveLength(1);
    },
  );

  it('runs into the live-call limit: an error event, the upstream closed, what arrived billed', async () => {
    service.provider.enqueue(streamAnswer(opening, HANG));
    const answer = await call({ body: STREAM });
    const request = await service.provider.nextRequest();
    const text = (await answer.whole()).toString();
    expectErrorEvent(text.slice(opening.length), 'live_call_timeout');
    expect((await request.aborted).aborted).toBe(true);
    expect(await callRow(service.dataSource, answer.callId)).toMatchObject({ status: 504 });
    expect(await chargesOf(service.dataSource, answer.callId)).toHaveLength(1);
  });

  it('that never begins is a 504', async () => {
    service.provider.enqueue({ steps: [HANG], answersBeforeBody: false });
    const answer = await call({ body: STREAM });
    expect(answer.status).toBe(504);
    expect(await answer.json()).toMatchObject({
      type: 'error',
      error: { details: { error_code: 'live_call_timeout' } },
    });
    await eventually(() => callRow(service.dataSource, answer.callId), 'the row');
  });
});

function expectErrorEvent(text: string, code: string): void {
  const match = /^event: error\ndata: (.*)\n\n$/.exec(text);
  expect(match).not.toBeNull();
  const data = JSON.parse(match?.[1] ?? '') as { request_id: unknown };
  expect(data).toMatchObject({ type: 'error', error: { type: 'api_error', details: { error_code: code } } });
  expect(data.request_id).toEqual(expect.any(String));
}
