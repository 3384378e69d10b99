import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  anthropicError,
  anthropicMessage,
  anthropicStream,
} from '../support/recordings/anthropic-answers.js';
import { jsonAnswer, streamAnswer } from '../support/recordings/script.js';
import { balanceOf, callRow, chargesOf, seedTenant, type Tenant } from '../support/seed.js';
import { startTestApplication, type TestApplication } from '../support/start-application.js';
import { ChatClient, sentHeaders } from './chat-client.js';

const SONNET = 'vendora/claude-sonnet-4-5';
const WEATHER = {
  type: 'function',
  function: {
    name: 'get_weather',
    description: 'Weather of a city',
    parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
  },
};
const SCHEMA = {
  type: 'json_schema',
  json_schema: {
    name: 'place',
    schema: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
  },
};
const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

let service: TestApplication;
let tenant: Tenant;
let client: ChatClient;
beforeAll(async () => {
  service = await startTestApplication();
  // What is named is served: these are tests of the translation, not of the router.
  tenant = await seedTenant(service.dataSource, { balanceUsd: '100000', smartRouting: false });
  client = new ChatClient(service.url, tenant.apiKey);
});
afterEach(() => service.provider.reset());
afterAll(() => service.stop());

async function sentText(): Promise<string> {
  return (await service.provider.nextRequest()).body.toString();
}

async function sent(): Promise<Record<string, unknown>> {
  return JSON.parse(await sentText()) as Record<string, unknown>;
}

const user = (content: unknown): object => ({ messages: [{ role: 'user', content }] });

describe('a request to provider A', () => {
  it.each([false, true])(
    'carries no thinking of a model that did not make it (stream: %s)',
    async (streamed) => {
      const thinking = { type: 'thinking', thinking: 'Hm', signature: `c2ln-${streamed}` };
      const redacted = { type: 'redacted_thinking', data: `cmVk-${streamed}` };
      const content = [thinking, redacted, { type: 'text', text: 'Well.' }];
      service.provider.enqueue(
        streamed ? streamAnswer(anthropicStream(content)) : jsonAnswer(anthropicMessage({ content })),
      );
      expect((await client.ask(SONNET, { stream: streamed })).status).toBe(200);
      await service.provider.nextRequest();
      const unknown = { type: 'thinking', thinking: 'Ah', signature: 'bmV3' };
      const messages = [
        { role: 'user', content: 'Hi' },
        { role: 'assistant', content: 'Well.', thinking_blocks: [thinking, redacted, unknown] },
        { role: 'user', content: 'And?' },
      ];
      const turns = [];
      for (const model of ['claude-sonnet-4-5-20250929', 'vendora/claude-haiku-4-5']) {
        await client.send({ model, messages });
        turns.push(((await sent())['messages'] as { content: unknown }[])[1]?.content);
      }
      const text = { type: 'text', text: 'Well.' };
      expect(turns).toEqual([
        [thinking, redacted, unknown, text],
        [unknown, text],
      ]);
    },
  );

  const file = (url: string): object => user([{ type: 'file', file: { file_data: url, filename: 'a.txt' } }]);
  const image = (data: string): object =>
    user([{ type: 'image_url', image_url: { url: `data:image/png;base64,${data}` } }]);

  it.each([
    ['modalities', { modalities: ['text', 'image'] }],
    ['temperature', { temperature: 2.1 }],
    ['temperature', { temperature: -0.1 }],
    ['top_p', { top_p: 1.01 }],
    ['metadata', { metadata: 'x' }],
    ['stop', { stop: 3 }],
    ['function_call', { functions: [WEATHER.function], function_call: { name: 'other' } }],
    [
      'tools[0].function.parameters.type',
      { tools: [{ type: 'function', function: { name: 'f', parameters: { type: 'string' } } }] },
    ],
    ['response_format.json_schema', { response_format: { type: 'json_schema' } }],
    [
      'tool_choice.allowed_tools.mode',
      {
        tools: [WEATHER],
        tool_choice: { type: 'allowed_tools', allowed_tools: { mode: 'some', tools: [WEATHER] } },
      },
    ],
    [
      'messages[1].audio',
      {
        messages: [
          { role: 'user', content: 'Hi' },
          { role: 'assistant', content: null, audio: { id: 'audio_1' } },
          { role: 'user', content: 'And?' },
        ],
      },
    ],
    ['messages[0].content[0].image_url.url', image('iVBORw0KG')],
    ['messages[0].content[0].image_url.url', image('=')],
    ['messages[0].content[0].image_url.url', image(`${'='.repeat(500_000)}x`)],
    ['messages[0].content[0].file.file_data', file('data:text/plain;base64,6UE=')],
    ['messages[0].content[0].file.file_data', file('data:text/plain;charset=klingon;base64,QUE=')],
  ])('is refused for a bad %s, and nothing is sent (case %#)', async (param, members) => {
    const answer = await client.ask(SONNET, members);
    expect(answer.status, answer.text).toBe(400);
    expect(answer.error.param).toBe(param);
    expect(answer.error.message).toContain(`\`${param}\``);
    expect(service.provider.requests).toHaveLength(0);
  });

  it.each([
    ['data:text/plain;base64,w6lB', 'éA'],
    ['data:text/plain;charset=ISO-8859-1;base64,6UE', 'éA'],
    ['data:text/plain;charset="utf-8";base64,77u/QUE=', 'AA'],
    ['data:text/plain,%C3%A9', 'é'],
  ])('reads the text of a file in the character set that it names (case %#)', async (url, data) => {
    await client.ask(SONNET, file(url));
    expect(await sent()).toMatchObject({ messages: [{ content: [{ source: { type: 'text', data } }] }] });
  });

  it('takes tools and functions together, each name once, and a nullable object as the object it is', async () => {
    const functions = [{ ...WEATHER.function, description: 'Old' }, { name: 'only_old' }];
    const nullable = { name: 'g', parameters: { type: ['object', 'null'], properties: {} } };
    await client.ask(SONNET, { tools: [WEATHER, { type: 'function', function: nullable }], functions });
    expect((await sent())['tools']).toMatchObject([
      { name: 'get_weather', description: 'Weather of a city' },
      { name: 'g', input_schema: { type: 'object' } },
      { name: 'only_old' },
    ]);
  });

  it('completes the padding of base64, which provider A wants', async () => {
    await client.ask(SONNET, image(PIXEL.replace('==', '')));
    expect(await sent()).toMatchObject({ messages: [{ content: [{ source: { data: PIXEL } }] }] });
  });

  it('keeps an answer that was spoken, by its transcript', async () => {
    const spoken = { role: 'assistant', content: 'Well.', audio: { id: 'audio_1' } };
    await client.ask(SONNET, {
      messages: [{ role: 'user', content: 'Hi' }, spoken, { role: 'user', content: 'And?' }],
    });
    expect(((await sent())['messages'] as unknown[])[1]).toEqual({ role: 'assistant', content: 'Well.' });
  });

  it("keeps a caller's own output_config beside ours, and its stop_sequences beside stop", async () => {
    const native = { format: { type: 'json_schema', schema: { type: 'object', minProperties: 1 } }, task: 1 };
    await client.ask(SONNET, {
      output_config: native,
      response_format: { type: 'text' },
      stop: 'A',
      stop_sequences: ['B', 'A', ' '],
    });
    expect(await sent()).toMatchObject({ output_config: native, stop_sequences: ['A', 'B'] });
    await client.ask(SONNET, { output_config: { task: 1 }, response_format: SCHEMA });
    expect(await sent()).toMatchObject({
      output_config: { task: 1, format: { type: 'json_schema', schema: { properties: { city: {} } } } },
    });
  });

  it.each([
    ['output_config.format', { output_config: { format: { type: 'json_schema' } }, response_format: SCHEMA }],
    [
      'output_config.format',
      { output_config: { format: { type: 'x' } }, response_format: { type: 'json_object' } },
    ],
    ['output_config.format', { output_config: { format: 'json' } }],
    ['stop_sequences[0]', { stop_sequences: [1] }],
    ['system', { system: 'Be brief.' }],
    ['output_format', { output_format: { type: 'json_schema' } }],
    ['mcp_servers', { mcp_servers: [{}] }],
    ['container', { container: 'c_1' }],
    ['thread', { thread: { type: 'create' } }],
    ['context_management', { context_management: {} }],
    ['inference_geo', { inference_geo: 'us' }],
  ])('is refused for %s rather than sent without it (case %#)', async (param, members) => {
    const answer = await client.ask(SONNET, members);
    expect(answer.status, answer.text).toBe(400);
    expect(answer.error.param).toBe(param);
    expect(answer.error.message).toContain(`\`${param}\``);
    expect(service.provider.requests).toHaveLength(0);
  });

  it('holds no half of a surrogate pair, wherever one stands in the body; whole pairs stay', async () => {
    const half = '\ud83d';
    const whole = '\ud83d\ude00';
    const call = {
      id: `call${half}`,
      type: 'function',
      function: { name: 'f', arguments: `{"n":1.0,"${half}":"${half}${whole}","e":"\\ud83d\\ud83d\\ude00"}` },
    };
    const tool = {
      type: 'function',
      function: {
        name: 'f',
        description: `Tool ${half}`,
        parameters: { type: 'object', properties: { [half]: { type: 'string', enum: [half] } } },
      },
    };
    const body = {
      model: SONNET,
      stop: [`x${half}`],
      user: `u${half}`,
      tools: [tool],
      messages: [
        { role: 'system', content: [{ type: 'text', text: `${whole}${half}` }] },
        { role: 'user', content: `Hi ${half}` },
        { role: 'assistant', content: `${half}.`, tool_calls: [call] },
        { role: 'tool', tool_call_id: `call${half}`, content: `Result ${half}${whole}` },
        { role: 'user', content: [{ type: 'text', text: `\ude00${whole}` }] },
      ],
    };
    const answer = await client.send(body);
    expect(answer.status, answer.text).toBe(200);
    const text = await sentText();
    expect(text).not.toMatch(/\\u/i);
    const request = JSON.parse(text) as { messages: { content: unknown }[] };
    expect(request).toMatchObject({
      system: `${whole}\ufffd`,
      stop_sequences: ['x\ufffd'],
      metadata: { user_id: 'u\ufffd' },
      tools: [
        {
          description: 'Tool \ufffd',
          input_schema: { properties: { '\ufffd': { enum: ['\ufffd'] } } },
        },
      ],
    });
    expect(request.messages[1]?.content).toMatchObject([
      { text: '\ufffd.' },
      { input: { n: 1, '\ufffd': `\ufffd${whole}`, e: `\ufffd${whole}` } },
    ]);
    expect(request.messages[2]?.content).toMatchObject([
      { content: `Result \ufffd${whole}` },
      { text: `\ufffd${whole}` },
    ]);
    expect(text).toContain('"n":1.0');
  });

  it('goes to the Messages API with our key, its version and no header of the caller', async () => {
    await client.ask(
      SONNET,
      {},
      {
        headers: {
          'anthropic-beta': 'some-beta',
          'anthropic-version': '2026-10-21',
          'x-api-key': tenant.apiKey,
          cookie: 'session=1',
        },
      },
    );
    const { headers, method, path } = await service.provider.nextRequest();
    expect({ method, path }).toEqual({ method: 'POST', path: '/a/v1/messages' });
    expect(sentHeaders(headers)).toEqual({
      'x-api-key': 'key-of-provider-a',
      'anthropic-version': '2023-06-01',
      'content-type': 'application/json',
      accept: 'application/json',
      'accept-encoding': 'identity',
    });
  });

  it('is the translation of the whole conversation, the same bytes every time', async () => {
    const body = {
      model: 'claude-sonnet-4-5-20250929',
      max_completion_tokens: 200,
      temperature: 1.5,
      stop: ['END', ' '],
      seed: 7,
      provider: { sort: 'price' },
      session_id: 's-1',
      models: ['a/b'],
      messages: [
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: 'Weather?' },
        { role: 'developer', content: 'In French.' },
      ],
    };
    await client.send(body);
    const first = await sentText();
    expect(JSON.parse(first)).toEqual({
      model: 'claude-sonnet-4-5-20250929',
      max_tokens: 200,
      temperature: 1,
      stop_sequences: ['END'],
      system: [
        { type: 'text', text: 'Be brief.' },
        { type: 'text', text: 'In French.' },
      ],
      messages: [{ role: 'user', content: 'Weather?' }],
    });
    await client.send(body);
    expect(await sentText()).toBe(first);
  });

  it('carries tools, calls and results with integers that no double holds', async () => {
    await client.send(
      JSON.stringify({
        model: SONNET,
        tools: [WEATHER],
        parallel_tool_calls: false,
        messages: [
          { role: 'user', content: 'Weather?' },
          {
            role: 'assistant',
            content: null,
            tool_calls: [
              {
                id: 'toolu_1',
                type: 'function',
                function: { name: 'get_weather', arguments: '{"id":12345678901234567890123,"x":1.0}' },
              },
              { id: 'toolu_2', type: 'function', function: { name: 'get_weather', arguments: '' } },
            ],
          },
          { role: 'tool', tool_call_id: 'toolu_2', content: 'rain' },
          { role: 'tool', tool_call_id: 'toolu_1', content: 'sun' },
          { role: 'user', content: 'And?' },
        ],
      }),
    );
    const text = await sentText();
    expect(text).toContain('"input":{"id":12345678901234567890123,"x":1.0}');
    const { messages, tools, tool_choice } = JSON.parse(text) as Record<string, unknown>;
    expect(tools).toEqual([
      {
        name: 'get_weather',
        description: 'Weather of a city',
        input_schema: WEATHER.function.parameters,
      },
    ]);
    expect(tool_choice).toEqual({ type: 'auto', disable_parallel_tool_use: true });
    expect(messages).toMatchObject([
      { role: 'user' },
      {
        role: 'assistant',
        content: [
          { type: 'tool_use', id: 'toolu_1', name: 'get_weather' },
          { type: 'tool_use', id: 'toolu_2', name: 'get_weather', input: {} },
        ],
      },
      {
        role: 'user',
        content: [
          { type: 'tool_result', tool_use_id: 'toolu_1' },
          { type: 'tool_result', tool_use_id: 'toolu_2' },
          { type: 'text', text: 'And?' },
        ],
      },
    ]);
  });

  it('carries pictures by value and by address, the label corrected', async () => {
    await client.send({
      model: SONNET,
      ...user([
        { type: 'text', text: 'Compare.' },
        { type: 'image_url', image_url: { url: `data:image/jpg;base64,${PIXEL}` } },
        { type: 'image_url', image_url: { url: 'https://example.com/a.png', detail: 'high' } },
      ]),
    });
    expect((await sent())['messages']).toEqual([
      {
        role: 'user',
        content: [
          { type: 'text', text: 'Compare.' },
          { type: 'image', source: { type: 'base64', media_type: 'image/png', data: PIXEL } },
          { type: 'image', source: { type: 'url', url: 'https://example.com/a.png' } },
        ],
      },
    ]);
  });

  it('keeps cache marks on parts, messages, results and tools', async () => {
    const mark = { type: 'ephemeral', ttl: '1h' };
    await client.send({
      model: SONNET,
      tools: [{ ...WEATHER, cache_control: mark }],
      messages: [
        { role: 'system', content: [{ type: 'text', text: 'Long.', cache_control: mark }] },
        { role: 'user', content: 'Weather?', cache_control: { type: 'ephemeral' } },
      ],
    });
    expect(await sent()).toMatchObject({
      system: [{ type: 'text', text: 'Long.', cache_control: mark }],
      tools: [{ name: 'get_weather', cache_control: mark }],
      messages: [
        { role: 'user', content: [{ type: 'text', text: 'Weather?', cache_control: { type: 'ephemeral' } }] },
      ],
    });
  });

  it.each([
    ['required', { type: 'auto' }],
    [{ type: 'function', function: { name: 'get_weather' } }, { type: 'auto' }],
  ])('asks a model that refuses a forced tool with auto, and says so (%j)', async (choice, expected) => {
    const answer = await client.ask('claude-sonnet-5-5', { tools: [WEATHER], tool_choice: choice });
    expect(answer.headers['x-svc-retry']).toBe('tool-choice-auto');
    expect(await sent()).toMatchObject({ tool_choice: expected });
  });

  it('forces the tool on a model that takes it, without a retry header', async () => {
    const answer = await client.ask(SONNET, { tools: [WEATHER], tool_choice: 'required' });
    expect(answer.headers).not.toHaveProperty('x-svc-retry');
    expect(await sent()).toMatchObject({ tool_choice: { type: 'any' } });
  });
});

describe('an answer of provider A', () => {
  it('to a request with legacy functions carries one function_call, streamed or not', async () => {
    const call = { type: 'tool_use', id: 'toolu_1', name: 'get_weather', input: { city: 'Faro' } };
    const legacy = { functions: [WEATHER.function] };
    service.provider.enqueue(jsonAnswer(anthropicMessage({ content: [call] })));
    const { choices } = (await client.ask(SONNET, legacy)).json;
    expect(choices[0]).toMatchObject({
      finish_reason: 'function_call',
      message: { content: null, function_call: { name: 'get_weather', arguments: '{"city":"Faro"}' } },
    });
    expect(choices[0].message).not.toHaveProperty('tool_calls');
    expect(await sent()).toMatchObject({ tool_choice: { type: 'auto', disable_parallel_tool_use: true } });
    service.provider.enqueue(streamAnswer(anthropicStream([call], { stopReason: 'tool_use' })));
    const { text } = await client.ask(SONNET, { ...legacy, stream: true });
    expect(text).toContain('"delta":{"function_call":{"name":"get_weather","arguments":""}}');
    expect(text).toContain('"delta":{"function_call":{"arguments":"{\\"city\\":\\"Faro\\"}"}}');
    expect(text).toContain('"finish_reason":"function_call"');
    expect(text).not.toContain('tool_calls');
  });

  it("is provider B's shape with the ids of this call", async () => {
    service.provider.enqueue(
      jsonAnswer(anthropicMessage({ id: 'msg_7', content: 'Bonjour 🙂' }), {
        headers: { 'request-id': 'req_of_a', 'anthropic-ratelimit-requests-remaining': '3' },
      }),
    );
    const answer = await client.ask('claude-sonnet-4-5');
    expect(answer.json).toEqual({
      id: 'chatcmpl-msg_7',
      object: 'chat.completion',
      created: expect.any(Number) as number,
      model: SONNET,
      choices: [
        {
          index: 0,
          message: { role: 'assistant', content: 'Bonjour 🙂', refusal: null },
          logprobs: null,
          finish_reason: 'stop',
        },
      ],
      service_tier: 'default',
      usage: {
        prompt_tokens: 10,
        completion_tokens: 5,
        total_tokens: 15,
        prompt_tokens_details: { cached_tokens: 0, cache_write_tokens: 0 },
        cost: 0.000105,
      },
    });
    expect(answer.headers).toMatchObject({
      'x-svc-model': SONNET,
      'x-svc-cost': '0.000105',
      'x-upstream-request-id': 'req_of_a',
      'content-type': 'application/json',
    });
    expect(answer.headers).not.toHaveProperty('anthropic-ratelimit-requests-remaining');
    const row = await callRow(service.dataSource, answer.callId);
    expect(row).toMatchObject({ served_model: SONNET, cost_usd: '0.000105000000' });
    expect(row.detail.attempts).toMatchObject([{ provider: 'provider_a', status: 200, billed: true }]);
  });

  it('carries tool calls with integers that no double holds, and an empty input as `{}`', async () => {
    const message = anthropicMessage({
      content: [
        { type: 'tool_use', id: 'toolu_1', name: 'get', input: 'REPLACED' },
        { type: 'tool_use', id: 'toolu_2', name: 'get', input: {} },
      ],
    });
    const bytes = message.toString().replace('"REPLACED"', '{"id":12345678901234567890123,"x":1.0}');
    service.provider.enqueue(jsonAnswer(Buffer.from(bytes)));
    const answer = await client.ask(SONNET, { tools: [WEATHER] });
    expect(answer.json).toMatchObject({
      choices: [
        {
          finish_reason: 'tool_calls',
          message: {
            content: null,
            tool_calls: [
              {
                id: 'toolu_1',
                type: 'function',
                function: { name: 'get', arguments: '{"id":12345678901234567890123,"x":1.0}' },
              },
              { id: 'toolu_2', type: 'function', function: { name: 'get', arguments: '{}' } },
            ],
          },
        },
      ],
    });
  });

  it.each([
    ['refusal', 'content_filter'],
    ['max_tokens', 'length'],
    ['model_context_window_exceeded', 'length'],
    ['stop_sequence', 'stop'],
    ['pause_turn', 'stop'],
    ['something_new', 'stop'],
  ])('that stopped for %s finishes with %s', async (stopReason, finishReason) => {
    service.provider.enqueue(jsonAnswer(anthropicMessage({ stopReason, content: [] })));
    const answer = await client.ask(SONNET);
    expect(answer.json).toMatchObject({
      choices: [{ finish_reason: finishReason, message: { content: null } }],
    });
  });

  it('is billed class by class: input, cache reads, 5-minute and 1-hour writes, output', async () => {
    service.provider.enqueue(
      jsonAnswer(
        anthropicMessage({
          usage: {
            input_tokens: 11,
            cache_read_input_tokens: 1_000,
            cache_creation_input_tokens: 350,
            cache_creation: { ephemeral_5m_input_tokens: 250, ephemeral_1h_input_tokens: 100 },
            output_tokens: 7,
          },
        }),
      ),
    );
    const answer = await client.ask(SONNET);
    // 11 x 3 + 1,000 x 0.3 + 250 x 3.75 + 100 x 6 + 7 x 15 dollars a million
    expect(answer.headers['x-svc-cost']).toBe('0.0019755');
    expect(answer.json).toMatchObject({
      usage: {
        prompt_tokens: 1_361,
        completion_tokens: 7,
        total_tokens: 1_368,
        prompt_tokens_details: { cached_tokens: 1_000, cache_write_tokens: 350 },
        cost: 0.0019755,
      },
    });
    expect(await chargesOf(service.dataSource, answer.callId)).toEqual(['-0.001975500000']);
  });

  it('without any count is billed on an estimate', async () => {
    const bytes = anthropicMessage({ content: 'Hello there.' });
    const { usage: _usage, ...message } = JSON.parse(bytes.toString()) as Record<string, unknown>;
    service.provider.enqueue(jsonAnswer(message));
    const answer = await client.ask(SONNET);
    expect(answer.status).toBe(200);
    expect(Number(answer.headers['x-svc-cost'])).toBeGreaterThan(0);
    expect(answer.json).toHaveProperty('usage.cost', Number(answer.headers['x-svc-cost']));
    const { prompt_tokens } = (answer.json as { usage: { prompt_tokens: number } }).usage;
    expect(prompt_tokens).toBeGreaterThan(0);
  });

  it('with counts that no ledger could hold is billed without them', async () => {
    const absurd = Number.MAX_SAFE_INTEGER;
    service.provider.enqueue(
      jsonAnswer(
        anthropicMessage({
          usage: { cache_read_input_tokens: absurd, server_tool_use: { web_search_requests: absurd } },
        }),
      ),
    );
    const answer = await client.ask(SONNET);
    expect(answer.status, answer.text).toBe(200);
    // 10 x 3 + 5 x 15 dollars a million
    expect(await chargesOf(service.dataSource, answer.callId)).toEqual(['-0.000105000000']);
  });
});

describe('what provider A cannot be asked', () => {
  const audio = { type: 'input_audio', input_audio: { data: 'AAAA', format: 'wav' } };
  it.each<[string, object, string]>([
    ['audio', user([audio]), 'messages[0].content[0]'],
    ['several answers', { n: 2 }, 'n'],
    [
      'an orphan tool result',
      { messages: [{ role: 'tool', tool_call_id: 'x', content: 'r' }] },
      'messages[0].tool_call_id',
    ],
    ['only system messages', { messages: [{ role: 'system', content: 'Be brief.' }] }, 'messages'],
    [
      'a file of provider B',
      user([{ type: 'file', file: { file_id: 'file-1' } }]),
      'messages[0].content[0].file',
    ],
    ['a free-text tool', { tools: [{ type: 'custom', custom: { name: 'x' } }] }, 'tools[0]'],
    ['an unknown role', { messages: [{ role: 'narrator', content: 'Hm' }] }, 'messages[0].role'],
    ['content of a wrong type', user(7), 'messages[0].content'],
    [
      'a picture of an unknown kind',
      user([{ type: 'image_url', image_url: { url: 'data:image/bmp;base64,AA==' } }]),
      'messages[0].content[0].image_url',
    ],
    ['audio output', { modalities: ['text', 'audio'], audio: { voice: 'x' } }, 'modalities'],
    ['tools that are no list', { tools: {} }, 'tools'],
  ])('is refused with the name of the field: %s', async (_case, members, param) => {
    const { balance } = await balanceOf(service.dataSource, tenant.organizationId);
    const answer = await client.ask(SONNET, members);
    expect(answer.status).toBe(400);
    expect(answer.error.type).toBe('invalid_request_error');
    expect(answer.error.param).toContain(param);
    expect(answer.headers['x-svc-error-source']).toBe('gateway');
    expect(service.provider.requests).toHaveLength(0);
    const row = await callRow(service.dataSource, answer.callId);
    expect(row).toMatchObject({ status: 400, served_model: null, billed_usd: '0.000000000000' });
    expect((await balanceOf(service.dataSource, tenant.organizationId)).balance).toBe(balance);
  });
});

describe('an error of provider A', () => {
  it.each([
    [529, 'overloaded_error', {}],
    [429, 'rate_limit_error', { 'retry-after': '17', 'x-should-retry': 'true' }],
    [400, 'invalid_request_error', {}],
    [403, 'permission_error', {}],
    [404, 'not_found_error', {}],
    [413, 'request_too_large', {}],
    [500, 'api_error', { 'retry-after-ms': '50' }],
  ])('of status %i is relayed word for word and costs nothing', async (status, type, headers) => {
    const bytes = anthropicError(type, 'Grüße: "verbatim"');
    const extra = { 'request-id': 'req_e', 'anthropic-organization-id': 'ours', ...headers };
    service.provider.enqueue(jsonAnswer(bytes, { status, headers: extra }));
    const answer = await client.ask(SONNET);
    expect(answer.status).toBe(status);
    expect(answer.bytes.equals(bytes)).toBe(true);
    expect(answer.headers).toMatchObject({
      ...headers,
      'content-type': 'application/json',
      'x-svc-error-source': 'upstream',
      'x-upstream-request-id': 'req_e',
      'x-request-id': expect.stringMatching(/./) as string,
    });
    expect(answer.headers).not.toHaveProperty('anthropic-organization-id');
    expect(answer.headers).not.toHaveProperty('x-svc-cost');
    const row = await callRow(service.dataSource, answer.callId);
    expect(row).toMatchObject({ status, served_model: null, billed_usd: '0.000000000000' });
    expect(row.detail.attempts).toMatchObject([{ status, billed: false }]);
    expect(await chargesOf(service.dataSource, answer.callId)).toEqual([]);
    expect(service.provider.requests).toHaveLength(1);
  });
});
