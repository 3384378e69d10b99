import { describe, expect, it } from 'vitest';
import { scanTopLevel } from '../../wire/json-bytes/scan-top-level.js';
import { contractIn, findViolation, readContract } from './check-contract.js';

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

  describe('is read through what stands at the root', () => {
    const A = { type: 'object', properties: { a: {} }, required: ['a'] };
    const B = { properties: { b: {} }, required: ['b'] };
    const BOTH = '{"a":1,"b":2}';

    it.each<[string, object, string, string]>([
      ['a reference', { $ref: '#/$defs/x', $defs: { x: A } }, '{"a":1}', '{"b":1}'],
      [
        'a reference of a reference',
        { $ref: '#/$defs/x', $defs: { x: { $ref: '#/$defs/y' }, y: A } },
        BOTH,
        '{}',
      ],
      ['a reference beside keys', { ...B, $ref: '#/definitions/x', definitions: { x: A } }, BOTH, '{"b":1}'],
      ['a name with escapes', { $ref: '#/$defs/x~1y%20z', $defs: { 'x/y z': A } }, '{"a":1}', '{}'],
      ['`allOf`', { allOf: [A, B] }, BOTH, '{"a":1}'],
      ['`anyOf`', { anyOf: [A, B] }, '{"b":1}', '{"c":1}'],
      ['`oneOf` of other types', { oneOf: [A, { type: 'array' }] }, '[1]', '"x"'],
      [
        'all of it',
        { allOf: [{ anyOf: [{ $ref: '#/$defs/x' }, { type: 'null' }] }], $defs: { x: A } },
        'null',
        '{}',
      ],
    ])('%s', (_name, schema, kept, broken) => {
      const format = { type: 'json_schema', json_schema: { name: 'x', schema } };
      expect(violation(format, kept)).toBeUndefined();
      expect(violation(format, broken)).toBeDefined();
    });

    it.each<[string, object]>([
      ['itself', { $ref: '#' }],
      ['each other', { $ref: '#/$defs/x', $defs: { x: { $ref: '#/$defs/y' }, y: { $ref: '#/$defs/x' } } }],
      ['another document', { $ref: 'https://example.test/x.json' }],
      ['nothing', { $ref: '#/$defs/x' }],
      ['a member of the prototype', { $ref: '#/constructor' }],
      ['ever more', { $ref: '#/$defs/x', $defs: { x: { allOf: Array(50).fill({ $ref: '#/$defs/x' }) } } }],
    ])('without an end to references: to %s', (_name, schema) => {
      expect(violation({ type: 'json_schema', json_schema: { schema } }, '{}')).toBeUndefined();
    });
  });

  it.each([[undefined], [{ type: 'text' }], ['json'], [{}]])('is absent for %j', (format) => {
    expect(readContract(format)).toBeUndefined();
  });
});

describe('the contract in a body', () => {
  const contractOf = (format: unknown) =>
    contractIn(scanTopLevel(Buffer.from(JSON.stringify({ format }))), 'format', (member) => member);

  it.each([
    ['absent', undefined],
    ['null', null],
    ['no object', 'json_schema'],
    ['text', { type: 'text' }],
  ])('is none where the format is %s', (_what, format) => expect(contractOf(format)).toBeUndefined());

  it('asks for the keys of a schema, and of one that is too large to be built for JSON alone', () => {
    const large = { ...SCHEMA, json_schema: { ...SCHEMA.json_schema, description: 'x'.repeat(262_144) } };
    const [usual, tooLarge] = [contractOf(SCHEMA), contractOf(large)];
    if (usual === undefined || tooLarge === undefined) throw new Error('no contract');
    expect(findViolation('{}', usual)).toBe('its required key "a" is missing');
    expect(findViolation('{}', tooLarge)).toBeUndefined();
    expect(findViolation('Here it is: {}', tooLarge)).toBe('it is not JSON');
  });
});
