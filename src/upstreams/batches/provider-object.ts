import { asNumber, type JsonObject } from '../../wire/exact-json/raw-json.js';
import { unreadable } from './http/call-failure.js';

/** A text that says something. */
export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** More than any batch holds: what is above it is no count, and no table would take it. */
const MAX_COUNT = 1_000_000;

/** How many there are, as a provider counts them; 0 where it says nothing that could be a count. */
export function countOf(value: unknown): number {
  return readCount(value) ?? 0;
}

/** `undefined` for what is no count. */
export function readCount(value: unknown): number | undefined {
  const count = asNumber(value);
  return count !== undefined && Number.isInteger(count) && count >= 0 && count <= MAX_COUNT
    ? count
    : undefined;
}

/** The id of what a provider says it created. @throws CallFailure when it names none. */
export function idOf(created: JsonObject): string {
  const id = textOf(created.id);
  if (id === undefined) throw unreadable();
  return id;
}
