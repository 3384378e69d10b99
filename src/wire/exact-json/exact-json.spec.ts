import { describe, expect, it } from 'vitest';
import { parseExactJson } from './parse-exact-json.js';
import { JsonTooDeepError, printExactJson, printExactJsonBytes } from './print-exact-json.js';
import { asNumber, isJsonObject, RawJson, RawNumber } from './raw-json.js';

const EXACT_TEXTS = [
  '1.0',
  '-0',
  '-0.0',
  '1e3',
  '1E+2',
  '0.10',
  '12345678901234567890',
  '-9007199254740993',
  '9007199254740993',
  '[1.0,2]',
  '{"a":1.0}',
  '{"a":{"b":[{"c":123456789012345678}]},"d":"x"}',
  '{"text":"costs 1.0 or \\"2.0\\" \\\\","n":0.7}',
  '{"text":"a\\\\","n":1.50,"m":[true,false,null,{},[]]}',
  '{"__proto__":{"x":1.0},"y":2}',
  '"only 1.0 in a string"',
  '{"k":"\\ud800","n":1.0}',
];

describe('exact JSON', () => {
  it.each(EXACT_TEXTS)('prints %s as it was written', (text) => {
    expect(printExactJson(parseExactJson(text))).toBe(text);
    expect(printExactJsonBytes(parseExactJson(text)).toString()).toBe(text);
  });

  it.each(['0', '1', '-1', '0.7', '123456789012345', '1e+21', '9007199254740992', '[0,0]', '{"a":0}'])(
    'keeps %s an ordinary number, because JavaScript prints it the same way',
    (text) => {
      expect(parseExactJson(text)).toEqual(JSON.parse(text));
    },
  );

  it('reads white space, escapes and nesting like JSON.parse in a text with a risky number', () => {
    const text = ' {\n"a" : [ 1 , "\\u0041\\n\\"" , { } ] ,\t"b":null, "c": 2.50 } ';
    const { c, ...rest } = parseExactJson(text) as Record<string, unknown>;
    expect(rest).toEqual({ a: [1, 'A\n"', {}], b: null });
    expect(c).toEqual(new RawNumber('2.50'));
  });

  it('takes the last of duplicate members, also beside a risky number', () => {
    expect(printExactJson(parseExactJson('{"a":1.0,"a":{"b":2},"a":3.0}'))).toBe('{"a":3.0}');
  });

  it('never pollutes a prototype', () => {
    const value = parseExactJson('{"__proto__":{"polluted":1.0}}') as object;
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });

  it.each(['', '{', '01', '1.', '{"a":1.0,}', '[1.0', 'nul', '.5', '+1', '"\u0001"'])(
    'refuses %j',
    (text) => {
      expect(() => parseExactJson(text)).toThrow(SyntaxError);
    },
  );

  it('parses any depth without a call stack, and refuses to print more than a thousand levels', () => {
    const deep = parseExactJson(`${'['.repeat(200_000)}1.0${']'.repeat(200_000)}`);
    expect(Array.isArray(deep)).toBe(true);
    expect(() => printExactJson(deep)).toThrow(JsonTooDeepError);
  });

  it('prints like JSON.stringify otherwise', () => {
    const value = {
      a: undefined,
      b: [undefined, Number.NaN, -1.5, true, null],
      'ü"': 'é\u2028\ud83d\ude00',
      long: 'é'.repeat(20_000),
    };
    expect(printExactJson(value)).toBe(JSON.stringify(value));
    expect(printExactJsonBytes(value).equals(Buffer.from(JSON.stringify(value)))).toBe(true);
  });

  it('prints raw fragments verbatim', () => {
    expect(printExactJson({ input: new RawJson('{"a": 1.0}') })).toBe('{"input":{"a": 1.0}}');
  });

  it('prints half a character as U+FFFD where well-formed text is asked for, in values and names', () => {
    const value = { '\ud83d': ['a\ud83d', '\ude00b', '\ud83d\ude00', 'é'], raw: new RawJson('"\\ud83d"') };
    const expected = '{"\ufffd":["a\ufffd","\ufffdb","\ud83d\ude00","é"],"raw":"\\ud83d"}';
    expect(printExactJson(value, { text: 'well-formed' })).toBe(expected);
    expect(printExactJsonBytes(value, { text: 'well-formed' }).toString()).toBe(expected);
  });

  it('tells objects and numbers from raw literals', () => {
    expect(isJsonObject(new RawNumber('1.0'))).toBe(false);
    expect(isJsonObject({})).toBe(true);
    expect(asNumber(new RawNumber('1e3'))).toBe(1_000);
    expect(asNumber(new RawNumber('1e999'))).toBeUndefined();
    expect(asNumber('1')).toBeUndefined();
    expect(JSON.stringify({ n: new RawNumber('1.0') })).toBe('{"n":1}');
  });
});
