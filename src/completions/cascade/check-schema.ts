import { Ajv, type ValidateFunction } from 'ajv';
import { LRUCache } from 'lru-cache';
import { isJsonObject } from '../../wire/exact-json/raw-json.js';

/** Larger ones are not worth the time of a call that waits. */
const MAX_SCHEMA_BYTES = 16_384;
const MAX_ANSWER_BYTES = 65_536;
/** A schema's references can multiply the work; so few of them cannot multiply it by much. */
const MAX_REFERENCES = 16;
const MAX_DEPTH = 40;
const MAX_REMEMBERED = 500;
/** Keywords whose cost a caller could make anything. */
const UNBOUNDED = new Set(['pattern', 'patternProperties', 'format', 'uniqueItems', '$async']);

const compiled = new LRUCache<string, { readonly validate: ValidateFunction | undefined }>({
  max: MAX_REMEMBERED,
});

/**
 * Where an answer breaks its whole JSON Schema, `''` when it keeps it, `undefined` when the schema cannot be checked in bounded
 * time. It is recorded, and decides nothing: the contract is what every machine can check alike.
 */
export function findSchemaFault(text: string, schemaText: string): string | undefined {
  if (schemaText.length > MAX_SCHEMA_BYTES || text.length > MAX_ANSWER_BYTES) return undefined;
  const known = compiled.get(schemaText) ?? { validate: compile(schemaText) };
  compiled.set(schemaText, known);
  if (known.validate === undefined) return undefined;
  try {
    if (known.validate(JSON.parse(text))) return '';
  } catch {
    return undefined;
  }
  const [fault] = known.validate.errors ?? [];
  return `${fault?.instancePath === '' ? '/' : (fault?.instancePath ?? '/')} ${fault?.message ?? 'does not match'}`;
}

function compile(schemaText: string): ValidateFunction | undefined {
  try {
    const schema: unknown = JSON.parse(schemaText);
    const counter = { references: 0 };
    const bounded = boundedCopy(schema, MAX_DEPTH, counter);
    if (!isJsonObject(bounded) || counter.references > MAX_REFERENCES) return undefined;
    return new Ajv({ strict: false, validateFormats: false, addUsedSchema: false, logger: false }).compile(
      bounded,
    );
  } catch {
    // A schema that is none, or draws on what is not here: there is nothing to check by.
    return undefined;
  }
}

/** The schema without keywords that could take any time. @throws RangeError when it is nested too deep */
function boundedCopy(value: unknown, depthLeft: number, counter: { references: number }): unknown {
  if (depthLeft === 0) throw new RangeError('too deep');
  if (Array.isArray(value)) return value.map((item: unknown) => boundedCopy(item, depthLeft - 1, counter));
  if (!isJsonObject(value)) return value;
  const copy: Record<string, unknown> = {};
  for (const [key, member] of Object.entries(value)) {
    if (UNBOUNDED.has(key) && !isJsonObject(member)) continue;
    if (key === 'patternProperties' || key === '$id' || key === '$schema') continue;
    if (key === '$ref' || key === '$dynamicRef' || key === '$recursiveRef') counter.references += 1;
    copy[key] = boundedCopy(member, depthLeft - 1, counter);
  }
  return copy;
}
