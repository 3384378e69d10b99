import { parseUsd, PICO_PER_USD, type PicoUsd } from '../lib/money.js';

const MAX_AMOUNT = 1_000_000_000n * PICO_PER_USD;
/** Far more than the largest and finest amount takes; reading digits without end would hold everyone up. */
const MAX_LENGTH = 64;

/** What an `amount_usd` of a request must be, when it is not that. */
export function amountFault(value: unknown): string | undefined {
  const amount = typeof value === 'number' || typeof value === 'string' ? parse(String(value)) : undefined;
  if (amount === undefined) return 'a number or decimal text with at most 12 decimals';
  if (amount <= 0n) return 'more than 0';
  return amount > MAX_AMOUNT ? 'at most 1,000,000,000' : undefined;
}

/** The same of a limit, which may be 0: nothing is spent then. */
export function limitFault(value: unknown): string | undefined {
  const isNothing = (typeof value === 'number' || typeof value === 'string') && parse(String(value)) === 0n;
  const fault = isNothing ? undefined : amountFault(value);
  return fault === 'more than 0' ? '0 or more' : fault;
}

/** A positive amount of a request that was validated, exact to 12 decimals. @throws RangeError for anything else. */
export function readAmount(value: number | string): PicoUsd {
  const fault = amountFault(value);
  if (fault !== undefined) throw new RangeError(`an amount must be ${fault}`);
  return parseUsd(String(value));
}

function parse(text: string): PicoUsd | undefined {
  if (text.length > MAX_LENGTH) return undefined;
  try {
    return parseUsd(text);
  } catch {
    return undefined;
  }
}
