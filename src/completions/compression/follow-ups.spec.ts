import { describe, expect, it } from 'vitest';
import { compressMessages } from './compress-messages.js';
import { GAP } from './units/join-units.js';

const SENTENCES = [
  'The house stands below the weir.',
  'Its wheel was taken down long ago.',
  'Willows hang over the race.',
  'Walkers rest on the old bench.',
  'The path leads on to the ford.',
];
const filler = (count: number): string =>
  Array.from({ length: count }, (_, index) => SENTENCES[index % SENTENCES.length]).join(' ');
const MILLER = 'The last miller was Ebba Storm.';
const DOG = 'Her dog was buried under the lime tree by the northern gate.';
const BELL = 'The bell was cast in Lund by a man who could not hear.';
const DOCUMENT = `${filler(30)} ${MILLER} ${filler(60)} ${DOG} ${filler(25)} ${BELL} ${filler(25)}`;
const FIRST = 'Who was the last miller?';

interface Message {
  role: string;
  content: unknown;
}

const user = (content: unknown): Message => ({ role: 'user', content });
const assistant = (content: string): Message => ({ role: 'assistant', content });
const chat = (...later: Message[]): Message[] => [
  user(`${DOCUMENT}\n\n${FIRST}`),
  assistant('Ebba Storm.'),
  ...later,
];

function compress(messages: readonly Message[]): Message[] {
  const bytes = Buffer.from(JSON.stringify(messages));
  return JSON.parse((compressMessages(bytes) ?? bytes).toString()) as Message[];
}

describe('a question behind a text that was shortened for an earlier one', () => {
  it('is given the sentences it looks up, before its own words', () => {
    const sent = compress(chat(user('Where was her dog buried?')));
    expect(sent[0]?.content).not.toContain(DOG);
    expect(sent[2]?.content).toContain(DOG);
    expect(sent[2]?.content).toMatch(/^\[…\] .+ \[…\]\n\nWhere was her dog buried\?$/su);
    expect(JSON.stringify(sent).length).toBeLessThan(JSON.stringify(chat()).length * 0.75);
  });

  it('is given nothing where nothing was left out of the text, or it asks nothing', () => {
    const short = [user(`${filler(20)} ${DOG}`), assistant('Yes?'), user('Where was her dog buried?')];
    expect(compress(short)).toEqual(short);
    expect(compress(chat(user('Thanks!')))[2]?.content).toBe('Thanks!');
  });

  it('is given all that was left out when it asks in words that the text does not have', () => {
    const sent = compress(chat(user('Kde je pohřben pes?')));
    expect(sent[0]?.content).not.toContain(DOG);
    const all = `${String(sent[0]?.content)} ${String(sent[2]?.content)}`;
    for (const sentence of [MILLER, DOG, BELL]) expect(all).toContain(sentence);
  });

  it('is given all that was left out when it is no look-up', () => {
    const sent = compress(chat(user('Translate the whole text into Danish.')));
    const all = `${String(sent[0]?.content)} ${String(sent[2]?.content)}`;
    for (const sentence of [MILLER, DOG, BELL]) expect(all).toContain(sentence);
    expect(sent[2]?.content).toMatch(/Translate the whole text into Danish\.$/u);
  });

  it('stands in the last text of its message, and takes a document of a system prompt too', () => {
    const sent = compress([
      { role: 'system', content: `Answer from the context.\n\nContext:\n${DOCUMENT}` },
      user(FIRST),
      assistant('Ebba Storm.'),
      user([{ type: 'text', text: 'Where was her dog buried?' }]),
    ]);
    expect(JSON.stringify(sent[0])).not.toContain(DOG);
    expect(JSON.stringify(sent[3])).toContain(DOG);
  });

  it('leaves what went up before as it was, and gives nothing twice', () => {
    const turns = chat(
      user('Where was her dog buried?'),
      assistant('By the gate.'),
      user('Where was the bell cast?'),
      assistant('In Lund.'),
      user('And where exactly was her dog buried?'),
      assistant('Under a tree.'),
      user('Summarize the text.'),
    );
    const whole = compress(turns);
    for (let count = 1; count <= turns.length; count += 1)
      expect(compress(turns.slice(0, count))).toEqual(whole.slice(0, count));
    expect(JSON.stringify(whole).split(DOG)).toHaveLength(2);
    expect(compress(whole)).toEqual(whole);
    expect(JSON.stringify(whole).split(GAP).length).toBeGreaterThan(4);
  });
});
