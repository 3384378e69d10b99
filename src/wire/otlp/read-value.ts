import type { FieldReaders } from './field-readers.js';
import { SpanFault, type Attributes, type PlainValue } from './span-model.js';

/** Values within values. Both encodings are cut or refused a little beyond, before they cost more. */
export const MAX_VALUE_DEPTH = 32;
export const MAX_ATTRIBUTES = 1_000;
/** Stands in a document where something was nested too deeply to be read. */
export const TOO_DEEP_MARK = '\u0000too deep';

/**
 * OTLP's list of `{key, value}` as an object. Of one key given twice the last counts.
 * @throws SpanFault naming the attribute
 */
export function readAttributes(list: unknown, field: string, readers: FieldReaders, depth = 0): Attributes {
  const attributes: Attributes = {};
  if (list === undefined || list === null) return attributes;
  const entries = readList(list, field, MAX_ATTRIBUTES);
  for (const entry of entries) {
    if (!isRecord(entry) || !isGiven(entry['key']))
      throw new SpanFault(`${field} must be pairs of key and value`);
    const key = readers.text(entry['key'], `a key of ${field}`);
    set(attributes, key, readValue(entry['value'], `${field}.${key.slice(0, 100)}`, readers, depth));
  }
  return attributes;
}

/** @throws SpanFault when it is no list, or longer than `limit` */
export function readList(value: unknown, field: string, limit: number): readonly unknown[] {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value)) throw new SpanFault(`${field} must be a list`);
  if (value.length > limit) throw new SpanFault(`${field} are ${value.length}; at most ${limit} are taken`);
  return value;
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Protobuf's JSON mapping writes null for what is not set. */
export function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null;
}

function readValue(value: unknown, field: string, readers: FieldReaders, depth: number): PlainValue {
  if (!isGiven(value)) return null;
  if (value === TOO_DEEP_MARK || depth > MAX_VALUE_DEPTH)
    throw new SpanFault(`${field} is nested deeper than ${MAX_VALUE_DEPTH} levels`);
  if (!isRecord(value)) throw new SpanFault(`${field} must be an object such as {"stringValue": "…"}`);
  if (has(value, 'stringValue')) return readers.text(value['stringValue'], field);
  if (has(value, 'intValue')) return readNumber(readers.integer(value['intValue'], field));
  if (has(value, 'boolValue')) return value['boolValue'] === true || value['boolValue'] === 'true';
  if (has(value, 'doubleValue')) return readDouble(value['doubleValue'], field);
  if (has(value, 'arrayValue')) return readArray(value['arrayValue'], field, readers, depth);
  if (has(value, 'kvlistValue')) return readKeyValues(value['kvlistValue'], field, readers, depth);
  if (has(value, 'bytesValue')) return readers.base64(value['bytesValue'], field);
  return null;
}

function readArray(value: unknown, field: string, readers: FieldReaders, depth: number): PlainValue {
  const list = readContainer(value, field);
  if (list.length > 0 && depth >= MAX_VALUE_DEPTH)
    throw new SpanFault(`${field} is nested deeper than ${MAX_VALUE_DEPTH} levels`);
  return list.map((element) => readValue(element, field, readers, depth + 1));
}

function readKeyValues(value: unknown, field: string, readers: FieldReaders, depth: number): PlainValue {
  return readAttributes(readContainer(value, field), field, readers, depth + 1);
}

function readContainer(value: unknown, field: string): readonly unknown[] {
  if (value === TOO_DEEP_MARK)
    throw new SpanFault(`${field} is nested deeper than ${MAX_VALUE_DEPTH} levels`);
  if (!isRecord(value)) throw new SpanFault(`${field} must hold {"values": […]}`);
  const values = value['values'];
  if (values === TOO_DEEP_MARK)
    throw new SpanFault(`${field} is nested deeper than ${MAX_VALUE_DEPTH} levels`);
  return readList(values, field, Infinity);
}

/** JSON writes the non-finite ones as text, and so are they kept. */
function readDouble(value: unknown, field: string): PlainValue {
  const number = typeof value === 'string' ? Number(value.replace(/^(-?)Inf$/, '$1Infinity')) : value;
  if (typeof number !== 'number' || (Number.isNaN(number) && value !== 'NaN' && typeof value === 'string'))
    throw new SpanFault(`${field} must be a number`);
  return Number.isFinite(number) ? number : String(number);
}

function readNumber(decimal: string): PlainValue {
  const number = Number(decimal);
  return Number.isSafeInteger(number) ? number : decimal;
}

function has(value: Readonly<Record<string, unknown>>, field: string): boolean {
  return Object.hasOwn(value, field) && isGiven(value[field]);
}

/** A key `__proto__` must be a key like any other. */
function set(attributes: Attributes, key: string, value: PlainValue): void {
  if (key === '__proto__')
    Object.defineProperty(attributes, key, { value, enumerable: true, configurable: true, writable: true });
  else attributes[key] = value;
}
