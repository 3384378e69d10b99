import { describe, expect, it } from 'vitest';
import { findSchemaFault } from './check-schema.js';

const PERSON = JSON.stringify({
  type: 'object',
  properties: { name: { type: 'string' }, age: { type: 'integer', minimum: 0 }, pattern: { type: 'string' } },
  required: ['name'],
  additionalProperties: false,
});

describe('findSchemaFault', () => {
  it.each([
    ['an answer that keeps it', PERSON, '{"name":"Ada","age":36}', ''],
    ['a property named like a keyword', PERSON, '{"name":"Ada","pattern":3}', '/pattern must be string'],
    ['a wrong type deep inside', PERSON, '{"name":"Ada","age":"36"}', '/age must be integer'],
    ['a property too many', PERSON, '{"name":"Ada","x":1}', '/ must NOT have additional properties'],
    [
      'a reference',
      '{"$defs":{"a":{"type":"string"}},"properties":{"x":{"$ref":"#/$defs/a"}}}',
      '{"x":1}',
      '/x must be string',
    ],
  ])('reads %s', (_case, schema, answer, expected) => {
    expect(findSchemaFault(answer, schema)).toBe(expected);
  });

  it.each([
    ['a schema that is none', '{"type":"strange"}'],
    ['a reference to nowhere', '{"$ref":"https://example.com/schema"}'],
    ['a schema that is too large', `{"description":"${'x'.repeat(20_000)}"}`],
    [
      'more references than few',
      JSON.stringify({ anyOf: Array(17).fill({ $ref: '#/$defs/a' }), $defs: { a: {} } }),
    ],
    ['a schema nested too deep', `${'{"not":'.repeat(60)}{}${'}'.repeat(60)}`],
    ['a schema that refers to itself for ever', '{"$ref":"#"}'],
  ])('does not check by %s', (_case, schema) => {
    expect(findSchemaFault('{}', schema)).toBeUndefined();
  });

  it('leaves out what could take any time', () => {
    const schema = JSON.stringify({ type: 'string', pattern: '^(a+)+$' });
    expect(findSchemaFault(JSON.stringify('a'.repeat(60) + '!'), schema)).toBe('');
  });
});
