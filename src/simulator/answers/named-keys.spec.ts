import { describe, expect, it } from 'vitest';
import { describedObject } from './named-keys.js';

const keysOf = (text: string): string[] | undefined => {
  const described = describedObject(text);
  return described === undefined ? undefined : Object.keys(described);
};

describe('the object that a prompt describes', () => {
  it.each([
    ['Return JSON with keys "name" and "age".', ['name', 'age']],
    [
      'Answer with a JSON object with the keys sentiment, score and reason.',
      ['sentiment', 'score', 'reason'],
    ],
    ['Return a JSON object with fields: `city`, `country` for each place.', ['city', 'country']],
    ['JSON only, {"answer": "yes|no", "confidence": 0.9}', ['answer', 'confidence']],
    ['Respond as {"sentiment": "positive" | "negative", "score": 0-1}', ['sentiment', 'score']],
    ['Reply in JSON: {title, year}', ['title', 'year']],
    ["Use the properties 'first name' and 'last name'", ['first name', 'last name']],
    ['A JSON object with a single key named result', ['result']],
    ['Answer in JSON.', undefined],
    ['Say hello as JSON please', undefined],
    ['The fields of wheat are golden', undefined],
  ])('%j has the keys %j', (text, keys) => {
    expect(keysOf(text)).toEqual(keys);
  });

  it('is the example when there is one', () => {
    expect(describedObject('Like this: {"a": 1, "b": {"c": [true]}} please')).toEqual({
      a: 1,
      b: { c: [true] },
    });
  });
});
