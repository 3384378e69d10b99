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

const TOKENS = 'greatest(input_tokens, own_input_tokens) + greatest(output_tokens, own_output_tokens)';
export const COST = 'greatest(cost_pico_usd, own_cost_pico_usd)';

/** Conditions of a filter on the table of traces. `values` are their parameters, from `$1` on after those given. */
export function toConditions(filter: TraceFilter, values: unknown[]): string[] {
  const bind = (value: unknown): string => `$${values.push(value)}`;
  const conditions: string[] = [];
  if (filter.from !== undefined) conditions.push(`start_nano >= ${bind(nanoOf(filter.from))}`);
  if (filter.to !== undefined) conditions.push(`start_nano < ${bind(nanoOf(filter.to))}`);
  if (filter.status !== undefined) conditions.push(`status = ${bind(TRACE_STATUSES.indexOf(filter.status))}`);
  if (filter.minTokens !== undefined) conditions.push(`${TOKENS} >= ${bind(filter.minTokens)}`);
  if (filter.minCost !== undefined) conditions.push(`${COST} >= ${bind(filter.minCost.toString())}`);
  const text = filter.text?.trim() ?? '';
  if (TRACE_ID.test(text)) conditions.push(`trace_id = ${bind(text)}`);
  else if (text !== '' && wordsOf(text).length === 0) conditions.push('false');
  const terms = toTermQuery(filter, TRACE_ID.test(text) ? '' : text);
  if (terms !== '') conditions.push(`terms @@ ${bind(terms)}::tsquery`);
  return conditions;
}

/** The indexed terms that every trace of the answer has. */
function toTermQuery({ service, model, status, minTokens, minCost }: TraceFilter, text: string): string {
  const parts: string[] = [];
  if (service !== undefined) parts.push(quote(termOf('service', service)));
  if (model !== undefined) parts.push(quote(termOf('model', model)));
  // Nearly every trace has spans of the other two.
  if (status === 'error') parts.push(quote(termOf('status', status)));
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

function nanoOf(time: Date): string {
  return (BigInt(time.getTime()) * NANO_PER_MS).toString();
}
