import { describe, expect, it } from 'vitest';
import { checkJsonBody, checkQueryNames, checkQuerySize } from './check-json-body.js';

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

  it('may have a hundred members on all levels together, and no more', () => {
    const members = (count: number) => `{"a":${JSON.stringify(Array.from({ length: count - 1 }, () => 1))}}`;
    expect(check(members(100))).not.toThrow();
    expect(check(members(101))).toThrow(/more than 100 members/);
    expect(check(JSON.stringify(Array(50_000).fill({})).replace(/^.*$/s, '{"a":$&}'))).toThrow(/more than/);
  });

  it('may be told about by the first hundred characters of a name', () => {
    expect(check(`{"${'k'.repeat(100)}":1}`)).not.toThrow();
    expect(check(`{"${'k'.repeat(100_000)}":1}`)).toThrow(new RegExp(`^\`k{100}\` is not a field here.$`));
  });
});

describe('a query of the management API', () => {
  it('may not name what every object inherits, nor more than can be told about', () => {
    expect(() => checkQueryNames({ limit: '1' })).not.toThrow();
    expect(() => checkQueryNames(JSON.parse('{"__proto__":"1"}') as object)).toThrow('__proto__');
    expect(() => checkQuerySize(Array(101).fill(''))).toThrow(/more than 100 parameters/);
  });
});
