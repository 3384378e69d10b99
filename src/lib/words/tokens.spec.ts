import { describe, expect, it } from 'vitest';
import { pairUnspaced, tokenize } from './tokens.js';

describe('scripts without spaces', () => {
  it.each<[string, string[]]>([
    ['请判断', ['请判', '判断']],
    ['判断', ['判断']],
    ['はい か', ['はい', 'か']],
    ['Name: 张三丰 ok', ['name', ':', '张三', '三丰', 'ok']],
    ['안녕하세요 여러분', ['안녕하세요', '여러분']],
    ['a short line', ['a', 'short', 'line']],
    ['', []],
  ])('are read in pairs of characters: %s', (text, expected) => {
    expect(pairUnspaced(tokenize(text, 40))).toEqual(expected);
  });
});
