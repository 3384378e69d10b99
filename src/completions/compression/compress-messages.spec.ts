import { describe, expect, it } from 'vitest';
import { compressMessages } from './compress-messages.js';

const SENTENCES = [
  'The ferry leaves the harbour at dawn.',
  'Its captain has sailed these waters for thirty years.',
  'Gulls follow it far out to the lighthouse.',
  'The cargo is mostly timber and mail.',
  'In winter the crossing takes longer.',
  'The islanders wait for it on the pier.',
];
const LONG = Array.from({ length: 60 }, (_, index) => SENTENCES[index % SENTENCES.length]).join(' ');
const NEEDLE = 'The lamp of the lighthouse was lit by Mara Finn.';
const DOCUMENT = `${LONG} ${NEEDLE} ${LONG}`;
const ASK = 'Who lit the lamp of the lighthouse?';

interface Message {
  role: string;
  content: unknown;
  [member: string]: unknown;
}

function compress(messages: Message[] | string): string | undefined {
  const text = typeof messages === 'string' ? messages : JSON.stringify(messages);
  return compressMessages(Buffer.from(text))?.toString();
}

function contents(json: string | undefined): unknown[] {
  if (json === undefined) throw new Error('nothing was compressed');
  return (JSON.parse(json) as Message[]).map(({ content }) => content);
}

describe('compressMessages', () => {
  it('shortens a long message of a person and keeps the ask', () => {
    const [content] = contents(compress([{ role: 'user', content: `${DOCUMENT}\n\n${ASK}` }]));
    expect(content).toContain(NEEDLE);
    expect(content).toContain(ASK);
    expect(String(content).length).toBeLessThan(DOCUMENT.length * 0.7);
  });

  it('shortens a document in a system prompt by the first ask, and leaves its instructions alone', () => {
    const instructions = `You answer questions about ferries. ${'Be brief and exact. Never guess. '.repeat(60)}`;
    const system = `${instructions}\n\nContext:\n${DOCUMENT}`;
    const [first, second] = contents(
      compress([
        { role: 'system', content: system },
        { role: 'user', content: ASK },
      ]),
    );
    expect(String(first).startsWith(`${instructions}\n\nContext:`)).toBe(true);
    expect(first).toContain(NEEDLE);
    expect(String(first).length).toBeLessThan(system.length * 0.8);
    expect(second).toBe(ASK);
  });

  it.each<[string, Message[]]>([
    [
      'instructions in a system prompt',
      [
        { role: 'system', content: DOCUMENT },
        { role: 'user', content: ASK },
      ],
    ],
    [
      'a tool result',
      [
        { role: 'user', content: ASK },
        { role: 'tool', tool_call_id: 'x', content: DOCUMENT },
      ],
    ],
    [
      'what an assistant said',
      [
        { role: 'user', content: ASK },
        { role: 'assistant', content: DOCUMENT },
        { role: 'user', content: ASK },
      ],
    ],
    [
      'a part with a cache mark',
      [
        {
          role: 'user',
          content: [
            { type: 'text', text: DOCUMENT, cache_control: { type: 'ephemeral' } },
            { type: 'text', text: ASK },
          ],
        },
      ],
    ],
    [
      'what stands before a cache mark',
      [
        { role: 'user', content: DOCUMENT },
        { role: 'assistant', content: 'Yes?', cache_control: { type: 'ephemeral' } },
        { role: 'user', content: ASK },
      ],
    ],
    ['a text to translate', [{ role: 'user', content: `Translate into German:\n\n${DOCUMENT}` }]],
    [
      'a text that the system prompt has proofread',
      [
        { role: 'system', content: 'Proofread what the user sends.' },
        { role: 'user', content: DOCUMENT },
      ],
    ],
    [
      'a text to translate, asked in Russian',
      [{ role: 'user', content: `${DOCUMENT}\n\nПереведи это на русский язык.` }],
    ],
    [
      'a document by a greeting',
      [
        { role: 'system', content: `Answer briefly.\n\nDocuments:\n${DOCUMENT}` },
        { role: 'user', content: 'Hi!' },
      ],
    ],
    ['a short text', [{ role: 'user', content: SENTENCES.join(' ') }]],
  ])('never touches %s', (_case, messages) => {
    expect(compress(messages)).toBeUndefined();
  });

  it('leaves every other byte as it was', () => {
    const odd = `[ {"role":"user","n":12345678901234567890,"x":1.0,"content":"\\u0041 \\/ ${DOCUMENT}\\n\\n${ASK}" ,\t"name":"\\u00e9"}, {"role":"assistant","content":null,"tool_calls":[{"id":"1","function":{"name":"f","arguments":"{\\"a\\": 1.50}"}}]} ]`;
    const shortened = compress(odd);
    expect(shortened).toMatch(/^\[ \{"role":"user","n":12345678901234567890,"x":1\.0,"content":"/);
    expect(shortened?.endsWith(odd.slice(odd.indexOf(' ,\t"name"')))).toBe(true);
  });

  it('never changes what was shortened when the conversation grows', () => {
    const turns: Message[] = [
      { role: 'system', content: `Answer briefly.\n\nDocuments:\n${DOCUMENT}` },
      { role: 'user', content: `${DOCUMENT}\n\n${ASK}` },
      { role: 'assistant', content: 'Mara Finn.' },
      {
        role: 'user',
        content: [
          { type: 'text', text: DOCUMENT },
          { type: 'text', text: 'And who sails the ferry?' },
        ],
      },
      { role: 'assistant', content: 'Its captain.' },
      { role: 'user', content: 'What is the cargo?' },
      { role: 'user', content: `${LONG} What follows the ferry?` },
    ];
    const whole = contents(compress(turns));
    for (let count = 2; count <= turns.length; count += 1)
      expect(contents(compress(turns.slice(0, count)))).toEqual(whole.slice(0, count));
  });

  it('empties signed thinking behind what it changed, and only there', () => {
    const signed = { type: 'thinking', thinking: 'Hm.', signature: 'abc' };
    const turn = (extra: object): Message => ({ role: 'assistant', content: 'Yes.', ...extra });
    const early = turn({ thinking_blocks: [signed] });
    const messages = [
      { role: 'user', content: 'Hello, who are you?' },
      early,
      { role: 'user', content: `${DOCUMENT}\n\n${ASK}` },
      turn({ thinking_blocks: [signed], reasoning_content: 'Hm.' }),
      turn({ reasoning_details: [{ type: 'reasoning.text', text: 'Hm.', signature: 'abc' }] }),
      turn({ content: [signed, { type: 'redacted_thinking', data: 'x' }, { type: 'text', text: 'Yes.' }] }),
    ];
    const sent = JSON.parse(compress(messages) ?? '[]') as Message[];
    expect(sent[1]).toEqual(early);
    expect(sent[3]).toEqual(turn({ thinking_blocks: [], reasoning_content: 'Hm.' }));
    expect(sent[4]).toEqual(turn({ reasoning_details: [] }));
    expect(sent[5]?.content).toEqual([
      { ...signed, signature: '' },
      { type: 'redacted_thinking', data: '' },
      { type: 'text', text: 'Yes.' },
    ]);
  });
});
