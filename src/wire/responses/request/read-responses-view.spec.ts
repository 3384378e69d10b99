import { describe, expect, it } from 'vitest';
import { scanTopLevel } from '../../json-bytes/scan-top-level.js';
import { FIRST_MESSAGES, LAST_MESSAGES, type ChatView } from '../../openai/chat-view.js';
import { readChatView } from '../../openai/read-chat-view.js';
import { readResponsesView } from './read-responses-view.js';

const scanOf = (body: unknown) => scanTopLevel(Buffer.from(JSON.stringify(body)));
const png = 'data:image/png;base64,iVBORw0KGgo=';
const pdf = 'data:application/pdf;base64,JVBERi0=';
const text = (words: string) => ({ type: 'text', text: words });
const inputText = (words: string) => ({ type: 'input_text', text: words });
const outputText = (words: string) => ({ type: 'output_text', text: words, annotations: [] });
const user = (content: unknown) => ({ role: 'user', content });
const call = (id: string) => ({ type: 'function_call', call_id: id, name: 'weather', arguments: '{}' });
const toolCall = (id: string) => ({ id, type: 'function', function: { name: 'weather', arguments: '{}' } });
const output = (id: string, result: unknown) => ({
  type: 'function_call_output',
  call_id: id,
  output: result,
});
const tool = (id: string, content: unknown) => ({ role: 'tool', tool_call_id: id, content });
const schema = { type: 'object', properties: { city: {}, country: {} }, required: ['city', 'zip'] };

/** What of a view tells of its conversation, and not of the bytes that it is written in. */
function essence({ mediaAt: _places, ...view }: ChatView): unknown {
  return view;
}

describe('readResponsesView', () => {
  it.each<[string, object, object]>([
    ['a text', { input: 'Hi "you"' }, { messages: [user('Hi "you"')] }],
    [
      'instructions and messages of all roles',
      {
        input: [{ role: 'developer', content: 'B' }, user('C'), { role: 'system', content: 'D' }],
        instructions: 'A',
      },
      {
        messages: [
          { role: 'system', content: 'A' },
          { role: 'developer', content: 'B' },
          user('C'),
          { role: 'system', content: 'D' },
        ],
      },
    ],
    ['instructions that say nothing', { instructions: '', input: 'x' }, { messages: [user('x')] }],
    [
      'parts',
      {
        input: [
          user([
            inputText('What is it?'),
            { type: 'input_image', image_url: png },
            { type: 'input_file', filename: 'a.pdf', file_data: pdf },
            { type: 'input_audio', input_audio: { data: 'AAAA', format: 'wav' } },
            inputText('And why?'),
          ]),
        ],
      },
      {
        messages: [
          user([
            text('What is it?'),
            { type: 'image_url', image_url: { url: png } },
            { type: 'file', file: { filename: 'a.pdf', file_data: pdf } },
            { type: 'input_audio', input_audio: { data: 'AAAA', format: 'wav' } },
            text('And why?'),
          ]),
        ],
      },
    ],
    [
      'a file by its id',
      { input: [user([{ type: 'input_file', file_id: 'file_1' }])] },
      { messages: [user([{ type: 'file', file: { file_id: 'file_1' } }])] },
    ],
    [
      'a turn of an assistant that thinks, speaks and calls twice',
      {
        input: [
          user('Weather?'),
          {
            type: 'reasoning',
            id: 'rs_1',
            summary: [{ type: 'summary_text', text: 'Hm' }],
            encrypted_content: 'x',
          },
          { type: 'message', role: 'assistant', content: [outputText('Let me see.')] },
          call('1'),
          { type: 'reasoning', id: 'rs_2', summary: [], content: [{ type: 'reasoning_text', text: 'Hm' }] },
          call('2'),
          output('1', 'sunny'),
          output('2', [inputText('rain'), inputText('wind')]),
          { type: 'reasoning', id: 'rs_3', summary: [] },
          { role: 'assistant', content: 'Mixed.' },
          user('Thanks'),
        ],
      },
      {
        messages: [
          user('Weather?'),
          { role: 'assistant', content: 'Let me see.', tool_calls: [toolCall('1'), toolCall('2')] },
          tool('1', 'sunny'),
          tool('2', [text('rain'), text('wind')]),
          { role: 'assistant', content: 'Mixed.' },
          user('Thanks'),
        ],
      },
    ],
    [
      'tools',
      { input: 'x', tools: [{ type: 'function', name: 'weather' }, { type: 'web_search' }] },
      {
        messages: [user('x')],
        tools: [{ type: 'function', function: { name: 'weather' } }, { type: 'web_search' }],
      },
    ],
    [
      'tools in namespaces and in the input, called with free text',
      {
        input: [
          { type: 'additional_tools', role: 'developer', tools: [{ type: 'custom', name: 'exec' }] },
          user('x'),
          { type: 'custom_tool_call', call_id: 'c', name: 'exec', input: 'ls' },
          { type: 'custom_tool_call_output', call_id: 'c', output: 'a.txt' },
        ],
        tools: [{ type: 'namespace', tools: [{ type: 'function', name: 'sleep' }], name: 'clock' }],
      },
      {
        messages: [
          user('x'),
          {
            role: 'assistant',
            tool_calls: [{ id: 'c', type: 'custom', custom: { name: 'exec', input: 'ls' } }],
          },
          tool('c', 'a.txt'),
        ],
        tools: [
          { type: 'function', function: { name: 'clock__sleep' } },
          { type: 'custom', custom: { name: 'exec' } },
        ],
      },
    ],
    [
      'a schema',
      { input: 'x', text: { format: { type: 'json_schema', name: 'place', schema } } },
      {
        messages: [user('x')],
        response_format: { type: 'json_schema', json_schema: { name: 'place', schema } },
      },
    ],
    [
      'any JSON',
      { input: 'x', text: { format: { type: 'json_object' }, verbosity: 'low' } },
      { messages: [user('x')], response_format: { type: 'json_object' } },
    ],
    ['no format', { input: 'x', text: {} }, { messages: [user('x')] }],
  ])('sees %s as in chat completions', (_, responses, chat) => {
    expect(essence(readResponsesView(scanOf(responses)))).toEqual(essence(readChatView(scanOf(chat))));
  });

  it('sees a refusal as what the assistant said', () => {
    const refused = { role: 'assistant', content: [{ type: 'refusal', refusal: 'No.' }] };
    const { messages } = readResponsesView(scanOf({ input: [user('x'), refused, user('y')] }));
    expect(messages[1]).toEqual({ role: 'assistant', text: 'No.', media: 0, toolCalls: 0 });
  });

  it('counts calls of tools that only provider B knows, and nothing that it notes for itself', () => {
    const view = readResponsesView(
      scanOf({
        input: [
          user('x'),
          { type: 'web_search_call', id: 'ws_1' },
          { type: 'local_shell_call', call_id: 'c', action: { command: ['ls'] } },
          { type: 'local_shell_call_output', call_id: 'c', output: 'a.txt' },
          { type: 'compaction', encrypted_content: 'x' },
        ],
      }),
    );
    expect(view.messages).toEqual([
      { role: 'user', text: 'x', media: 0, toolCalls: 0 },
      { role: 'assistant', text: '', media: 0, toolCalls: 1 },
      { role: 'tool', text: 'a.txt', media: 0, toolCalls: 0 },
    ]);
  });

  it('keeps the ends of a long conversation, and counts all of it', () => {
    const input = Array.from({ length: 1_000 }, (_, index) => ({
      role: index % 2 === 0 ? 'user' : 'assistant',
      content: String(index),
    }));
    const view = readResponsesView(scanOf({ input }));
    expect(view.messageCount).toBe(1_000);
    expect(view.messages).toHaveLength(FIRST_MESSAGES + LAST_MESSAGES);
    expect(view.messages.at(-1)?.text).toBe('999');
  });

  it.each<[string, unknown]>([
    ['a number for input', { input: 3 }],
    ['items that are none', { input: [3, null, [], {}, { role: 3, content: 3 }, { type: 3 }] }],
    [
      'tools that are none',
      { input: 'x', tools: [3, {}, { type: 'namespace' }, { type: 'namespace', tools: 3 }] },
    ],
    ['a format that is none', { input: 'x', text: { format: 3 } }],
  ])('never throws: %s', (_, body) => {
    expect(readResponsesView(scanOf(body)).media).toBe(0);
  });
});
