import { describe, expect, it } from 'vitest';
import { scanTopLevel } from '../json-bytes/scan-top-level.js';
import { FIRST_MESSAGES, LAST_MESSAGES, TEXT_EDGE, TEXT_GAP, type ChatView } from './chat-view.js';
import { readChatView, viewOfTask } from './read-chat-view.js';

function viewOf(body: unknown): ChatView {
  return readChatView(scanTopLevel(Buffer.from(typeof body === 'string' ? body : JSON.stringify(body))));
}

describe('readChatView', () => {
  it('reads roles, texts, media and tool calls of a conversation', () => {
    const view = viewOf({
      messages: [
        { role: 'developer', content: 'Be "brief".\n' },
        {
          role: 'user',
          content: [
            { type: 'text', text: 'What is this?' },
            { type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } },
            { type: 'text', text: 'Größe \ud83d\ude00' },
          ],
        },
        { role: 'assistant', content: null, tool_calls: [{ id: '1' }, { id: '2' }] },
        { role: 'tool', tool_call_id: '1', content: '42' },
        { role: 'critic', content: 7 },
      ],
    });
    expect(view.messages).toEqual([
      { role: 'system', text: 'Be "brief".\n', media: 0, toolCalls: 0 },
      { role: 'user', text: 'What is this?\nGröße 😀', media: 1, toolCalls: 0 },
      { role: 'assistant', text: '', media: 0, toolCalls: 2 },
      { role: 'tool', text: '42', media: 0, toolCalls: 0 },
      { role: 'unknown', text: '', media: 0, toolCalls: 0 },
    ]);
    expect(view).toMatchObject({
      messageCount: 5,
      media: 1,
      counts: { system: 1, user: 1, assistant: 1, tool: 1, unknown: 1 },
    });
  });

  it('keeps the edges of a long text, whatever stands at the cut', () => {
    const long = 'ä\n"'.repeat(20_000);
    const [message] = viewOf({ messages: [{ role: 'user', content: long }] }).messages;
    const [head, tail] = message?.text.split(TEXT_GAP) ?? [];
    expect(head?.length).toBeGreaterThan(TEXT_EDGE / 3);
    expect(head?.startsWith('ä\n"ä\n"')).toBe(true);
    expect(tail?.endsWith('ä\n"ä\n"')).toBe(true);
  });

  it('keeps the first and the last messages of a long conversation, in their order, and counts all', () => {
    const messages = Array.from({ length: 1_000 }, (_, index) => ({
      role: index % 2 === 0 ? 'user' : 'assistant',
      content: String(index),
    }));
    const view = viewOf({ messages });
    const texts = view.messages.map(({ text }) => Number(text));
    expect(texts).toHaveLength(FIRST_MESSAGES + LAST_MESSAGES);
    expect(texts[FIRST_MESSAGES - 1]).toBe(FIRST_MESSAGES - 1);
    expect(texts[FIRST_MESSAGES]).toBe(1_000 - LAST_MESSAGES);
    expect(texts.at(-1)).toBe(999);
    expect(view.messageCount).toBe(1_000);
    expect(view.counts).toMatchObject({ user: 500, assistant: 500 });
  });

  it.each([17, 40, 63, 64, 65, 66])('keeps the order of %i messages', (count) => {
    const messages = Array.from({ length: count }, (_, index) => ({ role: 'user', content: String(index) }));
    const texts = viewOf({ messages }).messages.map(({ text }) => Number(text));
    expect(texts).toEqual([...texts].sort((a, b) => a - b));
    expect(texts.at(-1)).toBe(count - 1);
  });

  it('reads tool names of both vocabularies and the keys of a response format', () => {
    const view = viewOf({
      messages: [{ role: 'user', content: 'x' }],
      tools: [
        { type: 'function', function: { description: 'd', name: 'look"up' } },
        { type: 'web_search' },
        3,
      ],
      functions: [{ name: 'old' }],
      response_format: {
        type: 'json_schema',
        json_schema: { name: 'answer', schema: { properties: { a: {}, b: {} }, required: ['b', 'c', 5] } },
      },
    });
    expect(view.tools).toEqual(['look"up', 'web_search', 'tool', 'old']);
    expect(view.responseFormat).toEqual({ type: 'json_schema', name: 'answer', keys: ['a', 'b', 'c'] });
  });

  it.each([
    ['messages of another type', '{"messages":{"role":"user"}}'],
    ['items of another type', '{"messages":[1,"x",null,[],{"role":["user"],"content":[1,{"text":3},[]]}]}'],
    ['tools of another type', '{"messages":[],"tools":{"a":1},"response_format":"json"}'],
    ['a lone surrogate', '{"messages":[{"role":"user","content":"\\ud800 x"}]}'],
  ])('skips %s without throwing', (_, body) => {
    expect(() => viewOf(body)).not.toThrow();
  });
});

describe('members of other dialects inside messages', () => {
  it.each([
    ['in a message', { role: 'assistant', content: 'a', reasoning_content: 'b' }],
    [
      'in a part',
      { role: 'user', content: [{ type: 'text', text: 'a', cache_control: { type: 'ephemeral' } }] },
    ],
    ['in a picture', { role: 'user', content: [{ type: 'image_url', image_url: {}, cache_control: null }] }],
    ['in a tool call', { role: 'assistant', tool_calls: [{ id: '1', reasoning_details: [] }] }],
    ['before the role', { thinking_blocks: [], role: 'assistant', content: 'a' }],
  ])('are noticed %s', (_name, message) => {
    expect(viewOf({ messages: [{ role: 'user', content: 'Hi' }, message] }).hasForeignMembers).toBe(true);
  });

  it.each([
    ['a text', { role: 'user', content: '"cache_control"' }],
    ['an argument', { role: 'assistant', tool_calls: [{ function: { arguments: { cache_control: 1 } } }] }],
    ['a longer name', { role: 'user', content: 'a', cache_control_off: 1 }],
  ])('are not seen in %s', (_name, message) => {
    expect(viewOf({ messages: [message] }).hasForeignMembers).toBe(false);
  });
});

describe('viewOfTask', () => {
  it('is the view of one message from a person', () => {
    const view = viewOfTask('Sort these names.');
    expect(view.messages).toEqual([{ role: 'user', text: 'Sort these names.', media: 0, toolCalls: 0 }]);
    expect(view.messageCount).toBe(1);
  });
});
