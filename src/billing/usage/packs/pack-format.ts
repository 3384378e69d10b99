/**
 * A pack: the sums of one cut and span as bytes, a row of fixed width behind the other, ordered by both numbers. All are signed and
 * big-endian: first and second 3 bytes each, requests 4, input and output tokens 6 each, dollars 8, in `DOLLAR_UNITS` of a dollar.
 */
export const ROW_BYTES = 30;
export const SECOND_AT = 3;
export const REQUESTS_AT = 6;
export const INPUT_AT = 10;
export const OUTPUT_AT = 16;
export const DOLLARS_AT = 22;

/** The last place of dollars in the database. */
export const DOLLAR_UNITS = 1_000_000_000_000;
/** SQL: one of these. */
export const DOLLAR_UNIT = '0.000000000001';

const numberFits = (column: string): string => `${column} BETWEEN -${2 ** 23} AND ${2 ** 23 - 1}`;
const tokensFit = (column: string): string => `${column} BETWEEN -${2 ** 47} AND ${2 ** 47 - 1}`;
const DOLLARS_FIT = `abs(billed_usd) < ${Math.floor(2 ** 63 / DOLLAR_UNITS)}`;
const REQUESTS_FIT = `requests BETWEEN -${2 ** 31} AND ${2 ** 31 - 1}`;

/** SQL over a row of sums: whether its numbers are within the widths. */
const FITS = [
  numberFits('first'),
  numberFits('second'),
  REQUESTS_FIT,
  tokensFit('input_tokens'),
  tokensFit('output_tokens'),
  DOLLARS_FIT,
].join(' AND ');

/** SQL over a row of sums whose numbers are. What is cut off is the sign, once more. */
const BYTES = [
  'substring(int4send(first) FROM 2)',
  'substring(int4send(second) FROM 2)',
  'int4send(requests::integer)',
  'substring(int8send(input_tokens) FROM 3)',
  'substring(int8send(output_tokens) FROM 3)',
  `int8send((billed_usd * ${DOLLAR_UNITS})::bigint)`,
].join(' || ');

/**
 * SQL: one row, `rows` and `content`, the pack of rows `first`, `second` and sums, each pair of numbers once. `rows` is null where these
 * do not fit; whoever would read them reads the sums.
 */
export const packOf = (rows: string): string => `
SELECT CASE WHEN coalesce(bool_and(fits), true) THEN count(*)::integer END AS rows,
       coalesce(string_agg(CASE WHEN fits THEN ${BYTES} ELSE '' END, '' ORDER BY first, second), '') AS content
  FROM (SELECT *, ${FITS} AS fits FROM (${rows}) AS one) AS row`;
