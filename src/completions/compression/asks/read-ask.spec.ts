import { describe, expect, it } from 'vitest';
import { readAsk, readOwnAsk } from './read-ask.js';
import { splitUnits } from '../units/split-units.js';

const LETTER =
  'We moved in during the spring. The roof has been leaking since then, and the stairs are dark at night. ' +
  'Nobody has come to look at it, although we wrote twice. '.repeat(14);

describe('readAsk', () => {
  it.each([
    'Who signed the lease?',
    'when does the season end',
    'Question: Where are the keys kept?',
    'Q: In which year was the mill built?',
    'Tell me who checks the pipes.',
    'Can you tell me how much the deposit is?',
    'According to the minutes, who chairs the meeting?',
    'The mill was sold to whom?',
    'What is the fee for a lost key? Answer in one sentence.',
    'Please be brief. How long is the notice period?',
    'Wie hoch ist die Kaution?',
    'Ab wann gilt die neue Regel?',
    'Qui a signé le bail ?',
    'À quelle heure ferme la terrasse ?',
    '¿Quién firmó el contrato?',
    '¿Desde cuándo está cerrado el camino?',
    'Quanto custa a entrada?',
    'Dove si trova la chiave?',
    'Hoe lang duurt de opzegtermijn?',
    'Ile kosztuje nowy klucz?',
    'Kolik stojí vstup?',
    'Var finns nyckeln?',
    'Hvornår slutter sæsonen?',
    'Kira sözleşmesini kim imzaladı?',
    'Кто подписал договор?',
    'В каком году построили мост?',
    '这份合同是谁签的？',
    '契約書にはだれが署名しましたか？',
    '누가 계약서에 서명했나요?',
    'من وقّع العقد؟',
  ])('looks something up: %s', (message) => {
    expect(readAsk(message).kind).toBe('look-up');
  });

  it.each([
    'Translate this into Dutch.',
    'please make it less formal',
    'Clean up the grammar please',
    'Return this text as JSON',
    'Replace all names',
    'Extract every obligation.',
    'List the persons named.',
    'What are the duties of the tenant?',
    'Which deadlines apply?',
    'Which persons are mentioned?',
    'How many times is the roof mentioned?',
    'How many sentences are there?',
    'what exactly changed?',
    'What is the tone of the letter?',
    'What is wrong with it?',
    'Where does it contradict itself?',
    'Why is the tenant angry?',
    'How should I reply?',
    'What should I answer?',
    'Is the tenant angry?',
    'Does anything here break the house rules?',
    'Answer BLOCK if somebody is insulted, else PASS.',
    'Who signed it? And translate the rest.',
    'Who signed it, and summarize the rest?',
    'How many different fees are there?',
    'Wie viele Verbote gibt es?',
    '¿Cuántas prohibiciones hay?',
    'Hur många avgifter nämns?',
    'tl;dr',
    'the gist please',
    'Übersetze ins Deutsche:',
    'Übersetzen Sie das bitte.',
    'Änderungen? Bitte prüfe den Text.',
    'Welche Fristen gelten?',
    'Ist das ein freundlicher Brief?',
    'Écris-le plus simplement.',
    'Évalue ce texte.',
    'Quelles sont les décisions ?',
    '¿Qué errores hay?',
    'Çevir: Almanca',
    'Özetle lütfen.',
    'Översätt till engelska.',
    'Přelož do angličtiny.',
    'Żeby było krócej, popraw tekst.',
    'Переведи на немецкий.',
    'О чём этот текст?',
    'Какие сроки указаны?',
    '把这段话改得口语一点。',
    '文中有哪些日期？',
    '日付をすべて抜き出して。',
    '이 글을 요약해 주세요.',
    'ترجم هذا النص',
  ])('wants the whole text: %s', (message) => {
    expect(readAsk(message).kind).not.toBe('look-up');
  });

  it.each(['Hello!', 'Thanks', 'ok great'.slice(0, 2), 'Danke', '谢谢'])('asks nothing: %s', (message) => {
    expect(readAsk(message).kind).toBe('none');
  });
});

describe('readOwnAsk', () => {
  it.each([
    ['before the text', `Who wrote twice?\n\n${LETTER}`, 'look-up'],
    ['behind the text', `${LETTER}\n\nWho wrote twice?`, 'look-up'],
    ['labelled in the line behind the text', `${LETTER}\nQuestion: Who wrote twice?\nAnswer:`, 'look-up'],
    ['tagged', `<text>\n${LETTER}\n</text>\n<question>Who wrote twice?</question>`, 'look-up'],
    ['with how to answer', `${LETTER}\n\nQuestion: Who wrote twice?\nAnswer with a short phrase.`, 'look-up'],
    [
      'a task before, a question of the text behind',
      `Translate:\n\n${LETTER}\n\nWhen will you come?`,
      'whole',
    ],
    ['a labelled task', `Task: grade the letter.\n\n${LETTER}`, 'whole'],
    [
      'a question in the last paragraph of the letter',
      `${LETTER}\n\nWe are tired. When will you come?`,
      'none',
    ],
    ['a question before the greeting', `${LETTER}\n\nWhen will you come?\n\nYours, Ada Lund`, 'none'],
    ['nothing', LETTER, 'none'],
  ])('%s', (_case, text, kind) => {
    expect(readOwnAsk(text, splitUnits(text)).kind).toBe(kind);
  });
});
