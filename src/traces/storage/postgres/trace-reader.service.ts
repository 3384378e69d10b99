import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { StoredSpanBody } from '../../encoding/stored-span.js';
import { MAX_SHOWN_BYTES, MAX_SHOWN_SPANS, type StoredSpan, type StoredTrace } from '../trace-store.js';
import { SUMMARY, toSummary, type SummaryRow } from './summary-row.js';

interface SpanRow {
  readonly span_id: string;
  readonly start_nano: string;
  readonly end_nano: string;
  readonly input_tokens: string | null;
  readonly output_tokens: string | null;
  readonly cost_pico_usd: string | null;
  readonly body: string;
}

/** So many spans are read from their text between two turns of the event loop. */
const SLICE = 200;

/** Reading traces back. A trace belongs to one project; another's looks unknown. */
@Injectable()
export class TraceReader {
  constructor(private readonly dataSource: DataSource) {}

  /** @param traceId 32 hex characters */
  async find(projectId: string, traceId: string): Promise<StoredTrace | undefined> {
    const summary = await this.findSummary(projectId, traceId);
    if (summary === undefined) return undefined;
    const rows: SpanRow[] = await this.dataSource.query(
      `SELECT lpad(to_hex(span_id), 16, '0') AS span_id, start_nano, end_nano, input_tokens, output_tokens, cost_pico_usd, body
         FROM (SELECT *, sum(octet_length(body)) OVER (ORDER BY start_nano, end_nano DESC, span_id ROWS UNBOUNDED PRECEDING) AS bytes
                 FROM trace_spans WHERE trace_id = $1 AND project_id = $2 AND day BETWEEN $3 AND $4) AS s
        WHERE bytes <= ${MAX_SHOWN_BYTES} ORDER BY start_nano, end_nano DESC, span_id LIMIT ${MAX_SHOWN_SPANS}`,
      [traceId, projectId, summary.first_day, summary.last_day],
    );
    const spans: StoredSpan[] = [];
    for (const [index, row] of rows.entries()) {
      if (index % SLICE === SLICE - 1) await new Promise((resolve) => setImmediate(resolve));
      spans.push(toSpan(row));
    }
    return { summary: toSummary(summary), spans, truncated: spans.length < summary.span_count };
  }

  private async findSummary(projectId: string, traceId: string): Promise<SummaryRow | undefined> {
    const rows: SummaryRow[] = await this.dataSource.query(
      `SELECT ${SUMMARY} FROM traces WHERE trace_id = $1 AND project_id = $2`,
      [traceId, projectId],
    );
    return rows[0];
  }
}

function toSpan(row: SpanRow): StoredSpan {
  return {
    spanId: row.span_id,
    startNano: BigInt(row.start_nano),
    endNano: BigInt(row.end_nano),
    inputTokens: row.input_tokens === null ? undefined : Number(row.input_tokens),
    outputTokens: row.output_tokens === null ? undefined : Number(row.output_tokens),
    cost: row.cost_pico_usd === null ? undefined : BigInt(row.cost_pico_usd),
    body: JSON.parse(row.body) as StoredSpanBody,
  };
}
