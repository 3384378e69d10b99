import { TRACE_STATUSES, type TraceSummary } from '../trace-store.js';
import { COST } from './trace-conditions.js';

export interface SummaryRow {
  readonly trace_id: string;
  readonly root_name: string;
  readonly service: string | null;
  readonly start_nano: string;
  readonly end_nano: string;
  readonly first_day: string;
  readonly last_day: string;
  readonly span_count: number;
  readonly models: string[];
  readonly input: string;
  readonly output: string;
  readonly cost: string | null;
  readonly status: number;
}

/** What a `SummaryRow` is selected by. */
export const SUMMARY = `replace(trace_id::text, '-', '') AS trace_id, root_name, service, start_nano, end_nano, first_day::text, last_day::text, span_count, models,
  greatest(input_tokens, own_input_tokens) AS input, greatest(output_tokens, own_output_tokens) AS output, ${COST} AS cost, status`;

export function toSummary(row: SummaryRow): TraceSummary {
  return {
    traceId: row.trace_id,
    rootName: row.root_name,
    service: row.service ?? undefined,
    startNano: BigInt(row.start_nano),
    endNano: BigInt(row.end_nano),
    spanCount: row.span_count,
    models: row.models,
    inputTokens: Number(row.input),
    outputTokens: Number(row.output),
    cost: row.cost === null ? undefined : BigInt(row.cost),
    status: TRACE_STATUSES[row.status] ?? 'unset',
  };
}
