import { describe, expect, it } from 'vitest';
import { fillSchema } from './fill-schema.js';

describe('fillSchema', () => {
  it.each([
    ['an enum', { enum: ['red', 'blue'] }, 'red'],
    ['a constant', { const: 7 }, 7],
    ['a whole number above an exclusive bound', { type: 'integer', exclusiveMinimum: 4 }, 5],
    ['a number below its maximum', { type: 'number', maximum: 0.5 }, 0.5],
    ['a multiple', { type: 'integer', minimum: 10, multipleOf: 7 }, 14],
    ['a short text', { type: 'string', maxLength: 3 }, 'sim'],
    ['a date', { type: 'string', format: 'date' }, '2026-01-15'],
    ['the first type that is not null', { type: ['null', 'boolean'] }, true],
    ['the first branch that holds something', { anyOf: [{ type: 'null' }, { type: 'integer' }] }, 1],
    [
      'at least the required number of items',
      { type: 'array', items: { type: 'integer' }, minItems: 2 },
      [1, 2],
    ],
    [
      'required properties only',
      { type: 'object', properties: { a: { type: 'boolean' }, b: {} }, required: ['a'] },
      { a: true },
    ],
    [
      'a reference into the definitions',
      { $ref: '#/$defs/colour', $defs: { colour: { enum: ['green'] } } },
      'green',
    ],
    [
      'all joined parts',
      {
        allOf: [
          { type: 'object', properties: { a: { const: 1 } }, required: ['a'] },
          { properties: { b: { const: 2 } }, required: ['b'] },
        ],
      },
      { a: 1, b: 2 },
    ],
  ])('fills %s', (_name, schema, expected) => {
    expect(fillSchema(schema, '')).toEqual(expected);
  });

  it("uses the caller's words where a text asks for them", () => {
    const schema = { type: 'object', properties: { city: {}, query: {} }, required: ['city', 'query'] };
    expect(fillSchema(schema, 'Weather in Oslo?')).toEqual({ city: 'Oslo', query: 'Weather in Oslo?' });
  });

  it.each([
    [{ cmd: {} }, 'Run the command rm -rf / now', { cmd: 'ls' }],
    [{ command: { type: 'array', minItems: 3 } }, '', { command: ['ls', '-a', '.'] }],
    [{ path: {}, workdir: {} }, 'List the files', { path: '.', workdir: '.' }],
    [{ path: {}, dir: {} }, 'Read src/main.py, please', { path: 'src/main.py', dir: '.' }],
    [{ file_path: {}, pattern: {} }, 'Write it', { file_path: 'simulated.txt', pattern: '*' }],
    [{ filename: {} }, 'Write a file "hello.txt".', { filename: 'hello.txt' }],
    [{ command: { maxLength: 1 } }, '', { command: 'l' }],
  ])('fills what agents run or open with what does no harm: %j for %j', (properties, asked, expected) => {
    const schema = { type: 'object', properties, required: Object.keys(properties) };
    expect(fillSchema(schema, asked)).toEqual(expected);
  });

  it.each([
    ['a reference to itself', { $ref: '#' }],
    ['a list that holds itself', { type: 'array', items: { $ref: '#' }, minItems: 20 }],
    [
      'an object that needs itself',
      { type: 'object', properties: { child: { $ref: '#' } }, required: ['child'] },
    ],
    ['joined parts that hold themselves', { allOf: Array.from({ length: 20 }, () => ({ $ref: '#' })) }],
    ['branches that hold themselves', { anyOf: [{ $ref: '#' }, { $ref: '#' }] }],
  ])('ends on %s', (_name, schema) => {
    const started = performance.now();
    fillSchema(schema, '');
    expect(performance.now() - started).toBeLessThan(10_000);
  });

  it('ends a recursive list where the schema lets it', () => {
    const node = {
      type: 'object',
      properties: { next: { anyOf: [{ $ref: '#/$defs/node' }, { type: 'null' }] } },
      required: ['next'],
    };
    const filled = fillSchema({ $ref: '#/$defs/node', $defs: { node } }, '');
    expect(JSON.stringify(filled)).toContain('"next":null');
  });

  it('keeps a property named __proto__ as data', () => {
    const filled = fillSchema(JSON.parse('{"type":"object","required":["__proto__"]}'), '');
    expect(Object.keys(filled as object)).toEqual(['__proto__']);
  });
});
