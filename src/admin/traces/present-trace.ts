import { toUsdNumber } from '../../lib/money.js';
import { formatNanoTime, millisecondsBetween } from '../../traces/storage/nano-time.js';
import { TRACE_STATUSES, type StoredSpan, type TraceSummary } from '../../traces/storage/trace-store.js';
import { readGenAiFacts } from '../../wire/otlp/read-genai-facts.js';
import type { Attributes } from '../../wire/otlp/span-model.js';
import { readResponseId } from '../../wire/response-id.js';

const KINDS = ['unspecified', 'internal', 'server', 'client', 'producer', 'consumer'] as const;

export function presentTrace(row: TraceSummary) {
  return {
    trace_id: row.traceId,
    root_name: row.rootName,
    service: row.service ?? null,
    started_at: formatNanoTime(row.startNano),
    duration_ms: millisecondsBetween(row.startNano, row.endNano),
    span_count: row.spanCount,
    models: row.models,
    input_tokens: row.inputTokens,
    output_tokens: row.outputTokens,
    cost_usd: row.cost === undefined ? null : toUsdNumber(row.cost),
    status: row.status,
  };
}

/** Spans by start. A resource is stored once for the spans that share it. */
export function presentSpans(spans: readonly StoredSpan[]) {
  const resources = new Map<string, Attributes>();
  for (const { body } of spans) if (body.r !== undefined) resources.set(body.i, body.r);
  return spans.map((span) => presentSpan(span, resources.get(span.body.i) ?? {}));
}

function presentSpan(
  { spanId, startNano, endNano, inputTokens, outputTokens, cost, body }: StoredSpan,
  resource: Attributes,
) {
  const [code = 0, message] = body.s ?? [];
  return {
    span_id: spanId,
    parent_span_id: body.p ?? null,
    name: body.n,
    kind: KINDS[body.k] ?? KINDS[0],
    started_at: formatNanoTime(startNano),
    ended_at: formatNanoTime(endNano),
    duration_ms: millisecondsBetween(startNano, endNano),
    service: body.v ?? null,
    model: body.m ?? null,
    input_tokens: inputTokens ?? null,
    output_tokens: outputTokens ?? null,
    cost_usd: cost === undefined ? null : toUsdNumber(cost),
    attributes: body.a,
    events: (body.e ?? []).map(([timeNano, name, attributes]) => ({
      time: formatNanoTime(BigInt(timeNano)),
      name,
      attributes,
    })),
    links: (body.l ?? []).map(([linkedTrace, linkedSpan, attributes]) => ({
      trace_id: linkedTrace,
      span_id: linkedSpan,
      attributes,
    })),
    status: { code: TRACE_STATUSES[code], message: message ?? null },
    scope: body.c === undefined ? null : { name: body.c[0], version: body.c[1] },
    resource,
  };
}

/** What spans name as the response they got: ids of calls of the gateway, or of answers. */
export function responseIdsOf(spans: readonly StoredSpan[]): string[] {
  const ids = spans.flatMap(({ body }) => readResponseId(readGenAiFacts(body.a).responseId) ?? []);
  return [...new Set(ids)];
}
