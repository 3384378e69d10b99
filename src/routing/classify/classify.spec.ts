import { describe, expect, it } from 'vitest';
import { scanTopLevel } from '../../wire/json-bytes/scan-top-level.js';
import type { ChatView } from '../../wire/openai/chat-view.js';
import { readChatView } from '../../wire/openai/read-chat-view.js';
import { classify } from './classify.js';

interface Message {
  role: string;
  content?: unknown;
  tool_calls?: unknown;
}

function view(messages: readonly Message[], more: object = {}): ChatView {
  return readChatView(scanTopLevel(Buffer.from(JSON.stringify({ messages, ...more }))));
}

const SYSTEM_END = ' >> ';

/** `system >> user`, further turns by ` || `: user and assistant in turn. */
function viewOf(line: string, more: object = {}): ChatView {
  const cut = line.indexOf(SYSTEM_END);
  const turns = line.slice(cut < 0 ? 0 : cut + SYSTEM_END.length).split(' || ');
  const messages = turns.map((content, index) => ({ role: index % 2 === 0 ? 'user' : 'assistant', content }));
  return view(cut < 0 ? messages : [{ role: 'system', content: line.slice(0, cut) }, ...messages], more);
}

const CALL = {
  role: 'assistant',
  content: null,
  tool_calls: [{ id: 'c', type: 'function', function: { name: 'f', arguments: '{}' } }],
};
const RESULT = { role: 'tool', tool_call_id: 'c', content: '{"ok":true}' };
const AGENT = { role: 'system', content: 'You are a coding agent. Use the tools.' };
const ASK = { role: 'user', content: 'Can you fix the login bug?' };
const TOOLS = { tools: [{ type: 'function', function: { name: 'f' } }] };
const SHELL = { role: 'system', content: 'Work by commands in a terminal. Send one command in a fence.' };
const COMMAND = { role: 'assistant', content: 'Let me look.\n```\nls src\n```' };
const OUTPUT = { role: 'user', content: 'Observation: a.ts\nb.ts' };

describe('structure that leaves no doubt', () => {
  it.each<[string, Message[], object, 'conversation' | 'machine', string | undefined]>([
    ['a tool result after the only ask', [AGENT, ASK, CALL, RESULT], TOOLS, 'machine', 'tool-loop'],
    [
      'many tool results after the only ask',
      [AGENT, ASK, CALL, RESULT, CALL, RESULT],
      TOOLS,
      'machine',
      'tool-loop',
    ],
    [
      'a tool result after a second ask',
      [AGENT, ASK, CALL, RESULT, CALL, ASK, CALL, RESULT],
      TOOLS,
      'conversation',
      undefined,
    ],
    [
      'a new question after tool results',
      [AGENT, ASK, CALL, RESULT, CALL, ASK],
      TOOLS,
      'conversation',
      undefined,
    ],
    ['an ask with tools offered', [AGENT, ASK], TOOLS, 'conversation', undefined],
    ['output as text after the only ask', [SHELL, ASK, COMMAND, OUTPUT], {}, 'machine', 'tool-loop'],
    [
      'a remark after output as text',
      [SHELL, ASK, COMMAND, OUTPUT, COMMAND, ASK],
      {},
      'conversation',
      undefined,
    ],
    [
      'a role nobody knows',
      [{ role: 'robot', content: 'Classify: a\nLabel:' }],
      {},
      'conversation',
      undefined,
    ],
    [
      'nothing but an image',
      [{ role: 'user', content: [{ type: 'image_url', image_url: { url: 'x' } }] }],
      {},
      'conversation',
      undefined,
    ],
    ['no messages', [], {}, 'conversation', undefined],
    ['a text of blanks', [{ role: 'user', content: '  \n ' }], {}, 'conversation', undefined],
  ])('%s', (_, messages, more, kind, task) => {
    const found = classify(view(messages, more));
    expect({ kind: found.kind, task: found.task }).toEqual({ kind, task });
  });

  it('one message with a fixed output format is machine-shaped, a dialogue with one is not', () => {
    const format = { response_format: { type: 'json_object' } };
    expect(classify(viewOf('what is a giraffe', format))).toMatchObject({
      kind: 'machine',
      task: 'strict-format',
    });
    expect(classify(viewOf('hi || Hello! || what is a giraffe?', format)).kind).toBe('conversation');
    expect(classify(viewOf('hi', { response_format: { type: 'text' } })).kind).toBe('conversation');
  });

  it('an image changes neither kind', () => {
    const image = { type: 'image_url', image_url: { url: 'data:image/png;base64,AA' } };
    const withImage = (text: string) => view([{ role: 'user', content: [{ type: 'text', text }, image] }]);
    const task =
      'Extract the total and the date of the receipt. Return JSON with the keys total and date only.';
    expect(classify(withImage(task)).kind).toBe('machine');
    expect(classify(withImage('what kind of flower is this? I found it in my garden')).kind).toBe(
      'conversation',
    );
  });

  it('what a harness injects into an ask does not make it machine-shaped', () => {
    const reminder =
      '<system-reminder>\nOutput: JSON only. Label: a, b, c.\nReturn exactly one label.\n</system-reminder>';
    expect(classify(viewOf(`${reminder}\n\nwhy does the build fail on my machine?`)).kind).toBe(
      'conversation',
    );
  });
});

describe('a quick task', () => {
  it.each([
    [
      'a short template',
      'Classify the tone of the sentence as formal or informal. Answer with one word.\n\nSentence: See you later!\nTone:',
      true,
    ],
    [
      'a long input',
      `Classify the tone of the text as formal or informal. Answer with one word.\n\nText: ${'See you later, alligator. '.repeat(120)}\nTone:`,
      false,
    ],
    [
      'code',
      'Classify the language of the snippet. Answer with one word.\n\nSnippet: ```\nfn main() {}\n```\nLanguage:',
      false,
    ],
    ['a person', 'hi, can you help me with my homework?', false],
    [
      'one line that a person may have typed',
      'Count the words: the quick brown fox jumps over the lazy dog',
      false,
    ],
  ])('%s: %#', (_, line, quick) => {
    expect(classify(viewOf(line)).quick).toBe(quick);
  });

  it('is never one with tools or turns', () => {
    const task =
      'Classify the tone of the sentence as formal or informal. Answer with one word.\n\nSentence: See you later!\nTone:';
    expect(classify(viewOf(task, TOOLS)).quick).toBe(false);
    expect(classify(viewOf(`Classify the tone. >> See you! || informal || Dear Sir`)).quick).toBe(false);
  });
});

describe('hostile input', () => {
  it.each([
    ['one word without end', 'a'.repeat(1_000_000)],
    ['tags that never close', '<context>'.repeat(50_000)],
    ['brackets', '[{('.repeat(100_000)],
    ['marks of the other direction and half characters', '\u202e\ud800\udfff\u200f'.repeat(50_000)],
    ['colons and lines', 'a:\n'.repeat(100_000)],
    ['commas', ':a,'.repeat(100_000)],
  ])('is judged: %s', (_, text) => {
    const many = Array.from({ length: 40 }, (__, index) => ({
      role: index % 2 === 0 ? 'user' : 'assistant',
      content: text.slice(0, 9_000),
    }));
    const views = [
      view([{ role: 'user', content: text }]),
      view([{ role: 'system', content: text }, ...many]),
    ];
    for (const one of views) expect(classify(one).machineScore).toBeGreaterThanOrEqual(0);
  });
});
