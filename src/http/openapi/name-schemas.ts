/** Marks a schema that is kept once under its name; never in the document that is served. */
export const SCHEMA_NAME = 'x-schema-name';

interface Document {
  readonly paths: object;
  readonly components?: { readonly schemas?: object };
}

interface WithSchemas {
  readonly components: { readonly schemas: Record<string, object> };
}

/** Moves marked schemas to the components, and refers to them where they stood. @throws Error when two differ under one name */
export function nameSchemas<T extends Document>(document: T): T & WithSchemas {
  const kept: Record<string, object> = { ...document.components?.schemas };
  const move = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(move);
    if (typeof value !== 'object' || value === null) return value;
    const { [SCHEMA_NAME]: name, ...members } = value as Record<string, unknown>;
    const moved = Object.fromEntries(Object.entries(members).map(([key, member]) => [key, move(member)]));
    return typeof name === 'string' ? keep(kept, name, moved) : moved;
  };
  const paths = move(document.paths) as object;
  return { ...document, paths, components: { ...document.components, schemas: kept } };
}

function keep(kept: Record<string, object>, name: string, schema: object): { $ref: string } {
  const known = (kept[name] ??= schema);
  if (known !== schema && JSON.stringify(known) !== JSON.stringify(schema))
    throw new Error(`two schemas are named ${name}`);
  return { $ref: `#/components/schemas/${name}` };
}
