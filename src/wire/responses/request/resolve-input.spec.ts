import { describe, expect, it } from 'vitest';
import { scanTopLevel } from '../../json-bytes/scan-top-level.js';
import { readResponsesOutline } from './read-responses-outline.js';
import { resolveInput } from './resolve-input.js';

const bytesOf = (value: unknown): Buffer =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value));

function resolve(body: unknown, kept: { chain?: unknown[]; items?: Record<string, unknown> } = {}): string {
  const outline = readResponsesOutline(scanTopLevel(bytesOf(body)));
  const { chain = [], items = {} } = kept;
  return resolveInput(outline, {
    chain: chain.map(bytesOf),
    items: new Map(Object.entries(items).map(([id, item]) => [id, bytesOf(item)])),
  }).toString();
}

const said = { id: 'msg_1', type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Hi' }] };
const thought = { id: 'rs_1', type: 'reasoning', summary: [], encrypted_content: 'sealed' };
const output = { type: 'function_call_output', call_id: 'c', output: 'sunny' };

describe('resolveInput', () => {
  it('leaves a body that refers to nothing as it is', () => {
    const scan = scanTopLevel(Buffer.from(' {"input": "Hi" }'));
    expect(resolveInput(readResponsesOutline(scan), { chain: [], items: new Map() })).toBe(scan.bytes);
  });

  it('puts the chain before the items, and keeps every other byte', () => {
    const body = `{ "previous_response_id":"resp_1", "input": [ ${JSON.stringify(output)} , {"role":"user","content":"1.0 \\u00e4"} ],"x":null }`;
    const known = body.replace(',"x":null', ',"user":null');
    expect(resolve(known, { chain: [said, thought] })).toBe(
      `{ "input": [${JSON.stringify(said)},${JSON.stringify(thought)},${JSON.stringify(output)} , {"role":"user","content":"1.0 \\u00e4"}],"user":null }`,
    );
  });

  it.each<[string, unknown, string]>([
    [
      'a text',
      { previous_response_id: 'r', input: 'a"b' },
      '[$,{"type":"message","role":"user","content":"a\\"b"}]',
    ],
    ['an empty list', { previous_response_id: 'r', input: [] }, '[$]'],
    ['null', { previous_response_id: 'r', input: null }, '[$]'],
    ['nothing', { previous_response_id: 'r' }, '[$]'],
  ])('puts the chain before %s', (_, body, expected) => {
    expect(resolve(body, { chain: [said] })).toBe(
      `{"input":${expected.replace('$', () => JSON.stringify(said))}}`,
    );
  });

  it.each<[string, unknown, string]>([
    ['a text', 'Hi', '"Hi"'],
    ['items', [said], JSON.stringify([said])],
  ])('leaves %s behind a response of which no item is left', (_, input, expected) => {
    expect(resolve({ previous_response_id: 'r', input })).toBe(`{"input":${expected}}`);
  });

  it('puts kept items in the places of their references, and leaves out bare reasoning that is not kept', () => {
    const body = {
      input: [
        { role: 'user', content: 'Hi' },
        { type: 'reasoning', id: 'rs_1', summary: [] },
        { type: 'reasoning', id: 'rs_gone', summary: [] },
        { type: 'item_reference', id: 'msg_1' },
        output,
      ],
    };
    const resolved = resolve(body, { items: { rs_1: thought, msg_1: said } });
    expect(JSON.parse(resolved)).toEqual({ input: [{ role: 'user', content: 'Hi' }, thought, said, output] });
  });

  it('says nothing twice: what the chain holds is left out of the items, and a bare copy never replaces it', () => {
    const body = {
      previous_response_id: 'resp_1',
      input: [{ type: 'reasoning', id: 'rs_1', summary: [] }, { id: 'msg_1' }, output],
    };
    const resolved = resolve(body, { chain: [said, thought], items: { rs_1: thought, msg_1: said } });
    expect(JSON.parse(resolved)).toEqual({ input: [said, thought, output] });
  });

  it('names a reference to what is not kept', () => {
    expect(() => resolve({ input: [said, { id: 'msg_9' }] })).toThrow(
      expect.objectContaining({ status: 400, param: 'input[1].id' }) as Error,
    );
  });

  it('refuses what takes more than 20 MB with all that it refers to, and takes what is just below', () => {
    const chain = Array.from({ length: 20 }, () => ({ ...said, content: 'x'.repeat(1_048_000) }));
    expect(resolve({ previous_response_id: 'r', input: 'Hi' }, { chain }).length).toBeGreaterThan(20_900_000);
    const tooLong = { previous_response_id: 'r', input: 'x'.repeat(20_000) };
    expect(() => resolve(tooLong, { chain })).toThrow(expect.objectContaining({ status: 413 }) as Error);
  });
});
