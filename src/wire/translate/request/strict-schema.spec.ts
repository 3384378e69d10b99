import { describe, expect, it } from 'vitest';
import { toStrictSchema } from './strict-schema.js';
import { toInputSchema } from './tool-schema.js';

const STRING = { type: 'string' };
const object = (properties: object, more: object = {}): Record<string, unknown> => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  ...more,
});
const closed = (properties: object, more: object = {}): object =>
  object(properties, { additionalProperties: false, ...more });

describe('toStrictSchema', () => {
  it('leaves a schema that conforms as it is, member order included', () => {
    const schema = closed(
      {
        a: { type: ['string', 'null'], description: 'd', enum: ['x', null] },
        b: { type: 'array', items: { $ref: '#/$defs/n' }, minItems: 1 },
        c: { anyOf: [STRING, { type: 'integer', const: 5 }], title: 't', default: 5 },
        minimum: { type: 'string', format: 'date-time' },
      },
      { $defs: { n: closed({ x: { type: 'number' } }) } },
    );
    expect(JSON.stringify(toStrictSchema(schema as Record<string, unknown>)?.schema)).toBe(
      JSON.stringify(schema),
    );
  });

  it.each<[string, object, object]>([
    ['closes every object', object({ a: object({ b: STRING }) }), closed({ a: closed({ b: STRING }) })],
    [
      'adds a missing type',
      { properties: { a: STRING }, required: ['a'] },
      { properties: { a: STRING }, required: ['a'], type: 'object', additionalProperties: false },
    ],
    ['turns oneOf into anyOf', { oneOf: [STRING, { type: 'null' }] }, { anyOf: [STRING, { type: 'null' }] }],
    [
      'inlines a single allOf',
      { allOf: [{ $ref: '#/$defs/s' }], description: 'd', $defs: { s: STRING } },
      { $ref: '#/$defs/s', description: 'd', $defs: { s: STRING } },
    ],
    [
      'folds bounds into the description',
      object({ a: { type: 'integer', minimum: 1, maximum: 9, multipleOf: 2, description: 'How many' } }),
      closed({
        a: { type: 'integer', description: 'How many\nConstraints: minimum: 1, maximum: 9, multipleOf: 2.' },
      }),
    ],
    [
      'folds lengths and patterns',
      object({ a: { ...STRING, minLength: 1, maxLength: 5, pattern: '^a' } }),
      closed({ a: { ...STRING, description: 'Constraints: minLength: 1, maxLength: 5, pattern: "^a".' } }),
    ],
    [
      'folds foreign formats',
      { ...STRING, format: 'phone' },
      { ...STRING, description: 'Constraints: format: "phone".' },
    ],
    [
      'folds long array bounds',
      { type: 'array', items: STRING, minItems: 2, maxItems: 5, uniqueItems: true },
      {
        type: 'array',
        items: STRING,
        description: 'Constraints: minItems: 2, maxItems: 5, uniqueItems: true.',
      },
    ],
    [
      'folds not and conditions',
      object({ a: STRING }, { not: { const: 1 }, if: {}, then: {} }),
      closed(
        { a: STRING },
        { description: 'Constraints: not: {"const":1}, if: {}, then: {}.', additionalProperties: false },
      ),
    ],
    [
      'drops what says nothing about the value',
      { ...STRING, $schema: 's', $id: 'i', examples: ['x'], $comment: 'c', 'x-order': 1 },
      STRING,
    ],
  ])('%s', (_name, schema, expected) => {
    expect(toStrictSchema(schema as Record<string, unknown>)?.schema).toEqual(expected);
  });

  it.each<[string, object]>([
    ['an open map', { type: 'object', additionalProperties: true }],
    ['a map of values', object({ a: { type: 'object', additionalProperties: STRING } })],
    ['an object without properties', object({ a: { type: 'object' } })],
    ['any value', object({ a: {} })],
    ['a boolean schema', object({ a: true })],
    ['a recursive definition', { $ref: '#/$defs/n', $defs: { n: object({ next: { $ref: '#/$defs/n' } }) } }],
    [
      'definitions that reach each other',
      {
        $ref: '#/$defs/a',
        $defs: { a: object({ b: { $ref: '#/$defs/b' } }), b: object({ a: { $ref: '#/$defs/a' } }) },
      },
    ],
    ['a reference to the root', object({ child: { $ref: '#' } })],
    ['a reference to another document', object({ a: { $ref: 'https://x.test/s.json' } })],
    ['a reference to nothing', object({ a: { $ref: '#/$defs/none' } })],
    ['a reference to a prototype member', object({ a: { $ref: '#/$defs/constructor' } }, { $defs: {} })],
    ['a tuple', { type: 'array', prefixItems: [STRING] }],
    ['pattern properties', object({ a: STRING }, { patternProperties: { x: STRING } })],
    ['several schemas at once', { allOf: [object({ a: STRING }), object({ b: STRING })] }],
    ['an enum of objects', { enum: [{ a: 1 }] }],
    ['a constant that is an object', { const: { a: 1 } }],
    ['a constant that is a list', { const: [1] }],
  ])('gives up on %s', (_name, schema) => {
    expect(toStrictSchema(schema as Record<string, unknown>)).toBeUndefined();
  });

  it('survives an enum of hundreds of thousands of values', () => {
    expect(toStrictSchema({ enum: Array.from({ length: 300_000 }, (_, index) => index) })).toBeDefined();
  });

  it('tells what the schema asks of the grammar, in any depth', () => {
    const inner = object({ x: STRING, y: { type: ['string', 'null'] } }, { required: ['x'] });
    const schema = object(
      { a: inner, b: { oneOf: [STRING, inner] }, c: { type: 'array', items: { type: ['integer'] } } },
      { required: ['a'] },
    );
    // b and c, and each y; b, and each y.
    expect(toStrictSchema(schema)).toMatchObject({ optionalProperties: 4, unions: 3 });
  });
});

describe('toInputSchema', () => {
  it('leaves a plain object schema as it is, whatever stands below the root', () => {
    const schema = object(
      { a: { oneOf: [STRING, { type: 'null' }], minimum: 1 } },
      { additionalProperties: true },
    );
    expect(toInputSchema(schema)).toBe(schema);
  });

  it('joins the branches of a root anyOf and tells the rule in the description', () => {
    const schema = toInputSchema({
      description: 'Find',
      anyOf: [object({ id: STRING, kind: STRING }), { $ref: '#/$defs/byName' }],
      $defs: { byName: object({ name: STRING, kind: { type: 'integer' } }) },
    });
    expect(schema).not.toHaveProperty('anyOf');
    expect(schema).toMatchObject({
      type: 'object',
      properties: { id: STRING, name: STRING, kind: { anyOf: [STRING, { type: 'integer' }] } },
      required: ['kind'],
    });
    expect(schema.description).toMatch(/^Find\n\n.*"anyOf":/);
  });

  it('requires what any part of a root allOf requires', () => {
    expect(
      toInputSchema({ type: 'object', allOf: [object({ a: STRING }), object({ b: STRING })] }),
    ).toMatchObject({
      properties: { a: STRING, b: STRING },
      required: ['a', 'b'],
    });
  });

  it('ends within the limit for many references to one large definition, whose work is no more than in proportion', () => {
    const large = object(
      Object.fromEntries(Array.from({ length: 2_000 }, (_, index) => [`p${index}`, STRING])),
    );
    const anyOf = Array.from({ length: 20_000 }, () => ({ $ref: '#/$defs/large' }));
    expect(toInputSchema({ anyOf, $defs: { large } })).toBeDefined();
  }, 15_000);

  it.each([{ oneOf: 'x' }, { anyOf: [] }, { allOf: [null, 5] }])(
    'survives the broken schema %j',
    (schema) => {
      expect(toInputSchema(schema).type).toBe('object');
    },
  );
});
