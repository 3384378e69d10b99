import { MAX_TERM_DIGITS, termOf, wordsOf } from '../encoding/search-terms.js';
import type { PicoUsd } from '../../lib/money.js';

export const TRACE_STATUSES = ['unset', 'ok', 'error'] as const;
export type TraceStatus = (typeof TRACE_STATUSES)[number];

/** Which traces of a project are asked for; what is absent does not narrow. */
export interface TraceFilter {
  readonly from?: Date;
  /** Exclusive. */
  readonly to?: Date;
  readonly service?: string;
  readonly model?: string;
  readonly status?: TraceStatus;
  readonly text?: string;
  readonly minTokens?: number;
  readonly minCost?: PicoUsd;
}

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
  readonly matching: readonly string[];
  /** Whether an index finds what matches. */
  readonly isIndexed: boolean;
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
  const terms = toTermQuery(filter, isId ? '' : text);
  if (terms !== '') matching.push(`terms @@ ${bind(terms)}::tsquery`);
  return { within, matching, isIndexed: isId || terms !== '' };
}

/** The indexed terms that every trace of the answer has. */
function toTermQuery({ service, model, status, minTokens, minCost }: TraceFilter, text: string): string {
  const parts: string[] = [];
  if (service !== undefined) parts.push(quote(termOf('service', service)));
  if (model !== undefined) parts.push(quote(termOf('model', model)));
  // Nearly every trace has unset ones.
  if (status === 'error' || status === 'ok') parts.push(quote(termOf('status', status)));
  if (minTokens !== undefined && minTokens > 0) parts.push(digitsFrom('t', String(minTokens).length));
  if (minCost !== undefined && minCost > 0n) parts.push(digitsFrom('c', minCost.toString().length));
  for (const word of wordsOf(text).slice(0, MAX_WORDS)) parts.push(`${quote(word)}:*`);
  return parts.join(' & ');
}

function digitsFrom(kind: 't' | 'c', digits: number): string {
  const terms: string[] = [];
  for (let count = digits; count <= MAX_TERM_DIGITS; count += 1) terms.push(quote(`${kind}:${count}`));
  return terms.length === 0 ? quote(`${kind}:none`) : `(${terms.join(' | ')})`;
}

/** A term as PostgreSQL's text form of a query holds any text. */
function quote(term: string): string {
  return `'${term.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;
}

/** Years that the column cannot hold are before, or after, every trace all the same. */
function nanoOf(time: Date): string {
  const nano = BigInt(time.getTime()) * NANO_PER_MS;
  if (nano > MAX_NANO) return MAX_NANO.toString();
  return (nano < -MAX_NANO ? -MAX_NANO : nano).toString();
}
