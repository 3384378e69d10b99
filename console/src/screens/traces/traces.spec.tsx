import { describe, expect, it } from 'vitest';
import { ApiError } from '../../api/api-error.js';
import { traceQuery, tracesPath, type Trace, type TraceDetail } from '../../api/traces.js';
import { keysetQuery } from '../../api/use-keyset-pages.js';
import { call } from '../../testing/example-calls.js';
import { span, trace } from '../../testing/example-traces.js';
import { renderScreen } from '../../testing/render-screen.js';
import TracesScreen from './index.js';

const FROM = '2026-11-29T00:00:00Z';
const { queryKey } = keysetQuery<Trace>(tracesPath('prj_1'), {
  query: { from: FROM, to: undefined },
  at: undefined,
  pollMs: 10_000,
  timeOf: ({ started_at }) => started_at,
});
const pages = (data: readonly Trace[]) => ({
  pages: [{ data, has_more: false, first_id: null, last_id: data.at(-1)?.trace_id ?? null }],
  pageParams: [{}],
});
const screen = (rowId?: string) => <TracesScreen projectId="prj_1" organizationId="org_1" rowId={rowId} />;
const draw = (value: unknown) =>
  renderScreen(screen(), { path: `/p/prj_1/traces?from=${FROM}`, seeds: [[queryKey, value]] });

const ID = 'a'.repeat(32);
const drawOpen = (detail: Partial<TraceDetail>) =>
  renderScreen(screen(ID), {
    path: `/p/prj_1/traces/${ID}?from=${FROM}`,
    seeds: [
      [
        traceQuery('prj_1', ID).queryKey,
        { ...trace(1), trace_id: ID, truncated: false, spans: [], calls: [], ...detail },
      ],
    ],
  });

describe('the screen of the traces', () => {
  it('says that it loads, how to fill it, and what went wrong', () => {
    expect(renderScreen(screen(), { path: '/p/prj_1/traces' })).toContain('Loading');
    expect(draw(pages([]))).toMatch(
      /No traces in this period.*OTEL_EXPORTER_OTLP_TRACES_ENDPOINT.*last 30 days/s,
    );
    const error = new ApiError({
      status: 503,
      code: 'database_unavailable',
      message: 'The database is away.',
    });
    expect(draw(error)).toMatch(/role="alert".*The database is away\..*Try again/s);
  });

  it('lists traces with their worst status', () => {
    const html = draw(pages([trace(1, { status: 'error', cost_usd: 4e-8 }), trace(2)]));
    expect(html).toContain('<table aria-label="Traces"');
    expect(html).toContain('badge-bad">Error');
    expect(html).toContain('$0.00000004');
  });
});

describe('an open trace', () => {
  it('is a tree of spans with the calls in it', () => {
    const html = drawOpen({
      spans: [
        span('root', { durationMs: 100 }),
        span('step', { parent: 'root', attributes: { 'gateway.call.id': 'call_0001' } }),
      ],
      calls: [call(1)],
    });
    expect(html).toContain(`Trace ${ID}`);
    expect(html).toMatch(/role="treegrid".*aria-level="1" aria-expanded="true".*aria-level="2"/s);
    expect(html).toContain('href="/p/prj_1/calls/call_0001"');
  });

  it('draws of thousands of spans those that can be seen, and says when there are more', () => {
    const spans = Array.from({ length: 10_000 }, (_, index) => span(`s${index}`, { startMs: index }));
    const html = drawOpen({ spans, truncated: true, span_count: 12_000 });
    expect(html.match(/data-node=/g)!.length).toBeLessThan(100);
    expect(html).toContain('10,000 of 12,000 spans are shown.');
  });

  it('shows names that others wrote as text', () => {
    const html = drawOpen({ spans: [{ ...span('a', {}), name: '<img src=x onerror=alert(1)>' }] });
    expect(html).not.toContain('<img');
  });
});
