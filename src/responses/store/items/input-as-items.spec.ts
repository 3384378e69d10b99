import { describe, expect, it } from 'vitest';
import { atOnce } from '../../../lib/steps.js';
import { scanTopLevel } from '../../../wire/json-bytes/scan-top-level.js';
import { inputAsItems } from './input-as-items.js';
import { placeNameOf } from './kept-item.js';

const itemsOf = (body: string) => atOnce(inputAsItems(scanTopLevel(Buffer.from(body))));

describe('inputAsItems', () => {
  it('makes one user message of a text', () => {
    const [item, ...more] = itemsOf('{"model":"m","input":"Say \\"hi\\"\\u0021"}');
    expect(more).toEqual([]);
    expect(item).toMatchObject({ id: expect.stringMatching(/^msg_/), isIdGiven: true, kind: 'whole' });
    expect(JSON.parse(item?.json.toString() ?? '')).toEqual({
      type: 'message',
      role: 'user',
      content: [{ type: 'input_text', text: 'Say "hi"!' }],
    });
  });

  it('keeps the bytes of items as they came', () => {
    const written = '{ "role" : "user","content": "a\\u0062" , "n": 1.00 }';
    expect(
      itemsOf(`{"input":[ ${written} , {"type":"message"}]}`).map(({ json }) => json.toString()),
    ).toEqual([written, '{"type":"message"}']);
  });

  it.each([
    ['{"role":"user","content":"x"}', 'msg', 'whole'],
    ['{"type":"function_call","call_id":"call_1","name":"f","arguments":"{}"}', 'fc', 'whole'],
    ['{"type":"function_call_output","call_id":"call_1","output":"x"}', 'fco', 'whole'],
    ['{"type":"custom_tool_call_output","call_id":"call_1","output":"x"}', 'ctco', 'whole'],
    ['{"type":"reasoning","summary":[]}', 'rs', 'whole'],
    ['{"type":"something_new"}', 'item', 'whole'],
    ['{"role":"user","content":"x","id":null}', 'msg', 'whole'],
    ['"a text"', 'msg', 'whole'],
  ])('gives %s an id that begins with %s', (item, prefix, kind) => {
    const [read] = itemsOf(`{"input":[${item}]}`);
    expect(read).toMatchObject({ isIdGiven: true, kind });
    expect(read?.id.split('_')[0]).toBe(prefix);
  });

  it.each([
    ['{"type":"item_reference","id":"rs_1"}', 'rs_1', 'reference'],
    ['{"id":"msg_1"}', 'msg_1', 'reference'],
    ['{"id":"msg_1","type":null}', 'msg_1', 'reference'],
    ['{"id":"msg_1","role":"assistant","content":[]}', 'msg_1', 'whole'],
    ['{"type":"reasoning","id":"rs_1","summary":[]}', 'rs_1', 'bare-reasoning'],
    ['{"type":"reasoning","id":"rs_1","encrypted_content":null,"summary":[]}', 'rs_1', 'bare-reasoning'],
    ['{"type":"reasoning","id":"rs_1","encrypted_content":"gAAA","summary":[]}', 'rs_1', 'whole'],
    [
      '{"type":"function_call","\\u0069d":"fc_\\u0031","call_id":"c","name":"f","arguments":"{}"}',
      'fc_1',
      'whole',
    ],
  ])('reads %s', (item, id, kind) => {
    expect(itemsOf(`{"input":[${item}]}`)).toMatchObject([{ id, isIdGiven: false, kind }]);
  });

  it.each(['{"model":"m"}', '{"input":null}', '{"input":[]}', '{"input":7}'])('%s has no items', (body) => {
    expect(itemsOf(body)).toEqual([]);
  });

  it('gives the items of one request ids of one place, each its own', () => {
    const ids = itemsOf(`{"input":[${'{"role":"user","content":"x"},'.repeat(99)}{}]}`).map(({ id }) => id);
    expect(new Set(ids).size).toBe(100);
    expect(new Set(ids.map(placeNameOf)).size).toBe(1);
    expect(placeNameOf('msg_abc')).toBe('msg_abc');
  });
});
