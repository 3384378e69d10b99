import { describe, expect, it } from 'vitest';
import { atOnce } from '../../lib/steps.js';
import { scanTopLevel } from '../json-bytes/scan-top-level.js';
import { parseExactJson } from './parse-exact-json.js';
import { parseInSteps } from './parse-in-steps.js';
import { printExactJson } from './print-exact-json.js';

const parse = (text: string) => atOnce(parseInSteps(scanTopLevel(Buffer.from(text))));

describe('parseInSteps', () => {
  it.each([
    '{}',
    ' { "a" : [ ] , "b":{ } } ',
    '{"a":[1,-0,1.0,1e3,12345678901234567890,0.1],"b":[true,false,null,"x"]}',
    '{"a":{"b":[[{"c":[[]]}],2]},"\\u0061b":"\\ud83d\\ude00 ä \\n \\ud800","d":"a\\\\"}',
    '{"__proto__":{"x":1},"a":{"__proto__":null}}',
    `{"a":"${'lang\\n'.repeat(200)}","b":["${'x'.repeat(1_000)}",{"c":"${'ä'.repeat(500)}"}]}`,
  ])('builds what the exact parser builds of %s', (text) => {
    const expected = parseExactJson(text);
    expect(parse(text)).toEqual(expected);
    expect(printExactJson(parse(text))).toBe(printExactJson(expected));
  });

  it('builds long texts in their places, and the last of them where a name is repeated', () => {
    const [a, b] = ['a\n'.repeat(200_000), 'b'.repeat(400_000)];
    const written = `{"x":[${JSON.stringify(a)},1,${JSON.stringify(b)}],"y":{"z":"old","z":${JSON.stringify(b)}},"v":{"z":${JSON.stringify(b)},"z":"new"}}`;
    expect(parse(written)).toEqual({ x: [a, 1, b], y: { z: b }, v: { z: 'new' } });
  });

  it('lets the last of repeated members win', () => {
    expect(parse('{"a":{"b":1,"b":2}}')).toEqual({ a: { b: 2 } });
  });

  it('pauses within a large value', () => {
    const steps = parseInSteps(scanTopLevel(Buffer.from(`{"a":[[${'{"b":[]},'.repeat(10_000)}0]]}`)));
    let pauses = 0;
    while (steps.next().done !== true) pauses += 1;
    expect(pauses).toBeGreaterThan(10);
  });
});
