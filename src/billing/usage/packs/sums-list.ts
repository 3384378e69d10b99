import { formatUsd, parseUsd } from '../../../lib/money.js';

/** Requests, input and output tokens, and pico-dollars as a high and a low half of four bytes. */
const FIELDS = 5;
const [REQUESTS, INPUT, OUTPUT, HIGH, LOW] = [0, 1, 2, 3, 4];
const FOUR_BYTES = 2 ** 32;
/** What another one may be added to without being rounded. */
const MOST_LOW = 2 ** 52;

/** Exact decimal texts. */
export interface SumTexts {
  readonly requests: string;
  readonly input_tokens: string;
  readonly output_tokens: string;
  readonly billed_usd: string;
}

/** Whole numbers of four bytes. */
export class NumberList {
  private count = 0;
  private numbers: Int32Array;

  /** @param expected about as many are pushed */
  constructor(expected: number) {
    this.numbers = new Int32Array(Math.max(expected, 1));
  }

  push(number: number): void {
    if (this.count === this.numbers.length) {
      const longer = new Int32Array(this.count * 2);
      longer.set(this.numbers);
      this.numbers = longer;
    }
    this.numbers[this.count] = number;
    this.count += 1;
  }

  all(): Int32Array {
    return this.numbers.subarray(0, this.count);
  }
}

/**
 * Sums under numbers from 0. Dollars are exact whatever they are; of what is counted is none that is not safe (`isSafe`).
 */
export class SumsList {
  private count = 0;
  private fields: Float64Array;

  /** @param expected about as many are opened */
  constructor(expected: number) {
    this.fields = new Float64Array(Math.max(expected, 1) * FIELDS);
  }

  get length(): number {
    return this.count;
  }

  /** One more, of nothing. @returns its number */
  open(): number {
    this.count += 1;
    if (this.count * FIELDS > this.fields.length) {
      const longer = new Float64Array(this.fields.length * 2);
      longer.set(this.fields);
      this.fields = longer;
    }
    return this.count - 1;
  }

  /** Nothing again. */
  empty(at: number): void {
    this.fields.fill(0, at * FIELDS, (at + 1) * FIELDS);
  }

  /** @param high of the pico-dollars, in units of 2^32; @param low what is left of them */
  add(at: number, requests: number, input: number, output: number, high: number, low: number): void {
    const { fields } = this;
    const start = at * FIELDS;
    fields[start + REQUESTS] = (fields[start + REQUESTS] ?? 0) + requests;
    fields[start + INPUT] = (fields[start + INPUT] ?? 0) + input;
    fields[start + OUTPUT] = (fields[start + OUTPUT] ?? 0) + output;
    const together = (fields[start + LOW] ?? 0) + low;
    const carried = Math.abs(together) < MOST_LOW ? 0 : Math.trunc(together / FOUR_BYTES);
    fields[start + HIGH] = (fields[start + HIGH] ?? 0) + high + carried;
    fields[start + LOW] = together - carried * FOUR_BYTES;
  }

  addFrom(at: number, list: SumsList, from: number): void {
    const of = (field: number): number => list.fields[from * FIELDS + field] ?? 0;
    this.add(at, of(REQUESTS), of(INPUT), of(OUTPUT), of(HIGH), of(LOW));
  }

  addTexts(at: number, { requests, input_tokens, output_tokens, billed_usd }: SumTexts): void {
    const pico = parseUsd(billed_usd);
    const [high, low] = [pico / BigInt(FOUR_BYTES), pico % BigInt(FOUR_BYTES)];
    this.add(at, Number(requests), Number(input_tokens), Number(output_tokens), Number(high), Number(low));
  }

  requestsOf(at: number): number {
    return this.fields[at * FIELDS + REQUESTS] ?? 0;
  }

  /** Pico-dollars rounded to a double: two of them are never in another order than they are, and none is 0 that is not. */
  picoNearly(at: number): number {
    const start = at * FIELDS;
    return (this.fields[start + HIGH] ?? 0) * FOUR_BYTES + (this.fields[start + LOW] ?? 0);
  }

  picoOf(at: number): bigint {
    const start = at * FIELDS;
    const nearly = this.picoNearly(at);
    if (Number.isSafeInteger(nearly)) return BigInt(nearly);
    return (
      BigInt(this.fields[start + HIGH] ?? 0) * BigInt(FOUR_BYTES) + BigInt(this.fields[start + LOW] ?? 0)
    );
  }

  /** Whether what is counted is exact: a double has all whole numbers within 2^53. */
  isSafe(at: number): boolean {
    return [REQUESTS, INPUT, OUTPUT].every((field) => Number.isSafeInteger(this.fields[at * FIELDS + field]));
  }

  isNothing(at: number): boolean {
    const start = at * FIELDS;
    return (
      this.fields[start + REQUESTS] === 0 &&
      this.fields[start + INPUT] === 0 &&
      this.fields[start + OUTPUT] === 0 &&
      this.picoNearly(at) === 0
    );
  }

  textsOf(at: number): SumTexts {
    const start = at * FIELDS;
    return {
      requests: String(this.fields[start + REQUESTS]),
      input_tokens: String(this.fields[start + INPUT]),
      output_tokens: String(this.fields[start + OUTPUT]),
      billed_usd: formatUsd(this.picoOf(at)),
    };
  }
}
