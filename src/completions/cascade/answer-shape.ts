import { isJsonObject, type JsonObject } from '../../wire/exact-json/raw-json.js';

/** What a schema says of the top level of a value: what every machine can check alike, and nothing below. */
export interface AnswerShape {
  /** Types that it may have; empty: any. */
  readonly types: readonly string[];
  readonly required: readonly string[];
  /** Each of these holds too: `allOf`, and what `$ref` points to. */
  readonly all: readonly AnswerShape[];
  /** Of each of these one must hold: `anyOf`, `oneOf`. */
  readonly any: readonly (readonly AnswerShape[])[];
}

/** Schemas looked at for one answer: references can multiply. Beyond, nothing is promised. */
const MAX_SCHEMAS = 200;
const MAX_DEPTH = 16;

/** Reads it through local references, `allOf`, `anyOf` and `oneOf` at the root. What it does not understand promises nothing. */
export function readShape(schema: JsonObject): AnswerShape {
  return new ShapeReader(schema).read(schema, 0);
}

class ShapeReader {
  private seen = 0;

  constructor(private readonly root: JsonObject) {}

  read(schema: unknown, depth: number): AnswerShape {
    this.seen += 1;
    if (schema === false || !isJsonObject(schema) || depth > MAX_DEPTH || this.seen > MAX_SCHEMAS)
      return { types: [], required: [], all: [], any: [] };
    const required = strings(schema['required']);
    return {
      types: typesOf(schema, required),
      required,
      all: [...this.referred(schema['$ref'], depth), ...this.branches(schema['allOf'], depth)],
      any: [schema['anyOf'], schema['oneOf']]
        .map((branches) => this.branches(branches, depth))
        .filter((branches) => branches.length > 0),
    };
  }

  private branches(value: unknown, depth: number): AnswerShape[] {
    return Array.isArray(value) ? value.map((branch: unknown) => this.read(branch, depth + 1)) : [];
  }

  private referred(reference: unknown, depth: number): AnswerShape[] {
    const target = typeof reference === 'string' ? this.lookUp(reference) : undefined;
    return target === undefined ? [] : [this.read(target, depth + 1)];
  }

  /** A JSON pointer into the schema itself, as `#/$defs/answer`. */
  private lookUp(reference: string): unknown {
    if (reference !== '#' && !reference.startsWith('#/')) return undefined;
    let place: unknown = this.root;
    for (const step of reference.split('/').slice(1)) {
      const name = decode(step);
      const isMember = typeof place === 'object' && place !== null && Object.hasOwn(place, name);
      if (!isMember) return undefined;
      place = (place as JsonObject)[name];
    }
    return place;
  }
}

function decode(step: string): string {
  try {
    return decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~');
  } catch {
    return step;
  }
}

function typesOf(schema: JsonObject, required: readonly string[]): readonly string[] {
  const { type } = schema;
  if (typeof type === 'string') return [type];
  if (Array.isArray(type)) return strings(type);
  return required.length > 0 || schema['properties'] !== undefined ? ['object'] : [];
}

function strings(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : [];
}
