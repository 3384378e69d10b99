import { describe, expect, it } from 'vitest';
import { InvalidRequestError } from '../../../../lib/gateway-error.js';
import { atOnce } from '../../../../lib/steps.js';
import { scanTopLevel } from '../../../json-bytes/scan-top-level.js';
import type { ChatForm, OpenedReasoning, ToChatInput } from '../chat-form.js';
import { readChatView } from '../../../openai/read-chat-view.js';
import { readResponsesView } from '../read-responses-view.js';
import { responsesToChat } from './responses-to-chat.js';

type Options = Partial<Omit<ToChatInput, 'scan'>>;

const SEALED: Readonly<Record<string, OpenedReasoning>> = {
  a: {
    maker: 'vendora/x',
    details: { type: 'reasoning.text', text: 'Hm', signature: 'sig', format: 'anthropic-claude-v1' },
  },
  b: { maker: 'vendora/x', details: { type: 'reasoning.encrypted', data: 'cipher' } },
  c: { maker: 'vendora/x', details: { type: 'thinking', thinking: 'Hm', signature: 'sig' } },
  other: { maker: 'vendora/y', details: { type: 'thinking', thinking: 'Hm', signature: 'sig' } },
};

function formOf(body: object | string, options: Options = {}): ChatForm {
  const text = typeof body === 'string' ? body : JSON.stringify({ input: 'Hi', ...body });
  return atOnce(
    responsesToChat({
      scan: scanTopLevel(Buffer.from(text)),
      upstream: 'hosted',
      model: 'vendora/x',
      openReasoning: (encrypted) => SEALED[encrypted],
      ...options,
    }),
  );
}

function chatOf(body: object, options?: Options): Record<string, unknown> {
  return JSON.parse(formOf(body, options).body.toString()) as Record<string, unknown>;
}

function messagesOf(input: unknown, options?: Options): unknown {
  return chatOf({ input }, options).messages;
}

function refusalOf(body: object, options?: Options): string | undefined {
  try {
    formOf(body, options);
  } catch (error) {
    if (error instanceof InvalidRequestError) return error.param;
    throw error;
  }
  return 'accepted';
}

const png = 'data:image/png;base64,iVBORw0KGgo=';
const pdf = 'data:application/pdf;base64,JVBERi0=';
const user = (content: unknown = 'Hi') => ({ role: 'user', content });
const inputText = (text: string) => ({ type: 'input_text', text });
const text = (words: string) => ({ type: 'text', text: words });
const call = (id: string, name = 'f') => ({
  type: 'function_call',
  call_id: id,
  name,
  arguments: '{"n":1.0}',
});
const output = (id: string, result: unknown = 'ok') => ({
  type: 'function_call_output',
  call_id: id,
  output: result,
});
const toolCall = (id: string, name = 'f') => ({
  id,
  type: 'function',
  function: { name, arguments: '{"n":1.0}' },
});
const result = (id: string, content: unknown = 'ok') => ({ role: 'tool', tool_call_id: id, content });
const reasoning = (encrypted: unknown) => ({
  type: 'reasoning',
  id: 'rs_1',
  summary: [],
  encrypted_content: encrypted,
});
const fn = (name: string, members: object = {}) => ({ type: 'function', name, ...members });
const closed = {
  type: 'object',
  properties: { a: { type: 'string' } },
  required: ['a'],
  additionalProperties: false,
};

describe('responsesToChat', () => {
  describe('says messages', () => {
    it('of a text, behind the instructions', () => {
      expect(chatOf({ input: 'Hi', instructions: 'Be brief.' }).messages).toEqual([
        { role: 'system', content: 'Be brief.' },
        user(),
      ]);
    });

    it('of every role and part, in order', () => {
      const input = [
        { role: 'developer', content: 'A' },
        user([
          inputText('What?'),
          { type: 'input_image', image_url: png, detail: 'low' },
          { type: 'input_image', image_url: 'https://example.com/a.png', detail: 'original' },
          { type: 'input_file', filename: 'a.pdf', file_data: pdf },
          { type: 'input_audio', input_audio: { data: 'AAAA', format: 'wav' } },
        ]),
        {
          role: 'assistant',
          phase: 'final_answer',
          content: [{ type: 'output_text', text: 'It.', annotations: [] }],
        },
        { type: 'message', role: 'system', content: [inputText('B')] },
        user([inputText('x'), inputText('y')]),
        { role: 'assistant', content: [{ type: 'refusal', refusal: 'No.' }] },
      ];
      expect(messagesOf(input)).toEqual([
        { role: 'system', content: 'A' },
        user([
          text('What?'),
          { type: 'image_url', image_url: { url: png, detail: 'low' } },
          { type: 'image_url', image_url: { url: 'https://example.com/a.png', detail: 'high' } },
          { type: 'file', file: { file_data: pdf, filename: 'a.pdf' } },
          { type: 'input_audio', input_audio: { data: 'AAAA', format: 'wav' } },
        ]),
        { role: 'assistant', content: 'It.' },
        { role: 'system', content: 'B' },
        user([text('x'), text('y')]),
        { role: 'assistant', content: 'No.' },
      ]);
    });

    it('with texts as they are written', () => {
      const { body } = formOf('{"input":[{"role":"user","content":"\\u00e4 \\/ \\ud83d"}]}');
      expect(body.toString()).toBe('{"messages":[{"role":"user","content":"\\u00e4 \\/ \\ud83d"}]}');
    });

    it.each<[string, unknown[], unknown[]]>([
      [
        'one that only calls',
        [user(), call('1'), output('1')],
        [user(), { role: 'assistant', content: null, tool_calls: [toolCall('1')] }, result('1')],
      ],
      [
        'one that speaks and calls in parallel, in two pieces',
        [
          user(),
          { role: 'assistant', content: 'Let me see.' },
          call('1'),
          call('2'),
          { role: 'assistant', content: 'So.' },
          output('2'),
          output('1'),
        ],
        [
          user(),
          {
            role: 'assistant',
            content: [text('Let me see.'), text('So.')],
            tool_calls: [toolCall('1'), toolCall('2')],
          },
          result('2'),
          result('1'),
        ],
      ],
      [
        'calls one after the other',
        [call('1'), output('1'), call('2'), output('2'), { role: 'assistant', content: 'Done.' }],
        [
          { role: 'assistant', content: null, tool_calls: [toolCall('1')] },
          result('1'),
          { role: 'assistant', content: null, tool_calls: [toolCall('2')] },
          result('2'),
          { role: 'assistant', content: 'Done.' },
        ],
      ],
      [
        'an output that comes late: it stands behind its call',
        [call('1'), call('2'), output('1'), user('Well?'), output('2')],
        [
          { role: 'assistant', content: null, tool_calls: [toolCall('1'), toolCall('2')] },
          result('1'),
          result('2'),
          user('Well?'),
        ],
      ],
      [
        'an id that is used again once it is answered',
        [call('1'), output('1', 'a'), call('1'), output('1', [inputText('b'), inputText('c')])],
        [
          { role: 'assistant', content: null, tool_calls: [toolCall('1')] },
          result('1', 'a'),
          { role: 'assistant', content: null, tool_calls: [toolCall('1')] },
          result('1', [text('b'), text('c')]),
        ],
      ],
    ])('of an assistant: %s', (_, input, messages) => {
      expect(messagesOf(input)).toEqual(messages);
    });

    it('with the pictures of a tool behind its results, and in them where the upstream takes that', () => {
      const image = { type: 'input_image', image_url: png };
      const shown = { type: 'image_url', image_url: { url: png } };
      const input = [call('1'), call('2'), output('1', [inputText('See:'), image]), output('2'), user()];
      const asked = { role: 'assistant', content: null, tool_calls: [toolCall('1'), toolCall('2')] };
      expect(messagesOf(input)).toEqual([
        asked,
        result('1', 'See:'),
        result('2'),
        user([text('What the tool call 1 returned:'), shown]),
        user(),
      ]);
      expect(messagesOf(input, { upstream: 'provider_a' })).toEqual([
        asked,
        result('1', [text('See:'), shown]),
        result('2'),
        user(),
      ]);
    });

    it('with the address of a file for provider A, which fetches it', () => {
      const file = { type: 'input_file', file_url: 'https://example.com/a.pdf' };
      expect(messagesOf([user([file])], { upstream: 'provider_a' })).toEqual([
        user([{ type: 'file', file: { file_data: 'https://example.com/a.pdf' } }]),
      ]);
      expect(refusalOf({ input: [user([file])] })).toBe('input[0].content[0].file_url');
    });
  });

  describe('replays thinking', () => {
    const asked = { role: 'assistant', content: null, tool_calls: [toolCall('1')] };
    const blocks = {
      a: { type: 'thinking', thinking: 'Hm', signature: 'sig' },
      b: { type: 'redacted_thinking', data: 'cipher' },
    };

    it.each<[string, Options, unknown[], object]>([
      [
        'to provider A in its own shape',
        { upstream: 'provider_a' },
        ['a', 'b', 'c'],
        { thinking_blocks: [blocks.a, blocks.b, blocks.a] },
      ],
      [
        'to others as it was given',
        { upstream: 'marketplace' },
        ['a', 'b'],
        { reasoning_details: [SEALED.a?.details, SEALED.b?.details] },
      ],
      ['of its own model alone', { upstream: 'provider_a' }, ['other', 'unknown', null], {}],
      [
        'of any model when none is named',
        { upstream: 'provider_a', model: undefined },
        ['other'],
        { thinking_blocks: [blocks.a] },
      ],
    ])('%s', (_, options, sealed, members) => {
      const input = [user(), ...sealed.map(reasoning), call('1'), output('1')];
      expect(messagesOf(input, options)).toEqual([user(), { ...asked, ...members }, result('1')]);
    });

    it('before the message that it led to, and not without one', () => {
      const input = [
        user(),
        reasoning('a'),
        user(),
        reasoning('b'),
        { role: 'assistant', content: 'So.' },
        reasoning('a'),
      ];
      expect(messagesOf(input, { upstream: 'provider_a' })).toEqual([
        user(),
        user(),
        { role: 'assistant', content: 'So.', thinking_blocks: [blocks.b] },
      ]);
    });
  });

  describe('offers tools', () => {
    const toolsOf = (tools: object[], options?: Options) => chatOf({ tools }, options).tools;
    const wire = (name: string, members: object) => ({ type: 'function', function: { name, ...members } });

    it('nested, with schemas as they are written, and web search left out', () => {
      const body =
        '{"input":"x","tools":[{"type":"function","name":"f","description":"d","strict":false,"parameters":{"type":"object","maximum":1.0}},{"type":"web_search"}],"tool_choice":"auto","parallel_tool_calls":false}';
      const form = formOf(body);
      expect(form.body.toString()).toBe(
        '{"messages":[{"role":"user","content":"x"}],"tools":[{"type":"function","function":{"name":"f","description":"d","parameters":{"type":"object","maximum":1.0},"strict":false}}],"tool_choice":"auto","parallel_tool_calls":false}',
      );
      expect(form.ignored).toEqual(['tools[1]']);
    });

    it.each<[string, object, Options, boolean | undefined]>([
      ['says so', { strict: true, parameters: {} }, {}, true],
      ['says not', { strict: false, parameters: closed }, {}, false],
      ['says nothing of a closed schema', { parameters: closed }, {}, true],
      [
        'says null, with the dialect of its generator',
        { strict: null, parameters: { ...closed, $schema: 'x' } },
        {},
        true,
      ],
      ['says nothing of an open schema', { parameters: { type: 'object', properties: {} } }, {}, undefined],
      ['leaves something optional', { parameters: { ...closed, required: [] } }, {}, undefined],
      [
        'leaves something optional, at provider A',
        { parameters: { ...closed, required: [] } },
        { upstream: 'provider_a' },
        true,
      ],
      ['has no schema', {}, {}, undefined],
    ])('strict or not, when a function %s', (_, members, options, strict) => {
      expect(toolsOf([fn('f', members)], options)).toEqual([
        expect.objectContaining({ function: expect.objectContaining({ name: 'f' }) }),
      ]);
      const [tool] = toolsOf([fn('f', members)], options) as { function: { strict?: boolean } }[];
      expect(tool?.function.strict).toBe(strict);
    });

    it('that take free text, as functions of one text, with their grammar in words', () => {
      const format = { type: 'grammar', syntax: 'lark', definition: 'start: "a"' };
      const [tool] = toolsOf([{ type: 'custom', name: 'run', description: 'Runs.', format }]) as unknown[];
      expect(tool).toEqual(
        wire('run', {
          description: 'Runs.\n\n`input` must match this grammar (lark):\nstart: "a"',
          parameters: {
            type: 'object',
            properties: { input: { type: 'string' } },
            required: ['input'],
            additionalProperties: false,
          },
          strict: true,
        }),
      );
    });

    it('of namespaces and of the input under names of their own, and tells them back', () => {
      const form = formOf({
        tools: [
          fn('clock__sleep'),
          {
            type: 'namespace',
            name: 'clock',
            description: 'Time.',
            tools: [fn('sleep', { description: 'Waits.' }), { type: 'custom', name: 'run' }],
          },
        ],
        input: [
          {
            type: 'additional_tools',
            role: 'developer',
            tools: [fn('über'), fn('n'.repeat(70)), fn('clock__sleep')],
          },
          user(),
          { ...call('1', 'sleep'), namespace: 'clock' },
          { type: 'custom_tool_call', call_id: '2', name: 'run', namespace: 'clock', input: 'a "b"' },
          output('1'),
          { type: 'custom_tool_call_output', call_id: '2', output: 'ok' },
        ],
      });
      const chat = JSON.parse(form.body.toString()) as {
        tools: { function: { name: string; description?: string } }[];
        messages: { tool_calls?: { function: { name: string; arguments: string } }[] }[];
      };
      const names = chat.tools.map((tool) => tool.function.name);
      const [plain, sleep = '', run, umlaut = '', long = ''] = names;
      expect(names).toHaveLength(5);
      expect(plain).toBe('clock__sleep');
      expect(sleep).toMatch(/^clock__sleep_[0-9a-f]{8}$/);
      expect(run).toBe('clock__run');
      expect(umlaut).toBe('_ber');
      expect(long).toMatch(/^n{55}_[0-9a-f]{8}$/);
      expect(chat.tools[1]?.function.description).toBe('Time.\n\nWaits.');
      expect(chat.messages[1]?.tool_calls?.map((made) => made.function)).toEqual([
        { name: sleep, arguments: '{"n":1.0}' },
        { name: 'clock__run', arguments: '{"input":"a \\"b\\""}' },
      ]);
      expect(form.toolNames.lookup(sleep)).toEqual({ kind: 'function', name: 'sleep', namespace: 'clock' });
      expect(form.toolNames.lookup('clock__run')).toEqual({
        kind: 'custom',
        name: 'run',
        namespace: 'clock',
      });
      expect(form.toolNames.lookup(umlaut)).toEqual({ kind: 'function', name: 'über', namespace: undefined });
      expect(form.toolNames.lookup('unknown')).toEqual({
        kind: 'function',
        name: 'unknown',
        namespace: undefined,
      });
    });

    it.each<[unknown, unknown, string[]]>([
      ['none', 'none', ['f', 'ns__g', 'run']],
      ['required', 'required', ['f', 'ns__g', 'run']],
      [fn('f'), { type: 'function', function: { name: 'f' } }, ['f', 'ns__g', 'run']],
      [
        { type: 'custom', name: 'run' },
        { type: 'function', function: { name: 'run' } },
        ['f', 'ns__g', 'run'],
      ],
      [
        {
          type: 'allowed_tools',
          mode: 'required',
          tools: [{ ...fn('g'), namespace: 'ns' }, { type: 'web_search' }],
        },
        'required',
        ['ns__g'],
      ],
    ])('with the choice %j', (choice, expected, names) => {
      const tools = [
        fn('f'),
        { type: 'namespace', name: 'ns', tools: [fn('g')] },
        { type: 'custom', name: 'run' },
      ];
      const chat = chatOf({ tools, tool_choice: choice });
      expect(chat.tool_choice).toEqual(expected);
      expect((chat.tools as { function: { name: string } }[]).map((tool) => tool.function.name)).toEqual(
        names,
      );
    });

    it('not at all when there are none: neither a choice nor parallel calls', () => {
      const chat = chatOf({
        tools: [{ type: 'web_search' }],
        tool_choice: 'auto',
        parallel_tool_calls: true,
      });
      expect(chat).toEqual({ messages: [user()] });
    });
  });

  describe('says settings', () => {
    it('in the words of chat, exactly', () => {
      const { body } = formOf(
        '{"model":"auto","stream":true,"input":"x","max_output_tokens":100,"temperature":1.0,"top_p":null,"user":"u","safety_identifier":"s","metadata":{"k":"v"},"store":true,"reasoning":{"effort":"low"},"text":{"format":{"type":"json_schema","name":"p","strict":true,"schema":{"multipleOf":1.0}}}}',
      );
      expect(body.toString()).toBe(
        '{"model":"auto","stream":true,"max_tokens":100,"temperature":1.0,"user":"u","safety_identifier":"s","metadata":{"k":"v"},"reasoning_effort":"low","response_format":{"type":"json_schema","json_schema":{"name":"p","schema":{"multipleOf":1.0},"strict":true}},"messages":[{"role":"user","content":"x"}]}',
      );
    });

    it.each<[object, unknown]>([
      [{}, undefined],
      [{ format: { type: 'text' } }, undefined],
      [{ format: { type: 'json_object' } }, { type: 'json_object' }],
    ])('of the format %j', (format, expected) => {
      expect(chatOf({ text: format }).response_format).toEqual(expected);
    });

    const hints = {
      service_tier: 'auto',
      prompt_cache_key: 'k',
      prompt_cache_options: {},
      prompt_cache_retention: '24h',
      client_metadata: {},
      text: { verbosity: 'low' },
      reasoning: { summary: 'auto', context: 'all_turns', effort: null },
      top_logprobs: 2,
      stream_options: { include_obfuscation: false },
      moderation: {},
      max_tool_calls: 3,
      include: ['reasoning.encrypted_content', 'message.output_text.logprobs'],
      truncation: 'disabled',
      context_management: [],
      background: false,
    };
    const named = [
      'service_tier',
      'prompt_cache_key',
      'prompt_cache_options',
      'prompt_cache_retention',
      'client_metadata',
      'text.verbosity',
      'reasoning.summary',
      'reasoning.context',
      'top_logprobs',
      'stream_options',
      'moderation',
      'max_tool_calls',
      'include[1]',
    ];

    it('leaves out hints, and names them', () => {
      expect(formOf(hints).ignored).toEqual(named);
      expect(chatOf(hints)).toEqual({ messages: [user()] });
      expect(formOf(hints, { upstream: 'provider_a' }).ignored).toEqual(
        named.filter((name) => name !== 'reasoning.summary'),
      );
      const absent = Object.fromEntries(Object.keys(hints).map((name) => [name, null]));
      expect(formOf(absent).ignored).toEqual([]);
    });
  });

  it.each<[object, string]>([
    [{ input: [output('1')] }, 'input[0].call_id'],
    [{ input: [call('1')] }, 'input[0].call_id'],
    [{ input: [user(), call('1'), call('2'), output('2'), user()] }, 'input[1].call_id'],
    [{ input: [call('1'), output('1'), output('1')] }, 'input[2].call_id'],
    [{ input: [call('1'), call('1'), output('1')] }, 'input[1].call_id'],
    [{ input: [output('1'), call('1')] }, 'input[0].call_id'],
    [{ input: [user(), { type: 'web_search_call', id: 'ws' }] }, 'input[1].type'],
    [{ input: [user(), { id: 'msg_1' }] }, 'input[1].id'],
    [{ input: [user([{ type: 'input_scent' }])] }, 'input[0].content[0].type'],
    [{ input: [user([{ type: 'input_image', file_id: 'f' }])] }, 'input[0].content[0].file_id'],
    [{ input: [user([{ type: 'input_image' }])] }, 'input[0].content[0].image_url'],
    [
      { input: [user([inputText('x'), { type: 'input_file', file_id: 'f' }])] },
      'input[0].content[1].file_id',
    ],
    [{ input: [user([{ type: 'input_file', filename: 'x' }])] }, 'input[0].content[0].file_data'],
    [{ tools: [{ type: 'local_shell' }] }, 'tools[0].type'],
    [
      { tools: [{ type: 'namespace', name: 'n', tools: [{ type: 'apply_patch' }] }] },
      'tools[0].tools[0].type',
    ],
    [{ input: [{ type: 'additional_tools', tools: [{ type: 'tool_search' }] }] }, 'input[0].tools[0].type'],
    [{ tools: [fn('f', { strict: 'yes' })] }, 'tools[0].strict'],
    [{ tools: [fn('f', { parameters: [] })] }, 'tools[0].parameters'],
    [{ tools: [{ type: 'custom', name: 'c', format: { type: 'regex' } }] }, 'tools[0].format.type'],
    [{ tools: [fn('f')], tool_choice: fn('g') }, 'tool_choice.name'],
    [
      { tools: [fn('f')], tool_choice: { type: 'allowed_tools', tools: [fn('g')] } },
      'tool_choice.tools[0].name',
    ],
    [{ tools: [{ type: 'web_search' }], tool_choice: 'required' }, 'tool_choice'],
    [{ tools: [{ type: 'web_search' }], tool_choice: { type: 'web_search' } }, 'tool_choice.type'],
    [{ truncation: 'auto' }, 'truncation'],
    [{ context_management: [{ type: 'compaction' }] }, 'context_management'],
    [{ reasoning: { mode: 'pro' } }, 'reasoning.mode'],
  ])('refuses what cannot be said: %j', (body, param) => {
    expect(refusalOf(body)).toBe(param);
  });

  it.each<[string, object]>([
    ['a text', { instructions: 'Be brief.' }],
    [
      'messages of all roles',
      {
        input: [
          { role: 'developer', content: 'A' },
          user(),
          { role: 'assistant', content: 'B' },
          user([inputText('C')]),
        ],
      },
    ],
    [
      'media',
      {
        input: [
          user([
            inputText('x'),
            { type: 'input_image', image_url: png },
            { type: 'input_file', file_data: pdf },
          ]),
          user([{ type: 'input_audio', input_audio: { data: 'AAAA', format: 'wav' } }]),
        ],
      },
    ],
    [
      'turns with tools',
      {
        tools: [fn('f'), { type: 'namespace', name: 'ns', tools: [{ type: 'custom', name: 'run' }] }],
        input: [
          user(),
          reasoning('a'),
          { role: 'assistant', content: 'Let me see.' },
          call('1'),
          call('2'),
          output('1'),
          output('2', [inputText('x'), inputText('y')]),
          reasoning('b'),
          { type: 'custom_tool_call', call_id: '3', name: 'run', namespace: 'ns', input: 'ls' },
          { type: 'custom_tool_call_output', call_id: '3', output: 'a.txt' },
          { role: 'assistant', content: [{ type: 'output_text', text: 'Done.', annotations: [] }] },
        ],
      },
    ],
    ['a schema', { text: { format: { type: 'json_schema', name: 'p', schema: closed } } }],
  ])('is seen by routing as the request itself: %s', (_, body) => {
    const written = scanTopLevel(Buffer.from(JSON.stringify({ input: 'Hi', ...body })));
    const { mediaAt: _places, hasCustomTools: _free, ...seen } = readResponsesView(written);
    // Thinking is another dialect's member in chat, and free text an argument.
    const form = formOf(body, { upstream: 'provider_a' });
    expect(readChatView(scanTopLevel(form.body))).toMatchObject({
      ...seen,
      hasForeignMembers: expect.any(Boolean),
    });
  });

  it('names the response before for what was kept of it, and the caller’s own places for the rest', () => {
    const input = [{ type: 'web_search_call' }, user()];
    expect(refusalOf({ input }, { chainItems: 1 })).toBe('previous_response_id');
    expect(refusalOf({ input: [user(), ...input] }, { chainItems: 1 })).toBe('input[0].type');
  });
});
