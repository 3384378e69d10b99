import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { CHAT_USAGE, chatEvents, chatStream, openAiError } from '../support/recordings/openai-answers.js';
import {
  cutEvery,
  DESTROY,
  gate,
  jsonAnswer,
  script,
  head,
  END,
  streamAnswer,
} from '../support/recordings/script.js';
import { balanceOf, callRow, chargesOf, seedTenant, type Tenant } from '../support/seed.js';
import { startTestApplication, type TestApplication } from '../support/start-application.js';
import { eventsOf, MODEL_MARKETPLACE, openChat, type OpenAnswer } from './stream-call.js';

let service: TestApplication;
let tenant: Tenant;
beforeAll(async () => {
  service = await startTestApplication();
  tenant = await seedTenant(service.dataSource);
});
afterEach(() => service.provider.reset());
afterAll(() => service.stop());

/** 10 and 5 tokens of gpt-4o-mini. */
const COST = '0.0000045';

const stream = (body: Record<string, unknown> = {}): Promise<OpenAnswer> =>
  openChat(service.url, { apiKey: tenant.apiKey, body: { stream: true, ...body } });

const eventTexts = (...inputs: Parameters<typeof chatEvents>): string[] => chatEvents(...inputs).map(String);

function withCost(bytes: Buffer, cost: string): string {
  const text = bytes.toString();
  const usage = JSON.stringify(CHAT_USAGE);
  expect(text).toContain(usage);
  return text.replace(usage, `${usage.slice(0, -1)},"cost":${cost}}`);
}

/** Everything that provider B's streams have shown: obfuscation, comments, an unknown event, escapes, characters of many bytes. */
const ODD_EVENTS = [
  ': OPENROUTER PROCESSING\n\n',
  'data: {"id":"c","object":"chat.completion.chunk","created":1,"model":"m","choices":[{"index":0,"delta":{"role":"assistant","content":""},"finish_reason":null}],"usage":null,"obfuscation":"aB3"}\n\n',
  'event: ping\ndata: {"unknown":  1.0, "big":12345678901234567890}\n\n',
  'data: {"id":"c","object":"chat.completion.chunk","created":1,"model":"m","choices":[{"index":0,"delta":{"content":"ü 🙂 \\u00fc \\n"},"finish_reason":null}],"usage":null,"obfuscation":""}\n\n',
  ':\n\n',
  'data: {"id":"c","object":"chat.completion.chunk","created":1,"model":"m","choices":[{"index":0,"delta":{},"finish_reason":"stop"}],"usage":null}\n\n',
  `data: {"id":"c","object":"chat.completion.chunk","created":1,"model":"m","choices":[],"usage":${JSON.stringify(CHAT_USAGE)},"obfuscation":"xyz"}\n\n`,
  'data: [DONE]\n\n',
].join('');

describe('a stream of provider B', () => {
  it('is the same bytes but for the cost in the usage chunk, right before [DONE]', async () => {
    const bytes = chatStream(['Hel', 'lo'], { usage: CHAT_USAGE });
    service.provider.enqueue(streamAnswer(bytes));
    const answer = await stream();
    const received = await answer.whole();
    expect(received.toString()).toBe(withCost(bytes, COST));
    const events = eventsOf(received);
    expect(events.at(-1)).toBe('[DONE]');
    expect(events.at(-2)).toMatchObject({ choices: [], usage: { cost: 0.0000045 } });
    expect(await chargesOf(service.dataSource, answer.callId)).toEqual(['-0.000004500000']);
  });

  it.each([1, 7, 64, 100_000])('gives the same bytes when it comes in pieces of %i', async (size) => {
    const bytes = Buffer.from(ODD_EVENTS);
    service.provider.enqueue(streamAnswer(...cutEvery(bytes, size)));
    const received = await (await stream()).whole();
    expect(received.toString()).toBe(withCost(bytes, COST));
  });

  it.each([1, 7, 64])('keeps CRLF line ends when it comes in pieces of %i', async (size) => {
    const bytes = Buffer.from(ODD_EVENTS.replaceAll('\n', '\r\n'));
    service.provider.enqueue(streamAnswer(...cutEvery(bytes, size)));
    const received = await (await stream()).whole();
    expect(received.toString()).toBe(withCost(bytes, COST));
  });

  it('reaches the client event by event, as it comes, from its first visible delta on', async () => {
    const [role = '', first = '', second = '', ...rest] = eventTexts(['one', 'two'], { usage: CHAT_USAGE });
    const [beforeSecond, beforeRest] = [gate(), gate()];
    service.provider.enqueue(streamAnswer(role, first, beforeSecond, second, beforeRest, ...rest));
    const answer = await stream();
    await answer.until('one');
    expect(answer.bytes.toString()).toBe(`${role}${first}`);
    beforeSecond.open();
    await answer.until('two');
    expect(answer.bytes.toString()).toBe(`${role}${first}${second}`);
    beforeRest.open();
    await answer.until('[DONE]');
  });

  it('asks the provider for usage, whatever the caller asked', async () => {
    const bodies = [{}, { stream_options: { include_usage: false } }, { stream_options: null }];
    for (const body of bodies) {
      const answer = await stream(body);
      expect(eventsOf(await answer.whole()).at(-2)).toMatchObject({
        choices: [],
        usage: { cost: 0.0000045 },
      });
      const request = await service.provider.nextRequest();
      expect(request.json()).toMatchObject({ stream: true, stream_options: { include_usage: true } });
    }
  });

  it('says in its headers what it is and who served, but not the cost', async () => {
    const answer = await stream();
    await answer.whole();
    expect(answer.headers).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-cache, no-transform',
      'x-svc-model': 'vendorb/gpt-4o-mini',
      'x-svc-tier': 'strong',
      'x-svc-call-id': expect.stringMatching(/^call_/),
      'x-request-id': expect.any(String),
    });
    expect(answer.headers).not.toHaveProperty('x-svc-cost');
    expect(answer.headers).not.toHaveProperty('content-encoding');
  });

  it('without a usage chunk ends with one of estimated usage', async () => {
    service.provider.enqueue(streamAnswer(chatStream(['twelve bytes'])));
    const answer = await stream();
    const events = eventsOf(await answer.whole());
    expect(events.at(-1)).toBe('[DONE]');
    const { usage, choices } = events.at(-2) as { usage: Record<string, number>; choices: unknown };
    expect(choices).toEqual([]);
    expect(usage['completion_tokens']).toBeGreaterThanOrEqual(3);
    expect(usage['total_tokens']).toBe((usage['prompt_tokens'] ?? 0) + (usage['completion_tokens'] ?? 0));
    const row = await callRow(service.dataSource, answer.callId);
    expect(Number(row.billed_usd)).toBe(usage['cost']);
    expect(row.detail.usage).toMatchObject({ estimated: true });
  });

  it('carries an error event on, makes nothing up, and is billed for what arrived', async () => {
    const [first = '', second = ''] = eventTexts(['partial']);
    const error = `data: ${openAiError({ message: 'overloaded', type: 'server_error' }).toString()}\n\n`;
    service.provider.enqueue(streamAnswer(first, second, error));
    const answer = await stream();
    expect((await answer.whole()).toString()).toBe(`${first}${second}${error}`);
    const row = await callRow(service.dataSource, answer.callId);
    expect(row.status).toBe(500);
    expect(Number(row.billed_usd)).toBeGreaterThan(0);
    expect(row.detail.usage).toMatchObject({ estimated: true });
    expect((await balanceOf(service.dataSource, tenant.organizationId)).equalsLedger).toBe(true);
  });

  it.each([
    ['breaks in the middle', [DESTROY]],
    ['ends without a finish and without [DONE]', []],
  ] as const)('that %s ends with an error event, without [DONE], and is billed', async (_name, ending) => {
    const [first = '', second = ''] = eventTexts(['partial']);
    service.provider.enqueue(streamAnswer(first, second, ...ending));
    const answer = await stream();
    const text = (await answer.whole()).toString();
    expect(text.startsWith(`${first}${second}`)).toBe(true);
    expect(eventsOf(text).at(-1)).toMatchObject({
      error: { type: 'api_error', code: 'upstream_interrupted' },
    });
    expect(text).not.toContain('[DONE]');
    expect(text).not.toContain('"usage":{');
    const row = await callRow(service.dataSource, answer.callId);
    expect(row.status).toBe(502);
    expect(await chargesOf(service.dataSource, answer.callId)).toHaveLength(1);
  });

  it('that is cut inside an event still shows the client a readable error event', async () => {
    const [role = '', first = '', second = ''] = eventTexts(['partial', 'more']);
    service.provider.enqueue(streamAnswer(role, first, second.slice(0, 40), DESTROY));
    const events = eventsOf(await (await stream()).whole());
    expect(events.at(-1)).toMatchObject({ error: { code: 'upstream_interrupted' } });
  });

  it.each([400, 404, 413, 422, 429, 500, 503, 529])(
    'refused by the provider with %i before it began is that status and body, free of charge',
    async (status) => {
      const body = openAiError({ message: `refused with ${status}` });
      service.provider.enqueue(jsonAnswer(body, { status, headers: { 'retry-after': '7' } }));
      const answer = await stream();
      expect(answer.status).toBe(status);
      expect((await answer.whole()).equals(body)).toBe(true);
      expect(answer.headers).toMatchObject({ 'x-svc-error-source': 'upstream', 'retry-after': '7' });
      expect(answer.headers['content-type']).toContain('application/json');
      const row = await callRow(service.dataSource, answer.callId);
      expect(row).toMatchObject({ status, billed_usd: '0.000000000000' });
      expect(await chargesOf(service.dataSource, answer.callId)).toEqual([]);
    },
  );

  it('cut before its first byte is a 502, free of charge', async () => {
    service.provider.enqueue(script(DESTROY));
    const answer = await stream();
    expect(answer.status).toBe(502);
    expect(await answer.json()).toMatchObject({ error: { code: 'upstream_unreachable' } });
    await callRow(service.dataSource, answer.callId);
    expect(await chargesOf(service.dataSource, answer.callId)).toEqual([]);
  });

  it('without end after [DONE] still ends for the client', async () => {
    const held = gate();
    const bytes = chatStream(['a'], { usage: CHAT_USAGE });
    service.provider.enqueue(script(head(200, { 'content-type': 'text/event-stream' }), bytes, held, END));
    const answer = await stream();
    expect((await answer.whole()).toString()).toBe(withCost(bytes, COST));
    held.open();
  });
});

describe('a stream of the marketplace', () => {
  it('keeps its keep-alive comments and shows the reported money as cost', async () => {
    const keepAlive = ': OPENROUTER PROCESSING\n\n';
    const usage = { ...CHAT_USAGE, cost: 0.000123, cost_details: { upstream_inference_cost: null } };
    const events = chatEvents(['a'], { usage, model: 'openai/gpt-oss-120b' });
    service.provider.enqueue(streamAnswer(keepAlive, keepAlive, ...events));
    const answer = await stream({ model: 'some-org/some-model' });
    const text = (await answer.whole()).toString();
    expect(text.startsWith(`${keepAlive}${keepAlive}data: `)).toBe(true);
    expect(eventsOf(text).at(-2).usage.cost).toBe(0.000123);
    expect(await chargesOf(service.dataSource, answer.callId)).toEqual(['-0.000123000000']);
  });

  it('bills a model of the catalogue at its price there', async () => {
    const usage = { ...CHAT_USAGE, cost: 0.5 };
    service.provider.enqueue(streamAnswer(chatStream(['a'], { usage })));
    const answer = await stream({ model: MODEL_MARKETPLACE });
    expect(eventsOf(await answer.whole()).at(-2).usage.cost).toBe(0.0000045);
    expect(await chargesOf(service.dataSource, answer.callId)).toEqual(['-0.000004500000']);
  });
});
