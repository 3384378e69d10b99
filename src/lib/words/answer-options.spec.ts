import { describe, expect, it } from 'vitest';
import { listsOptions, offersAnswers } from './answer-options.js';

describe('what may be answered', () => {
  it.each(['billing, shipping, account', 'rouge ou vert ou bleu', '好、坏、一般', 'low | medium | high'])(
    'is listed: %s',
    (clause) => {
      expect(listsOptions(clause)).toBe(true);
    },
  );

  it.each([
    'billing, shipping',
    'we came late, the food was cold, and nobody said sorry for it',
    'a single answer',
  ])('is not listed: %s', (clause) => {
    expect(listsOptions(clause)).toBe(false);
  });

  it.each([
    'Is it urgent? yes/no',
    'True or False?',
    'Ist das Werbung, ja oder nein?',
    'Team (sales, support, other):',
    'Czy to pytanie? Odpowiedz tak albo nie.',
    'Volgt dit eruit? ja of nee',
    'Bu bir soru mu? Evet ya da hayır.',
    '意思相同吗？回答是或否。',
    '質問ですか。はい、いいえで答えてください。',
    '질문인가요? 예 또는 아니오',
  ])('is offered: %s', (text) => {
    expect(offersAnswers(text)).toBe(true);
  });

  it.each(['Is it urgent?', 'We (my mother and I) went home:', 'no idea'])('is not offered: %s', (text) => {
    expect(offersAnswers(text)).toBe(false);
  });
});
