import type { ApiResponseSchemaHost } from '@nestjs/swagger';

export type SchemaObject = Exclude<ApiResponseSchemaHost['schema'], { $ref: string }>;

export const text = (example?: string): SchemaObject => ({ type: 'string', example });
export const orNull = (schema: SchemaObject): SchemaObject => ({ ...schema, nullable: true });
export const time: SchemaObject = { type: 'string', format: 'date-time' };
export const usd: SchemaObject = { type: 'number', description: 'USD, at most 12 decimals.' };
export const count: SchemaObject = { type: 'integer' };
export const flag: SchemaObject = { type: 'boolean' };

/** An object whose members are all there. */
export function shape(properties: Record<string, SchemaObject>): SchemaObject {
  return { type: 'object', properties, required: Object.keys(properties) };
}

/** The list envelope around one kind of row. */
export function pageOf(item: SchemaObject): SchemaObject {
  return shape({
    object: text('list'),
    data: { type: 'array', items: item },
    has_more: flag,
    first_id: orNull(text()),
    last_id: orNull(text()),
  });
}
