import { describe, expect, it } from 'vitest';
import { editMembers, joinBytes, type MemberEdit, setIn } from './edit-members.js';
import { JsonBytesError } from './json-bytes-error.js';
import { scanTopLevel } from './scan-top-level.js';

function edit(text: string, edits: MemberEdit[]): string {
  const spliced = editMembers(scanTopLevel(Buffer.from(text), { repeatedKeys: 'keep' }), edits);
  const joined = joinBytes(spliced);
  expect(spliced.length).toBe(joined.length);
  return joined.toString();
}

const ROOMY = '{ "a" : 1 ,\n  "b": [ 2 ],\n  "c":3 }\n';

describe('editMembers', () => {
  it.each<[string, MemberEdit[], string]>([
    ['replaces a value', [{ replace: 'b', json: '"x"' }], '{ "a" : 1 ,\n  "b": "x",\n  "c":3 }\n'],
    ['leaves a document without the name alone', [{ replace: 'z', json: '0' }], ROOMY],
    ['sets a value that is there', [{ set: 'a', json: '0' }], '{ "a" : 0 ,\n  "b": [ 2 ],\n  "c":3 }\n'],
    [
      'sets a value of any characters',
      [{ set: 'a', json: '"é😀"' }],
      '{ "a" : "é😀" ,\n  "b": [ 2 ],\n  "c":3 }\n',
    ],
    [
      'appends a value that is not',
      [{ set: 'z', json: '0' }],
      '{ "a" : 1 ,\n  "b": [ 2 ],\n  "c":3,"z":0 }\n',
    ],
    ['removes the first member', [{ remove: 'a' }], '{ "b": [ 2 ],\n  "c":3 }\n'],
    ['removes one in the middle', [{ remove: 'b' }], '{ "a" : 1 ,\n  "c":3 }\n'],
    ['removes the last one', [{ remove: 'c' }], '{ "a" : 1 ,\n  "b": [ 2 ] }\n'],
    ['removes the first two', [{ remove: 'a' }, { remove: 'b' }], '{ "c":3 }\n'],
    ['removes the last two', [{ remove: 'b' }, { remove: 'c' }], '{ "a" : 1 }\n'],
    ['removes the outer two', [{ remove: 'a' }, { remove: 'c' }], '{ "b": [ 2 ] }\n'],
    ['removes all', [{ remove: 'a' }, { remove: 'b' }, { remove: 'c' }], '{  }\n'],
    [
      'removes all and appends two',
      [{ remove: 'a' }, { remove: 'b' }, { remove: 'c' }, { set: 'x', json: '1' }, { set: 'y', json: '2' }],
      '{ "x":1,"y":2 }\n',
    ],
    [
      'appends behind a removed end',
      [{ remove: 'c' }, { set: 'x', json: '1' }],
      '{ "a" : 1 ,\n  "b": [ 2 ],"x":1 }\n',
    ],
    ['renames a member', [{ rename: 'b', to: 'q"' }], '{ "a" : 1 ,\n  "q\\"": [ 2 ],\n  "c":3 }\n'],
    [
      'renames and replaces at once',
      [
        { rename: 'b', to: 'd' },
        { replace: 'b', json: '9' },
      ],
      '{ "a" : 1 ,\n  "d": 9,\n  "c":3 }\n',
    ],
    [
      'lets an existing member win over a renamed one',
      [{ rename: 'a', to: 'c' }],
      '{ "b": [ 2 ],\n  "c":3 }\n',
    ],
    [
      'renames over a removed member',
      [{ remove: 'c' }, { rename: 'a', to: 'c' }],
      '{ "c" : 1 ,\n  "b": [ 2 ] }\n',
    ],
    [
      'lets a set member win over a renamed one',
      [
        { rename: 'c', to: 'd' },
        { set: 'd', json: '7' },
      ],
      '{ "a" : 1 ,\n  "b": [ 2 ],"d":7 }\n',
    ],
    [
      'takes the later of two values',
      [
        { set: 'z', json: '1' },
        { set: 'z', json: '2' },
      ],
      '{ "a" : 1 ,\n  "b": [ 2 ],\n  "c":3,"z":2 }\n',
    ],
    ['forgets a value that is removed after', [{ set: 'z', json: '1' }, { remove: 'z' }], ROOMY],
    [
      'puts a value back that was removed before',
      [{ remove: 'a' }, { set: 'a', json: '5' }],
      '{ "b": [ 2 ],\n  "c":3,"a":5 }\n',
    ],
    ['changes nothing when nothing is asked', [], ROOMY],
  ])('%s and leaves every other byte', (_, edits, expected) => {
    const edited = edit(ROOMY, edits);
    expect(edited).toBe(expected);
    expect(() => JSON.parse(edited) as unknown).not.toThrow();
  });

  it.each([
    ['{}', '{"a":1}'],
    ['{ }', '{"a":1 }'],
  ])('sets into %s', (text, expected) => {
    expect(edit(text, [{ set: 'a', json: '1' }])).toBe(expected);
  });

  it('edits a name that stands twice in both places', () => {
    expect(edit('{"a":1,"b":2,"a":3}', [{ set: 'a', json: '9' }])).toBe('{"a":9,"b":2,"a":9}');
    expect(edit('{"a":1,"b":2,"a":3}', [{ remove: 'a' }])).toBe('{"b":2}');
  });

  it('keeps numbers, escapes and white space that a parse would change', () => {
    const rest = '"n":12345678901234567890 , "f":1.0,"e":"\\u00e9\\/"';
    expect(edit(`{"model":"x",${rest}}`, [{ replace: 'model', json: '"y"' }])).toBe(`{"model":"y",${rest}}`);
  });

  it('copies nothing large', () => {
    const bytes = Buffer.from(`{"model":"x","messages":"${'y'.repeat(1_000)}"}`);
    const { slices } = editMembers(scanTopLevel(bytes), [{ replace: 'model', json: '"zz"' }]);
    expect(slices.map((slice) => slice.length)).toEqual([9, 4, bytes.length - 12]);
    expect(slices[2]?.buffer).toBe(bytes.buffer);
    expect(joinBytes(editMembers(scanTopLevel(bytes), []))).toBe(bytes);
  });

  it('leaves documents that parse, whichever members go', () => {
    const names = ['a', 'b', 'c', 'd', 'e'];
    const text = '{"a":1 , "b":2,"c" :3,\n"d":4,"e":5}';
    for (let mask = 0; mask < 32; mask += 1) {
      const gone = names.filter((_, index) => mask & (1 << index));
      const left = names.filter((name) => !gone.includes(name));
      const edited = edit(text, [...gone.map((name) => ({ remove: name })), { set: 'z', json: '0' }]);
      expect(Object.keys(JSON.parse(edited) as object)).toEqual([...left, 'z']);
    }
  });
});

describe('setIn', () => {
  const set = (text: string, path: [string, ...string[]], json: string) =>
    setIn(Buffer.from(text), path, json).toString();

  it.each<[string, [string, ...string[]], string, string]>([
    [
      '{"a":1}',
      ['stream_options', 'include_usage'],
      'true',
      '{"a":1,"stream_options":{"include_usage":true}}',
    ],
    [
      '{"stream_options":null}',
      ['stream_options', 'include_usage'],
      'true',
      '{"stream_options":{"include_usage":true}}',
    ],
    [
      '{"stream_options": {} }',
      ['stream_options', 'include_usage'],
      'true',
      '{"stream_options": {"include_usage":true} }',
    ],
    [
      '{"stream_options":{"include_usage" : false,"x":1}}',
      ['stream_options', 'include_usage'],
      'true',
      '{"stream_options":{"include_usage" : true,"x":1}}',
    ],
    ['{"usage":{"n":1.0}, "z":0}', ['usage', 'cost'], '0.0001', '{"usage":{"n":1.0,"cost":0.0001}, "z":0}'],
    ['{}', ['a', 'b', 'c'], '"é"', '{"a":{"b":{"c":"é"}}}'],
    ['{"a":{"b":{"x":1}}}', ['a', 'b', 'c'], '2', '{"a":{"b":{"x":1,"c":2}}}'],
    ['{"a":{"b":null}}', ['a', 'b', 'c'], '2', '{"a":{"b":{"c":2}}}'],
    ['{"a":1}', ['a'], '2', '{"a":2}'],
  ])('in %s sets %j to %s', (text, path, json, expected) => {
    expect(set(text, path, json)).toBe(expected);
  });

  it('lets two edits share an object', () => {
    const edits: MemberEdit[] = [
      { setIn: ['o', 'a'], json: '1' },
      { setIn: ['o', 'b'], json: '2' },
    ];
    expect(edit('{}', edits)).toBe('{"o":{"a":1,"b":2}}');
    expect(edit('{"o":{"x":0}}', edits)).toBe('{"o":{"x":0,"a":1,"b":2}}');
    expect(edit('{"o":{"x":0}}', [{ remove: 'o' }, ...edits])).toBe('{"o":{"a":1,"b":2}}');
  });

  it.each(['{"usage":5}', '{"usage":[]}', '{"usage":"x"}'])(
    'refuses %s, where the path runs through no object',
    (text) => {
      expect(() => set(text, ['usage', 'cost'], '1')).toThrow(JsonBytesError);
      expect(() => set(text, ['usage', 'cost'], '1')).toThrow(
        expect.objectContaining({ problem: 'not-an-object', key: 'usage' }),
      );
    },
  );
});
