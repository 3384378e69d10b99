import { ROUTER_OF_BATCHES, type PlainDimension, type UsageDimension } from './usage-dimensions.js';

/** All grains are counted from here. */
const ORIGIN = `'1970-01-01T00:00:00Z'`;

/** SQL: the beginning of the span of a length that a time is in. */
export const binOf = (length: string, time: string): string => `date_bin(${length}, ${time}, ${ORIGIN})`;

/** What a call counts for under each plain dimension, as SQL over `calls`: '' where there is nothing. */
export const PLAIN_VALUES: Readonly<Record<PlainDimension, string>> = {
  key: 'calls.key_id',
  model: `coalesce(calls.served_model, calls.decided_model, '')`,
  tier: `coalesce(calls.tier, '')`,
  router: `CASE WHEN calls.surface = 'batch' THEN '${ROUTER_OF_BATCHES}' ELSE coalesce(calls.router_id, '') END`,
  group: `coalesce(calls.group_id, '')`,
  surface: 'calls.surface',
  // Of the last attempt, whose answer the caller got. Not read as JSON: a text in it that PostgreSQL cannot hold would be an error. Nor by
  // a regular expression, which takes ten times as long. Within texts the quotes are escaped, so it is found in no other place.
  provider: `CASE WHEN strpos(calls.detail::text, '"provider":"') = 0 THEN ''
                  ELSE split_part(split_part(calls.detail::text, '"provider":"', -1), '"', 1) END`,
  status: 'calls.status::text',
};

/** The others that have one value a call. */
export const CALL_VALUES: Readonly<Record<Exclude<UsageDimension, 'tag'>, string>> = {
  ...PLAIN_VALUES,
  user: `coalesce(calls.end_user, '')`,
  session: `coalesce(calls.session_id, '')`,
};

export const SUMS = ['requests', 'input_tokens', 'output_tokens', 'billed_usd'] as const;
/** SQL: what a group has of a column. Integers stay integers: `sum` makes decimal numbers of them, which takes longer. */
const totalOf = (sum: (typeof SUMS)[number], table: string): string =>
  `${sum === 'billed_usd' ? 'sum' : 'usage_total'}(${table}.${sum})`;
/** SQL: each sum of what a table holds. */
export const summed = (table: string): string =>
  SUMS.map((sum) => `${totalOf(sum, table)} AS ${sum}`).join(', ');
/** SQL of groups of `part`: whether anything is left. What was taken away, or joined to nothing, may have left nothing. */
export const IS_ANYTHING = SUMS.map((sum) => `${totalOf(sum, 'part')} <> 0`).join(' OR ');
