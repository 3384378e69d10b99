import OpenAI, {
  APIError,
  APIUserAbortError,
  AuthenticationError,
  BadRequestError,
  InternalServerError,
  PermissionDeniedError,
  RateLimitError,
} from 'openai';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startSimulator } from '../../src/simulator/start-simulator.js';
import { anthropicEvent } from '../support/recordings/anthropic-answers.js';
import { chatEvents, chatStream, CHAT_USAGE, openAiError } from '../support/recordings/openai-answers.js';
import { DESTROY, END, HANG, head, jsonAnswer, script, streamAnswer } from '../support/recordings/script.js';
import { callRow, chargesOf, seedTenant, type Tenant } from '../support/seed.js';
import { startTestApplication, type TestApplication } from '../support/start-application.js';
import { eventually } from '../e2e/stream-call.js';

/** One model for each way up: provider A, provider B (plain and reasoning), the marketplace (priced and not), the hosted provider. */
const MODELS = [
  'vendora/claude-sonnet-5-5',
  'vendora/claude-haiku-4-5',
  'vendorb/gpt-4o-mini',
  'vendorb/gpt-6.1-terra',
  'openai/gpt-oss-120b',
  'mistralai/Mistral-Large-4',
  'nvidia/DeepSeek-V3.2-NVFP4',
  'auto',
];
const QUESTION = { role: 'user', content: 'What is the weather in Paris?' } as const;
const TOOLS = [
  {
    type: 'function',
    function: {
      name: 'get_weather',
      description: 'Weather of a city',
      parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
    },
  },
] as const satisfies readonly OpenAI.ChatCompletionTool[];
const SCHEMA = {
  type: 'object',
  properties: { name: { type: 'string' }, count: { type: 'integer' } },
  required: ['name', 'count'],
  additionalProperties: false,
};

/** What this service adds to a usage. */
type PricedUsage = OpenAI.CompletionUsage & { readonly cost?: number };

function sdk(service: TestApplication, apiKey: string): OpenAI {
  return new OpenAI({ baseURL: `${service.url}/api/v1/route`, apiKey, maxRetries: 0 });
}

describe('the OpenAI SDK in front of every provider', () => {
  let simulator: Awaited<ReturnType<typeof startSimulator>>;
  let service: TestApplication;
  let openai: OpenAI;
  beforeAll(async () => {
    simulator = await startSimulator({ port: 0, pace: 0 });
    service = await startTestApplication({
      environment: {
        PROVIDER_A_BASE_URL: `${simulator.url}/provider-a`,
        PROVIDER_B_BASE_URL: `${simulator.url}/provider-b/v1`,
        MARKETPLACE_BASE_URL: `${simulator.url}/marketplace/api/v1`,
        HOSTED_BASE_URL: `${simulator.url}/hosted/v1`,
      },
    });
    openai = sdk(service, (await seedTenant(service.dataSource)).apiKey);
  });
  afterAll(async () => {
    await service.stop();
    await simulator.close();
  });

  it.each(MODELS)('chats with %s', async (model) => {
    const { data, response } = await openai.chat.completions
      .create({ model, messages: [QUESTION] })
      .withResponse();
    expect(data.object).toBe('chat.completion');
    expect(data.choices[0]?.message.role).toBe('assistant');
    expect(data.choices[0]?.message.content).toEqual(expect.stringMatching(/\S/));
    expect(data.choices[0]?.finish_reason).toBe('stop');
    const usage = data.usage as PricedUsage;
    expect(usage.total_tokens).toBe(usage.prompt_tokens + usage.completion_tokens);
    expect(usage.cost).toBeGreaterThan(0);
    const callId = response.headers.get('x-svc-call-id') ?? '';
    expect(await chargesOf(service.dataSource, callId)).toHaveLength(1);
  });

  it.each(MODELS)('streams from %s, the usage with its cost last', async (model) => {
    const stream = await openai.chat.completions.create({ model, messages: [QUESTION], stream: true });
    const chunks: OpenAI.ChatCompletionChunk[] = [];
    for await (const chunk of stream) chunks.push(chunk);
    expect(chunks.map(({ choices }) => choices[0]?.delta.content ?? '').join('')).toMatch(/\S/);
    expect(chunks.filter(({ choices }) => choices[0]?.finish_reason === 'stop')).toHaveLength(1);
    expect(new Set(chunks.map(({ id }) => id)).size).toBe(1);
    const last = chunks.at(-1);
    // The marketplace sends its usage beside a choice that says nothing.
    expect(last?.choices[0]?.delta.content ?? '').toBe('');
    expect(chunks.filter(({ usage }) => usage !== undefined && usage !== null)).toHaveLength(1);
    expect((last?.usage as PricedUsage).cost).toBeGreaterThan(0);
  });

  it.each(MODELS)("is accumulated by the SDK's own stream helper (%s)", async (model) => {
    const runner = openai.chat.completions.stream({
      model,
      messages: [QUESTION],
      stream_options: { include_usage: true },
    });
    const completion = await runner.finalChatCompletion();
    expect(completion.choices[0]?.message.content).toEqual(expect.stringMatching(/\S/));
    expect(completion.usage?.total_tokens).toBeGreaterThan(0);
  });

  it.each(MODELS)('makes a round trip with tools (%s)', async (model) => {
    const first = await openai.chat.completions.create({ model, messages: [QUESTION], tools: [...TOOLS] });
    const message = first.choices[0]?.message;
    expect(first.choices[0]?.finish_reason).toBe('tool_calls');
    const [call] = message?.tool_calls ?? [];
    if (message === undefined || call?.type !== 'function') throw new Error('no function was called');
    expect(call.function.name).toBe('get_weather');
    expect(JSON.parse(call.function.arguments)).toHaveProperty('city');
    const second = await openai.chat.completions.create({
      model,
      messages: [QUESTION, message, { role: 'tool', tool_call_id: call.id, content: 'Sunny, 21 °C' }],
      tools: [...TOOLS],
    });
    expect(second.choices[0]?.finish_reason).toBe('stop');
    expect(second.choices[0]?.message.content).toEqual(expect.stringMatching(/\S/));
  });

  it.each(MODELS)('streams tool calls whose pieces join to JSON (%s)', async (model) => {
    const runner = openai.chat.completions.stream({ model, messages: [QUESTION], tools: [...TOOLS] });
    const completion = await runner.finalChatCompletion();
    const [call] = completion.choices[0]?.message.tool_calls ?? [];
    if (call?.type !== 'function') throw new Error('no function was called');
    expect(JSON.parse(call.function.arguments)).toHaveProperty('city');
  });

  it.each(MODELS)('gets structured output of the schema it sent (%s)', async (model) => {
    const answer = await openai.chat.completions.create({
      model,
      messages: [{ role: 'user', content: 'Count the apples.' }],
      response_format: { type: 'json_schema', json_schema: { name: 'count', strict: true, schema: SCHEMA } },
    });
    const value = JSON.parse(answer.choices[0]?.message.content ?? '') as Record<string, unknown>;
    expect(Object.keys(value).sort()).toEqual(['count', 'name']);
    expect(Number.isInteger(value['count'])).toBe(true);
  });
});

describe('the OpenAI SDK when something is wrong', () => {
  let service: TestApplication;
  let tenant: Tenant;
  let openai: OpenAI;
  beforeAll(async () => {
    service = await startTestApplication();
    tenant = await seedTenant(service.dataSource);
    openai = sdk(service, tenant.apiKey);
  });
  afterEach(() => service.provider.reset());
  afterAll(() => service.stop());

  async function failureOf(client: OpenAI, members: object = {}): Promise<unknown> {
    return client.chat.completions
      .create({ model: 'vendorb/gpt-4o-mini', messages: [QUESTION], ...members })
      .then(
        () => {
          throw new Error('it answered');
        },
        (error: unknown) => error,
      );
  }

  it('raises AuthenticationError for a key that is none', async () => {
    const error = await failureOf(sdk(service, 'svc_live_wrong'));
    expect(error).toBeInstanceOf(AuthenticationError);
    expect(error).toMatchObject({ status: 401, code: 'invalid_api_key', type: 'authentication_error' });
  });

  it('raises BadRequestError with code and param', async () => {
    const unpriced = await failureOf(openai, { model: 'vendorb/gpt-99' });
    expect(unpriced).toBeInstanceOf(BadRequestError);
    expect(unpriced).toMatchObject({ code: 'unpriced_model', param: 'model', type: 'invalid_request_error' });
    const empty = await failureOf(openai, { messages: [] });
    expect(empty).toMatchObject({ status: 400, param: 'messages' });
  });

  it('raises PermissionDeniedError for a model that the project forbids', async () => {
    const careful = await seedTenant(service.dataSource, { chineseModels: false });
    const error = await failureOf(sdk(service, careful.apiKey), { model: 'zai-org/GLM-5.3' });
    expect(error).toBeInstanceOf(PermissionDeniedError);
    expect(error).toMatchObject({ status: 403, code: 'chinese_models_off' });
  });

  it('raises an APIError of status 402 without money', async () => {
    const poor = await seedTenant(service.dataSource, { balanceUsd: '0' });
    const error = await failureOf(sdk(service, poor.apiKey));
    expect(error).toBeInstanceOf(APIError);
    expect(error).toMatchObject({ status: 402, code: 'insufficient_balance', type: 'insufficient_quota' });
  });

  it('raises RateLimitError for our own limit, with the time to wait', async () => {
    const limited = await seedTenant(service.dataSource, {
      rateLimits: { inference: { per_second: 0.01, burst: 1 } },
    });
    const client = sdk(service, limited.apiKey);
    await client.chat.completions.create({ model: 'vendorb/gpt-4o-mini', messages: [QUESTION] });
    const error = await failureOf(client);
    expect(error).toBeInstanceOf(RateLimitError);
    expect(Number((error as RateLimitError).headers.get('retry-after'))).toBeGreaterThan(0);
  });

  it("raises RateLimitError with the provider's own code and message", async () => {
    const bytes = openAiError({ message: 'Slow down.', type: 'requests', code: 'rate_limit_exceeded' });
    service.provider.enqueue(jsonAnswer(bytes, { status: 429, headers: { 'retry-after': '20' } }));
    const error = await failureOf(openai);
    expect(error).toBeInstanceOf(RateLimitError);
    expect(error).toMatchObject({ code: 'rate_limit_exceeded', type: 'requests', status: 429 });
    expect((error as RateLimitError).message).toContain('Slow down.');
    expect((error as RateLimitError).headers.get('retry-after')).toBe('20');
  });

  it.each([false, true])(
    'raises InternalServerError for an overloaded provider A (stream: %s)',
    async (stream) => {
      service.provider.enqueue(
        jsonAnswer(
          { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' }, request_id: 'r' },
          { status: 529 },
        ),
      );
      const error = await failureOf(openai, { model: 'claude-sonnet-4-5', stream });
      expect(error).toBeInstanceOf(InternalServerError);
      expect(error).toMatchObject({ status: 529 });
      expect((error as APIError).message).toContain('Overloaded');
    },
  );

  it('does not wait and try again for a provider that this gateway has no account at', async () => {
    const poor = await startTestApplication({
      environment: { PROVIDER_B_API_KEY: '' },
      database: service.database,
      provider: service.provider,
    });
    const statuses: number[] = [];
    const patient = sdk(poor, tenant.apiKey).withOptions({
      maxRetries: 2,
      fetch: async (url, init) => {
        const answer = await fetch(url, init);
        statuses.push(answer.status);
        return answer;
      },
    });
    try {
      const failed = patient.chat.completions.create({ model: 'gpt-4o-mini', messages: [QUESTION] });
      await expect(failed).rejects.toMatchObject({ status: 503, code: 'provider_not_configured' });
      expect(statuses).toEqual([503]);
    } finally {
      await poor.stop();
    }
  });

  it('tries again by itself after a 429 of the provider, and is billed once', async () => {
    service.provider.enqueue(jsonAnswer(openAiError(), { status: 429, headers: { 'retry-after-ms': '1' } }));
    const { response } = await openai.chat.completions
      .create({ model: 'vendorb/gpt-4o-mini', messages: [QUESTION] }, { maxRetries: 1 })
      .withResponse();
    expect(response.status).toBe(200);
    expect(service.provider.requests).toHaveLength(2);
    expect(await chargesOf(service.dataSource, response.headers.get('x-svc-call-id') ?? '')).toHaveLength(1);
  });

  it('tries again by itself when a stream of provider A begins with overloaded_error', async () => {
    const error = { type: 'overloaded_error', message: 'Overloaded' };
    service.provider.enqueue(
      script(
        head(200, { 'content-type': 'text/event-stream', 'retry-after-ms': '1' }),
        anthropicEvent('error', { error }),
        END,
      ),
    );
    const stream = await openai.chat.completions.create(
      { model: 'claude-sonnet-4-5', messages: [QUESTION], stream: true },
      { maxRetries: 1 },
    );
    const texts: string[] = [];
    for await (const chunk of stream) texts.push(chunk.choices[0]?.delta.content ?? '');
    expect(texts.join('')).toBe('Hello there.');
    expect(service.provider.requests).toHaveLength(2);
  });

  it('raises an error from within a stream that breaks', async () => {
    const [first = '', second = ''] = chatEvents(['Hello'], { finishReason: null, done: false });
    service.provider.enqueue(streamAnswer(first, second, DESTROY));
    const stream = await openai.chat.completions.create({
      model: 'vendorb/gpt-4o-mini',
      messages: [QUESTION],
      stream: true,
    });
    const texts: string[] = [];
    const reading = (async () => {
      for await (const chunk of stream) texts.push(chunk.choices[0]?.delta.content ?? '');
    })();
    await expect(reading).rejects.toMatchObject({ code: 'upstream_interrupted' });
    expect(texts.join('')).toBe('Hello');
  });

  it('aborts a stream: the provider is let go, and what was streamed is billed once', async () => {
    const [first = '', second = ''] = chatEvents(['Hello there.'], { finishReason: null, done: false });
    service.provider.enqueue(streamAnswer(first, second, HANG));
    const { data: stream, response } = await openai.chat.completions
      .create({ model: 'vendorb/gpt-4o-mini', messages: [QUESTION], stream: true })
      .withResponse();
    for await (const chunk of stream) if (chunk.choices[0]?.delta.content === 'Hello there.') break;
    const upstream = await service.provider.nextRequest();
    expect(await upstream.aborted).toMatchObject({ aborted: true });
    const callId = response.headers.get('x-svc-call-id') ?? '';
    const charges = await eventually(async () => {
      const found = await chargesOf(service.dataSource, callId);
      return found.length > 0 ? found : undefined;
    }, 'the charge of the aborted call');
    expect(charges).toHaveLength(1);
    expect(await callRow(service.dataSource, callId)).toMatchObject({ status: 499 });
  });

  it('aborts a call that waits for its first byte', async () => {
    const controller = new AbortController();
    service.provider.enqueue(streamAnswer(HANG));
    const pending = openai.chat.completions.create(
      { model: 'vendorb/gpt-4o-mini', messages: [QUESTION] },
      { signal: controller.signal },
    );
    const failed = expect(pending).rejects.toBeInstanceOf(APIUserAbortError);
    const upstream = await service.provider.nextRequest();
    controller.abort();
    await failed;
    expect(await upstream.aborted).toMatchObject({ aborted: true });
  });

  it('reads a stream of provider B that it did not ask usage of', async () => {
    service.provider.enqueue(streamAnswer(chatStream(['Hi'], { usage: CHAT_USAGE })));
    const stream = await openai.chat.completions.create({
      model: 'vendorb/gpt-4o-mini',
      messages: [QUESTION],
      stream: true,
    });
    const chunks: OpenAI.ChatCompletionChunk[] = [];
    for await (const chunk of stream) chunks.push(chunk);
    expect((chunks.at(-1)?.usage as PricedUsage).cost).toBe(0.000_004_5);
  });
});
