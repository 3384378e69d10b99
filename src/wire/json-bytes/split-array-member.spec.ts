import { describe, expect, it } from 'vitest';
import { JsonBytesError } from './json-bytes-error.js';
import { PieceTooLargeError, splitArrayMember } from './split-array-member.js';

const OPTIONS = { name: 'requests', maxItemBytes: 200, maxMemberBytes: 50, maxMembers: 10 };

async function split(
  chunks: readonly Buffer[],
): Promise<{ items: string[]; members: Record<string, unknown> }> {
  const items: string[] = [];
  const members: Record<string, unknown> = {};
  async function* source() {
    await Promise.resolve();
    yield* chunks;
  }
  for await (const piece of splitArrayMember(source(), OPTIONS)) {
    if (piece.kind === 'item') items.push(piece.bytes.toString('utf8'));
    else members[piece.name] = piece.value;
  }
  return { items, members };
}

const whole = (text: string) => split([Buffer.from(text)]);

describe('splitArrayMember', () => {
  it.each([
    ['{}', [], {}],
    ['{"requests":[]}', [], {}],
    ['{"requests":{"a":[1]}}', [], { requests: { a: [1] } }],
    ['{"requests":null}', [], { requests: null }],
    ['{"requests":[1,"a\\"]",{"b":[{}]},null]}', ['1', '"a\\"]"', '{"b":[{}]}', 'null'], {}],
    [
      ' {\n"a" : {"x":[1]} , "requests" : [ { "y" : "\\\\" } ] ,"n":1.0}\n',
      ['{ "y" : "\\\\" }'],
      { a: { x: [1] }, n: 1 },
    ],
    ['{"re\\u0071uests":[1.0 ,2e5]}', ['1.0', '2e5'], {}],
  ])('%s comes apart', async (text, items, members) => {
    expect(await whole(text)).toEqual({ items, members });
  });

  it('gives the same pieces wherever the chunks are cut', async () => {
    const text = '{"k":"ü\\\\","requests":[{"a":"x\\\\\\"}]é"},[1,[2]] , "s"],"z":[{}]}';
    const bytes = Buffer.from(text);
    const expected = await whole(text);
    expect(expected.items).toEqual(['{"a":"x\\\\\\"}]é"}', '[1,[2]]', '"s"']);
    for (let cut = 0; cut <= bytes.length; cut += 1)
      expect(await split([bytes.subarray(0, cut), bytes.subarray(cut)])).toEqual(expected);
    expect(await split([...bytes].map((byte) => Buffer.from([byte])))).toEqual(expected);
  });

  it.each([
    '',
    '[]',
    '{"requests":[1,]}',
    '{"requests":[1 2]}',
    '{"requests":[1]',
    '{"requests":[1]}x',
    '{"requests":[{]}',
    '{"requests":[}]}',
    '{"a":tru}',
    '{"a":1,}',
    '{a:1}',
    '{"a" 1}',
    '{"a":"\n"}',
    '{"a":1}{"a":1}',
  ])('%j is refused', async (text) => {
    await expect(whole(text)).rejects.toThrow(JsonBytesError);
  });

  it('refuses a member that is given twice, the array included', async () => {
    await expect(whole('{"requests":[1],"requests":[2]}')).rejects.toThrow('"requests" is given twice');
    await expect(whole('{"a":1,"a":2}')).rejects.toThrow('"a" is given twice');
  });

  it('refuses an item that is too large, before it has arrived whole, and names it', async () => {
    const failure = whole(`{"requests":[1,{"a":"${'x'.repeat(300)}`);
    await expect(failure).rejects.toBeInstanceOf(PieceTooLargeError);
    await expect(failure).rejects.toMatchObject({ index: 1 });
    await expect(whole(`{"other":"${'x'.repeat(60)}"}`)).rejects.toMatchObject({ index: undefined });
  });

  it('refuses too many members', async () => {
    const members = Array.from({ length: 11 }, (_, index) => `"m${index}":0`);
    await expect(whole(`{${members.join(',')}}`)).rejects.toThrow(JsonBytesError);
  });
});
