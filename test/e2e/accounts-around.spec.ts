import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { anthropicMessage } from '../support/recordings/anthropic-answers.js';
import { embeddings } from '../support/recordings/openai-answers.js';
import {
  DESTROY,
  dropConnection,
  emptyAnswer,
  head,
  htmlAnswer,
  jsonAnswer,
  redirectTo,
  script,
  streamAnswer,
  truncatedAnswer,
  type Script,
} from '../support/recordings/script.js';
import { callRow, chargesOf, seedTenant } from '../support/seed.js';
import { startTestApplication, type TestApplication } from '../support/start-application.js';
import { EMBEDDINGS_PATH, HELLO, openRaw } from './messages-call.js';

const STREAM_HEAD = head(200, { 'content-type': 'text/event-stream' });
const VECTOR = { model: 'text-embedding-3-small', input: 'Hi' };

let service: TestApplication;
let apiKey: string;
beforeAll(async () => {
  service = await startTestApplication({
    environment: {
      PROVIDER_A_API_KEYS: 'one=sk-a-1,two=sk-a-2',
      PROVIDER_B_API_KEYS: 'one=sk-b-1,two=sk-b-2',
    },
  });
  ({ apiKey } = await seedTenant(service.dataSource));
});
afterEach(() => service.provider.reset());
afterAll(() => service.stop());

const BROKEN: [string, Script][] = [
  ['is refused', dropConnection()],
  ['breaks off', truncatedAnswer(anthropicMessage())],
  ['is cut in half', jsonAnswer(anthropicMessage().subarray(0, 40))],
  ['is a page', htmlAnswer('<h1>Hello</h1>', 200)],
  ['is empty', emptyAnswer(204)],
  ['leads elsewhere', redirectTo('https://elsewhere.example/')],
  ['is a broken server', htmlAnswer('<h1>Bad gateway</h1>', 502)],
];

/** The other account answered, and that alone is billed. */
async function expectAround(headers: Record<string, unknown>): Promise<void> {
  expect(headers['x-svc-retry']).toBe('outage-fallback');
  const callId = String(headers['x-svc-call-id']);
  const { attempts } = (await callRow(service.dataSource, callId)).detail;
  expect(new Set(attempts.map(({ account }) => account))).toEqual(new Set(['one', 'two']));
  expect(attempts.map(({ billed }) => billed)).toEqual([false, true]);
  expect(await chargesOf(service.dataSource, callId)).toHaveLength(1);
}

describe('an answer of one account that is none goes around to the other one', () => {
  it.each(BROKEN)('on the Messages API, when it %s', async (_name, failure) => {
    service.provider.enqueue(failure);
    const answer = await openRaw(service.url, { apiKey, body: HELLO });
    expect(answer.status).toBe(200);
    await expectAround(answer.headers);
  });

  it.each(BROKEN)('of embeddings, when it %s', async (_name, failure) => {
    service.provider.enqueue(failure);
    service.provider.enqueue(jsonAnswer(embeddings()));
    const answer = await openRaw(service.url, { apiKey, path: EMBEDDINGS_PATH, body: VECTOR });
    expect(answer.status).toBe(200);
    await expectAround(answer.headers);
  });

  it.each<[string, Script]>([
    ['breaks before its first byte', script(STREAM_HEAD, DESTROY)],
    ['ends before its first byte', streamAnswer()],
  ])('of a Messages stream that %s', async (_name, failure) => {
    service.provider.enqueue(failure);
    const answer = await openRaw(service.url, { apiKey, body: { ...HELLO, stream: true } });
    expect((await answer.whole()).toString()).toContain('message_stop');
    await expectAround(answer.headers);
  });

  it('and reaches the caller as the first one told it when both give none', async () => {
    service.provider.enqueue(truncatedAnswer(anthropicMessage()));
    service.provider.enqueue(htmlAnswer('<h1>Hello</h1>', 200));
    const answer = await openRaw(service.url, { apiKey, body: HELLO });
    expect(answer.status).toBe(502);
    expect((await answer.whole()).toString()).toContain('broke off');
    expect(await chargesOf(service.dataSource, String(answer.headers['x-svc-call-id']))).toEqual([]);
  });
});
