import { InvalidRequestError } from '../lib/gateway-error.js';
import { parseUsd, PICO_PER_USD, type PicoUsd } from '../lib/money.js';

const MAX_AMOUNT = 1_000_000_000n * PICO_PER_USD;

/** A positive amount of a request, exact. @throws InvalidRequestError (400) for anything else. */
export function readAmount(value: number | string): PicoUsd {
  let amount: PicoUsd;
  try {
    amount = parseUsd(String(value));
  } catch {
    throw wrong('a decimal number with at most 12 decimals');
  }
  if (amount <= 0n) throw wrong('more than 0');
  if (amount > MAX_AMOUNT) throw wrong('at most 1,000,000,000');
  return amount;
}

function wrong(takes: string): InvalidRequestError {
  return new InvalidRequestError({ param: 'amount_usd', message: `\`amount_usd\` must be ${takes}.` });
}
