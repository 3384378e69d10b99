import { describe, expect, it } from 'vitest';
import { scanTopLevel } from './json-bytes/scan-top-level.js';
import { formsOfResponseId, readResponseId, responseIdOf } from './response-id.js';

describe('readResponseId', () => {
  it.each(['chatcmpl-9aB', 'msg_01XyZ', 'gen-1720000000-abc', 'a'.repeat(128)])('keeps %s', (id) => {
    expect(readResponseId(id)).toBe(id);
  });

  it.each([undefined, null, 7, '', ' ', 'a b', 'a\u0000', 'ä', 'a'.repeat(129), {}])(
    'leaves out %j',
    (id) => {
      expect(readResponseId(id)).toBeUndefined();
    },
  );
});

describe('responseIdOf', () => {
  it.each([
    ['{"id":"chatcmpl-1","choices":[]}', 'chatcmpl-1'],
    ['{"choices":[],"id" : "msg_1" }', 'msg_1'],
    ['{"choices":[]}', undefined],
    ['{"id":null}', undefined],
    ['{"id":12}', undefined],
    ['{"id":["a"]}', undefined],
    ['{"id":"a\\u0000"}', undefined],
    ['{"id":"ä"}', undefined],
    [`{"id":"${'a'.repeat(128)}"}`, 'a'.repeat(128)],
    [`{"id":"${'a'.repeat(129)}"}`, undefined],
  ])('reads %s', (answer, id) => {
    expect(responseIdOf(scanTopLevel(Buffer.from(answer)))).toBe(id);
  });
});

describe('formsOfResponseId', () => {
  it.each([
    ['msg_01', ['msg_01', 'chatcmpl-msg_01']],
    ['chatcmpl-msg_01', ['chatcmpl-msg_01']],
    ['chatcmpl-9', ['chatcmpl-9']],
  ])('takes %s for %j', (id, forms) => {
    expect(formsOfResponseId(id)).toEqual(forms);
  });
});
