import type { JsonObject } from '../../wire/exact-json/raw-json.js';
import { unreadable } from './call-failure.js';

/** A text that says something. */
export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** The id of what a provider says it created. @throws CallFailure when it names none. */
export function idOf(created: JsonObject): string {
  const id = textOf(created.id);
  if (id === undefined) throw unreadable();
  return id;
}
