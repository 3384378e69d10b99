/** No context window comes near it; a larger count is a broken answer, and would overflow the ledger's amounts. */
const MAX_TOKENS_OF_A_CALL = 1_000_000_000;

/** A usage object of a provider, of which nothing is sure. */
export type UsageFields = Readonly<Record<string, unknown>>;

/** The value when it is a JSON object. */
export function asUsageFields(value: unknown): UsageFields | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as UsageFields)
    : undefined;
}

/** A count that can be billed; `undefined` for anything absent, negative, fractional, absurdly large or not a number. */
export function readCount(fields: UsageFields | undefined, name: string): number | undefined {
  const value = fields?.[name];
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 0 || value > MAX_TOKENS_OF_A_CALL)
    return undefined;
  // -0 is an integer too.
  return value + 0;
}

/** Whether the provider wrote something there that is not a billable count: the numbers around it cannot be trusted. */
export function isBrokenCount(fields: UsageFields, name: string): boolean {
  const value = fields[name];
  return value !== undefined && value !== null && readCount(fields, name) === undefined;
}
