import { describe, expect, it } from 'vitest';
import { scanTopLevel } from '../../wire/json-bytes/scan-top-level.js';
import { readChatView } from '../../wire/openai/read-chat-view.js';
import type { Classification } from './classification.js';
import { classify } from './classify.js';

function classifyAsk(ask: string, system?: string): Classification {
  const messages = [{ role: 'user', content: ask }];
  const all = system === undefined ? messages : [{ role: 'system', content: system }, ...messages];
  return classify(readChatView(scanTopLevel(Buffer.from(JSON.stringify({ messages: all })))));
}

/** What people send that looks like a program's at first sight. None of it is among what the weights learned from. */
const PEOPLE: readonly (readonly [string, string])[] = [
  [
    'a mail and a question',
    'Dear guests,\n\nthe sauna is closed for repairs until Friday.\n\nReception\n\nwhat do i answer?',
  ],
  ['a mail alone', 'Dear guests,\n\nthe sauna is closed for repairs until Friday.\n\nReception'],
  ['a mail and a word', 'Hi,\nyour table for four is booked for 19:30.\nTrattoria Nino\n\nscam?'],
  ['a German mail', 'Sehr geehrter Herr Ott,\n\nwir bitten um Rückruf.\n\nIhre Bank\n\nmuss ich das?'],
  ['labels', 'Situation: my flatmate never cleans\nTried: a rota\nQuestion: what now?'],
  ['a form with a question', 'Name: Biscuit\nAge: 11 weeks\nIssue: bites ankles\nwhat do other people do'],
  ['points', 'Please fix:\n- headline shorter\n- picture on the right'],
  ['numbered points in Polish', 'Popraw:\n1. nagłówek krótszy\n2. zdjęcie po prawej'],
  [
    'a talk and a word',
    'Hotline: please unplug the box\nMe: done twice\nHotline: please unplug the box\n\nhelp',
  ],
  ['an error and a word', 'sh: 1: tsc: not found\n\nwhat now'],
  ['an error alone', "AttributeError: 'NoneType' object has no attribute 'group'"],
  ['an agent with context', '<context>\nfile: a.ts\n</context>\n\nadd a pdf export'],
  [
    'an agent with a task',
    '<task>\nadd a pdf export\n</task>\n\n<environment_details>\n# Files\nsrc/app.ts\n</environment_details>',
  ],
  ['a Czech developer', 'přejmenuj tu proměnnou a spusť testy'],
  ['a French developer', 'pourquoi le build échoue sur la CI'],
  ['a Russian developer', 'вынеси запрос в отдельный файл'],
  ['a Chinese exercise', '这道题怎么做：一个数加七等于十五，孩子问我'],
  ['a Japanese exercise', 'この問題の解き方を教えてください。3x=12 です'],
  ['one line to translate', 'Translate to French: The invoice is attached.'],
  ['one line to correct', 'Correct the spelling: definately, seperate, occured'],
  ['one line to sort', 'Categorize: apple, hammer, pear, saw'],
  ['a Japanese mail', '山田様\n\n来週の予定をお知らせください。\n\n鈴木\n\n何て返せばいいかな'],
];

/** What programs hand over: also what people write and paste. */
const DATA: readonly string[] = [
  'The battery lasts two days.',
  'why is the lift broken AGAIN?? i pay 900 a month',
  'Dear team,\n\nplease send me the invoice.\n\nKind regards\nIlse',
  'Clerk: next!\nMe: finally\nClerk: form 12 please\n\nhelp',
  'Exception in thread "main"\n\tat App.main(App.java:3)\n\nwhat now',
  'Can you recommend a good book for my holiday? I like crime.',
  '我的快递还没到，怎么办？',
  'Habe heute mein Paket bekommen, danke!',
];

const TEMPLATES: readonly (readonly [string, string])[] = [
  [
    'a code of a language',
    'Detect the language of the following text. Answer with the two-letter ISO 639-1 code and nothing else.\n\nText: {}',
  ],
  [
    'a translation',
    'Translate the text from German to English, keep the tone. Output only the translation.\n\n{}',
  ],
  [
    'a class',
    'Classify the message as complaint, question or praise. Answer with one word.\n\nMessage: {}\nClass:',
  ],
  ['an extraction', 'Extract all names and dates from the text. Return JSON.\n\nText:\n"""\n{}\n"""'],
  [
    'German',
    'Bestimme die Stimmung des Textes: positiv, neutral, negativ. Antworte nur mit einem Wort.\n\nText: {}',
  ],
  ['Russian', 'Определи тему сообщения. Ответь одним словом.\n\nСообщение: {}'],
  ['Chinese', '判断下面文本的情感倾向，只输出“正面”或“负面”。\n\n文本：{}'],
];

describe('requests of strangers', () => {
  it.each(PEOPLE)('a person: %s', (_, ask) => {
    const { kind, machineScore } = classifyAsk(ask);
    expect(kind, `score ${machineScore}`).toBe('conversation');
  });

  it.each(TEMPLATES)('a template is a program whatever its data: %s', (_, template) => {
    const kinds = DATA.map((data) => classifyAsk(template.replace('{}', () => data)));
    expect(kinds.map(({ kind }) => kind)).toEqual(DATA.map(() => 'machine'));
    expect(new Set(kinds.map(({ task }) => task)).size).toBe(1);
  });

  it('an instruction in the system prompt is a program whatever the user message says', () => {
    const system = 'Classify the text of the user as spam or ham. Output the label only.';
    for (const data of DATA) expect(classifyAsk(data, system).kind).toBe('machine');
  });

  it.each([
    'You route support tickets. Reply with one of: billing, login, shipping, other.',
    'You are a named-entity extraction service. Output one entity per line as TYPE: value.',
  ])('a system prompt that says you to a service is an instruction too: %s', (system) => {
    for (const data of DATA) expect(classifyAsk(data, system).kind).toBe('machine');
  });

  it.each([
    'Which clause type is this (termination, liability, payment, other)?\n\nClause: {}',
    'Suppose {} Can we infer that somebody is tired? Yes, no, or maybe?',
    'Premise: {}\nHypothesis: Someone is outside.\nLabel (entailment, neutral, contradiction):',
  ])('what may be answered marks a task: %s', (template) => {
    for (const data of ['Either party may end this with a month of notice.', 'The dog barks at night.'])
      expect(classifyAsk(template.replace('{}', () => data)).kind).toBe('machine');
  });

  it('without any marker of a task the words are not even weighed', () => {
    expect(classifyAsk('Dear residents,\n\nthe yard is cleaned on Friday.\n\nThe board').reasons).toEqual([
      'Nothing in it marks a task of a program: conversation.',
    ]);
  });
});
