import { Ajv, type ValidateFunction } from 'ajv';

type Json = Readonly<Record<string, unknown>>;

interface OpenApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Json };
}

interface Operation {
  readonly responses: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, { schema: Json }>> }>
  >;
}

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?Z$/;
const DAY = /^\d{4}-\d\d-\d\d$/;

/** What the OpenAPI document says of the answers of one part of the API, held against real answers. */
export class DocumentedAnswers {
  private readonly ajv = new Ajv({
    allErrors: true,
    strict: false,
    formats: { 'date-time': TIME, date: DAY },
  });
  private readonly compiled = new Map<string, ValidateFunction>();
  private readonly seen = new Set<string>();

  constructor(
    private readonly document: OpenApiDocument,
    private readonly prefix: string,
  ) {}

  /** What an answer of 200 has that its schema does not say, and the other way round; nothing when all is well. */
  faults(method: string, path: string, body: unknown): string[] {
    const template = this.templateOf(path);
    const route = `${method.toUpperCase()} ${template}`;
    const content = this.document.paths[template]?.[method]?.responses['200']?.content;
    const schema = content?.['application/json']?.schema;
    if (schema === undefined) return [`${route} has no schema`];
    let check = this.compiled.get(route);
    if (check === undefined) {
      check = this.ajv.compile({ ...closed(schema), components: closed(this.document.components) });
      this.compiled.set(route, check);
    }
    check(body);
    if (!isEmptyList(body)) this.seen.add(route);
    return (check.errors ?? []).map(
      ({ instancePath, message, params }) => `${route}${instancePath} ${message}: ${JSON.stringify(params)}`,
    );
  }

  /** Routes with this method of which no answer was seen that has something in it. */
  unseen(method: string): string[] {
    return Object.entries(this.document.paths)
      .filter(([path, operations]) => path.startsWith(this.prefix) && method in operations)
      .map(([path]) => `${method.toUpperCase()} ${path}`)
      .filter((route) => !this.seen.has(route));
  }

  private templateOf(path: string): string {
    const plain = `${this.prefix}${path.split('?', 1)[0] ?? ''}`;
    const fits = (template: string): boolean =>
      new RegExp(`^${template.replace(/\{\w+\}/g, '[^/]+')}$`).test(plain);
    const templates = Object.keys(this.document.paths);
    return templates.find((template) => template === plain) ?? templates.find(fits) ?? plain;
  }
}

const isEmptyList = (body: unknown): boolean => (body as { data?: unknown[] } | null)?.data?.length === 0;

/** As JSON Schema has it: null is a value like others, and what is not declared is not there. */
function closed(value: unknown): Json {
  return walk(value) as Json;
}

function walk(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(walk);
  if (typeof value !== 'object' || value === null) return value;
  const { nullable, ...members } = value as Record<string, unknown>;
  const schema = Object.fromEntries(Object.entries(members).map(([key, member]) => [key, walk(member)]));
  if (schema['type'] === 'object' && 'properties' in schema) schema['additionalProperties'] ??= false;
  return nullable === true ? { anyOf: [{ type: 'null' }, schema] } : schema;
}
