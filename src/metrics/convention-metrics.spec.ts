import { describe, expect, it } from 'vitest';
import { ConventionMetrics, type ConventionCall } from './convention-metrics.js';

const USAGE = {
  inputTokens: 10,
  cacheReadTokens: 5,
  cacheWrite5mTokens: 2,
  cacheWrite1hTokens: 1,
  outputTokens: 7,
};
const MODEL = 'vendorb/gpt-4o-mini';

function aCall(changes: Partial<ConventionCall> = {}): ConventionCall {
  return {
    surface: 'chat',
    stream: false,
    status: 200,
    servedModel: MODEL,
    attempts: [{ model: MODEL, provider: 'provider_b', status: 200, durationMs: 40, usage: USAGE }],
    timings: { gatewayMs: 2, upstreamMs: 40, firstByteMs: 30 },
    ...changes,
  };
}

const refusal = (status: number): ConventionCall =>
  aCall({
    status,
    servedModel: 'mistyped/model',
    attempts: [{ model: 'mistyped/model', provider: 'marketplace', status, durationMs: 10 }],
  });

/** Sums and counts alone, without buckets. */
function seriesOf(...calls: readonly ConventionCall[]): string[] {
  const metrics = new ConventionMetrics();
  for (const call of calls) metrics.callEnded(call);
  return metrics
    .render({})
    .split('\n')
    .filter((line) => /_(?:sum|count)[{ ]/.test(line));
}

describe("metrics by OpenTelemetry's names", () => {
  it('tell of a call how long it took and what its providers took and read', () => {
    const names = 'gen_ai_operation_name="chat",gen_ai_provider_name="provider_b"';
    const at = `${names},gen_ai_request_model="${MODEL}"`;
    expect(seriesOf(aCall())).toEqual([
      `gen_ai_server_request_duration_seconds_sum{gen_ai_operation_name="chat",gen_ai_response_model="${MODEL}"} 0.042`,
      `gen_ai_server_request_duration_seconds_count{gen_ai_operation_name="chat",gen_ai_response_model="${MODEL}"} 1`,
      `gen_ai_client_operation_duration_seconds_sum{${at}} 0.04`,
      `gen_ai_client_operation_duration_seconds_count{${at}} 1`,
      `gen_ai_client_token_usage_sum{${at},gen_ai_token_type="input"} 18`,
      `gen_ai_client_token_usage_count{${at},gen_ai_token_type="input"} 1`,
      `gen_ai_client_token_usage_sum{${at},gen_ai_token_type="output"} 7`,
      `gen_ai_client_token_usage_count{${at},gen_ai_token_type="output"} 1`,
    ]);
  });

  it('tell of a stream when its first byte came', () => {
    expect(seriesOf(aCall({ stream: true }))).toContain(
      `gen_ai_server_time_to_first_token_seconds_sum{gen_ai_operation_name="chat",gen_ai_response_model="${MODEL}"} 0.03`,
    );
  });

  it.each([
    [404, '404'],
    [0, 'no_answer'],
  ])('name no model that never answered (%i)', (status, type) => {
    const series = seriesOf(refusal(status)).join('\n');
    expect(series).not.toContain('mistyped');
    expect(series).toContain(
      `gen_ai_client_operation_duration_seconds_count{gen_ai_operation_name="chat",gen_ai_provider_name="marketplace",error_type="${type}"} 1`,
    );
  });

  it('name a model that fails once it has answered', () => {
    const failure = aCall({
      status: 529,
      attempts: [{ model: MODEL, provider: 'provider_b', status: 529, durationMs: 40 }],
    });
    expect(seriesOf(aCall(), failure).join('\n')).toContain(
      `gen_ai_request_model="${MODEL}",error_type="529"} 1`,
    );
  });

  it("name no model of a registered endpoint, which is its owner's word", () => {
    const own = aCall({
      servedModel: 'ours:7b',
      attempts: [{ model: 'ours:7b', provider: 'endpoint', status: 200, durationMs: 4, usage: USAGE }],
    });
    expect(seriesOf(own).join('\n')).not.toContain('ours');
  });

  it('stop naming models when there are too many', () => {
    const calls = Array.from({ length: 450 }, (_, at) => aCall({ servedModel: `a/${at}`, attempts: [] }));
    const models = seriesOf(...calls).filter((line) =>
      line.startsWith('gen_ai_server_request_duration_seconds_count'),
    );
    expect(models).toHaveLength(401);
    expect(models.at(-1)).toContain('gen_ai_response_model="other"} 50');
  });

  it('say nothing of batches, which wait for their providers', () => {
    expect(seriesOf(aCall({ surface: 'batch' }))).toEqual([]);
  });

  it('tell of a request its method, route and status; what was never answered has none', () => {
    const metrics = new ConventionMetrics();
    metrics.requestEnded({ method: 'POST', route: '/a/:id', status: 201, durationMs: 20 });
    metrics.requestEnded({ method: 'BREW', route: undefined, status: undefined, durationMs: 20 });
    const counts = metrics
      .render({})
      .split('\n')
      .filter((line) => line.includes('_count'));
    expect(counts).toEqual([
      'http_server_request_duration_seconds_count{http_request_method="POST",http_route="/a/:id",http_response_status_code="201",url_scheme="http"} 1',
      'http_server_request_duration_seconds_count{http_request_method="_OTHER",url_scheme="http"} 1',
    ]);
  });
});
