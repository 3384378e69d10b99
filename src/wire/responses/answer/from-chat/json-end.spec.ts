import { describe, expect, it } from 'vitest';
import { JsonEnd } from './json-end.js';

describe('the end of JSON that comes in pieces', () => {
  it.each([
    ['{}', true],
    [' {"a":[1,{"b":"}\\"]"}]} \n', true],
    ['[[]', false],
    ['{"a":"}', false],
    ['{"a":"\\\\"}', true],
    ['{} {}', false],
    ['{}}', false],
    ['{}"', false],
    ['17', false],
    ['"text"', false],
    ['}', false],
    ['', false],
  ])('%s: %s', (json, isClosed) => {
    for (const size of [1, 2, json.length + 1]) {
      const end = new JsonEnd();
      for (let start = 0; start < json.length; start += size) end.push(json.slice(start, start + size));
      expect(end.isClosed).toBe(isClosed);
    }
  });

  it('is not looked for in what is no object and no array', () => {
    const kinds = ['17', ' "{}"', '{', '{} 1', ' '].map((json) => {
      const end = new JsonEnd();
      end.push(json);
      return end.isScalar;
    });
    expect(kinds).toEqual([true, true, false, false, false]);
  });

  it('is seen once, and not again behind more', () => {
    const end = new JsonEnd();
    end.push('{}');
    expect(end.isClosed).toBe(true);
    end.push(' x');
    expect(end.isClosed).toBe(false);
    end.push('{}');
    expect(end.isClosed).toBe(false);
  });
});
