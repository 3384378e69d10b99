const FRACTION = /\.(\d{1,9})(?=Z|[+-]\d\d:\d\d$)/i;
const NANO_DIGITS = 9;
const NANO_PER_MS = 1_000_000;

/** A time to the nanosecond: whole seconds, and what is above them. */
export interface NanoTime {
  readonly secondMs: number;
  readonly nanos: number;
}

/** Reads a time of the API, which may have nine decimals: more than a number of milliseconds can hold. */
export function readNanoTime(text: string): NanoTime {
  const [, digits = ''] = FRACTION.exec(text) ?? [];
  return {
    secondMs: Date.parse(text.replace(FRACTION, '')),
    nanos: Number(digits.padEnd(NANO_DIGITS, '0')),
  };
}

/** Milliseconds from one time to another, to the nanosecond as long as they are within a day or so. */
export const millisecondsFrom = (from: NanoTime, to: NanoTime): number =>
  to.secondMs - from.secondMs + (to.nanos - from.nanos) / NANO_PER_MS;
