import { describe, expect, it } from 'vitest';
import { tokenize } from '../../lib/words/tokens.js';
import { showsThat } from './shows-that.js';

function asksForProof(text: string): boolean {
  const tokens = tokenize(text, 40);
  return tokens.some((_, index) => showsThat(tokens, index));
}

describe('a word that shows', () => {
  it.each([
    'Show that every finite integral domain is a field.',
    'Show by induction that the sum is even.',
    'Zeige, dass die Folge beschränkt ist.',
    'Mostre que toda sequência convergente é limitada.',
    'Visa att kroppen är ändlig.',
    'Fonksiyonun sürekli olduğunu gösterin.',
  ])('asks for a proof: %s', (text) => {
    expect(asksForProof(text)).toBe(true);
  });

  it.each([
    'Show only the city name.',
    'show me a pancake recipe',
    'Mostre apenas o nome da cidade.',
    'Metindeki şehir adını gösterin.',
    'Zeige nur das Datum.',
  ])('asks for something to see: %s', (text) => {
    expect(asksForProof(text)).toBe(false);
  });
});
