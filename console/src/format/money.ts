/**
 * Money as decimal text. A number of the API is the shortest text of its value, so its digits are the ones that were sent; nothing
 * here calculates with it as a number.
 */
export type Amount = number | string;

const PARTS = /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/i;
const SCALE = 18;

interface Parts {
  readonly negative: boolean;
  readonly digits: bigint;
  /** How many of the digits stand behind the point. */
  readonly scale: number;
}

function partsOf(amount: Amount): Parts {
  const [, sign, whole = '', fraction = '', exponent = '0'] = PARTS.exec(String(amount)) ?? [];
  if (sign === undefined) throw new RangeError(`${amount} is not an amount of money.`);
  const scale = fraction.length - Number(exponent);
  const digits = BigInt(whole + fraction);
  return scale < 0
    ? { negative: sign === '-', digits: digits * 10n ** BigInt(-scale), scale: 0 }
    : { negative: sign === '-', digits, scale };
}

/** `0.000000042` for `4.2e-8`: no exponent, no rounding, no zeros that were not sent. */
export function plainAmount(amount: Amount): string {
  const { negative, digits, scale } = partsOf(amount);
  const text = digits.toString().padStart(scale + 1, '0');
  const point = text.length - scale;
  const plain = scale === 0 ? text : `${text.slice(0, point)}.${text.slice(point)}`;
  return negative && digits !== 0n ? `-${plain}` : plain;
}

/** `$0.000000042`, `-$12.5`. */
export function formatUsd(amount: Amount): string {
  const plain = plainAmount(amount);
  return plain.startsWith('-') ? `-$${plain.slice(1)}` : `$${plain}`;
}

/** In steps of 10⁻¹⁸, which every amount of the API is a whole number of. */
function unitsOf(amount: Amount): bigint {
  const { negative, digits, scale } = partsOf(amount);
  if (scale > SCALE) throw new RangeError(`${amount} has more than ${SCALE} decimals.`);
  const units = digits * 10n ** BigInt(SCALE - scale);
  return negative ? -units : units;
}

/** For sorting: below zero, zero or above, as `first` is smaller, the same or larger. */
export function compareAmounts(first: Amount, second: Amount): number {
  const difference = unitsOf(first) - unitsOf(second);
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

/** The exact sum, as plain text without zeros at its end. */
export function sumAmounts(amounts: Iterable<Amount>): string {
  let units = 0n;
  for (const amount of amounts) units += unitsOf(amount);
  const digits = (units < 0n ? -units : units).toString().padStart(SCALE + 1, '0');
  const fraction = digits.slice(-SCALE).replace(/0+$/, '');
  const plain = digits.slice(0, -SCALE) + (fraction === '' ? '' : `.${fraction}`);
  return units < 0n ? `-${plain}` : plain;
}

/** The exact product, as of a price and a count, as plain text without zeros at its end. */
export function multiplyAmounts(first: Amount, second: Amount): string {
  const [one, other] = [partsOf(first), partsOf(second)];
  const digits = (one.digits * other.digits).toString();
  const sign = one.negative === other.negative ? '' : '-';
  const plain = plainAmount(`${sign}${digits}e-${one.scale + other.scale}`);
  return plain.includes('.') ? plain.replace(/\.?0+$/, '') : plain;
}

/** How much of `whole` an amount is, for the length of a bar alone: from 0 to 1. */
export function portionOf(amount: Amount, whole: Amount): number {
  const total = unitsOf(whole);
  if (total <= 0n) return 0;
  const thousandths = Number((unitsOf(amount) * 10_000n) / total) / 10_000;
  return Math.min(1, Math.max(0, thousandths));
}
