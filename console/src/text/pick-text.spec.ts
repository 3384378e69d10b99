import { describe, expect, it } from 'vitest';
import { pickText } from './pick-text.js';

const texts = { en: 'Calls', de: 'Anfragen', 'pt-BR': 'Chamadas' };

describe('pickText', () => {
  it.each([
    [[], 'Calls'],
    [['fr-FR'], 'Calls'],
    [['de-AT', 'en'], 'Anfragen'],
    [['fr', 'pt-BR'], 'Chamadas'],
    [['pt-PT', 'en-GB'], 'Calls'],
  ])('takes for %j the texts %s', (languages, text) => {
    expect(pickText(texts, languages)).toBe(text);
  });
});
