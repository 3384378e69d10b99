import { describe, expect, it } from 'vitest';
import { nameSchemas } from './name-schemas.js';
import { flag, named, orNull, pageOf, shape, text } from './openapi-shapes.js';

const answer = (schema: object) => ({ get: { responses: { 200: { content: { json: { schema } } } } } });
const tail = named('Tail', shape({ wags: flag }));
const dog = named('Dog', shape({ name: text(), tail }));

describe('named schemas of the document', () => {
  it('are kept once, those inside them too, and referred to where they stood', () => {
    const { paths, components } = nameSchemas({
      paths: { '/dogs/{id}': answer(dog), '/tails/{id}': answer(tail), '/dogs': answer(pageOf(dog)) },
      components: { schemas: { Cat: { type: 'object' } }, securitySchemes: {} },
    });
    expect(paths).toMatchObject({
      '/dogs/{id}': answer({ $ref: '#/components/schemas/Dog' }),
      '/tails/{id}': answer({ $ref: '#/components/schemas/Tail' }),
      '/dogs': answer({ $ref: '#/components/schemas/DogList' }),
    });
    expect(Object.keys(components.schemas).sort()).toEqual(['Cat', 'Dog', 'DogList', 'Tail']);
    expect(components).toMatchObject({
      securitySchemes: {},
      schemas: {
        Dog: { properties: { tail: { $ref: '#/components/schemas/Tail' } }, required: ['name', 'tail'] },
        DogList: { properties: { data: { items: { $ref: '#/components/schemas/Dog' } } } },
      },
    });
    expect(JSON.stringify([paths, components])).not.toContain('x-schema-name');
  });

  it('stand in place where they may be null', () => {
    const { paths, components } = nameSchemas({ paths: { '/tail': answer(orNull(tail)) } });
    expect(paths).toEqual({ '/tail': answer(orNull(shape({ wags: flag }))) });
    expect(components).toEqual({ schemas: {} });
  });

  it.each([
    ['another schema', { paths: { '/a': answer(dog), '/b': answer(named('Dog', shape({}))) } }],
    ['the body of a request', { paths: { '/a': answer(dog) }, components: { schemas: { Dog: {} } } }],
  ])('never share a name with %s', (_title, document) => {
    expect(() => nameSchemas(document)).toThrow('two schemas are named Dog');
  });
});
