import { describe, expect, it } from 'vitest';
import { atOnce } from '../../../../lib/steps.js';
import { scanTopLevel } from '../../../json-bytes/scan-top-level.js';
import type { ChatForm, OpenedReasoning } from '../chat-form.js';
import { responsesToChat } from './responses-to-chat.js';

const MODEL = 'vendora/claude-sonnet-5-5';
const SIGNED = { type: 'thinking', thinking: 'Hm', signature: 'sig' };
const OPEN = { type: 'reasoning.text', text: 'Hm', format: 'unknown' };
const FIND = { type: 'function', name: 'find', parameters: { type: 'object', properties: {} } };
const COUNT = { type: 'function', name: 'count', parameters: null };

/** `encrypted_content` is here the JSON of what is in it. */
function translate(body: object, upstream: 'provider_a' | 'hosted' = 'provider_a'): ChatForm {
  return atOnce(
    responsesToChat({
      scan: scanTopLevel(Buffer.from(JSON.stringify({ model: MODEL, ...body }))),
      upstream,
      model: MODEL,
      openReasoning: (text) => JSON.parse(text) as OpenedReasoning,
    }),
  );
}

const user = (content: unknown): object => ({ role: 'user', content });
const said = (text: string): object => ({ role: 'assistant', content: text });
const thought = (behind: string | undefined, details: object = SIGNED): object => ({
  type: 'reasoning',
  id: 'rs_1',
  summary: [],
  encrypted_content: JSON.stringify({ maker: MODEL, details, behind }),
});

/** How many blocks of thinking go up. */
function replayed(body: object, upstream?: 'hosted'): number {
  const { messages } = JSON.parse(translate(body, upstream).body.toString()) as {
    messages: { thinking_blocks?: unknown[]; reasoning_details?: unknown[] }[];
  };
  return messages.flatMap(({ thinking_blocks: own = [], reasoning_details: other = [] }) => [
    ...own,
    ...other,
  ]).length;
}

describe('thinking that is signed', () => {
  const first = { instructions: 'Be kind', tools: [FIND], input: 'Hello' };
  const prompt = translate(first).promptMark();
  const next = (items: object[], changes: object = {}): number =>
    replayed({ ...first, ...changes, input: [user('Hello'), thought(prompt), said('Hi'), ...items] });

  it('goes up again behind the prompt that it was made behind', () => {
    expect(next([user('On')])).toBe(1);
    expect(next([user('On')], { max_output_tokens: 99, metadata: { a: 'b' } })).toBe(1);
    const parts = [user([{ type: 'input_text', text: 'Hello' }]), thought(prompt), said('Hi'), user('On')];
    expect(replayed({ ...first, input: parts })).toBe(1);
  });

  it.each([
    ['other instructions', { instructions: 'Be brief' }],
    ['no instructions', { instructions: null }],
    ['other tools', { tools: [COUNT] }],
    ['more tools', { tools: [FIND, COUNT] }],
    [
      'only some of the tools',
      { tools: [FIND, COUNT], tool_choice: { type: 'allowed_tools', mode: 'auto', tools: [] } },
    ],
  ])('is left out behind %s', (_, changes) => {
    expect(next([user('On')], changes)).toBe(0);
  });

  it('is left out when something before it changed, or the system spoke later', () => {
    expect(replayed({ ...first, input: [user('Hullo'), thought(prompt), said('Hi'), user('On')] })).toBe(0);
    expect(next([{ role: 'developer', content: 'Be brief' }, user('On')])).toBe(0);
  });

  it('is left out one by one', () => {
    const second = translate({ ...first, input: [user('Hello'), thought(prompt), said('Hi'), user('On')] });
    const both = [
      user('Hello'),
      thought(prompt),
      said('Hi'),
      user('On'),
      thought(second.promptMark()),
      said('Ho'),
    ];
    expect(replayed({ ...first, input: [...both, user('More')] })).toBe(2);
    expect(replayed({ ...first, input: [...both.slice(0, 1), ...both.slice(2), user('More')] })).toBe(0);
    const changed = [
      user('Hello'),
      thought(prompt),
      said('Hi'),
      user('Off'),
      thought(second.promptMark()),
      said('Ho'),
    ];
    expect(replayed({ ...first, input: [...changed, user('More')] })).toBe(1);
  });

  it('goes up behind calls and their results', () => {
    const call = { type: 'function_call', call_id: 'c1', name: 'find', arguments: '{"a":1}' };
    const result = { type: 'function_call_output', call_id: 'c1', output: 'ok' };
    const asked = { ...first, input: [user('Hello'), thought(prompt), call, result] };
    const again = [...asked.input, thought(translate(asked).promptMark()), said('Done'), user('On')];
    expect(replayed({ ...first, input: again })).toBe(2);
  });

  it('goes up where it stood, behind the prompt of its whole answer', () => {
    const call = { type: 'function_call', call_id: 'c1', name: 'find', arguments: '{}' };
    const result = { type: 'function_call_output', call_id: 'c1', output: 'ok' };
    const again = { type: 'thinking', thinking: 'Now', signature: 'again' };
    const input = [
      user('Hello'),
      thought(prompt),
      said('I look.'),
      thought(prompt, again),
      said('Still.'),
      call,
      result,
    ];
    const { messages } = JSON.parse(translate({ ...first, input }).body.toString()) as { messages: object[] };
    expect(messages.slice(2)).toMatchObject([
      { role: 'assistant', content: 'I look.', thinking_blocks: [SIGNED] },
      { role: 'assistant', content: 'Still.', thinking_blocks: [again], tool_calls: [{ id: 'c1' }] },
      { role: 'tool', tool_call_id: 'c1' },
    ]);
  });

  it('goes up when it says nothing of its prompt', () => {
    expect(replayed({ ...first, input: [user('Hello'), thought(undefined), said('Hi'), user('On')] })).toBe(
      1,
    );
  });
});

describe('thinking that nobody signed', () => {
  it('goes up whatever changed', () => {
    const input = [user('Hello'), thought('of another prompt', OPEN), said('Hi'), user('On')];
    expect(replayed({ input }, 'hosted')).toBe(1);
  });
});

describe('the mark of a prompt', () => {
  const markOf = (text: string): string => translate({ input: text }).promptMark();

  it('is the same for the same words, however they are escaped', () => {
    const escaped = scanTopLevel(Buffer.from(`{"model":"${MODEL}","input":"caf\\u00e9\\/"}`));
    const { promptMark } = atOnce(
      responsesToChat({
        scan: escaped,
        upstream: 'provider_a',
        model: MODEL,
        openReasoning: () => undefined,
      }),
    );
    expect(promptMark()).toBe(markOf('café/'));
  });

  it('tells long texts apart by their length and their ends', () => {
    const long = 'x'.repeat(100_000);
    const marks = [long, `${long}x`, `y${long.slice(1)}`, `${long.slice(1)}y`].map(markOf);
    expect(new Set(marks).size).toBe(4);
    expect(markOf(long)).toBe(marks[0]);
  });
});
