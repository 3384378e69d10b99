import { isJsonObject, type JsonObject } from '../../wire/exact-json/raw-json.js';
import { readJson } from '../../wire/json-bytes/read-member.js';
import type { TopLevelMembers } from '../../wire/json-bytes/scan-top-level.js';
import { readShape, type AnswerShape } from './answer-shape.js';

/** The mechanical part of a `response_format`. */
export interface AnswerContract {
  readonly shape: AnswerShape;
  /** JSON text of the whole schema, where there is one. */
  readonly schema: string | undefined;
}

const ANYTHING: AnswerShape = { types: [], required: [], all: [], any: [] };
const ANY_OBJECT: AnswerShape = { ...ANYTHING, types: ['object'] };

/** A larger format is not built, which would hold others up. */
const MAX_CONTRACT_BYTES = 262_144;
/** Nothing but a schema is as large as that: its answer is JSON at least. */
const OF_LARGE_FORMAT: AnswerContract = { shape: ANYTHING, schema: undefined };

/** The contract of a member that holds a format, which is read where it is not too large. */
export function contractIn(
  scan: TopLevelMembers,
  name: string,
  formatOf: (member: unknown) => unknown,
): AnswerContract | undefined {
  const member = scan.find(name);
  if (member?.kind !== 'object') return undefined;
  if (member.valueEnd - member.valueStart > MAX_CONTRACT_BYTES) return OF_LARGE_FORMAT;
  return readContract(formatOf(readJson(scan, name)));
}

/**
 * What a `response_format` promises that a machine can check: JSON, its top-level type and its required keys.
 * `undefined` for formats that promise nothing.
 */
export function readContract(responseFormat: unknown): AnswerContract | undefined {
  if (!isJsonObject(responseFormat)) return undefined;
  const { type } = responseFormat;
  if (type === 'json_object') return { shape: ANY_OBJECT, schema: undefined };
  if (type !== 'json_schema') return undefined;
  const wrapper: unknown = responseFormat['json_schema'];
  const schema: unknown = isJsonObject(wrapper) ? wrapper['schema'] : undefined;
  if (!isJsonObject(schema)) return { shape: ANYTHING, schema: undefined };
  return { shape: readShape(schema), schema: JSON.stringify(schema) };
}

/**
 * Why an answer breaks its contract, or `undefined` when it keeps it. A fenced answer is a violation; a required key that holds
 * null is present (contract section 5).
 */
export function findViolation(text: string, { shape }: AnswerContract): string | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return 'it is not JSON';
  }
  return violationOf(value, shape);
}

function violationOf(value: unknown, { types, required, all, any }: AnswerShape): string | undefined {
  const type = typeOf(value);
  if (types.length > 0 && !types.includes(type) && !(type === 'integer' && types.includes('number')))
    return `its top level is ${type}, not ${types.join(' or ')}`;
  const missing = isJsonObject(value) ? missingKey(value, required) : undefined;
  if (missing !== undefined) return `its required key ${JSON.stringify(missing)} is missing`;
  for (const shape of all) {
    const violation = violationOf(value, shape);
    if (violation !== undefined) return violation;
  }
  for (const shapes of any) {
    const violations = shapes.map((shape) => violationOf(value, shape));
    if (!violations.includes(undefined)) return `it is none of the alternatives: ${violations[0]}`;
  }
  return undefined;
}

function missingKey(object: JsonObject, required: readonly string[]): string | undefined {
  return required.find((key) => !Object.hasOwn(object, key));
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (Number.isInteger(value)) return 'integer';
  return typeof value;
}
