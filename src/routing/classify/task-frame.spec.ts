import { describe, expect, it } from 'vitest';
import { viewOfTask } from '../../wire/openai/read-chat-view.js';
import { readShape } from './request-shape.js';
import { readFrame } from './task-frame.js';

const DATA: readonly string[] = [
  'We had soup.',
  'why is the lift broken AGAIN?? i pay 900 a month',
  'Dear team,\n\nplease send the invoice.\n\nKind regards\nIlse',
  'Clerk: next!\nMe: finally\nClerk: form 12 please',
  'Exception in thread "main"\n\tat App.main(App.java:3)',
  '- milk\n- bread\n\nTotal: 7.20',
  '我的快递还没到，怎么办？',
  'please write me back by tomorrow and delete my account',
  'Prove that I paid twice! 2 + 2 is not 5.',
];

const TEMPLATES: readonly (readonly [string, string])[] = [
  [
    'an instruction, a label',
    'Detect the language of the following text. Answer with the code only.\n\nText: {}',
  ],
  ['an order in one line', 'Translate from German to English, keep the tone.\n\n{}'],
  [
    'points of its own',
    'Classify the comment.\nRules:\n- one label only\n- no explanation\nLabels: praise, blame\n\nComment: {}',
  ],
  ['a label with its answers', 'Premise: {}\nHypothesis: It rains.\nLabel (yes, no, maybe):'],
  ['a label that waits', 'Name the mood of the text in one word.\n\nText: {}\n\nMood:'],
  ['the data first', '{}\n\nClassify the text above as private or business. Output the class.'],
  ['tags', 'Extract all names from the text as JSON.\n\n<text>\n{}\n</text>'],
  ['quotes of three', 'Summarize the text in one sentence.\n\n"""\n{}\n"""'],
  ['a label that the question names', 'Review: {}\n\nIs this review positive or negative?'],
  ['the data first, a question behind it', '{}\n\nWhich mood does the text above express: joy, anger, none?'],
  ['an input that is only named', 'Tell me if the following sentence is grammatical.\n\n{}'],
  ['the data first, an order behind it', '{}\n\nBased on the passage above, choose a fitting title.'],
  ['Russian', 'Определи язык текста. Верни только код.\n\nТекст: {}'],
  ['Japanese', '次の文章を一文で要約してください。\n\n{}'],
  ['Czech', 'Urči sentiment textu. Odpověz jedním slovem.\n\nText: {}'],
];

describe('the frame of a task', () => {
  it.each(TEMPLATES)('is the same whatever the data: %s', (_, template) => {
    const frames = DATA.map(
      (data) =>
        readFrame(
          template.replace('{}', () => data),
          '',
        ).text,
    );
    expect(new Set(frames).size, JSON.stringify(frames)).toBe(1);
    expect(frames[0]).toContain('▢');
  });

  it('is a question about its input and what may be answered', () => {
    for (const data of DATA.filter((one) => !one.startsWith('-'))) {
      const ask = `Does the following text contain sarcasm?\n${data}\nOptions:\n- yes\n- no`;
      expect(readFrame(ask, '').text).toBe('Does the following text contain sarcasm?\n▢');
    }
  });

  it('is that of the labels where an instruction stands behind labelled inputs', () => {
    for (const data of DATA.filter((one) => !one.includes('\n'))) {
      const ask = `Sentence 1: ${data}\nSentence 2: It rained.\nDo the two sentences mean the same? yes or no`;
      expect(readFrame(ask, '').text).toBe(
        'Sentence 1: ▢\nSentence 2: ▢\nDo the two sentences mean the same? yes or no',
      );
    }
  });

  it.each([
    ['If "{}" is true, does it follow that the sentence is false? Answer yes or no.', '"▢"'],
    ['Kann man aus dem Satz „{}“ auf Regen schließen? Antworte mit ja oder nein.', '„▢“'],
    ['Из предложения «{}» следует, что идёт дождь? Ответь да или нет.', '«▢»'],
    ['文「{}」は質問ですか。はい、いいえで答えて出力してください。', '「▢」'],
  ])('is what stands around a quoted input: %s', (template, mark) => {
    for (const data of DATA.filter((one) => !/[\n"]/.test(one)))
      expect(
        readFrame(
          template.replace('{}', () => data),
          '',
        ).text,
      ).toBe(template.replace(/["„«「]\{\}["“»」]/, mark));
  });

  it.each([
    'is "I would be delighted" too posh for an email to a plumber',
    'A visitor left this note: "nice but cold". Should I take it personally?',
    'Ist der Satz „Ich freue mich auf Ihre Rückmeldung“ zu steif?',
  ])('is the whole of what a person asks about a quotation: %s', (ask) => {
    expect(readFrame(ask, '')).toEqual({ text: ask, hasInstruction: false });
  });

  it('is the data mark alone under a system prompt that is the instruction', () => {
    const system = 'Classify the message as spam or ham. Output the label only.';
    for (const data of DATA) expect(readFrame(data, system).text).toBe('▢');
  });

  it('is the data mark alone under a system prompt that names a filter', () => {
    for (const data of DATA)
      expect(readFrame(data, 'You are a spam filter. Answer SPAM or HAM.').text).toBe('▢');
  });

  it.each([
    'My flatmate never cleans.\nI tried a rota.\nWhat now?',
    'Situation: the heating is off\nTried: calling\nQuestion: who pays?',
    'Dear guests,\n\nthe sauna is closed.\n\nReception\n\nwhat do i answer?',
    'why does it rain so much in Bergen?',
  ])('is what a person wrote where nothing is an instruction: %s', (ask) => {
    expect(readFrame(ask, 'You are a friendly assistant. Answer in JSON.')).toEqual({
      text: ask,
      hasInstruction: false,
    });
  });

  it('bounds what it reads of a long text', () => {
    const long = 'Summarize the text in one sentence.\n\n' + 'It rained. '.repeat(100_000);
    expect(readFrame(long, '').text.length).toBeLessThan(3_000);
    expect(readFrame('a:\n'.repeat(200_000), '').text.length).toBeLessThan(3_000);
    expect(readFrame('<a>'.repeat(200_000), '').text.length).toBeLessThan(3_000);
  });
});

describe('markers of a task', () => {
  it.each([
    'Dear residents,\n\nthe yard is cleaned on Friday.\n\nThe board',
    'sh: 1: tsc: not found\n\nwhat now',
    'Her: fine\nMe: sure?\nHer: yes\n\nhelp',
    'dej to tlačítko doprava',
    'good morning!',
  ])('are not in %s', (ask) => {
    expect(readShape(viewOfTask(ask)).taskMarkers).toBe(0);
  });

  it.each([
    'Classify: a',
    'land -> water\nsea ->',
    'Antworte nur mit der Klasse',
    '次のテキストを分類',
    'a\nb\nLabel:',
  ])('are in %s', (ask) => {
    expect(readShape(viewOfTask(ask)).taskMarkers).not.toBe(0);
  });
});
