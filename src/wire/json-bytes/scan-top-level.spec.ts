import { describe, expect, it } from 'vitest';
import { JsonBytesError, toInvalidRequestError } from './json-bytes-error.js';
import { scanTopLevel, type ScanOptions } from './scan-top-level.js';

function scanText(text: string, options?: ScanOptions) {
  return scanTopLevel(Buffer.from(text), options);
}

function faultOf(bytes: Buffer | string, options?: ScanOptions): JsonBytesError {
  try {
    scanTopLevel(Buffer.from(bytes as string), options);
  } catch (error) {
    if (error instanceof JsonBytesError) return error;
    throw error;
  }
  throw new Error('the document was accepted');
}

const WRITTEN_VALUES: [string, string][] = [
  ['{"a":{"b":[1,{}]}}', 'object'],
  ['[[],[1],"]"]', 'array'],
  ['"x\\"}\\\\"', 'string'],
  ['-0.5e+10', 'number'],
  ['0', 'number'],
  ['true', 'true'],
  ['false', 'false'],
  ['null', 'null'],
];

const REFUSED_BY_JSON_PARSE = [
  '',
  ' ',
  '{',
  '{"a"',
  '{"a":',
  '{"a":1',
  '{"a":1,',
  '{"a":1,}',
  '{,}',
  '{"a":1 "b":2}',
  '{"a" 1}',
  '{a:1}',
  "{'a':1}",
  '{"a":1}}',
  '{"a":1} x',
  '{"a":[1,]}',
  '{"a":[,1]}',
  '{"a":[1}',
  '{"a":01}',
  '{"a":-}',
  '{"a":+1}',
  '{"a":.5}',
  '{"a":1.}',
  '{"a":1e}',
  '{"a":1e+}',
  '{"a":0x10}',
  '{"a":NaN}',
  '{"a":Infinity}',
  '{"a":tru}',
  '{"a":nulll}',
  '{"a":undefined}',
  '{"a":"\\x"}',
  '{"a":"\\u12g4"}',
  '{"a":"\\u12"}',
  '{"a":"\\',
  '{"a":"x\n"}',
  '{"a":"\t"}',
  '{"a":"\u0000"}',
  '{"a":"unterminated}',
  '{"a":1}\u0000',
  '{"a":1}\u00a0',
  '{"a":1,/* no */"b":2}',
  '[1',
  '"x',
  'x',
];

describe('scanTopLevel', () => {
  it.each(WRITTEN_VALUES)('finds where %s starts and ends, and that it is of kind %s', (value, kind) => {
    const text = ` {"first" : "é" ,\r\n\t"it":${value} , "last":1 } \n`;
    const { members } = scanText(text);
    const bytes = Buffer.from(text);
    const member = members[1]!;
    expect(members.map(({ name }) => name)).toEqual(['first', 'it', 'last']);
    expect(bytes.subarray(member.keyStart, member.keyEnd).toString()).toBe('"it"');
    expect(bytes.subarray(member.valueStart, member.valueEnd).toString()).toBe(value);
    expect(member.kind).toBe(kind);
  });

  it('reads names as they are meant, not as they are escaped', () => {
    const scan = scanText('{"mod\\u0065l":1,"a\\"b":2,"ключ":3,"__proto__":4,"":5}');
    expect(scan.members.map(({ name }) => name)).toEqual(['model', 'a"b', 'ключ', '__proto__', '']);
    expect(scan.find('model')?.kind).toBe('number');
    expect(scan.find('toString')).toBeUndefined();
  });

  it('has no members in an empty object', () => {
    expect(scanText(' { } ').members).toEqual([]);
  });

  it.each(REFUSED_BY_JSON_PARSE)('refuses %j, as JSON.parse does', (text) => {
    expect(() => JSON.parse(text) as unknown).toThrow(SyntaxError);
    expect(faultOf(text).problem).toBe('syntax');
  });

  it.each([
    ['{"a":1,}', 7],
    ['{"a":"\\x"}', 7],
    ['{"a":01}', 6],
    ['{"a":1', 6],
    ['{"a":"é\u0001"}', 8],
    ['{"a":tru}', 8],
  ])('says at which byte %j goes wrong', (text, offset) => {
    expect(faultOf(text)).toMatchObject({ problem: 'syntax', offset });
  });

  it.each(['[]', '"x"', '1', 'null', ' [1,{"a":1}] '])('refuses %s because it is no object', (text) => {
    expect(faultOf(text).problem).toBe('not-an-object');
  });

  it.each<[string, Buffer]>([
    ['a byte order mark', Buffer.from('\ufeff{"a":1}')],
    ['UTF-16', Buffer.from('{"a":1}', 'utf16le')],
    ['UTF-16 with a mark', Buffer.from('\ufeff{"a":1}', 'utf16le')],
    ['UTF-16, big end first', Buffer.from('{"a":1}', 'utf16le').swap16()],
    ['Latin-1', Buffer.from('{"a":"é"}', 'latin1')],
    [
      'a character cut in half',
      Buffer.concat([Buffer.from('{"a":"'), Buffer.from([0xc3]), Buffer.from('"}')]),
    ],
    [
      'an encoded surrogate',
      Buffer.concat([Buffer.from('{"a":"'), Buffer.from([0xed, 0xa0, 0x80]), Buffer.from('"}')]),
    ],
  ])('refuses %s', (_, bytes) => {
    expect(faultOf(bytes)).toMatchObject({ problem: 'encoding' });
  });

  it.each(['{"model":1,"model":2}', '{"model":1,"x":0,"mod\\u0065l":2}'])(
    'refuses %s and names the key',
    (text) => {
      expect(faultOf(text)).toMatchObject({ problem: 'duplicate-key', key: 'model' });
      expect(toInvalidRequestError(faultOf(text))).toMatchObject({ status: 400, param: 'model' });
    },
  );

  it('leaves keys repeated further down alone', () => {
    expect(scanText('{"a":{"b":1,"b":2}}').members).toHaveLength(1);
  });

  it('keeps repeated keys of an answer when told so, and finds the last, as JSON.parse does', () => {
    const scan = scanText('{"a":1,"a":"x"}', { repeatedKeys: 'keep' });
    expect(scan.members).toHaveLength(2);
    expect(scan.find('a')?.kind).toBe('string');
  });

  it('accepts nesting up to the depth allowed and not one level more', () => {
    const nested = (levels: number) => `{"a":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`;
    expect(scanText(nested(100)).members).toHaveLength(1);
    expect(faultOf(nested(101)).problem).toBe('too-deep');
    expect(scanText(nested(5), { maxDepth: 5 }).members).toHaveLength(1);
    expect(faultOf(nested(6), { maxDepth: 5 })).toMatchObject({ problem: 'too-deep', offset: 9 });
  });

  it('stops at a thousand members', () => {
    const members = (count: number) =>
      `{${Array.from({ length: count }, (_, index) => `"k${index}":0`).join()}}`;
    expect(scanText(members(1_000)).members).toHaveLength(1_000);
    expect(faultOf(members(1_001)).problem).toBe('too-many-members');
  });

  it.each<[string, string, string]>([
    ['opening brackets', '['.repeat(1_000_000), 'too-deep'],
    ['opening objects', '{"a":'.repeat(200_000), 'too-deep'],
    ['a string that never ends', `{"a":"${'x'.repeat(1_000_000)}`, 'syntax'],
    ['backslashes', `{"a":"${'\\'.repeat(1_000_001)}`, 'syntax'],
    ['quotes', '"'.repeat(1_000_000), 'syntax'],
    ['spaces', ' '.repeat(1_000_000), 'syntax'],
    ['digits that end in a letter', `{"a":${'1'.repeat(1_000_000)}x}`, 'syntax'],
  ])('refuses a megabyte of %s', (_, text, problem) => {
    expect(faultOf(text).problem).toBe(problem);
  });

  it('reads a megabyte of escaped quotes and backslashes', () => {
    const text = `{"a":"${'\\"\\\\'.repeat(250_000)}","b":[${'"",'.repeat(300_000)}1]}`;
    expect(scanText(text).find('b')?.valueEnd).toBe(text.length - 1);
  });

  it('agrees with JSON.parse on every document made by changing one byte of a good one', () => {
    const good = '{"a":[1,-2.5e3,"\\u00e9\\n"],"b":{"c":null,"d":true},"e":""}';
    for (let index = 0; index < good.length; index += 1) {
      for (const byte of [
        '"',
        '\\',
        '{',
        '}',
        '[',
        ']',
        ',',
        ':',
        '0',
        '1',
        '.',
        'e',
        '-',
        'u',
        ' ',
        '\n',
        '',
      ]) {
        const text = good.slice(0, index) + byte + good.slice(index + 1);
        expect(isAccepted(text), text).toBe(isObjectForJsonParse(text));
      }
    }
  });
});

function isAccepted(text: string): boolean {
  try {
    scanText(text, { repeatedKeys: 'keep' });
    return true;
  } catch {
    return false;
  }
}

function isObjectForJsonParse(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}
