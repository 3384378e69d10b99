import { describe, expect, it } from 'vitest';
import { checkJsonBody } from './check-json-body.js';

const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);
const check = (text: string) => () => checkJsonBody(JSON.parse(text));

describe('a body of the management API', () => {
  it.each(['{}', '{"a":1}', '{"a":{"b":{"c":1}}}', '{"a":null,"b":[1,"x",null]}', `{"a":${nested(7)}}`])(
    '%s may go on to its validation',
    (text) => {
      expect(check(text)).not.toThrow();
    },
  );

  it.each(['null', '5', 'true', '"x"', '[]', '[{"a":1}]'])('%s is no object', (text) => {
    expect(check(text)).toThrow(/must be a JSON object/);
  });

  it.each([`{"a":${nested(8)}}`, `{"a":${nested(60_000)}}`])('%.20s… is too deep', (text) => {
    expect(check(text)).toThrow(/nested deeper/);
  });

  it.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty'])('%s is no field anywhere', (name) => {
    expect(check(`{"${name}":1}`)).toThrow(name);
    expect(check(`{"a":{"${name}":1}}`)).toThrow(name);
  });
});
