import { asNumber, isJsonObject } from '../../exact-json/raw-json.js';
import type { JsonObject } from '../../exact-json/raw-json.js';
import { printExactJson } from '../../exact-json/print-exact-json.js';

const MAX_DEPTH = 100;
const STRING_FORMATS = new Set([
  'date-time',
  'time',
  'date',
  'duration',
  'email',
  'hostname',
  'uri',
  'ipv4',
  'ipv6',
  'uuid',
]);
const KEPT = new Set(['type', 'title', 'description', 'default', 'const', 'enum', 'required', '$ref']);
/** Removed, but told in the description: they narrow the value. */
const FOLDED = new Set([
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'minLength',
  'maxLength',
  'pattern',
  'format',
  'minItems',
  'maxItems',
  'uniqueItems',
  'contains',
  'minContains',
  'maxContains',
  'minProperties',
  'maxProperties',
  'propertyNames',
  'not',
  'if',
  'then',
  'else',
  'dependentRequired',
  'dependentSchemas',
  'nullable',
]);
/** Nothing that provider A's grammar can hold: the answer would come back empty or be refused. */
const REFUSED = new Set([
  'patternProperties',
  'prefixItems',
  'additionalItems',
  'unevaluatedItems',
  '$dynamicRef',
  '$recursiveRef',
]);

/** The schema cannot be sent to provider A; ask for JSON in words instead. */
class UnsupportedSchemaError extends Error {}

/** A schema that provider A's grammar holds, and what it asks of it (`StrictBudget`). */
export interface StrictSchema {
  readonly schema: JsonObject;
  /** Properties that are not required, in any depth. */
  readonly optionalProperties: number;
  /** Places that take one of several: `anyOf`, or several types. */
  readonly unions: number;
}

/**
 * A JSON schema as provider A's structured outputs take it (wire notes 1.6): objects closed, `oneOf` as `anyOf`,
 * unsupported keywords moved into descriptions. `undefined` when the schema cannot be said there: recursive or foreign
 * references, open objects, tuples. A schema that conforms comes back unchanged.
 */
export function toStrictSchema(schema: JsonObject): StrictSchema | undefined {
  try {
    const cleaner = new SchemaCleaner(schema);
    return { schema: cleaner.cleanRoot(), ...cleaner.demands };
  } catch (error) {
    if (error instanceof UnsupportedSchemaError) return undefined;
    throw error;
  }
}

class SchemaCleaner {
  readonly demands = { optionalProperties: 0, unions: 0 };

  constructor(private readonly root: JsonObject) {}

  cleanRoot(): JsonObject {
    this.refuseRecursion();
    return this.clean(this.root, 0);
  }

  private clean(value: unknown, depth: number): JsonObject {
    if (!isJsonObject(value) || depth > MAX_DEPTH || Object.keys(value).length === 0)
      throw new UnsupportedSchemaError();
    const schema = inlineSingleAllOf(value);
    const cleaned: JsonObject = {};
    const folded: string[] = [];
    for (const [keyword, content] of Object.entries(schema)) {
      const result = this.cleanKeyword(keyword, content, depth);
      if (result !== undefined) cleaned[keyword === 'oneOf' ? 'anyOf' : keyword] = result;
      else if (FOLDED.has(keyword)) folded.push(`${keyword}: ${printExactJson(content)}`);
    }
    if (isObjectSchema(schema)) this.closeObject(schema, cleaned);
    if (isUnion(cleaned)) this.demands.unions += 1;
    return folded.length === 0 ? cleaned : { ...cleaned, description: describe(cleaned.description, folded) };
  }

  private cleanKeyword(keyword: string, content: unknown, depth: number): unknown {
    if (REFUSED.has(keyword)) throw new UnsupportedSchemaError();
    if (keyword === 'enum') return plainValues(content);
    if (keyword === 'const') return plainValues([content])[0];
    if (KEPT.has(keyword)) return content;
    switch (keyword) {
      case 'properties':
      case '$defs':
      case 'definitions':
        return this.cleanMembers(content, depth);
      case 'items':
        return this.clean(content, depth + 1);
      case 'anyOf':
      case 'oneOf':
        return this.cleanBranches(content, depth);
      case 'allOf':
        throw new UnsupportedSchemaError();
      case 'format':
        return typeof content === 'string' && STRING_FORMATS.has(content) ? content : undefined;
      case 'minItems':
      case 'maxItems':
        return (asNumber(content) ?? 2) <= 1 ? content : undefined;
      case 'additionalProperties':
      case 'unevaluatedProperties':
        // `true` and a schema both make an open map, which comes back as `{}`.
        if (content !== false) throw new UnsupportedSchemaError();
        return keyword === 'additionalProperties' ? false : undefined;
      default:
        return undefined;
    }
  }

  private cleanMembers(content: unknown, depth: number): JsonObject {
    if (!isJsonObject(content)) throw new UnsupportedSchemaError();
    return Object.fromEntries(
      Object.entries(content).map(([name, member]) => [name, this.clean(member, depth + 1)]),
    );
  }

  private cleanBranches(content: unknown, depth: number): JsonObject[] {
    if (!Array.isArray(content) || content.length === 0) throw new UnsupportedSchemaError();
    return content.map((branch: unknown) => this.clean(branch, depth + 1));
  }

  private closeObject(schema: JsonObject, cleaned: JsonObject): void {
    const names = isJsonObject(schema.properties) ? Object.keys(schema.properties) : [];
    // An object without properties is an open map, unless it was closed on purpose.
    if (names.length === 0 && schema.additionalProperties !== false) throw new UnsupportedSchemaError();
    const required = new Set(Array.isArray(schema.required) ? schema.required : []);
    this.demands.optionalProperties += names.filter((name) => !required.has(name)).length;
    cleaned.type ??= 'object';
    cleaned.additionalProperties = false;
  }

  /** Follows every reference; a definition that reaches itself, the root or another document is refused. */
  private refuseRecursion(): void {
    const finished = new Set<string>();
    const visit = (reference: string, path: ReadonlySet<string>): void => {
      const target = this.lookUp(reference);
      if (path.has(reference) || path.size > MAX_DEPTH || !target) throw new UnsupportedSchemaError();
      if (finished.has(reference)) return;
      for (const next of referencesIn(target)) visit(next, new Set([...path, reference]));
      finished.add(reference);
    };
    for (const reference of referencesIn(this.root)) visit(reference, new Set());
  }

  private lookUp(reference: string): JsonObject | undefined {
    const [, group = '', name = ''] = /^#\/(\$defs|definitions)\/([^/]+)$/.exec(reference) ?? [];
    const definitions = this.root[group];
    const target =
      isJsonObject(definitions) && Object.hasOwn(definitions, name) ? definitions[name] : undefined;
    return isJsonObject(target) ? target : undefined;
  }
}

/** `allOf` with one member is how generators write a reference with a description of its own. */
function inlineSingleAllOf(schema: JsonObject): JsonObject {
  const { allOf, ...rest } = schema;
  if (!Array.isArray(allOf) || allOf.length !== 1 || !isJsonObject(allOf[0])) return schema;
  const only = allOf[0];
  if (
    Object.keys(only).some((keyword) => keyword in rest && keyword !== 'description' && keyword !== 'title')
  )
    return schema;
  return { ...only, ...rest };
}

function isObjectSchema(schema: JsonObject): boolean {
  const { type } = schema;
  return (
    type === 'object' || (Array.isArray(type) && type.includes('object')) || schema.properties !== undefined
  );
}

function isUnion({ anyOf, type }: JsonObject): boolean {
  return anyOf !== undefined || (Array.isArray(type) && type.length > 1);
}

function plainValues(content: unknown): unknown[] {
  if (!Array.isArray(content) || content.some((value) => isJsonObject(value) || Array.isArray(value)))
    throw new UnsupportedSchemaError();
  return content as unknown[];
}

function describe(description: unknown, folded: string[]): string {
  const rule = `Constraints: ${folded.join(', ')}.`;
  return typeof description === 'string' && description !== '' ? `${description}\n${rule}` : rule;
}

/** Every `$ref` that stands as a keyword, in any depth; walks without recursion. */
function referencesIn(schema: JsonObject): string[] {
  const references: string[] = [];
  const waiting: unknown[] = [schema];
  for (let value = waiting.pop(); value !== undefined; value = waiting.pop()) {
    if (Array.isArray(value)) {
      for (const item of value as unknown[]) waiting.push(item);
    } else if (isJsonObject(value)) {
      if (typeof value.$ref === 'string') references.push(value.$ref);
      for (const [keyword, member] of Object.entries(value)) {
        if (keyword !== '$defs' && keyword !== 'definitions') waiting.push(member);
      }
    }
  }
  return references;
}
