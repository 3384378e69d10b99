import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { chatCompletion, marketplaceCompletion } from '../support/recordings/openai-answers.js';
import { jsonAnswer, streamAnswer } from '../support/recordings/script.js';
import { callRow, chargesOf, seedTenant, type Tenant } from '../support/seed.js';
import { startTestApplication, type TestApplication } from '../support/start-application.js';
import { ChatClient, sentHeaders } from './chat-client.js';

const OUTSIDE = 'acme/large-1';
const PRICED = 'openai/gpt-oss-120b';
const NVFP4 = 'nvidia/DeepSeek-V3.2-NVFP4';

let service: TestApplication;
let tenant: Tenant;
let client: ChatClient;
let retentive: ChatClient;
beforeAll(async () => {
  service = await startTestApplication({ environment: { PROVIDER_A_API_KEY: '' } });
  tenant = await seedTenant(service.dataSource, { balanceUsd: '100000' });
  client = new ChatClient(service.url, tenant.apiKey);
  const policy = await seedTenant(service.dataSource, { zeroRetention: true });
  retentive = new ChatClient(service.url, policy.apiKey);
});
afterEach(() => service.provider.reset());
afterAll(() => service.stop());

async function sentText(): Promise<string> {
  return (await service.provider.nextRequest()).body.toString();
}

async function sent(): Promise<Record<string, unknown>> {
  return JSON.parse(await sentText()) as Record<string, unknown>;
}

describe('a request to the marketplace', () => {
  it('asks for the fastest provider, on our account, with nothing of the caller', async () => {
    await client.ask(
      OUTSIDE,
      {},
      { headers: { 'http-referer': 'https://caller.example', 'x-title': 'App' } },
    );
    const { headers, path, body } = await service.provider.nextRequest();
    expect(path).toBe('/m/api/v1/chat/completions');
    expect(sentHeaders(headers)).toEqual({
      authorization: 'Bearer key-of-the-marketplace',
      'content-type': 'application/json',
      accept: 'application/json',
      'accept-encoding': 'identity',
    });
    expect(body.toString()).toBe(
      '{"model":"acme/large-1","messages":[{"role":"user","content":"Hi"}],"provider":{"sort":"throughput"}}',
    );
  });

  it("carries the caller's preferences byte for byte in place of ours", async () => {
    const preferences =
      '{ "order":["x","y"],\n "sort" : null, "max_price":{"prompt":1.0,"big":12345678901234567890} }';
    const body = (model: string): string =>
      `{"provider":${preferences},"model":"${model}","messages":[{"role":"user","content":"Hi"}]}`;
    await client.send(body(OUTSIDE));
    expect(await sentText()).toBe(body(OUTSIDE));
    await client.send(body('meta-llama/Llama-3.3-70B-Instruct'));
    expect(await sentText()).toBe(body('meta-llama/llama-3.3-70b-instruct'));
  });

  it('is filtered by zero retention, whatever the caller prefers', async () => {
    await retentive.ask(OUTSIDE);
    expect((await sent())['provider']).toEqual({ sort: 'throughput', zdr: true, data_collection: 'deny' });
    await retentive.ask(OUTSIDE, {
      provider: { order: ['x'], data_collection: 'allow', zdr: false, allow_fallbacks: false },
    });
    expect((await sent())['provider']).toEqual({
      order: ['x'],
      data_collection: 'deny',
      zdr: true,
      allow_fallbacks: false,
    });
  });

  it('keeps the numbers of a preference exact when zero retention is merged into it', async () => {
    await retentive.send(
      `{"model":"${OUTSIDE}","messages":[{"role":"user","content":"Hi"}],"provider":{"big":12345678901234567890,"one":1.0}}`,
    );
    expect(await sentText()).toContain(
      '"provider":{"big":12345678901234567890,"one":1.0,"zdr":true,"data_collection":"deny"}',
    );
  });

  it.each(['session_id', 'models', 'route', 'plugins', 'transforms', 'web_search_options'])(
    'goes up without `%s`',
    async (member) => {
      await client.ask(OUTSIDE, { [member]: member === 'session_id' ? 's' : ['x'] });
      expect(await sent()).not.toHaveProperty(member);
    },
  );

  it.each([
    ['thinking off', { thinking: { type: 'disabled' } }, { reasoning: { enabled: false } }],
    [
      'the template switch',
      { chat_template_kwargs: { enable_thinking: false } },
      { reasoning: { enabled: false } },
    ],
    ['its own word', { reasoning: { effort: 'high' } }, { reasoning: { effort: 'high' } }],
  ])('says %s in its own vocabulary', async (_case, control, expected) => {
    await client.ask(OUTSIDE, control);
    const body = await sent();
    expect(body).toMatchObject(expected);
    for (const foreign of ['thinking', 'chat_template_kwargs', 'enable_thinking'])
      expect(body).not.toHaveProperty(foreign);
  });

  it('drops every control of a model whose thinking is fixed by its id', async () => {
    await client.ask('Qwen/Qwen3-235B-A22B-Thinking-2507', {
      reasoning: { effort: 'low' },
      reasoning_effort: 'low',
      thinking: { type: 'disabled' },
    });
    const body = await sent();
    expect(body).toHaveProperty('model', 'qwen/qwen3-235b-a22b-thinking-2507');
    for (const control of ['reasoning', 'reasoning_effort', 'thinking'])
      expect(body).not.toHaveProperty(control);
  });
});

describe('the cost of a marketplace call', () => {
  it('is what the marketplace reports for an id outside the catalogue, its details left alone', async () => {
    const bytes = Buffer.from(
      '{"choices":[],"usage":{"prompt_tokens":10,"completion_tokens":5,"cost":0.00001234567,"cost_details":{"upstream_inference_cost":0.00001234567},"is_byok":false},"provider":"X"}',
    );
    service.provider.enqueue(jsonAnswer(bytes));
    const answer = await client.ask(OUTSIDE);
    expect(answer.headers).toMatchObject({ 'x-svc-model': OUTSIDE, 'x-svc-cost': '0.00001234567' });
    expect(answer.bytes.equals(bytes)).toBe(true);
    expect(await chargesOf(service.dataSource, answer.callId)).toEqual(['-0.000012345670']);
  });

  it.each([
    ['1e-7', '0.0000001', '-0.000000100000'],
    ['2.55e-06', '0.00000255', '-0.000002550000'],
  ])('written as %s is plain decimal text in the header', async (written, cost, charge) => {
    service.provider.enqueue(
      jsonAnswer(
        Buffer.from(`{"choices":[],"usage":{"prompt_tokens":1,"completion_tokens":1,"cost":${written}}}`),
      ),
    );
    const answer = await client.ask(OUTSIDE);
    expect(answer.headers['x-svc-cost']).toBe(cost);
    expect(answer.json).toHaveProperty('usage.cost', Number(written));
    expect(await chargesOf(service.dataSource, answer.callId)).toEqual([charge]);
  });

  it('is what it reports for a catalogue model without a price of ours', async () => {
    service.provider.enqueue(jsonAnswer(marketplaceCompletion({ cost: 0.5 })));
    const answer = await client.ask('openai/gpt-oss-20b');
    expect(answer.headers['x-svc-cost']).toBe('0.5');
  });

  it('is the price of the catalogue for the six, whatever is reported', async () => {
    service.provider.enqueue(jsonAnswer(marketplaceCompletion({ cost: 0.5 })));
    const answer = await client.ask(PRICED);
    // 10 x 0.15 + 5 x 0.6 dollars a million
    expect(answer.headers).toMatchObject({ 'x-svc-model': PRICED, 'x-svc-cost': '0.0000045' });
    expect(answer.json).toHaveProperty('usage.cost', 0.000_004_5);
    expect(await chargesOf(service.dataSource, answer.callId)).toEqual(['-0.000004500000']);
  });

  it('is left out when nobody knows it, and nothing is billed', async () => {
    service.provider.enqueue(jsonAnswer(chatCompletion()));
    const answer = await client.ask(OUTSIDE);
    expect(answer.status).toBe(200);
    expect(answer.headers).not.toHaveProperty('x-svc-cost');
    expect((answer.json as { usage: object }).usage).not.toHaveProperty('cost');
    const row = await callRow(service.dataSource, answer.callId);
    expect(row).toMatchObject({ status: 200, cost_usd: null, served_model: OUTSIDE });
    expect(await chargesOf(service.dataSource, answer.callId)).toEqual([]);
  });

  it.each(['-0.5', '1e12', '1e999', '"0.5"', 'null', '[0.5]'])(
    'is left out when what is reported cannot be believed: %s',
    async (written) => {
      const usage = `{"prompt_tokens":1,"completion_tokens":1,"cost":${written},"is_byok":false}`;
      const shown = '"usage":{"prompt_tokens":1,"completion_tokens":1,"is_byok":false}';
      service.provider.enqueue(jsonAnswer(Buffer.from(`{"choices":[],"usage":${usage}}`)));
      const whole = await client.ask(OUTSIDE);
      expect(whole.text).toBe(`{"choices":[],${shown}}`);
      service.provider.enqueue(
        streamAnswer(
          'data: {"id":"1","choices":[{"index":0,"delta":{"content":"Hi"},"finish_reason":"stop"}]}\n\n',
          `data: {"id":"1","choices":[],"usage":${usage}}\n\n`,
          'data: [DONE]\n\n',
        ),
      );
      const streamed = await client.ask(OUTSIDE, { stream: true });
      expect(streamed.text).toContain(shown);
      expect(streamed.text).toMatch(/data: \[DONE\]\n\n$/);
      for (const { callId, text, headers } of [whole, streamed]) {
        expect(text).not.toContain('"cost"');
        expect(headers).not.toHaveProperty('x-svc-cost');
        expect(await callRow(service.dataSource, callId)).toMatchObject({ status: 200, cost_usd: null });
        expect(await chargesOf(service.dataSource, callId)).toEqual([]);
      }
    },
  );

  it('that is reported without usable counts is billed as reported', async () => {
    service.provider.enqueue(
      jsonAnswer(Buffer.from('{"choices":[{"message":{"content":"Hello"}}],"usage":{"cost":0.25}}')),
    );
    const reported = await client.ask(OUTSIDE);
    expect(reported.headers['x-svc-cost']).toBe('0.25');
    expect(await chargesOf(service.dataSource, reported.callId)).toEqual(['-0.250000000000']);
  });

  it('may be nothing', async () => {
    service.provider.enqueue(jsonAnswer(marketplaceCompletion({ cost: 0 })));
    const answer = await client.ask('acme/large-1:free');
    expect(answer.headers['x-svc-cost']).toBe('0');
    expect(answer.json).toHaveProperty('usage.cost', 0);
    expect(await sent()).toHaveProperty('model', 'acme/large-1:free');
    expect(answer.headers['x-svc-model']).toBe('acme/large-1:free');
  });
});

describe('a variant of a catalogue model', () => {
  it('runs on the marketplace under its own spelling and costs what is reported', async () => {
    service.provider.enqueue(jsonAnswer(marketplaceCompletion({ cost: 0.125 })));
    const answer = await client.ask('meta-llama/Llama-3.3-70B-Instruct:free');
    expect(await sent()).toHaveProperty('model', 'meta-llama/llama-3.3-70b-instruct:free');
    expect(answer.headers['x-svc-cost']).toBe('0.125');
  });
});

describe('an error inside an answer with status 200', () => {
  it.each([
    [429, 429],
    [503, 503],
    [400, 400],
    ['server_error', 502],
    [200, 502],
    [1_000, 502],
  ])('with code %j becomes status %i, its body word for word, and costs nothing', async (code, status) => {
    const bytes = Buffer.from(
      JSON.stringify({ error: { message: 'Provider returned error', code }, user_id: 'u' }),
    );
    service.provider.enqueue(jsonAnswer(bytes, { headers: { 'retry-after': '9' } }));
    const answer = await client.ask(OUTSIDE);
    expect(answer.status).toBe(status);
    expect(answer.bytes.equals(bytes)).toBe(true);
    expect(answer.headers).toMatchObject({ 'x-svc-error-source': 'upstream', 'retry-after': '9' });
    expect(await callRow(service.dataSource, answer.callId)).toMatchObject({ status, served_model: null });
    expect(await chargesOf(service.dataSource, answer.callId)).toEqual([]);
  });

  it.each([401, 402])('with code %i concerns our account and is not shown', async (code) => {
    service.provider.enqueue(jsonAnswer({ error: { message: 'Our account has 3 credits left', code } }));
    const answer = await client.ask(OUTSIDE);
    expect(answer.status).toBe(502);
    expect(answer.error.code).toBe('upstream_account_error');
    expect(answer.text).not.toContain('credits left');
  });
});

describe('the NVFP4 variant', () => {
  it('runs on the hosted provider at the price of the catalogue', async () => {
    service.provider.enqueue(
      jsonAnswer(
        chatCompletion({
          usage: {
            prompt_tokens: 1_000,
            completion_tokens: 100,
            prompt_tokens_details: { cached_tokens: 400 },
            cost: 9,
          },
        }),
      ),
    );
    const answer = await client.ask(NVFP4, { provider: { sort: 'price' }, thinking: { type: 'disabled' } });
    const { path, headers, body } = await service.provider.nextRequest();
    expect(path).toBe('/h/v1/chat/completions');
    expect(sentHeaders(headers)).toEqual({
      authorization: 'Bearer key-of-the-hosted-provider',
      'content-type': 'application/json',
      accept: 'application/json',
      'accept-encoding': 'identity',
    });
    expect(JSON.parse(body.toString())).toEqual({
      model: NVFP4,
      messages: [{ role: 'user', content: 'Hi' }],
      chat_template_kwargs: { enable_thinking: false },
    });
    // 600 x 0.26 + 400 x 0.13 + 100 x 0.38 dollars a million
    expect(answer.headers).toMatchObject({ 'x-svc-model': NVFP4, 'x-svc-cost': '0.000246' });
    expect(await callRow(service.dataSource, answer.callId)).toMatchObject({ cost_usd: '0.000246000000' });
  });

  it('has no variants: they have no price', async () => {
    const answer = await client.ask(`${NVFP4}:free`);
    expect(answer.status).toBe(400);
    expect(answer.error).toMatchObject({ code: 'unpriced_model', param: 'model' });
  });
});

describe('a provider that this gateway has no account at', () => {
  it.each([false, true])(
    'is a 503 that names it, with a row and without a bill (stream: %s)',
    async (stream) => {
      const answer = await client.ask('claude-sonnet-4-5', { stream });
      expect(answer.status).toBe(503);
      expect(answer.error).toMatchObject({ code: 'provider_not_configured', type: 'api_error' });
      expect(answer.headers['retry-after']).toBe('60');
      expect(await callRow(service.dataSource, answer.callId)).toMatchObject({
        status: 503,
        served_model: null,
      });
      expect(await chargesOf(service.dataSource, answer.callId)).toEqual([]);
      expect(service.provider.requests).toHaveLength(0);
    },
  );
});
