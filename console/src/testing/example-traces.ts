import type { Span, Trace } from '../api/traces.js';

const BEGIN = Date.UTC(2026, 10, 29, 12);

export interface ExampleSpan {
  readonly parent?: string | undefined;
  readonly startMs?: number;
  readonly durationMs?: number;
  readonly attributes?: Readonly<Record<string, unknown>>;
}

/** Traces for tests. */
export function span(
  id: string,
  { parent, startMs = 0, durationMs = 5, attributes = {} }: ExampleSpan,
): Span {
  const at = (ms: number): string => new Date(BEGIN + ms).toISOString();
  return {
    span_id: id,
    parent_span_id: parent ?? null,
    name: id,
    kind: 'internal',
    started_at: at(startMs),
    ended_at: at(startMs + durationMs),
    duration_ms: durationMs,
    service: 'checkout',
    model: null,
    input_tokens: null,
    output_tokens: null,
    cost_usd: null,
    attributes: { ...attributes },
    events: [],
    links: [],
    status: { code: 'unset', message: null },
    scope: null,
    resource: {},
  };
}

export const trace = (index: number, changes: Partial<Trace> = {}): Trace => ({
  trace_id: String(index).padStart(32, '0'),
  root_name: `Task ${index}`,
  service: 'checkout',
  started_at: new Date(BEGIN - index * 1_000).toISOString(),
  duration_ms: 120,
  span_count: 3,
  models: ['gpt-4o'],
  input_tokens: 10,
  output_tokens: 20,
  cost_usd: 0.001,
  status: 'unset',
  ...changes,
});
