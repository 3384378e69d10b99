import { afterEach, describe, expect, it } from 'vitest';
import type { LiveCalls } from '../live-calls/live-calls.service.js';
import { Metrics } from './metrics.js';

const running: Metrics[] = [];

function start(liveCalls = 0): Metrics {
  const metrics = new Metrics({ count: liveCalls } as LiveCalls);
  running.push(metrics);
  return metrics;
}

/** The value of one series, without the label of the process. */
async function read(metrics: Metrics, series: string): Promise<number | undefined> {
  const lines = (await metrics.render())
    .replace(/,?pid="\d+"(?=\})|pid="\d+",/g, '')
    .replace(/\{\}/g, '')
    .split('\n');
  const line = lines.find((candidate) => candidate.startsWith(`${series} `));
  return line === undefined ? undefined : Number(line.slice(series.length));
}

afterEach(() => {
  for (const metrics of running.splice(0)) metrics.onModuleDestroy();
});

describe('the metrics of a process', () => {
  it('count calls by surface and status, and the failures of their upstreams', async () => {
    const metrics = start();
    const call = { surface: 'chat', stream: true, status: 200, timings: { gatewayMs: 3, upstreamMs: 5 } };
    const attempt = { model: 'vendorb/gpt-4o-mini', durationMs: 5 };
    const attempts = [
      { ...attempt, provider: 'provider_a', status: 529 },
      { ...attempt, provider: 'provider_b', status: 0 },
      { ...attempt, provider: 'provider_b', status: 200 },
    ];
    metrics.callEnded({ ...call, attempts });
    metrics.callEnded({ ...call, attempts: [] });
    const label = 'surface="chat",status="200",stream="true"';
    expect(await read(metrics, `gateway_calls_total{${label}}`)).toBe(2);
    const failures = 'gateway_upstream_failures_total';
    expect(await read(metrics, `${failures}{provider="provider_a",status="529"}`)).toBe(1);
    expect(await read(metrics, `${failures}{provider="provider_b",status="0"}`)).toBe(1);
    expect(await read(metrics, `${failures}{provider="provider_b",status="200"}`)).toBeUndefined();
    expect(await read(metrics, 'gateway_call_overhead_seconds_sum{surface="chat"}')).toBeCloseTo(0.006);
  });

  it('count errors by code, and commits by their rows', async () => {
    const metrics = start();
    metrics.errorAnswered({ status: 401, code: 'invalid_api_key' });
    metrics.committed({ rows: 40, durationMs: 4 });
    expect(await read(metrics, 'gateway_errors_total{status="401",code="invalid_api_key"}')).toBe(1);
    expect(await read(metrics, 'gateway_usage_commit_rows_sum')).toBe(40);
    expect(await read(metrics, 'gateway_usage_commit_seconds_sum')).toBeCloseTo(0.004);
  });

  it.each([
    'gateway_contents_not_kept_total{reason="database"}',
    'gateway_contents_not_kept_total{reason="too_many"}',
    'gateway_contents_not_kept_total{reason="unreadable"}',
    'gateway_responses_not_kept_total{reason="database"}',
    'gateway_responses_not_kept_total{reason="refused"}',
    'gateway_responses_not_kept_total{reason="too_many"}',
    'gateway_responses_not_kept_total{reason="unreadable"}',
    'gateway_own_spans_dropped_total{target="traces"}',
    'gateway_own_spans_dropped_total{target="export"}',
    'gateway_refusals_not_counted_total',
    'gateway_payments_total{kind="reload",outcome="unanswered"}',
    'gateway_payments_total{kind="hourly_charge",outcome="unanswered"}',
    'gateway_ledger_archive_failures_total{reason="file"}',
    'gateway_ledger_differences_total',
    'gateway_partitions_late_total',
    'gateway_sweeps_total',
    'gateway_sweep_failures_total',
  ])('have %s before anything happened, for an increase is seen only of what was there', async (series) => {
    expect(await read(start(), series)).toBe(0);
  });

  it('read the process when they are asked', async () => {
    const metrics = start(7);
    expect(await read(metrics, 'gateway_live_calls')).toBe(7);
    expect(await read(metrics, 'process_resident_memory_bytes')).toBeGreaterThan(1_000_000);
    expect(await read(metrics, 'gateway_event_loop_lag_seconds{percentile="99"}')).toBeGreaterThanOrEqual(0);
  });

  it('of two services in one process are apart', async () => {
    const [one, other] = [start(), start()];
    one.errorAnswered({ status: 404, code: 'unknown_path' });
    expect(await read(other, 'gateway_errors_total{status="404",code="unknown_path"}')).toBeUndefined();
  });
});
