import { describe, expect, it } from 'vitest';
import { atOnce } from '../../../lib/steps.js';
import { InvalidRequestError } from '../../../lib/gateway-error.js';
import type { AnthropicModelRules } from '../../anthropic/model-rules.js';
import { parseExactJson } from '../../exact-json/parse-exact-json.js';
import { translateChatRequest } from './openai-to-anthropic-request.js';
import type { TranslateChatRequestInputs } from './openai-to-anthropic-request.js';

/** Haiku, Sonnet and Opus 4.5. */
const OLDER: AnthropicModelRules = {
  acceptsSampling: true,
  acceptsForcedToolChoice: true,
  acceptsBudgetThinking: true,
  acceptsPrefill: true,
  structuredOutputs: true,
  thinkingDefault: 'off',
  thinkingOff: 'disabled',
};
/** Sonnet 5, Opus 5, Haiku 5.5. */
const THINKS_BY_DEFAULT: AnthropicModelRules = {
  ...OLDER,
  acceptsSampling: false,
  acceptsBudgetThinking: false,
  acceptsPrefill: false,
  thinkingDefault: 'on',
};
const SONNET_5_5: AnthropicModelRules = {
  ...THINKS_BY_DEFAULT,
  acceptsForcedToolChoice: false,
  thinkingOff: 'between_tools',
};
const ALWAYS_THINKS: AnthropicModelRules = {
  ...SONNET_5_5,
  thinkingDefault: 'always',
  thinkingOff: undefined,
};

const HELLO = [{ role: 'user', content: 'Hello' }];
const WEATHER = {
  type: 'function',
  function: { name: 'weather', parameters: { type: 'object', properties: {} } },
};
const TIME = { type: 'function', function: { name: 'time', parameters: { type: 'object', properties: {} } } };

function run(body: object, options: Partial<TranslateChatRequestInputs> = {}) {
  const inputs = {
    model: 'claude-x',
    rules: OLDER,
    maxOutput: 64_000,
    thinking: 'caller' as const,
    ...options,
  };
  const result = atOnce(translateChatRequest({ body: { messages: HELLO, ...body }, ...inputs }));
  return { ...result, request: JSON.parse(result.bytes.toString()) };
}

describe('translateChatRequest: fields', () => {
  it('sends the shortest request for the shortest body', () => {
    expect(run({ model: 'vendora/claude-x' }).bytes.toString()).toBe(
      '{"model":"claude-x","max_tokens":4096,"messages":[{"role":"user","content":"Hello"}]}',
    );
  });

  it.each<[string, object, object]>([
    ['max_tokens', { max_tokens: 100 }, { max_tokens: 100 }],
    [
      'max_completion_tokens before max_tokens',
      { max_tokens: 100, max_completion_tokens: 50 },
      { max_tokens: 50 },
    ],
    ['a limit over the maximum', { max_tokens: 1_000_000 }, { max_tokens: 64_000 }],
    ['null limits', { max_tokens: null, max_completion_tokens: null }, { max_tokens: 4_096 }],
    ['stop text', { stop: 'END' }, { stop_sequences: ['END'] }],
    [
      'stop list without blanks',
      { stop: ['a', ' ', '', '\n', 'b', 'c', 'd', 'e'] },
      { stop_sequences: ['a', 'b', 'c', 'd', 'e'] },
    ],
    ['only blank stops', { stop: ['\n\n'] }, { stop_sequences: undefined }],
    ['temperature', { temperature: 0.3 }, { temperature: 0.3 }],
    ['temperature over 1', { temperature: 1.7 }, { temperature: 1 }],
    [
      'temperature without top_p beside it',
      { temperature: 0, top_p: 0.5 },
      { temperature: 0, top_p: undefined },
    ],
    ['top_p alone', { top_p: 0.5, temperature: null }, { top_p: 0.5, temperature: undefined }],
    ['top_k', { top_k: 5 }, { top_k: 5 }],
    ['user', { user: 'u-1' }, { metadata: { user_id: 'u-1' } }],
    ['safety_identifier', { safety_identifier: 's-1' }, { metadata: { user_id: 's-1' } }],
    ['an e-mail address as user', { user: 'ann@example.com' }, { metadata: undefined }],
    ['a phone number as user', { user: '+1 (555) 123-4567' }, { metadata: undefined }],
    ['other metadata', { metadata: { a: 'b' } }, { metadata: undefined }],
    ['service tier auto', { service_tier: 'auto' }, { service_tier: 'auto' }],
    ['service tier default', { service_tier: 'default' }, { service_tier: 'standard_only' }],
    ['service tier flex', { service_tier: 'flex' }, { service_tier: undefined }],
    [
      'stream',
      { stream: true, stream_options: { include_usage: true } },
      { stream: true, stream_options: undefined },
    ],
    [
      'top-level cache_control',
      { cache_control: { type: 'ephemeral', ttl: '1h' } },
      { cache_control: { type: 'ephemeral', ttl: '1h' } },
    ],
    [
      'n of 1 and null extras',
      { n: 1, logprobs: null, audio: null, modalities: ['text'] },
      { n: undefined, modalities: undefined },
    ],
  ])('translates %s', (_name, body, expected) => {
    expect(run(body).request).toMatchObject(
      Object.fromEntries(Object.entries(expected).filter(([, value]) => value !== undefined)),
    );
    for (const [key, value] of Object.entries(expected))
      if (value === undefined) expect(run(body).request).not.toHaveProperty(key);
  });

  it('drops what provider A does not have, and says so', () => {
    const ignored = {
      seed: 1,
      presence_penalty: 0.1,
      frequency_penalty: 0.1,
      prediction: {},
      store: true,
      verbosity: 'low',
      prompt_cache_key: 'k',
      prompt_cache_options: {},
      prompt_cache_retention: '24h',
      moderation: {},
      web_search_options: {},
      plugins: [],
      models: [],
      route: 'x',
      transforms: [],
      provider: {},
      logprobs: true,
      top_logprobs: 2,
      logit_bias: {},
      something_new: 1,
    };
    const { request, dropped } = run(ignored);
    expect(Object.keys(request)).toEqual(['model', 'max_tokens', 'messages']);
    expect(dropped).toEqual(Object.keys(ignored));
  });

  it.each([OLDER, THINKS_BY_DEFAULT, SONNET_5_5, ALWAYS_THINKS])(
    'sends sampling only to models that take it',
    (rules) => {
      const { request, dropped } = run({ temperature: 0.5, top_k: 3 }, { rules });
      expect(request.temperature).toBe(rules.acceptsSampling ? 0.5 : undefined);
      expect(dropped).toEqual(rules.acceptsSampling ? [] : ['temperature', 'top_k']);
    },
  );

  it.each<[object, string]>([
    [{ messages: undefined }, 'messages'],
    [{ messages: [] }, 'messages'],
    [{ messages: 'hi' }, 'messages'],
    [{ messages: [{ role: 'system', content: 'only' }] }, 'messages'],
    [{ messages: [{ role: 'user', content: '' }] }, 'messages'],
    [{ messages: [null] }, 'messages[0]'],
    [{ messages: [{ role: 'robot', content: 'x' }] }, 'messages[0].role'],
    [{ messages: [{ role: 'user', content: 5 }] }, 'messages[0].content'],
    [{ messages: [{ role: 'user', content: [5] }] }, 'messages[0].content[0]'],
    [{ messages: [{ role: 'user', content: [{ type: 'text' }] }] }, 'messages[0].content[0].text'],
    [
      { messages: [{ role: 'user', content: [{ type: 'input_audio', input_audio: {} }] }] },
      'messages[0].content[0]',
    ],
    [{ messages: [{ role: 'user', content: [{ type: 'video_url' }] }] }, 'messages[0].content[0]'],
    [
      {
        messages: [
          { role: 'system', content: [{ type: 'image_url', image_url: 'https://x.test/a.png' }] },
          ...HELLO,
        ],
      },
      'messages[0].content',
    ],
    [{ max_tokens: 0 }, 'max_tokens'],
    [{ max_tokens: 1.5 }, 'max_tokens'],
    [{ max_completion_tokens: '9' }, 'max_completion_tokens'],
    [{ stop: 5 }, 'stop'],
    [{ stop: ['a', 5] }, 'stop[1]'],
    [{ temperature: 'hot' }, 'temperature'],
    [{ stream: 'yes' }, 'stream'],
    [{ n: 2 }, 'n'],
    [{ modalities: ['text', 'audio'] }, 'modalities'],
    [{ audio: { voice: 'x' } }, 'audio'],
    [{ cache_control: { type: 'forever' } }, 'cache_control.type'],
    [{ cache_control: { type: 'ephemeral', ttl: '2h' } }, 'cache_control.ttl'],
    [{ response_format: { type: 'grammar' } }, 'response_format.type'],
    [{ tools: [{ type: 'custom', custom: { name: 'x' } }] }, 'tools[0].type'],
    [{ tools: [WEATHER, { type: 'function', function: { name: 'bad name' } }] }, 'tools[1].function.name'],
    [
      { tools: [{ type: 'function', function: { name: 'a', parameters: [] } }] },
      'tools[0].function.parameters',
    ],
    [{ tools: [WEATHER], tool_choice: 'sometimes' }, 'tool_choice'],
    [{ tools: [WEATHER], tool_choice: { type: 'function', function: { name: 'other' } } }, 'tool_choice'],
    [{ reasoning_effort: 5 }, 'reasoning_effort'],
    [{ thinking: { type: 'enabled', budget_tokens: 100 } }, 'thinking.budget_tokens'],
    [{ thinking: { type: 'enabled', budget_tokens: 2_000 }, max_tokens: 2_000 }, 'thinking.budget_tokens'],
  ])('refuses %j and names %s', (body, param) => {
    const attempt = (): unknown => run(body);
    expect(attempt).toThrow(InvalidRequestError);
    expect(attempt).toThrow(expect.objectContaining({ param, status: 400 }));
  });

  it.each([undefined, null, 5, 'x', []])('refuses a body that is %j', (body) => {
    const attempt = (): unknown =>
      atOnce(translateChatRequest({ body, model: 'm', rules: OLDER, maxOutput: 1, thinking: 'caller' }));
    expect(attempt).toThrow(InvalidRequestError);
  });
});

describe('translateChatRequest: system messages', () => {
  it.each<[string, object[], unknown]>([
    ['one text', [{ role: 'system', content: 'Be brief.' }], 'Be brief.'],
    ['developer', [{ role: 'developer', content: 'Be brief.' }], 'Be brief.'],
    ['none', [], undefined],
    [
      'empty ones',
      [
        { role: 'system', content: '' },
        { role: 'system', content: [{ type: 'text', text: '' }] },
      ],
      undefined,
    ],
    [
      'several, in order',
      [
        { role: 'system', content: 'One' },
        { role: 'developer', content: [{ type: 'text', text: 'Two' }] },
      ],
      [
        { type: 'text', text: 'One' },
        { type: 'text', text: 'Two' },
      ],
    ],
    [
      'a cached part',
      [{ role: 'system', content: [{ type: 'text', text: 'Long', cache_control: { type: 'ephemeral' } }] }],
      [{ type: 'text', text: 'Long', cache_control: { type: 'ephemeral' } }],
    ],
    [
      'a cached message',
      [{ role: 'system', content: 'Long', cache_control: { type: 'ephemeral', ttl: '5m' } }],
      [{ type: 'text', text: 'Long', cache_control: { type: 'ephemeral', ttl: '5m' } }],
    ],
  ])('hoists %s', (_name, messages, expected) => {
    expect(run({ messages: [...messages, ...HELLO] }).request.system).toEqual(expected);
  });

  it('hoists a system message from the middle of the conversation', () => {
    const { request } = run({
      messages: [...HELLO, { role: 'system', content: 'Late' }, { role: 'user', content: 'again' }],
    });
    expect(request.system).toBe('Late');
    expect(request.messages).toEqual([
      {
        role: 'user',
        content: [
          { type: 'text', text: 'Hello' },
          { type: 'text', text: 'again' },
        ],
      },
    ]);
  });
});

describe('translateChatRequest: response_format', () => {
  const schema = {
    type: 'object',
    properties: { a: { type: 'string' } },
    required: ['a'],
    additionalProperties: false,
  };
  const format = (inner: object): object => ({
    response_format: { type: 'json_schema', json_schema: { name: 'n', strict: true, ...inner } },
  });

  it('sends a schema without its name', () => {
    const { request, jsonInstruction } = run(format({ schema }));
    expect(request.output_config).toEqual({ format: { type: 'json_schema', schema } });
    expect(request).not.toHaveProperty('system');
    expect(jsonInstruction).toBe(false);
  });

  it.each([
    ['a model without structured outputs', format({ schema }), { ...OLDER, structuredOutputs: false }],
    ['an open map', format({ schema: { type: 'object', additionalProperties: { type: 'string' } } }), OLDER],
  ])('asks in words for %s', (_name, body, rules) => {
    const { request, jsonInstruction } = run(body, { rules });
    expect(request).not.toHaveProperty('output_config');
    expect(request.system).toContain('"type":"object"');
    expect(jsonInstruction).toBe(true);
  });

  it('asks for a JSON object in one more system block, without prefill or forced tool', () => {
    const { request, jsonInstruction } = run({
      messages: [{ role: 'system', content: 'Be brief.' }, ...HELLO],
      response_format: { type: 'json_object' },
    });
    expect(request.system).toEqual([
      { type: 'text', text: 'Be brief.' },
      { type: 'text', text: expect.stringContaining('single JSON object') },
    ]);
    expect(request).not.toHaveProperty('tool_choice');
    expect(request.messages).toHaveLength(1);
    expect(jsonInstruction).toBe(true);
  });

  it.each([null, undefined, { type: 'text' }])('adds nothing for %j', (responseFormat) => {
    const { request, jsonInstruction } = run({ response_format: responseFormat });
    expect(Object.keys(request)).toEqual(['model', 'max_tokens', 'messages']);
    expect(jsonInstruction).toBe(false);
  });
});

describe('translateChatRequest: thinking', () => {
  const cases: [string, AnthropicModelRules, object, 'caller' | 'off', object | undefined, boolean][] = [
    ['nothing said', THINKS_BY_DEFAULT, {}, 'caller', undefined, false],
    ['our own off', THINKS_BY_DEFAULT, {}, 'off', { type: 'disabled' }, true],
    ['our own off on a model that is off anyway', OLDER, {}, 'off', undefined, false],
    ['our own off, between tools', SONNET_5_5, {}, 'off', { type: 'between_tools' }, true],
    ['our own off on a model that always thinks', ALWAYS_THINKS, {}, 'off', undefined, false],
    ['off by effort', THINKS_BY_DEFAULT, { reasoning_effort: 'none' }, 'caller', { type: 'disabled' }, false],
    [
      'off by minimal effort',
      SONNET_5_5,
      { reasoning: { effort: 'minimal' } },
      'caller',
      { type: 'between_tools' },
      false,
    ],
    ['off by switch', OLDER, { enable_thinking: false }, 'caller', { type: 'disabled' }, false],
    [
      'off by template',
      THINKS_BY_DEFAULT,
      { chat_template_kwargs: { enable_thinking: false } },
      'off',
      { type: 'disabled' },
      false,
    ],
    [
      'off in A shape where only between_tools is taken',
      SONNET_5_5,
      { thinking: { type: 'disabled' } },
      'caller',
      { type: 'between_tools' },
      false,
    ],
    [
      'off on a model that always thinks',
      ALWAYS_THINKS,
      { thinking: { type: 'disabled' } },
      'caller',
      undefined,
      false,
    ],
    [
      'a grade is dropped and stops our own off',
      THINKS_BY_DEFAULT,
      { reasoning_effort: 'high' },
      'off',
      undefined,
      false,
    ],
    [
      'a switch to on stops our own off',
      THINKS_BY_DEFAULT,
      { reasoning: { enabled: true } },
      'off',
      undefined,
      false,
    ],
    [
      'a budget in the shared words is dropped',
      OLDER,
      { reasoning: { max_tokens: 2_000 } },
      'off',
      undefined,
      false,
    ],
    [
      'adaptive with display',
      THINKS_BY_DEFAULT,
      { thinking: { type: 'adaptive', display: 'summarized' } },
      'off',
      { type: 'adaptive', display: 'summarized' },
      false,
    ],
    [
      'a manual budget',
      OLDER,
      { thinking: { type: 'enabled', budget_tokens: 2_000 } },
      'caller',
      { type: 'enabled', budget_tokens: 2_000 },
      false,
    ],
    [
      'a manual budget where it is refused',
      THINKS_BY_DEFAULT,
      { thinking: { type: 'enabled', budget_tokens: 2_000, display: 'omitted' } },
      'caller',
      { type: 'adaptive', display: 'omitted' },
      false,
    ],
  ];

  it.each(cases)('%s', (_name, rules, body, thinking, expected, own) => {
    const { request, ownThinkingOff } = run(body, { rules, thinking });
    expect(request.thinking).toEqual(expected);
    expect(request).not.toHaveProperty('output_config');
    expect(ownThinkingOff).toBe(own);
  });

  it('sends the lowest effort for off where the model always thinks and has grades', () => {
    const rules = { ...ALWAYS_THINKS, lowestEffort: 'low' };
    expect(run({ reasoning_effort: 'none' }, { rules }).request.output_config).toEqual({ effort: 'low' });
    expect(run({}, { rules, thinking: 'off' })).toMatchObject({
      request: { output_config: { effort: 'low' } },
      ownThinkingOff: true,
    });
  });

  it('adds 4,096 to a budget when the caller gave no limit', () => {
    const body = { thinking: { type: 'enabled', budget_tokens: 10_000 } };
    expect(run(body).request.max_tokens).toBe(14_096);
    expect(run(body, { maxOutput: 12_000 }).request.max_tokens).toBe(12_000);
    expect(run({ ...body, max_tokens: 11_000 }).request.max_tokens).toBe(11_000);
  });

  it('drops sampling while a model that takes it thinks', () => {
    const { request, dropped } = run({ temperature: 0.5, thinking: { type: 'adaptive' } });
    expect(request).not.toHaveProperty('temperature');
    expect(dropped).toEqual(['temperature']);
  });

  it.each([
    ['xhigh', 'high'],
    ['max', 'high'],
    ['low', 'low'],
  ])('lowers effort %s to %s while thinking is off', (effort, expected) => {
    const body = { output_config: { effort }, thinking: { type: 'disabled' } };
    expect(run(body, { rules: THINKS_BY_DEFAULT }).request).toMatchObject({
      thinking: { type: 'disabled' },
      output_config: { effort: expected },
    });
  });

  it('keeps effort in provider A shape beside a schema', () => {
    const schema = {
      type: 'object',
      properties: { a: { type: 'string' } },
      required: ['a'],
      additionalProperties: false,
    };
    const body = {
      output_config: { effort: 'max' },
      response_format: { type: 'json_schema', json_schema: { schema } },
    };
    expect(run(body, { rules: THINKS_BY_DEFAULT, thinking: 'off' }).request).toMatchObject({
      output_config: { effort: 'max', format: { type: 'json_schema', schema } },
    });
  });

  const call = {
    role: 'assistant',
    content: null,
    tool_calls: [{ id: 'c1', type: 'function', function: { name: 'weather', arguments: '{}' } }],
  };
  const signed = [{ type: 'thinking', thinking: 'Hm', signature: 'sig' }];
  const result = { role: 'tool', tool_call_id: 'c1', content: 'sunny' };
  const manual = { tools: [WEATHER], thinking: { type: 'enabled', budget_tokens: 2_000 } };

  it.each<[string, object[], string]>([
    [
      'keeps manual thinking when the call is replayed with its thinking',
      [...HELLO, { ...call, thinking_blocks: signed }, result],
      'enabled',
    ],
    ['turns manual thinking off when the call lost its thinking', [...HELLO, call, result], 'disabled'],
    [
      'keeps it for calls of an earlier question',
      [...HELLO, call, result, { role: 'assistant', content: 'Sunny' }, ...HELLO],
      'enabled',
    ],
    [
      'keeps it when the loop began with thinking',
      [
        ...HELLO,
        { ...call, thinking_blocks: signed },
        result,
        { ...call, tool_calls: [{ ...call.tool_calls[0], id: 'c2' }] },
        { ...result, tool_call_id: 'c2' },
      ],
      'enabled',
    ],
  ])('%s', (_name, messages, type) => {
    expect(run({ ...manual, messages }).request.thinking.type).toBe(type);
  });

  it('strips thinking blocks on demand', () => {
    const body = { messages: [...HELLO, { ...call, thinking_blocks: signed }, result] };
    expect(run(body).request.messages[1].content).toHaveLength(2);
    expect(run(body, { thinkingBlocks: 'strip' }).request.messages[1].content).toHaveLength(1);
  });

  it('changes a forced tool to auto while manual thinking is on', () => {
    const { request, toolChoiceChanged } = run({ ...manual, tool_choice: 'required' });
    expect(request).toMatchObject({ tool_choice: { type: 'auto' }, thinking: { type: 'enabled' } });
    expect(toolChoiceChanged).toBe(true);
    expect(
      run({ tools: [WEATHER], tool_choice: 'required', thinking: { type: 'adaptive' } }).toolChoiceChanged,
    ).toBe(false);
  });
});

describe('translateChatRequest: tools', () => {
  const named = { type: 'function', function: { name: 'time' } };
  const allowed = (mode: string): object => ({
    type: 'allowed_tools',
    allowed_tools: { mode, tools: [named] },
  });

  it.each<[string, object, object | undefined, string[] | undefined]>([
    ['nothing said', {}, undefined, ['weather', 'time']],
    ['auto', { tool_choice: 'auto' }, { type: 'auto' }, ['weather', 'time']],
    ['none', { tool_choice: 'none' }, { type: 'none' }, ['weather', 'time']],
    [
      'none and serial',
      { tool_choice: 'none', parallel_tool_calls: false },
      { type: 'none' },
      ['weather', 'time'],
    ],
    ['required', { tool_choice: 'required' }, { type: 'any' }, ['weather', 'time']],
    ['a named tool', { tool_choice: named }, { type: 'tool', name: 'time' }, ['weather', 'time']],
    ['allowed tools', { tool_choice: allowed('auto') }, { type: 'auto' }, ['time']],
    ['allowed tools, required', { tool_choice: allowed('required') }, { type: 'any' }, ['time']],
    [
      'serial calls alone',
      { parallel_tool_calls: false },
      { type: 'auto', disable_parallel_tool_use: true },
      ['weather', 'time'],
    ],
    [
      'serial calls, named',
      { tool_choice: named, parallel_tool_calls: false },
      { type: 'tool', name: 'time', disable_parallel_tool_use: true },
      ['weather', 'time'],
    ],
    ['parallel calls', { parallel_tool_calls: true }, undefined, ['weather', 'time']],
    ['no tools', { tools: [], tool_choice: 'required', parallel_tool_calls: false }, undefined, undefined],
    ['null tools', { tools: null }, undefined, undefined],
  ])('translates %s', (_name, body, toolChoice, names) => {
    const { request, toolChoiceChanged } = run({ tools: [WEATHER, TIME], ...body });
    expect(request.tool_choice).toEqual(toolChoice);
    expect(request.tools?.map((tool: { name: string }) => tool.name)).toEqual(names);
    expect(toolChoiceChanged).toBe(false);
  });

  it.each<[string, object, boolean, string[]]>([
    ['required', { tool_choice: 'required' }, true, ['weather', 'time']],
    ['a named tool, which is then the only one', { tool_choice: named }, true, ['time']],
    ['allowed tools, required', { tool_choice: allowed('required') }, true, ['time']],
    ['auto', { tool_choice: 'auto' }, false, ['weather', 'time']],
  ])('sends auto to a model that refuses forcing: %s', (_name, body, changed, names) => {
    const { request, toolChoiceChanged } = run({ tools: [WEATHER, TIME], ...body }, { rules: SONNET_5_5 });
    expect(request.tool_choice).toEqual({ type: 'auto' });
    expect(request.tools.map((tool: { name: string }) => tool.name)).toEqual(names);
    expect(toolChoiceChanged).toBe(changed);
  });

  it('translates legacy functions and function_call', () => {
    const functions = [{ name: 'weather', description: 'd', parameters: { type: 'object', properties: {} } }];
    expect(run({ functions, function_call: { name: 'weather' } }).request).toMatchObject({
      tools: [{ name: 'weather', description: 'd', input_schema: { type: 'object', properties: {} } }],
      tool_choice: { type: 'tool', name: 'weather' },
    });
    expect(run({ functions, function_call: 'none' }).request.tool_choice).toEqual({ type: 'none' });
  });

  it.each([
    ['missing parameters', { name: 'a' }, { type: 'object', properties: {} }],
    ['null parameters', { name: 'a', parameters: null }, { type: 'object', properties: {} }],
    [
      'a missing root type',
      { name: 'a', parameters: { properties: { x: {} } } },
      { type: 'object', properties: { x: {} } },
    ],
  ])('completes %s', (_name, definition, schema) => {
    expect(
      run({ tools: [{ type: 'function', function: definition }] }).request.tools[0].input_schema,
    ).toEqual(schema);
  });

  it('keeps cache_control on a tool, on either level', () => {
    const cacheControl = { type: 'ephemeral' };
    const tools = [
      { ...WEATHER, cache_control: cacheControl },
      { type: 'function', function: { ...TIME.function, cache_control: cacheControl } },
    ];
    expect(run({ tools }).request.tools).toMatchObject([
      { cache_control: cacheControl },
      { cache_control: cacheControl },
    ]);
  });

  it('passes strict on with a schema that conforms, and drops strictness where the schema cannot keep it', () => {
    const parameters = {
      type: 'object',
      properties: { a: { type: 'string' } },
      required: ['a'],
      additionalProperties: false,
    };
    const tool = (schema: object): object => ({
      type: 'function',
      function: { name: 'a', strict: true, parameters: schema },
    });
    expect(run({ tools: [tool(parameters)] }).request.tools[0]).toEqual({
      name: 'a',
      input_schema: parameters,
      strict: true,
    });
    const open = { type: 'object', properties: {}, additionalProperties: true };
    expect(run({ tools: [tool(open)] }).request.tools[0]).toEqual({ name: 'a', input_schema: open });
  });

  describe('holds the limits of strict schemas over the whole request', () => {
    const closed = (properties: object, required: string[]) => ({
      type: 'object',
      properties,
      required,
      additionalProperties: false,
    });
    const many = (count: number, schema: object) =>
      Object.fromEntries(Array.from({ length: count }, (_, index) => [`p${index}`, schema]));
    const optional = (count: number) => closed(many(count, { type: 'string' }), []);
    const unions = (count: number, schema: object = { type: ['string', 'null'] }) =>
      closed(many(count, schema), Object.keys(many(count, schema)));
    const plain = closed({ a: { type: 'string' } }, ['a']);
    const anyOf = { anyOf: [{ type: 'string' }, { type: 'integer' }] };
    const format = (schema: object) => ({
      response_format: { type: 'json_schema', json_schema: { name: 'n', schema } },
    });

    it.each<[string, object[], object, string]>([
      ['20 tools', Array(25).fill(plain), {}, 'S'.repeat(20) + '.'.repeat(5)],
      ['24 optional parameters', [optional(12), optional(12), optional(1), plain], {}, 'SS.S'],
      ['24 optional parameters in one tool', [optional(25), optional(24)], {}, '.S'],
      ['16 unions', [unions(10), unions(6), unions(1), plain], {}, 'SS.S'],
      ['16 unions of any spelling', [unions(16, anyOf), unions(1), plain], {}, 'S.S'],
      ['optional parameters of the answer too', [optional(5), optional(4)], format(optional(20)), '.S'],
      ['unions of the answer too', [unions(5), unions(4)], format(unions(12)), '.S'],
      [
        "those of a format in provider A's words",
        [optional(5), optional(4)],
        { output_config: { format: { type: 'json_schema', schema: optional(20) } } },
        '.S',
      ],
      ['the tools that are sent', Array(25).fill(plain), allowed(21, 24), 'SSSS'],
    ])('%s', (_name, schemas, more, strict) => {
      const tools = schemas.map((parameters, index) => ({
        type: 'function',
        function: { name: `t${index}`, strict: true, parameters },
      }));
      const { request } = run({ tools, ...more });
      const sent = request.tools as { strict?: boolean; input_schema: object }[];
      expect(sent.map((tool) => (tool.strict === true ? 'S' : '.')).join('')).toBe(strict);
    });

    function allowed(from: number, to: number) {
      const names = Array.from({ length: to - from + 1 }, (_, index) => `t${from + index}`);
      const tools = names.map((name) => ({ type: 'function', function: { name } }));
      return { tool_choice: { type: 'allowed_tools', allowed_tools: { mode: 'auto', tools } } };
    }

    it.each([
      ['25 optional properties', optional(25)],
      ['17 unions', unions(17)],
    ])('asks in words for an answer of %s', (_name, schema) => {
      const { request } = run(format(schema));
      expect(request.output_config?.format).toBeUndefined();
      expect(JSON.stringify(request.system)).toContain('JSON schema');
    });
  });
});

describe('translateChatRequest: bytes', () => {
  const text = `{"messages":[{"role":"user","content":"a"},{"role":"assistant","content":null,"tool_calls":[{"id":"f.x:0","type":"function",
    "function":{"name":"weather","arguments":"{\\"n\\": 12345678901234567890, \\"f\\": 1.0}"}}]},{"role":"tool","tool_call_id":"f.x:0","content":"ok"}],
    "temperature":1.0,"tools":[{"type":"function","function":{"name":"weather","parameters":{"type":"object","properties":{"n":{"type":"integer","maximum":12345678901234567890,"multipleOf":1.0}}}}}]}`;
  const translate = (): string =>
    atOnce(
      translateChatRequest({
        body: parseExactJson(text),
        model: 'm',
        rules: OLDER,
        maxOutput: 4_096,
        thinking: 'caller',
      }),
    ).bytes.toString();

  it('keeps number literals in arguments and schemas', () => {
    expect(translate()).toContain('"input":{"n": 12345678901234567890, "f": 1.0}');
    expect(translate()).toContain('"maximum":12345678901234567890,"multipleOf":1.0');
    expect(translate()).toContain('"temperature":1,');
  });

  it('is the same each time', () => {
    expect(translate()).toBe(translate());
  });

  it('keeps the bytes of earlier messages when the conversation goes on', () => {
    const messages = [...HELLO, { role: 'assistant', content: 'Hi' }];
    const shorter = run({ messages: [...messages, ...HELLO] }).request.messages;
    const longer = run({ messages: [...messages, ...HELLO, { role: 'assistant', content: 'x ' }, ...HELLO] })
      .request.messages;
    expect(longer.slice(0, 3)).toEqual(shorter);
  });

  it('carries a megabyte of image data unchanged', () => {
    const data = Buffer.concat([
      Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
      Buffer.alloc(700_000, 3),
    ]).toString('base64');
    const content = [{ type: 'image_url', image_url: { url: `data:image/png;base64,${data}` } }];
    expect(run({ messages: [{ role: 'user', content }] }).request.messages[0].content[0].source.data).toBe(
      data,
    );
  });
});
