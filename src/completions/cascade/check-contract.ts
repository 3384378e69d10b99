import { isJsonObject } from '../../wire/exact-json/raw-json.js';

/** The mechanical part of a `response_format`. */
export interface AnswerContract {
  /** Types that the top level may have; empty: any. */
  readonly types: readonly string[];
  readonly required: readonly string[];
  /** JSON text of the whole schema, where there is one. */
  readonly schema: string | undefined;
}

/**
 * What a `response_format` promises that a machine can check: JSON, its top-level type and its required keys.
 * `undefined` for formats that promise nothing.
 */
export function readContract(responseFormat: unknown): AnswerContract | undefined {
  if (!isJsonObject(responseFormat)) return undefined;
  const { type } = responseFormat;
  if (type === 'json_object') return { types: ['object'], required: [], schema: undefined };
  if (type !== 'json_schema') return undefined;
  const wrapper: unknown = responseFormat['json_schema'];
  const schema: unknown = isJsonObject(wrapper) ? wrapper['schema'] : undefined;
  if (!isJsonObject(schema)) return { types: [], required: [], schema: undefined };
  const required = strings(schema['required']);
  return { types: typesOf(schema, required), required, schema: JSON.stringify(schema) };
}

/**
 * Why an answer breaks its contract, or `undefined` when it keeps it. A fenced answer is a violation; a required key that holds
 * null is present (contract section 5).
 */
export function findViolation(text: string, { types, required }: AnswerContract): string | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return 'it is not JSON';
  }
  const type = typeOf(value);
  if (types.length > 0 && !types.includes(type) && !(type === 'integer' && types.includes('number')))
    return `its top level is ${type}, not ${types.join(' or ')}`;
  if (required.length === 0 || !isJsonObject(value)) return undefined;
  const object = value;
  const missing = required.find((key) => !Object.hasOwn(object, key));
  return missing === undefined ? undefined : `its required key ${JSON.stringify(missing)} is missing`;
}

function typesOf(schema: Readonly<Record<string, unknown>>, required: readonly string[]): readonly string[] {
  const { type } = schema;
  if (typeof type === 'string') return [type];
  if (Array.isArray(type)) return strings(type);
  return required.length > 0 || schema['properties'] !== undefined ? ['object'] : [];
}

function strings(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : [];
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (Number.isInteger(value)) return 'integer';
  return typeof value;
}
