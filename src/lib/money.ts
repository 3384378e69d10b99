/**
 * Money is a bigint in pico-dollars (1e-12 USD), the scale of `numeric(24,12)` in the database.
 * Binary floating point appears only in `toUsdNumber`, the last step before JSON.
 */
export type PicoUsd = bigint;

export const PICO_PER_USD = 1_000_000_000_000n;
const SCALE = 12;
const DECIMAL = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d{1,3}))?$/;

/**
 * Reads a decimal text (`"1.25"`, `"2.5e-7"`) exactly.
 * @throws RangeError when the text is no finite decimal or is finer than 12 decimals.
 */
export function parseUsd(text: string): PicoUsd {
  const match = DECIMAL.exec(text.trim());
  if (!match) throw new RangeError(`not a decimal amount: ${text.slice(0, 40)}`);
  const [, sign = '', whole = '0', fraction = '', exponent = '0'] = match;
  const shift = SCALE + Number(exponent) - fraction.length;
  const digits = BigInt(whole + fraction);
  const magnitude =
    shift >= 0 ? digits * 10n ** BigInt(shift) : divideExactly(digits, 10n ** BigInt(-shift), text);
  return sign === '-' ? -magnitude : magnitude;
}

/** Reads a JSON number from a price list or a provider's answer; digits past 12 decimals are rounded half up. */
export function usdFromNumber(value: number): PicoUsd {
  if (!Number.isFinite(value)) throw new RangeError('amount is not finite');
  const match = DECIMAL.exec(String(value));
  if (!match) throw new RangeError(`not a decimal amount: ${value}`);
  const [, sign = '', whole = '0', fraction = '', exponent = '0'] = match;
  const shift = SCALE + Number(exponent) - fraction.length;
  const digits = BigInt(whole + fraction);
  const magnitude = shift >= 0 ? digits * 10n ** BigInt(shift) : divideHalfUp(digits, 10n ** BigInt(-shift));
  return sign === '-' ? -magnitude : magnitude;
}

/** Plain decimal text without exponent or trailing zeros, exact: for headers, the database and JSON splices. */
export function formatUsd(amount: PicoUsd): string {
  // A call's cost is printed for its rows, its charge and its answer, one after the other.
  if (amount !== lastAmount) {
    lastText = printUsd(amount);
    lastAmount = amount;
  }
  return lastText;
}

let lastAmount = 0n;
let lastText = '0';

function printUsd(amount: PicoUsd): string {
  const negative = amount < 0n;
  const digits = (negative ? -amount : amount).toString().padStart(SCALE + 1, '0');
  const whole = digits.slice(0, -SCALE);
  const fraction = digits.slice(-SCALE).replace(/0+$/, '');
  return `${negative ? '-' : ''}${whole}${fraction ? `.${fraction}` : ''}`;
}

/** The JSON number of an amount. Its digits are those of `formatUsd` up to the 15 that a double carries. */
export function toUsdNumber(amount: PicoUsd): number {
  return Number(formatUsd(amount));
}

/** Rounds half up; for positive operands. */
export function divideHalfUp(numerator: bigint, denominator: bigint): bigint {
  return (numerator * 2n + denominator) / (denominator * 2n);
}

function divideExactly(numerator: bigint, denominator: bigint, text: string): bigint {
  if (numerator % denominator !== 0n)
    throw new RangeError(`more than ${SCALE} decimals: ${text.slice(0, 40)}`);
  return numerator / denominator;
}
