/**
 * A number literal that JavaScript would print differently from how it was written (`1.0`, `1e3`, integers past 2^53).
 * It is kept as text, so that it leaves as it came.
 */
export class RawNumber {
  constructor(readonly text: string) {}

  /** The nearest double, for places that compute. */
  toNumber(): number {
    return Number(this.text);
  }

  /** Lets plain `JSON.stringify` print a number, though not exactly. */
  toJSON(): number {
    return this.toNumber();
  }
}

/** A fragment of JSON text that is printed verbatim. Whoever makes one vouches that it is valid JSON. */
export class RawJson {
  constructor(readonly text: string) {}
}

/** The same as UTF-8 bytes, for long ones: they are copied once, straight into the result. */
export class RawBytes {
  constructor(readonly bytes: Buffer) {}
}

/** A JSON object as parsed: own members only, read by name. */
export type JsonObject = Record<string, unknown>;

/** True for a JSON object: no array, no null, no raw literal. */
export function isJsonObject(value: unknown): value is JsonObject {
  return (
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    !(value instanceof RawNumber) &&
    !(value instanceof RawJson) &&
    !(value instanceof RawBytes)
  );
}

/** The double of a parsed number, exact literal or not; `undefined` for anything else and for what is not finite. */
export function asNumber(value: unknown): number | undefined {
  const number = value instanceof RawNumber ? value.toNumber() : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
}
