import { MAX_TERM_DIGITS, TERM_MARKS, termOf, wordsOf } from '../../encoding/search-terms.js';
import { TRACE_STATUSES, type TraceFilter } from '../trace-store.js';

const TRACE_ID = /^[0-9a-f]{32}$/i;
const MAX_WORDS = 20;
const NANO_PER_MS = 1_000_000n;
/** Of a 64-bit column. */
const MAX_NANO = 9_223_372_036_854_775_807n;

const TOKENS = 'greatest(input_tokens, own_input_tokens) + greatest(output_tokens, own_output_tokens)';
export const COST = 'greatest(cost_pico_usd, own_cost_pico_usd)';

/** A filter as conditions on the table of traces; their parameters are pushed onto `values`. */
export interface TraceConditions {
  /** When it started: the order of the list, too. */
  readonly within: readonly string[];
  /** Everything else, terms aside. */
  readonly matching: readonly string[];
  /** Whether one trace is asked for by its id. */
  readonly isId: boolean;
  readonly terms: TermQuery;
}

/** Terms that every trace of the answer has, in PostgreSQL's text form of a query; empty when there are none. */
export interface TermQuery {
  /** Services, models, statuses, magnitudes: an index goes from one to another without reading what lies between. */
  readonly exact: string;
  /** Beginnings of words, all traces of which an index has to collect first. */
  readonly words: string;
}

export function toConditions(filter: TraceFilter, values: unknown[]): TraceConditions {
  const bind = (value: unknown): string => `$${values.push(value)}`;
  const within: string[] = [];
  const matching: string[] = [];
  if (filter.from !== undefined) within.push(`start_nano >= ${bind(nanoOf(filter.from))}`);
  if (filter.to !== undefined) within.push(`start_nano < ${bind(nanoOf(filter.to))}`);
  if (filter.status !== undefined) matching.push(`status = ${bind(TRACE_STATUSES.indexOf(filter.status))}`);
  if (filter.minTokens !== undefined) matching.push(`${TOKENS} >= ${bind(filter.minTokens)}`);
  if (filter.minCost !== undefined) matching.push(`${COST} >= ${bind(filter.minCost.toString())}`);
  const text = filter.text?.trim() ?? '';
  const isId = TRACE_ID.test(text);
  if (isId) matching.push(`trace_id = ${bind(text)}`);
  else if (text !== '' && wordsOf(text).length === 0) matching.push('false');
  const words = isId ? [] : wordsOf(text).slice(0, MAX_WORDS);
  return {
    within,
    matching,
    isId,
    terms: { exact: exactTerms(filter), words: words.map((word) => `${quoteTerm(word)}:*`).join(' & ') },
  };
}

/** What of these queries is not empty, as one. */
export function allOf(...queries: readonly string[]): string {
  return queries.filter((query) => query !== '').join(' & ');
}

function exactTerms({ service, model, status, minTokens, minCost }: TraceFilter): string {
  const parts: string[] = [];
  if (service !== undefined) parts.push(quoteTerm(termOf('service', service)));
  if (model !== undefined) parts.push(quoteTerm(termOf('model', model)));
  // Nearly every trace has unset ones.
  if (status === 'error' || status === 'ok') parts.push(quoteTerm(termOf('status', status)));
  if (minTokens !== undefined && minTokens > 0)
    parts.push(digitsFrom(TERM_MARKS.tokenDigits, String(minTokens).length));
  if (minCost !== undefined && minCost > 0n)
    parts.push(digitsFrom(TERM_MARKS.costDigits, minCost.toString().length));
  return allOf(...parts);
}

function digitsFrom(mark: string, digits: number): string {
  const terms: string[] = [];
  for (let count = digits; count <= MAX_TERM_DIGITS; count += 1) terms.push(quoteTerm(`${mark}${count}`));
  return terms.length === 0 ? quoteTerm(`${mark}none`) : `(${terms.join(' | ')})`;
}

/** A term as PostgreSQL's text form of a query holds any text. */
export function quoteTerm(term: string): string {
  return `'${term.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;
}

/** Years that the column cannot hold are before, or after, every trace all the same. */
function nanoOf(time: Date): string {
  const nano = BigInt(time.getTime()) * NANO_PER_MS;
  if (nano > MAX_NANO) return MAX_NANO.toString();
  return (nano < -MAX_NANO ? -MAX_NANO : nano).toString();
}
