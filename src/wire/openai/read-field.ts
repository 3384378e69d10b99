import { InvalidRequestError } from '../../lib/gateway-error.js';
import { asNumber, isJsonObject } from '../exact-json/raw-json.js';
import type { JsonObject } from '../exact-json/raw-json.js';

/**
 * Readers for members of a caller's body. `null` counts as absent, as at provider B.
 * Each throws InvalidRequestError that names the field (`param`) when the value has another type.
 */
export function readObject(value: unknown, param: string): JsonObject | undefined {
  if (value === undefined || value === null) return undefined;
  if (!isJsonObject(value)) throw wrongType(param, 'an object');
  return value;
}

export function readArray(value: unknown, param: string): readonly unknown[] | undefined {
  if (value === undefined || value === null) return undefined;
  if (!Array.isArray(value)) throw wrongType(param, 'an array');
  return value as unknown[];
}

export function readString(value: unknown, param: string): string | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'string') throw wrongType(param, 'a string');
  return value;
}

export function readBoolean(value: unknown, param: string): boolean | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'boolean') throw wrongType(param, 'true or false');
  return value;
}

export function readNumber(value: unknown, param: string): number | undefined {
  if (value === undefined || value === null) return undefined;
  const number = asNumber(value);
  if (number === undefined) throw wrongType(param, 'a number');
  return number;
}

export function readPositiveInteger(value: unknown, param: string): number | undefined {
  const number = readNumber(value, param);
  if (number !== undefined && (!Number.isSafeInteger(number) || number < 1))
    throw wrongType(param, 'a whole number of at least 1');
  return number;
}

export function requireObject(value: unknown, param: string): JsonObject {
  const object = readObject(value, param);
  if (!object) throw wrongType(param, 'an object');
  return object;
}

export function requireString(value: unknown, param: string): string {
  const string = readString(value, param);
  if (string === undefined) throw wrongType(param, 'a string');
  return string;
}

/** A 400 that names the field and what it takes. */
export function wrongType(param: string, expected: string): InvalidRequestError {
  return new InvalidRequestError({ param, message: `\`${param}\` must be ${expected}.` });
}
