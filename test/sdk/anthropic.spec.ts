import Anthropic from '@anthropic-ai/sdk';
import { betaTool } from '@anthropic-ai/sdk/helpers/beta/json-schema';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startSimulator, type RunningSimulator } from '../../src/simulator/start-simulator.js';
import {
  anthropicError,
  anthropicEvents,
  anthropicMessage,
} from '../support/recordings/anthropic-answers.js';
import { cutEvery, jsonAnswer, streamAnswer } from '../support/recordings/script.js';
import { balanceOf, callRow, seedTenant, type Tenant } from '../support/seed.js';
import { startTestApplication, type TestApplication } from '../support/start-application.js';

const MESSAGES = [{ role: 'user' as const, content: 'Hi' }];
const WEATHER = {
  name: 'get_weather',
  description: 'Weather of a city',
  input_schema: { type: 'object' as const, properties: { city: { type: 'string' } }, required: ['city'] },
};

const clientOf = (service: TestApplication, { apiKey }: Pick<Tenant, 'apiKey'>): Anthropic =>
  new Anthropic({ baseURL: `${service.url}/api`, apiKey, maxRetries: 0 });

describe("the official client of provider A's API, with recorded answers", () => {
  let service: TestApplication;
  let tenant: Tenant;
  let client: Anthropic;
  beforeAll(async () => {
    service = await startTestApplication();
    tenant = await seedTenant(service.dataSource);
    client = clientOf(service, tenant);
  });
  afterEach(() => service.provider.reset());
  afterAll(() => service.stop());

  it('gets a message and the headers of the call', async () => {
    service.provider.enqueue(jsonAnswer(anthropicMessage(), { headers: { 'request-id': 'req_recorded' } }));
    const { data, response, request_id } = await client.messages
      .create({ model: 'vendora/claude-sonnet-5-5', max_tokens: 64, messages: MESSAGES })
      .withResponse();
    expect(data.content).toEqual([{ type: 'text', text: 'Hello there.' }]);
    expect(request_id).toBe('req_recorded');
    expect(response.headers.get('x-svc-cost')).toBe('0.00007');
    expect((await service.provider.nextRequest()).json()).toEqual({
      model: 'claude-sonnet-5-5',
      max_tokens: 64,
      messages: MESSAGES,
    });
  });

  it('sends betas through its beta surface', async () => {
    await client.beta.messages.create({
      model: 'claude-sonnet-5-5',
      max_tokens: 64,
      messages: MESSAGES,
      betas: ['context-management-2025-06-27', 'oauth-2025-04-20'],
    });
    const { path, headers } = await service.provider.nextRequest();
    expect(path.split('?')[0]).toBe('/a/v1/messages');
    expect(headers['anthropic-beta']).toBe('context-management-2025-06-27');
    expect(Object.keys(headers).some((name) => name.startsWith('x-stainless'))).toBe(false);
  });

  it('assembles a stream with tool use that comes in small pieces', async () => {
    const content = [
      { type: 'thinking', thinking: 'Hm.', signature: 'c2ln' },
      { type: 'text', text: 'Let me look. 🙂' },
      { type: 'tool_use', id: 'toolu_1', name: 'get_weather', input: { city: 'Łódź' } },
    ];
    service.provider.enqueue(streamAnswer(...cutEvery(Buffer.concat(anthropicEvents({ content })), 11)));
    const stream = client.messages.stream({
      model: 'claude-opus-5-5',
      max_tokens: 64,
      messages: MESSAGES,
      tools: [WEATHER],
    });
    const message = await stream.finalMessage();
    expect(message.content).toEqual(content);
    expect(message.stop_reason).toBe('tool_use');
    expect(message.usage).toMatchObject({ input_tokens: 10, output_tokens: 5 });
  });

  it.each([
    [400, Anthropic.BadRequestError],
    [404, Anthropic.NotFoundError],
    [429, Anthropic.RateLimitError],
    [529, Anthropic.InternalServerError],
  ])('raises its own error for a provider that answers %i', async (status, kind) => {
    service.provider.enqueue(
      jsonAnswer(anthropicError('x_error', 'Recorded.'), {
        status,
        headers: { 'request-id': 'req_recorded' },
      }),
    );
    const failed = client.messages.create({ model: 'claude-sonnet-5-5', max_tokens: 64, messages: MESSAGES });
    await expect(failed).rejects.toBeInstanceOf(kind);
    await expect(failed).rejects.toMatchObject({ status, requestID: 'req_recorded' });
  });

  const REFUSED: [string, { apiKey?: string }, Partial<Anthropic.MessageCreateParamsNonStreaming>, object][] =
    [
      ['an unknown key', { apiKey: 'svc_live_unknown' }, {}, Anthropic.AuthenticationError],
      ['auto', {}, { model: 'auto' }, Anthropic.BadRequestError],
      ['a server tool', {}, { tools: [{ type: 'bash_20250124', name: 'bash' }] }, Anthropic.BadRequestError],
    ];
  it.each(REFUSED)('raises its own error for %s', async (_name, options, body, kind) => {
    const failed = client.withOptions(options).messages.create({
      model: 'claude-sonnet-5-5',
      max_tokens: 64,
      messages: MESSAGES,
      ...body,
    });
    await expect(failed).rejects.toBeInstanceOf(kind);
    expect(service.provider.requests).toHaveLength(0);
  });

  it('raises an error in mid-stream', async () => {
    const [start = Buffer.alloc(0)] = anthropicEvents();
    const error = `event: error\ndata: ${anthropicError('overloaded_error', 'Busy.').toString()}\n\n`;
    service.provider.enqueue(streamAnswer(start, error));
    const stream = client.messages.stream({ model: 'claude-sonnet-5-5', max_tokens: 64, messages: MESSAGES });
    await expect(stream.finalMessage()).rejects.toThrow(/Busy/);
  });

  it('that aborts closes the upstream', async () => {
    const [start = Buffer.alloc(0)] = anthropicEvents();
    service.provider.enqueue({
      ...streamAnswer(start),
      steps: streamAnswer(start).steps.slice(0, -1).concat({ kind: 'hang' }),
    });
    const stream = client.messages.stream({ model: 'claude-sonnet-5-5', max_tokens: 64, messages: MESSAGES });
    const over = stream.done().catch(() => undefined);
    await stream.emitted('connect');
    const request = await service.provider.nextRequest();
    stream.abort();
    await over;
    expect((await request.aborted).aborted).toBe(true);
  });

  it('walks the list of models by itself', async () => {
    const ids: string[] = [];
    for await (const model of client.models.list({ limit: 3 })) ids.push(model.id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toEqual(expect.arrayContaining(['claude-sonnet-5-5', 'openai/gpt-oss-120b']));
    expect(await client.models.retrieve('openai/gpt-oss-120b')).toMatchObject({ type: 'model' });
  });
});

describe("the official client of provider A's API, with the simulator behind", () => {
  let simulator: RunningSimulator;
  let service: TestApplication;
  let tenant: Tenant;
  let client: Anthropic;
  beforeAll(async () => {
    simulator = await startSimulator({ port: 0, pace: 0 });
    service = await startTestApplication({
      environment: {
        PROVIDER_A_BASE_URL: `${simulator.url}/provider-a`,
        HOSTED_MESSAGES_BASE_URL: `${simulator.url}/hosted/anthropic`,
      },
    });
    tenant = await seedTenant(service.dataSource);
    client = clientOf(service, tenant);
  });
  afterAll(async () => {
    await service.stop();
    await simulator.close();
  });

  it.each(['claude-sonnet-5-5', 'vendora/claude-opus-5-5', 'openai/gpt-oss-120b'])(
    'talks to %s',
    async (model) => {
      const request = { model, max_tokens: 256, messages: MESSAGES };
      const { data, response } = await client.messages.create(request).withResponse();
      expect(data).toMatchObject({ type: 'message', role: 'assistant' });
      const row = await callRow(service.dataSource, String(response.headers.get('x-svc-call-id')));
      expect(Number(row.billed_usd)).toBeGreaterThan(0);
      const streamed = await client.messages.stream(request).finalMessage();
      expect(streamed.content).toEqual(data.content);
      expect(streamed.usage.output_tokens).toBe(data.usage.output_tokens);
    },
  );

  it('runs a tool to its end', async () => {
    const tools = [WEATHER];
    const base = { model: 'claude-sonnet-5-5', max_tokens: 512, tools };
    const question = { role: 'user' as const, content: 'What is the weather in Paris? Use get_weather.' };
    const asked = await client.messages.create({
      ...base,
      messages: [question],
      tool_choice: { type: 'auto' },
    });
    const call = asked.content.find((block) => block.type === 'tool_use');
    expect(call).toBeDefined();
    const result = { type: 'tool_result' as const, tool_use_id: call?.id ?? '', content: 'Sunny, 21 °C' };
    const answered = await client.messages.create({
      ...base,
      messages: [
        question,
        { role: 'assistant', content: asked.content },
        { role: 'user', content: [result] },
      ],
    });
    expect(answered.type).toBe('message');
  });

  it.each([[false], [true]])('runs tools with its tool runner as it comes (stream: %j)', async (stream) => {
    const cities: string[] = [];
    const weather = betaTool({
      name: WEATHER.name,
      description: WEATHER.description,
      inputSchema: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] } as const,
      run: ({ city }) => {
        cities.push(city);
        return 'Sunny, 21 °C';
      },
    });
    const runner = client.beta.messages.toolRunner({
      model: 'claude-sonnet-5-5',
      max_tokens: 512,
      messages: [{ role: 'user', content: 'What is the weather in Paris? Use get_weather.' }],
      tools: [weather],
      stream,
    });
    const last = await runner;
    expect(cities).toEqual(['Paris']);
    expect(last.stop_reason).toBe('end_turn');
  });

  it('pays a cent for a web search on top of its tokens', async () => {
    const { data, response } = await client.messages
      .create({
        model: 'claude-sonnet-5-5',
        max_tokens: 512,
        messages: [{ role: 'user', content: 'Search the web for harbours.' }],
        tools: [{ type: 'web_search_20250305', name: 'web_search' }],
      })
      .withResponse();
    expect(data.usage.server_tool_use?.web_search_requests).toBe(1);
    expect(Number(response.headers.get('x-svc-cost'))).toBeGreaterThan(0.01);
  });

  it('sees its prompt cache work through the gateway', async () => {
    const system = [
      {
        type: 'text' as const,
        text: 'A long rule. '.repeat(2_000),
        cache_control: { type: 'ephemeral' as const },
      },
    ];
    const request = { model: 'claude-sonnet-5-5', max_tokens: 64, system, messages: MESSAGES };
    const first = await client.messages.create(request);
    const second = await client.messages.create(request);
    expect(first.usage.cache_creation_input_tokens).toBeGreaterThan(1_000);
    expect(second.usage.cache_read_input_tokens).toBe(first.usage.cache_creation_input_tokens);
  });

  it('counts tokens, free', async () => {
    const before = await balanceOf(service.dataSource, tenant.organizationId);
    const { input_tokens } = await client.messages.countTokens({
      model: 'vendora/claude-sonnet-5-5',
      messages: MESSAGES,
    });
    expect(input_tokens).toBeGreaterThan(0);
    expect(await balanceOf(service.dataSource, tenant.organizationId)).toEqual(before);
  });
});
