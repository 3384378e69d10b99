/** A JSON object as it came from a caller: every member is unknown until it is looked at. */
export type JsonRecord = Record<string, unknown>;

export function isRecord(value: unknown): value is JsonRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The value when it is a JSON object, otherwise an empty one. */
export function toRecord(value: unknown): JsonRecord {
  return isRecord(value) ? value : {};
}

/** The items when the value is an array, otherwise none. */
export function toList(value: unknown): unknown[] {
  return Array.isArray(value) ? (value as unknown[]) : [];
}

/** The text when the value is a string, otherwise the empty string. */
export function toText(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** Fields that a caller left out and fields set to null mean the same to every provider. */
export function isPresent(value: unknown): boolean {
  return value !== undefined && value !== null;
}
