import { describe, expect, it } from 'vitest';
import { compressMessages } from './compress-messages.js';
import { GAP } from './units/join-units.js';

const SENTENCES = [
  'The orchard lies behind the old brewery.',
  'Most of its trees were planted by monks.',
  'In autumn the children collect the windfalls.',
  'A narrow brook separates it from the meadow.',
  'The beekeeper keeps his hives beside the wall.',
  'Cider was made here until the war.',
  'The gate creaks whenever somebody enters.',
];
const LONG = Array.from({ length: 48 }, (_, index) => SENTENCES[index % SENTENCES.length]).join(' ');
const NEEDLE = 'The oldest pear tree was grafted by Ottilie Brand.';
const DOCUMENT = `${LONG} ${NEEDLE} ${LONG}`;
const ASK = 'Who grafted the oldest pear tree?';

interface Message {
  role: string;
  content: unknown;
  [member: string]: unknown;
}

function compress(messages: readonly Message[]): Message[] {
  const bytes = Buffer.from(JSON.stringify(messages));
  return JSON.parse((compressMessages(bytes) ?? bytes).toString()) as Message[];
}

function textOf(messages: readonly Message[], index = 0): string {
  return String(compress(messages)[index]?.content);
}

const user = (content: string): Message => ({ role: 'user', content });

describe('what is never touched in a text of a person', () => {
  it.each<[string, string]>([
    ['a fence that begins behind words', 'Look: ```js\nlet one = 1;\n// Who was that?\n```'],
    ['a fence that ends behind code', '```\nlet one = 1;\nlet two = 2;```'],
    [
      'a longer fence around a shorter one',
      '````md\nSome prose. More prose.\n```\ncode\n```\nProse again.\n````',
    ],
    [
      'code without a fence',
      'def add(one, two):\n    total = one + two\n    return total\n\nprint(add(1, 2))',
    ],
    ['indented code', '    import os\n    for name in os.listdir():\n        print(name)\n\n    return'],
    [
      'JSON inside a sentence',
      'The answer was {"text": "One. Two. Three.", "list": [1, 2]} and nothing else.',
    ],
    ['a list of numbers', '[1, 2, 3,\n 4, 5, 6]'],
    ['YAML', 'name: orchard\nports:\n  - 80\nimage_tag: latest'],
    ['a table of commas', 'name,year,fruit\nBrand,1712,pear\nVoss,1801,apple'],
    ['a table of tabs', 'name\tyear\nBrand\t1712'],
    ['a table of spaces', 'NAME     YEAR   FRUIT\nBrand    1712   pear\nVoss     1801   apple'],
    ['a table without outer bars', 'name | year\n--- | ---\nBrand | 1712'],
    ['tags around a sentence', '<doc id="1">A sentence that nobody asked about.</doc>'.slice(0, 12)],
    ['a quotation in the text', 'He said: “I shall never sell this land. Not for gold, nor for grain.”'],
    ['what is to be preserved', 'Keep this line verbatim. Zebra crossing 77-B.'],
    ['tagged rules', '<rules>\nStay calm.\nName no prices.\nNo verbs.\n</rules>'],
    ['a labelled question between documents', 'Question: which fruit is meant here'],
    [
      'an address',
      'See https://example.org/a/very/long/path?with=query&and=more#fragment for it, which grafted pears.',
    ],
  ])('keeps %s', (_case, block) => {
    const text = `${LONG}\n\n${block}\n\n${DOCUMENT}\n\n${ASK}`;
    const shortened = textOf([user(text)]);
    expect(shortened).toContain(block);
    expect(shortened).toContain(NEEDLE);
    expect(shortened.length).toBeLessThan(text.length * 0.75);
  });

  it.each([
    `Antworte kurz. Höchstens fünf Wörter. Keine Namen. Auf Deutsch. Ohne Einleitung.\n\n${DOCUMENT}\n\n${ASK}`,
    `${DOCUMENT}\n\n${ASK} Answer in French. Use one sentence. Do not guess. Name the year too. End with a full stop.`,
    `Answer from the text:\n\n${DOCUMENT}\n\nRules:\n- Be brief.\n- Never guess.\n- Name the tree.\n- Use French.\n\n${ASK}`,
  ])('keeps all that is told around a document: %#', (text) => {
    const shortened = textOf([user(text)]);
    for (const told of text.split(DOCUMENT)) expect(shortened).toContain(told.trim());
    expect(shortened.length).toBeLessThan(text.length * 0.7);
  });

  it('leaves prose beside much code: code does not use up what may stay', () => {
    const code = `\`\`\`\n${'call(one, two);\n'.repeat(800)}\`\`\``;
    const shortened = textOf([user(`${code}\n\n${DOCUMENT}\n\n${ASK}`)]);
    expect(shortened).toContain(code);
    expect(shortened).toContain(NEEDLE);
    expect(shortened.length - code.length).toBeGreaterThan(DOCUMENT.length * 0.35);
  });

  it('never writes a mark before a fence, a table or indented code on its line', () => {
    const blocks = ['```\ncode();\n```', '| a | b |\n| 1 | 2 |', '    indent = 1;\n    more = 2;'];
    const text = `${blocks.map((block) => `${LONG}\n\n${block}`).join('\n\n')}\n\n${DOCUMENT}\n\n${ASK}`;
    const shortened = textOf([user(text)]);
    for (const block of blocks) expect(shortened).toContain(`\n${block}\n`);
    expect(shortened).toContain(GAP);
  });

  it('keeps sentences whole that run over lines broken at a margin', () => {
    const wrapped = DOCUMENT.replace(/(.{60,75}) /g, '$1\n');
    const shortened = textOf([user(`${wrapped}\n\n${ASK}`)]);
    expect(shortened.replaceAll('\n', ' ')).toContain(NEEDLE);
    for (const piece of shortened.split(GAP)) expect(wrapped + `\n\n${ASK}`).toContain(piece.trim());
  });
});

describe('system prompts', () => {
  it.each([
    ['tags', `Be kind.\n\n<documents>\n${DOCUMENT}\n</documents>\n\nSign every answer. Name no prices.`],
    [
      'a heading behind it',
      `Be kind.\n\nContext:\n${DOCUMENT}\n\n## Rules\nSign every answer. Name no prices.`,
    ],
    [
      'a paragraph behind it',
      `Be kind.\n\nContext:\n${DOCUMENT}\n\nAlways sign your answer. Name no prices.`,
    ],
  ])('keep the instructions behind a document: %s', (_case, system) => {
    const shortened = textOf([{ role: 'system', content: system }, user(ASK)]);
    const [before = '', behind = ''] = system.split(DOCUMENT);
    expect(shortened.startsWith(before)).toBe(true);
    expect(shortened.endsWith(behind)).toBe(true);
    expect(shortened).toContain(NEEDLE);
    expect(shortened.length).toBeLessThan(system.length * 0.7);
  });

  it('keep most of a document that the ask has nothing in common with', () => {
    const system = `Context:\n${DOCUMENT}`;
    const shortened = textOf([{ role: 'system', content: system }, user('Wovon handelt das alles?')]);
    expect(shortened.length).toBeGreaterThan(system.length * 0.65);
  });
});

describe('a growing conversation', () => {
  const mixed: Message[] = [
    { role: 'system', content: `Be exact.\n\nContext:\n${DOCUMENT}` },
    user('Hello!'),
    { role: 'assistant', content: 'Hello.' },
    user('Wer veredelte den Birnbaum?'),
    { role: 'assistant', content: 'Ottilie Brand.' },
    user(ASK),
    { role: 'assistant', content: 'The same.' },
    user(`${DOCUMENT}\n\nSummarize this.`),
    { role: 'assistant', content: 'An orchard.' },
    user('Translate it into German.'),
    { role: 'developer', content: 'From now on translate everything.' },
    user(DOCUMENT),
    { role: 'tool', tool_call_id: 'x', content: DOCUMENT },
    user('Where are the hives of the beekeeper?'),
    user(`${DOCUMENT}\n\nAnd what creaks?`),
  ];

  it('never changes what was sent before, once the ask is there', () => {
    const isPending = (count: number): boolean => count < 4 || count === 12 || count === 13;
    const whole = compress(mixed);
    for (let count = 4; count <= mixed.length; count += 1) {
      if (isPending(count)) continue;
      const bytes = JSON.stringify(compress(mixed.slice(0, count)));
      expect(bytes).toBe(JSON.stringify(whole.slice(0, count)));
    }
    expect(JSON.stringify(whole).length).toBeLessThan(JSON.stringify(mixed).length * 0.95);
  });

  it('is compressed once: what went up stays as it is when it comes again', () => {
    const once = compress(mixed);
    expect(compress(once)).toEqual(once);
  });
});
