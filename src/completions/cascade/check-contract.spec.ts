import { describe, expect, it } from 'vitest';
import { findViolation, readContract } from './check-contract.js';

const SCHEMA = {
  type: 'json_schema',
  json_schema: { name: 'x', schema: { type: 'object', properties: { a: {}, b: {} }, required: ['a', 'b'] } },
};

function violation(format: unknown, text: string): string | undefined {
  const contract = readContract(format);
  if (contract === undefined) throw new Error('no contract');
  return findViolation(text, contract);
}

describe('the contract of a response format', () => {
  it.each<[string, unknown, string]>([
    ['an object for json_object', { type: 'json_object' }, '{"x":1}'],
    ['white space around', { type: 'json_object' }, ' \n{}\n'],
    ['all required keys', SCHEMA, '{"b":2,"a":1,"c":3}'],
    ['a required key that holds null', SCHEMA, '{"a":null,"b":null}'],
    [
      'an array where the schema says array',
      { type: 'json_schema', json_schema: { schema: { type: 'array' } } },
      '[1]',
    ],
    [
      'a whole number where the schema says number',
      { type: 'json_schema', json_schema: { schema: { type: 'number' } } },
      '3',
    ],
    [
      'one of several types',
      { type: 'json_schema', json_schema: { schema: { type: ['object', 'null'] } } },
      'null',
    ],
    ['any JSON where the schema says nothing', { type: 'json_schema', json_schema: {} }, '"x"'],
  ])('is kept by %s', (_, format, text) => {
    expect(violation(format, text)).toBeUndefined();
  });

  it.each<[string, unknown, string, string]>([
    ['prose', { type: 'json_object' }, 'Here you are: {}', 'not JSON'],
    ['a fenced answer', SCHEMA, '```json\n{"a":1,"b":2}\n```', 'not JSON'],
    ['an answer cut short', SCHEMA, '{"a":1,', 'not JSON'],
    ['an empty answer', SCHEMA, '', 'not JSON'],
    ['an array for an object', { type: 'json_object' }, '[]', 'top level is array'],
    ['a missing key', SCHEMA, '{"a":1}', '"b" is missing'],
    [
      'a key of the prototype',
      { type: 'json_schema', json_schema: { schema: { required: ['toString'] } } },
      '{}',
      'missing',
    ],
    ['null for an object', SCHEMA, 'null', 'top level is null'],
  ])('is broken by %s', (_, format, text, why) => {
    expect(violation(format, text)).toContain(why);
  });

  it.each([[undefined], [{ type: 'text' }], ['json'], [{}]])('is absent for %j', (format) => {
    expect(readContract(format)).toBeUndefined();
  });
});
