import { describe, expect, it } from 'vitest';
import { atOnce } from '../../../lib/steps.js';
import { InvalidRequestError } from '../../../lib/gateway-error.js';
import { printExactJson } from '../../exact-json/print-exact-json.js';
import { translateMessages } from './messages-to-anthropic.js';
import { toToolInput } from './tool-input.js';

function translate(...messages: object[]) {
  const translated = atOnce(translateMessages(messages, { thinkingBlocks: 'keep' }));
  return JSON.parse(printExactJson(translated.messages));
}

const user = (content: unknown): object => ({ role: 'user', content });
const call = (id: string, args: unknown = '{}', name = 'f'): object => ({
  id,
  type: 'function',
  function: { name, arguments: args },
});
const calls = (...items: object[]): object => ({ role: 'assistant', content: null, tool_calls: items });
const tool = (id: string, content: unknown): object => ({ role: 'tool', tool_call_id: id, content });
const text = (value: string): object => ({ type: 'text', text: value });
const use = (id: string, input: object = {}, name = 'f'): object => ({ type: 'tool_use', id, name, input });
const result = (id: string, content: unknown, more: object = {}): object => ({
  type: 'tool_result',
  tool_use_id: id,
  content,
  ...more,
});
const missing = (id: string): object => result(id, expect.any(String), { is_error: true });
const EPHEMERAL = { type: 'ephemeral' };

function many(
  count: number,
  makeCall: (index: number) => object,
  makeResult: (index: number) => object,
  results = count,
): object[] {
  const indexes = (length: number): number[] => Array.from({ length }, (_, index) => index);
  return [user('q'), calls(...indexes(count).map(makeCall)), ...indexes(results).map(makeResult)];
}

const HISTORIES: [string, object[], object[]][] = [
  [
    'joins parallel results into one user message',
    [user('q'), calls(call('a'), call('b')), tool('a', '1'), tool('b', '2')],
    [
      { role: 'user', content: 'q' },
      { role: 'assistant', content: [use('a'), use('b')] },
      { role: 'user', content: [result('a', '1'), result('b', '2')] },
    ],
  ],
  [
    'puts results before a user text that stood between',
    [user('q'), calls(call('a')), user('hurry'), tool('a', '1'), user('please')],
    [
      { role: 'user', content: 'q' },
      { role: 'assistant', content: [use('a')] },
      { role: 'user', content: [result('a', '1'), text('hurry'), text('please')] },
    ],
  ],
  [
    'answers a call without result with an error',
    [user('q'), calls(call('a'), call('b')), tool('b', '2'), user('go on')],
    [
      { role: 'user', content: 'q' },
      { role: 'assistant', content: [use('a'), use('b')] },
      { role: 'user', content: [missing('a'), result('b', '2'), text('go on')] },
    ],
  ],
  [
    'answers calls at the very end with an error',
    [user('q'), calls(call('a'))],
    [
      { role: 'user', content: 'q' },
      { role: 'assistant', content: [use('a')] },
      { role: 'user', content: [missing('a')] },
    ],
  ],
  [
    'joins calls that were split over several assistant messages',
    [user('q'), calls(call('a')), calls(call('b')), tool('b', '2'), tool('a', '1')],
    [
      { role: 'user', content: 'q' },
      { role: 'assistant', content: [use('a'), use('b')] },
      { role: 'user', content: [result('a', '1'), result('b', '2')] },
    ],
  ],
  [
    'keeps the turns of a tool loop apart',
    [
      user('q'),
      calls(call('a')),
      tool('a', '1'),
      { role: 'assistant', content: 'now', tool_calls: [call('b')] },
      tool('b', '2'),
      { role: 'assistant', content: 'done' },
    ],
    [
      { role: 'user', content: 'q' },
      { role: 'assistant', content: [use('a')] },
      { role: 'user', content: [result('a', '1')] },
      { role: 'assistant', content: [text('now'), use('b')] },
      { role: 'user', content: [result('b', '2')] },
      { role: 'assistant', content: 'done' },
    ],
  ],
  [
    'joins a second result for one call to the first',
    [user('q'), calls(call('a')), tool('a', '1'), tool('a', '2')],
    [
      { role: 'user', content: 'q' },
      { role: 'assistant', content: [use('a')] },
      { role: 'user', content: [result('a', [text('1'), text('2')])] },
    ],
  ],
  [
    'merges neighbours of one role and drops empty messages',
    [
      user('a'),
      user(''),
      user([text('b'), text(' ')]),
      { role: 'assistant', content: null },
      { role: 'assistant', content: '' },
      user('c'),
    ],
    [{ role: 'user', content: [text('a'), text('b'), text('c')] }],
  ],
  [
    'carries legacy function calls',
    [
      user('q'),
      { role: 'assistant', content: null, function_call: { name: 'f', arguments: '' } },
      { role: 'function', name: 'f', content: '1' },
    ],
    [
      { role: 'user', content: 'q' },
      { role: 'assistant', content: [use('function_call_1')] },
      { role: 'user', content: [result('function_call_1', '1')] },
    ],
  ],
  [
    'starts with a user message when the conversation starts with an assistant',
    [{ role: 'assistant', content: 'Welcome' }, user('hi')],
    [
      { role: 'user', content: expect.any(String) },
      { role: 'assistant', content: 'Welcome' },
      { role: 'user', content: 'hi' },
    ],
  ],
  [
    'trims a trailing assistant text',
    [user('q'), { role: 'assistant', content: 'The answer is \n' }],
    [
      { role: 'user', content: 'q' },
      { role: 'assistant', content: 'The answer is' },
    ],
  ],
  [
    'keeps text parts, refusals and the refusal field of an assistant',
    [
      user('q'),
      { role: 'assistant', content: [text('a'), { type: 'refusal', refusal: 'no' }], refusal: 'never' },
      user('b'),
    ],
    [
      { role: 'user', content: 'q' },
      { role: 'assistant', content: [text('a'), text('no'), text('never')] },
      { role: 'user', content: 'b' },
    ],
  ],
];

describe('translateMessages', () => {
  it.each(HISTORIES)('%s', (_name, messages, expected) => {
    expect(translate(...messages)).toEqual(expected);
  });

  it.each([
    ['', {}],
    ['  ', {}],
    [null, {}],
    ['{"a":1}', { a: 1 }],
    [' {"a":[1,{"b":null}]} ', { a: [1, { b: null }] }],
    ['{"a":', { _raw: '{"a":' }],
    ['[1]', { _raw: '[1]' }],
    ['"text"', { _raw: '"text"' }],
    ['null', { _raw: 'null' }],
    ['not json', { _raw: 'not json' }],
    [{ already: 'parsed' }, { already: 'parsed' }],
    ['['.repeat(100_000), { _raw: '['.repeat(100_000) }],
  ])('reads arguments (case %#)', (args, input) => {
    expect(translate(user('q'), calls(call('a', args)))[1].content).toEqual([use('a', input)]);
  });

  it.each([
    ['{"a":"\ud800"}', '{"a":"\ufffd"}'],
    ['{"a":"\\ud800","n":1.0}', '{"a":"\ufffd","n":1.0}'],
    ['{"a":"\\uD83D\\uDE00"}', '{"a":"\ud83d\ude00"}'],
    ['{"a":"\\\\ud800"}', '{"a":"\\\\ud800"}'],
    ['\ud800', '{"_raw":"\ufffd"}'],
  ])('sends arguments %j without half a surrogate pair', (args, input) => {
    expect(printExactJson(toToolInput(args, 'arguments'), { text: 'well-formed' })).toBe(input);
  });

  it('rewrites ids that provider A refuses, alike on both sides and without collisions', () => {
    const ids = ['functions.f:0', 'functions_f_0', 'functions:f.0', 'ok-1', 'é', ''];
    const [, assistant, answers] = translate(
      user('q'),
      calls(...ids.map((id) => call(id))),
      ...ids.map((id) => tool(id, `r${id}`)),
    );
    const sent = assistant.content.map((block: { id: string }) => block.id) as string[];
    expect(new Set(sent).size).toBe(ids.length);
    for (const id of sent) expect(id).toMatch(/^[a-zA-Z0-9_-]+$/);
    expect([sent[1], sent[3]]).toEqual(['functions_f_0', 'ok-1']);
    expect(answers.content.map((block: { tool_use_id: string }) => block.tool_use_id)).toEqual(sent);
    expect(answers.content.map((block: { content: string }) => block.content)).toEqual(
      ids.map((id) => `r${id}`),
    );
  });

  it('gives an id that a later turn uses again a name of its own', () => {
    const turn = [calls(call('call_0')), tool('call_0', '1')];
    const messages = translate(user('q'), ...turn, ...turn);
    const [first, second] = [messages[1].content[0].id, messages[3].content[0].id] as [string, string];
    expect(first).toBe('call_0');
    expect(second).toMatch(/^call_0_[0-9a-f]{8}$/);
    expect(messages[4].content[0].tool_use_id).toBe(second);
  });

  it('answers calls that share an id in order', () => {
    const messages = translate(
      user('q'),
      calls(call('x'), call('x')),
      tool('x', '1'),
      tool('x', '2'),
      tool('x', '3'),
    );
    expect(messages[2].content.map((block: { content: unknown }) => block.content)).toEqual([
      '1',
      [text('2'), text('3')],
    ]);
  });

  it.each<[string, () => object[]]>([
    [
      'calls and results of one id',
      () =>
        many(
          5_000,
          () => call('x'),
          () => tool('x', '1'),
        ),
    ],
    [
      'calls and results of many ids',
      () =>
        many(
          5_000,
          (index) => call(`.${index}`),
          (index) => tool(`.${index}`, '1'),
        ),
    ],
    [
      'results of one call',
      () =>
        many(
          1,
          () => call('x'),
          () => tool('x', '1'),
          5_000,
        ),
    ],
    ['parts', () => [user(Array.from({ length: 200_000 }, () => 'a'))]],
    [
      'cached parts',
      () => [
        user(
          Array.from({ length: 10_000 }, (_, index) => ({
            ...text(index % 2 ? '' : 'a'),
            cache_control: EPHEMERAL,
          })),
        ),
      ],
    ],
  ])(
    'ends within the limit for thousands of %s, whose work is no more than in proportion',
    (_name, build) => {
      expect(translate(...build()).length).toBeGreaterThan(0);
    },
    15_000,
  );

  it('makes tool names of other vendors fit', () => {
    expect(translate(user('q'), calls(call('a', '{}', 'functions.get weather')))[1].content[0].name).toBe(
      'functions_get_weather',
    );
  });

  it('keeps the text of a custom tool call', () => {
    const custom = { id: 'a', type: 'custom', custom: { name: 'f', input: 'print(1)' } };
    expect(translate(user('q'), calls(custom))[1].content).toEqual([use('a', { _raw: 'print(1)' })]);
  });

  it.each<[string, object[], string]>([
    ['an unknown id', [user('q'), calls(call('a')), tool('b', '1')], 'messages[2].tool_call_id'],
    [
      'an id of an earlier turn',
      [user('q'), calls(call('a')), tool('a', '1'), { role: 'assistant', content: 'x' }, tool('a', '1')],
      'messages[4].tool_call_id',
    ],
    ['a result without any call', [user('q'), tool('a', '1')], 'messages[1].tool_call_id'],
    [
      'a result without id',
      [user('q'), calls(call('a')), { role: 'tool', content: '1' }],
      'messages[2].tool_call_id',
    ],
    [
      'a function result without call',
      [user('q'), { role: 'function', name: 'f', content: '1' }],
      'messages[1].name',
    ],
    [
      'a call without id',
      [user('q'), calls({ type: 'function', function: { name: 'f' } })],
      'messages[1].tool_calls[0].id',
    ],
    [
      'a call without function',
      [user('q'), calls({ id: 'a', type: 'function' })],
      'messages[1].tool_calls[0].function',
    ],
    ['numeric arguments', [user('q'), calls(call('a', 5))], 'messages[1].tool_calls[0].function.arguments'],
  ])('refuses %s', (_name, messages, param) => {
    const attempt = (): unknown => translate(...messages);
    expect(attempt).toThrow(InvalidRequestError);
    expect(attempt).toThrow(expect.objectContaining({ param }));
  });

  it.each<[string, unknown, unknown]>([
    ['text', 'sunny', 'sunny'],
    ['nothing', null, ''],
    ['empty text', '', ''],
    ['text parts', [text('a'), text('')], [text('a')]],
    [
      'an image',
      [{ type: 'image_url', image_url: { url: 'https://x.test/a.png' } }],
      [{ type: 'image', source: { type: 'url', url: 'https://x.test/a.png' } }],
    ],
    [
      'a search result in provider A shape',
      [{ type: 'search_result', source: 's', title: 't', content: [text('x')] }],
      [{ type: 'search_result', source: 's', title: 't', content: [text('x')] }],
    ],
  ])('carries a tool result that is %s', (_name, content, expected) => {
    expect(translate(user('q'), calls(call('a')), tool('a', content))[2].content).toEqual([
      result('a', expected),
    ]);
  });

  it('marks a tool result as error when the caller did', () => {
    expect(
      translate(user('q'), calls(call('a')), { ...tool('a', 'x'), is_error: true })[2].content[0].is_error,
    ).toBe(true);
  });
});

describe('translateMessages: cache_control', () => {
  const mark = (message: object): object => ({ ...message, cache_control: EPHEMERAL });

  it.each<[string, object[], object[]]>([
    [
      'a part',
      [user([mark(text('a')), text('b')])],
      [{ role: 'user', content: [mark(text('a')), text('b')] }],
    ],
    ['a string message', [mark(user('a'))], [{ role: 'user', content: [mark(text('a'))] }]],
    [
      'a message of parts',
      [mark(user([text('a'), text('b')]))],
      [{ role: 'user', content: [text('a'), mark(text('b'))] }],
    ],
    [
      'an image part',
      [user([mark({ type: 'image_url', image_url: { url: 'https://x.test/a' } })])],
      [
        {
          role: 'user',
          content: [mark({ type: 'image', source: { type: 'url', url: 'https://x.test/a' } })],
        },
      ],
    ],
    [
      'an empty part, on the part before',
      [user([text('a'), mark(text(''))])],
      [{ role: 'user', content: [mark(text('a'))] }],
    ],
    ['an empty part alone, nowhere', [user('x'), user([mark(text(''))])], [{ role: 'user', content: 'x' }]],
    [
      'an assistant string',
      [user('q'), mark({ role: 'assistant', content: 'a' }), user('b')],
      [
        { role: 'user', content: 'q' },
        { role: 'assistant', content: [mark(text('a'))] },
        { role: 'user', content: 'b' },
      ],
    ],
    [
      'an assistant message with calls, on the last call',
      [user('q'), mark(calls(call('a'), call('b'))), tool('a', '1'), tool('b', '2')],
      [
        { role: 'user', content: 'q' },
        { role: 'assistant', content: [use('a'), mark(use('b'))] },
        { role: 'user', content: [result('a', '1'), result('b', '2')] },
      ],
    ],
    [
      'a tool message',
      [user('q'), calls(call('a')), mark(tool('a', '1'))],
      [
        { role: 'user', content: 'q' },
        { role: 'assistant', content: [use('a')] },
        { role: 'user', content: [mark(result('a', '1'))] },
      ],
    ],
    [
      'a part of a tool message, on its result',
      [user('q'), calls(call('a')), tool('a', [text('1'), mark(text('2'))])],
      [
        { role: 'user', content: 'q' },
        { role: 'assistant', content: [use('a')] },
        { role: 'user', content: [mark(result('a', [text('1'), text('2')]))] },
      ],
    ],
  ])('keeps it on %s', (_name, messages, expected) => {
    expect(translate(...messages)).toEqual(expected);
  });

  it('never puts it on a thinking block', () => {
    const assistant = {
      ...mark({ role: 'assistant', content: '' }),
      thinking_blocks: [{ type: 'thinking', thinking: 't', signature: 's' }],
    };
    expect(translate(user('q'), assistant, user('b'))[1].content).toEqual([
      { type: 'thinking', thinking: 't', signature: 's' },
    ]);
  });
});

describe('translateMessages: replayed thinking', () => {
  const thinking = { type: 'thinking', thinking: 'Hm', signature: 'sig' };
  const redacted = { type: 'redacted_thinking', data: 'abc' };
  const replay = (message: object): unknown =>
    translate(user('q'), { role: 'assistant', content: 'a', ...message }, user('b'))[1].content;

  it.each<[string, object, unknown]>([
    [
      'thinking_blocks before text and calls',
      { thinking_blocks: [thinking, redacted], tool_calls: [call('a')] },
      [thinking, redacted, text('a'), use('a')],
    ],
    [
      'omitted thinking with a signature',
      { thinking_blocks: [{ ...thinking, thinking: '' }] },
      [{ ...thinking, thinking: '' }, text('a')],
    ],
    ['parts in provider A shape', { content: [thinking, text('a')] }, [thinking, text('a')]],
    [
      'reasoning_details with a signature',
      {
        reasoning_details: [
          { type: 'reasoning.text', text: 'Hm', signature: 'sig', format: 'anthropic-claude-v1' },
          { type: 'reasoning.encrypted', data: 'abc', format: 'anthropic-claude-v1' },
        ],
      },
      [thinking, redacted, text('a')],
    ],
    ['no reasoning_content', { reasoning_content: 'Hm' }, 'a'],
    [
      'no block without signature',
      {
        thinking_blocks: [
          { type: 'thinking', thinking: 'Hm' },
          { ...thinking, signature: '' },
        ],
      },
      'a',
    ],
    [
      'no details of other vendors',
      { reasoning_details: [{ type: 'reasoning.encrypted', data: 'x', format: 'openai-responses-v1' }] },
      'a',
    ],
    [
      'nothing from broken blocks',
      { thinking_blocks: [null, 5, {}, { type: 'redacted_thinking' }], reasoning_details: 'x' },
      'a',
    ],
  ])('replays %s', (_name, message, expected) => {
    expect(replay(message)).toEqual(expected);
  });

  it('leaves it out where the conversation would end in it', () => {
    const cut = { role: 'assistant', content: '', thinking_blocks: [thinking, redacted] };
    const prefill = { role: 'assistant', content: 'So: ' };
    expect(translate(user('q'), cut)).toEqual([{ role: 'user', content: 'q' }]);
    expect(translate(user('q'), prefill, cut)).toEqual([
      { role: 'user', content: 'q' },
      { role: 'assistant', content: [text('So:')] },
    ]);
    expect(translate(user('q'), cut, user('go on'))[1].content).toEqual([thinking, redacted]);
  });
});
