import type { ApiResponseSchemaHost } from '@nestjs/swagger';
import { SCHEMA_NAME } from './name-schemas.js';

export type SchemaObject = Exclude<ApiResponseSchemaHost['schema'], { $ref: string }> & {
  [SCHEMA_NAME]?: string;
};
type Members = Record<string, SchemaObject>;

export const text = (example?: string): SchemaObject => ({ type: 'string', example });
export const time: SchemaObject = { type: 'string', format: 'date-time' };
export const usd: SchemaObject = { type: 'number', description: 'USD, at most 12 decimals.' };
export const count: SchemaObject = { type: 'integer' };
export const flag: SchemaObject = { type: 'boolean' };
/** An object of members that are not ours to name. */
export const open: SchemaObject = { type: 'object', additionalProperties: true };

export const listOf = (items: SchemaObject): SchemaObject => ({ type: 'array', items });
export const oneOfWords = (...words: readonly string[]): SchemaObject => ({
  type: 'string',
  enum: [...words],
});

/** OpenAPI 3.0 knows no null beside a reference: what may be null has its schema in place. */
export function orNull({ [SCHEMA_NAME]: _name, ...schema }: SchemaObject): SchemaObject {
  return { ...schema, nullable: true };
}

/** An object whose members are all there, but for those that may be absent. */
export function shape(members: Members, mayBeAbsent: Members = {}): SchemaObject {
  return {
    type: 'object',
    properties: { ...members, ...mayBeAbsent },
    required: Object.keys(members),
  };
}

/** A schema that the document keeps once, under its name, for clients whose types are generated from it. */
export function named(name: string, schema: SchemaObject): SchemaObject {
  return { ...schema, [SCHEMA_NAME]: name };
}

/** The list envelope around one kind of row; named after a row that has a name. */
export function pageOf(item: SchemaObject): SchemaObject {
  const page = shape({
    object: oneOfWords('list'),
    data: listOf(item),
    has_more: flag,
    first_id: orNull(text()),
    last_id: orNull(text()),
  });
  const name = item[SCHEMA_NAME];
  return name === undefined ? page : named(`${name}List`, page);
}
