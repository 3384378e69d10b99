import { describe, expect, it } from 'vitest';
import { ChatStreamEvent } from './chat-stream-event.js';

const FIELDS = ['usage', 'error', 'id', 'created', 'model'] as const;

/** All that a reader says of an event, with ranges as the text in them. */
function read(reader: ChatStreamEvent, json: string): object {
  const bytes = Buffer.from(`data: ${json}\n\n`);
  const kind = reader.read(bytes, 0, bytes.length);
  const range = (start: number, end: number) =>
    end === 0 ? undefined : reader.source.toString('utf8', start, end);
  const { hasChoices, isVisible, outputBytes, finishStart, finishEnd } = reader.choices;
  const ranges = FIELDS.map((name) => [name, range(reader[`${name}Start`], reader[`${name}End`])]);
  return {
    kind,
    hasChoices,
    isVisible,
    outputBytes,
    finish: range(finishStart, finishEnd),
    ...Object.fromEntries(ranges),
  };
}

const chunk = (delta: object, more: object = {}, choice: object = { finish_reason: null }): string =>
  JSON.stringify({ id: 'c-1', created: 17, model: 'm', choices: [{ index: 0, delta, ...choice }], ...more });

const TEXTS = [chunk({ content: 'One' }), chunk({ content: ' two' })];

describe('ChatStreamEvent', () => {
  it.each<[string, string[]]>([
    ['texts alone', [...TEXTS, chunk({ content: 'three' })]],
    ['escapes in a text', [...TEXTS, chunk({ content: 'a "quote"\n\u0007' }), chunk({ content: '語' })]],
    ['an empty text', [...TEXTS, chunk({ content: '' }), chunk({ content: 'x' })]],
    [
      'another kind of value where the text was',
      [...TEXTS, chunk({ content: null }), chunk({ content: [{ type: 'text', text: 'x' }] })],
    ],
    [
      'the first chunk with a role',
      [chunk({ role: 'assistant', content: 'Hi' }), ...TEXTS, chunk({ content: 'x' })],
    ],
    ['an end', [...TEXTS, chunk({ content: 'x' }, {}, { finish_reason: 'stop' }), chunk({ content: 'y' })]],
    [
      'a filter',
      [...TEXTS, chunk({ refusal: 'No.' }, {}, { finish_reason: 'content_filter' }), chunk({ content: 'y' })],
    ],
    [
      'members behind the choices',
      [
        ...TEXTS,
        chunk({ content: 'x' }, { usage: { a: 1 } }),
        chunk({ content: 'x' }, { error: { message: 'm' } }),
      ],
    ],
    [
      'a member behind that differs each time',
      ['a', 'b', 'c'].map((noise) => chunk({ content: 'x' }, { usage: null, noise })),
    ],
    [
      'the model behind the choices',
      ['a', 'b', 'c'].map((model) => JSON.stringify({ choices: [{ delta: { content: 'x' } }], model })),
    ],
    [
      'usage before the choices',
      ['a', 'b'].map((content) => JSON.stringify({ usage: { a: 1 }, choices: [{ delta: { content } }] })),
    ],
    [
      'an id that comes later',
      ['', 'a', 'ab', 'abc'].map((id) => JSON.stringify({ id, choices: [{ delta: { content: 'x' } }] })),
    ],
    [
      'reasoning',
      [chunk({ reasoning: 'Hm' }), chunk({ reasoning: 'mm' }), chunk({ reasoning: 'x', content: 'y' })],
    ],
    [
      'reasoning under two names',
      ['Hm', 'mm', 'm'].map((text) => chunk({ reasoning: text, reasoning_content: text })),
    ],
    ['refusals', [chunk({ refusal: 'No' }), chunk({ refusal: ' way' }), chunk({ refusal: '!' })]],
    [
      'pictures beside a text',
      [
        chunk({ content: 'x', images: [1] }),
        chunk({ content: 'y', images: [1] }),
        chunk({ content: '', images: [1] }),
      ],
    ],
    [
      'arguments of tools',
      ['{"a', '":1', '}'].map((text) => chunk({ tool_calls: [{ index: 0, function: { arguments: text } }] })),
    ],
    [
      'names of tools',
      ['a', 'b'].map((name) => chunk({ tool_calls: [{ index: 0, function: { name, arguments: '{' } }] })),
    ],
    [
      'several choices',
      ['a', 'b', 'c'].map((content) =>
        JSON.stringify({ choices: [{ delta: { content } }, { delta: { content: 'z' } }] }),
      ),
    ],
    [
      'choices twice',
      ['a', 'b', 'c'].map(
        (content) => `{"choices":[{"delta":{"content":"${content}"}}],"choices":[{"delta":{"content":"z"}}]}`,
      ),
    ],
    [
      'content twice',
      ['a', 'b', 'c'].map((content) => `{"choices":[{"delta":{"content":"k","content":"${content}"}}]}`),
    ],
    [
      'a broken rest',
      [
        ...TEXTS,
        `${chunk({ content: 'x' }).slice(0, -1)},}`,
        `${chunk({ content: 'x' }).slice(0, -1)} 1}`,
        `${chunk({ content: 'x' })}x`,
      ],
    ],
    [
      'a broken text',
      [
        ...TEXTS,
        chunk({ content: 'x' }).replace('"x"', '"\\x"'),
        chunk({ content: 'x' }).replace('"x"', '"x'),
      ],
    ],
    ['nothing behind the text', [...TEXTS, chunk({ content: 'x' }).slice(0, -30)]],
  ])('says the same of a chunk whatever came before it: %s', (_, events) => {
    const reader = new ChatStreamEvent();
    for (const event of [...events, ...events])
      expect(read(reader, event)).toEqual(read(new ChatStreamEvent(), event));
  });

  it('finds ranges of the chunk at hand, wherever it is in its buffer', () => {
    const reader = new ChatStreamEvent();
    const bytes = Buffer.from(TEXTS.map((json) => `data: ${json}\n\n`).join(''));
    const second = bytes.indexOf('\n\n') + 2;
    reader.read(bytes, 0, second);
    expect(reader.read(bytes, second, bytes.length)).toBe('chunk');
    expect(bytes.toString('utf8', reader.idStart, reader.idEnd)).toBe('"c-1"');
    expect(reader.idStart).toBeGreaterThan(second);
  });
});
