import { describe, expect, it } from 'vitest';
import { compressText } from './compress-text.js';
import { GAP } from './units/join-units.js';

const FILLER = [
  'The museum opened its doors on a rainy morning in April.',
  'Its first director had studied the pottery of the northern valleys.',
  'Visitors came mostly from the neighbouring towns at first.',
  'The building had been a mill, and its wheel can still be seen.',
  'A small café was added in the eastern wing some years later.',
  'The collection of clocks grew slowly, mostly by donations.',
  'Schools were offered guided tours on every second Thursday.',
  'The roof was repaired after a storm had damaged it badly.',
  'Every summer a fair of craftsmen is held in the courtyard.',
  'The archive keeps the letters of the families of the region.',
];
const NEEDLE = 'The oldest clock of the collection was built by Hannah Voss in 1712.';

function document(needleAt: number): string {
  const sentences = [...FILLER, ...FILLER, ...FILLER].map(
    (sentence, index) => `${index + 1}. `.slice(0, 0) + sentence,
  );
  sentences.splice(needleAt, 0, NEEDLE);
  return sentences.join(' ');
}

const ASK = 'Who built the oldest clock of the collection?';

const compress = (text: string, question = ASK, ratio = 0.5): string =>
  compressText({ text, questions: [question], ratio, keepsAsk: true })?.text ?? text;

describe('compressText', () => {
  it.each([3, 10, 20, 27])('keeps the sentence that answers the question, at place %i', (place) => {
    const shortened = compress(document(place), ASK, 0.33);
    expect(shortened).toContain(NEEDLE);
    expect(shortened.length).toBeLessThan(document(place).length * 0.5);
    expect(shortened).toContain(GAP);
  });

  it.each([
    ['no sentence has a fifth of its words', 'Which remedy must a patient with asthma avoid?'],
    ['one of two questions is answered in other words', `${ASK}\nWhich remedy must a patient avoid?`],
    ['nothing is asked', ''],
  ])('leaves a text whole when %s', (_case, question) => {
    const text = document(5);
    expect(
      compressText({ text, questions: question.split('\n'), ratio: 0.3, keepsAsk: true }),
    ).toBeUndefined();
  });

  it('keeps log lines of a level that few lines have', () => {
    const line = (index: number): string =>
      `2026-03-01 10:${10 + index}:00 INFO the belt moved crate ${index} on.`;
    const rare = '2026-03-01 10:31:07 ERROR the arm let a crate fall.';
    const lines = Array.from({ length: 40 }, (_, index) => line(index));
    const text = [...lines.slice(0, 20), rare, ...lines.slice(20)].join('\n');
    const shortened = compress(text, 'When did the belt move crate 35 on?', 0.3);
    expect(shortened).toContain(rare);
    expect(shortened.length).toBeLessThan(text.length * 0.6);
  });

  it.each([
    ['fenced code', '```ts\nconst a = 1;\n// Who built this clock?\n```'],
    ['a JSON block', '{\n  "id": 12345678901234567890,\n  "tags": ["a", "b"],\n  "note": "Keep. This."\n}'],
    ['JSON lines', '{"a": 1, "text": "One. Two."}\n{"a": 2, "text": "Three. Four."}'],
    ['a table', '| name | year |\n|---|---|\n| Voss | 1712 |'],
    ['tags', '<document index="1">\n</document>'],
    ['a quotation', '> To be kept. As it is written.'],
    ['indented code', '    function f(x) {\n        return x * 2;\n    }'],
    ['a heading', '## Chapter two'],
  ])('never touches %s', (_case, block) => {
    const text = `${document(3)}\n\n${block}\n\n${document(9)}\n\nWho built the oldest clock?`;
    const shortened = compress(text);
    expect(shortened).toContain(block);
    expect(shortened.length).toBeLessThan(text.length * 0.8);
  });

  it.each([
    [
      'German',
      'Die Mühle stand am Fluss. Der Müller war freundlich. '.repeat(30) +
        'Die Glocke goss Anna Weber im Jahr 1803. ' +
        'Der Weg war lang. Das Tor blieb zu. '.repeat(30) +
        '\n\nWer goss die Glocke?',
      'Wer goss die Glocke?',
      'Anna Weber',
    ],
    [
      'Russian',
      'Мельница стояла у реки. Мельник был добрым. '.repeat(30) +
        'Колокол отлила Анна Вебер в 1803 году. ' +
        'Дорога была длинной. Ворота закрыты. '.repeat(30) +
        '\n\nКто отлил колокол?',
      'Кто отлил колокол?',
      'Анна Вебер',
    ],
    [
      'Chinese',
      '磨坊在河边。磨坊主很友好。'.repeat(40) +
        '这口钟由安娜在1803年铸造。' +
        '路很长。门关着。'.repeat(40) +
        '\n\n这口钟由谁铸造？',
      '这口钟由谁铸造？',
      '安娜',
    ],
  ])('works in %s', (_language, text, question, answer) => {
    const shortened = compress(text, question, 0.4);
    expect(shortened).toContain(answer);
    expect(shortened.length).toBeLessThan(text.length * 0.7);
  });

  it('is deterministic, and leaves alone what it shortened before', () => {
    const text = `${document(8)}\n\nWho built the oldest clock?`;
    const once = compress(text);
    expect(compress(text)).toBe(once);
    expect(compress(once)).toBe(once);
  });

  it('never writes anything but what stood there, and marks of gaps', () => {
    const text = `${document(8)}\n\n${document(2)}\n\nWho built the oldest clock?`;
    for (const piece of compress(text).split(GAP)) expect(text).toContain(piece.trim());
  });

  it.each([
    ['one endless word', 'x'.repeat(1_000_000)],
    ['one word a million times', 'go '.repeat(330_000)],
    ['no ends of sentences', 'word, '.repeat(160_000)],
    ['ends alone', '. ! ? '.repeat(160_000)],
    ['brackets', '[{('.repeat(300_000)],
    ['lone surrogates', '\ud800 '.repeat(300_000)],
    ['line breaks', '\n'.repeat(900_000)],
    ['quotes', '"'.repeat(900_000)],
  ])('ends on hostile text: %s', (_case, text) => {
    // A rule that is not linear would not end within the runner's own limit.
    expect(compress(text).length).toBeLessThanOrEqual(text.length);
  });
});
