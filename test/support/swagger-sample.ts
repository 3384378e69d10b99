/** What is read of a schema of the OpenAPI document. */
export interface SampledSchema {
  readonly $ref?: string;
  readonly type?: string;
  readonly example?: unknown;
  readonly default?: unknown;
  readonly enum?: readonly unknown[];
  readonly oneOf?: readonly SampledSchema[];
  readonly allOf?: readonly SampledSchema[];
  readonly properties?: Record<string, SampledSchema>;
  readonly additionalProperties?: unknown;
  readonly items?: SampledSchema;
}

/** The body that Swagger UI fills in for a schema: examples where there are some, else a placeholder of the type. */
export function sampleOf(schema: SampledSchema, schemas: Record<string, SampledSchema>): unknown {
  if (schema.$ref !== undefined) return sampleOf(schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {}, schemas);
  const given = schema.example ?? schema.default ?? schema.enum?.[0];
  if (given !== undefined) return given;
  const choice = schema.allOf?.[0] ?? schema.oneOf?.[0];
  if (choice !== undefined) return sampleOf(choice, schemas);
  if (schema.type === 'array') return [sampleOf(schema.items ?? {}, schemas)];
  if (schema.type === 'object') return objectOf(schema, schemas);
  return { string: 'string', boolean: true, integer: 0, number: 0 }[schema.type ?? ''] ?? {};
}

function objectOf(schema: SampledSchema, schemas: Record<string, SampledSchema>): unknown {
  const members = Object.entries(schema.properties ?? {}).map(
    ([name, property]) => [name, sampleOf(property, schemas)] as const,
  );
  const more = schema.additionalProperties === true ? { additionalProp1: {} } : {};
  return { ...Object.fromEntries(members), ...more };
}
