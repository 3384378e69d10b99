import { describe, expect, it } from 'vitest';
import { printCallDetail, type DetailedCall } from './print-call-detail.js';
import type { TokenUsage } from '../metering/token-usage.js';

const USAGE: TokenUsage = {
  inputTokens: 12,
  cacheReadTokens: 0,
  cacheWrite5mTokens: 0,
  cacheWrite1hTokens: 0,
  outputTokens: 0,
  reasoningTokens: undefined,
  webSearchRequests: 0,
  servedFast: false,
  reportedCost: undefined,
  estimated: false,
};
const FULL: TokenUsage = {
  ...USAGE,
  cacheReadTokens: 1,
  cacheWrite5mTokens: 2,
  cacheWrite1hTokens: 3,
  outputTokens: 4,
  reasoningTokens: 0,
  webSearchRequests: 5,
  servedFast: true,
  estimated: true,
};
const ATTEMPT = { model: 'vendorb/m', provider: 'provider_b', status: 200, billed: true, durationMs: 2 };

const read = (call: Partial<DetailedCall>): unknown =>
  JSON.parse(
    printCallDetail({ reasons: [], attempts: [], timings: { gatewayMs: 0, upstreamMs: 0 }, ...call }),
  );

describe('printCallDetail', () => {
  it('says when an attempt was sent, where that is known', () => {
    const attempts = [ATTEMPT, { ...ATTEMPT, startMs: 0 }, { ...ATTEMPT, startMs: 12.3456 }];
    const { attempts: printed } = read({ attempts }) as { attempts: { start_ms?: number }[] };
    expect(printed.map((attempt) => attempt.start_ms)).toEqual([undefined, 0, 12.346]);
  });

  it('prints a call of which nothing is known', () => {
    expect(read({})).toEqual({
      usage: null,
      reasons: [],
      attempts: [],
      timings: { gateway_ms: 0, upstream_ms: 0 },
      trace_id: null,
    });
  });

  it('says how hard a task looked, to a ten-thousandth', () => {
    expect(read({ complexity: 0.123_456 })).toMatchObject({ complexity: 0.1235 });
    expect(read({ complexity: 1e-9 })).toMatchObject({ complexity: 0 });
  });

  it('says what a decision went by; a conversation is not scored', () => {
    const decidedBy = {
      kind: 'machine',
      complexity: 0.123_456,
      threshold: 0.5,
      considered: ['a"b', 'c'],
    } as const;
    expect(read({ decidedBy })).toMatchObject({ decided_by: { ...decidedBy, complexity: 0.1235 } });
    const scored = read({ decidedBy: { ...decidedBy, kind: 'conversation', complexity: undefined } });
    expect((scored as { decided_by: object }).decided_by).toEqual({
      kind: 'conversation',
      threshold: 0.5,
      considered: ['a"b', 'c'],
    });
  });

  it('leaves counts of nothing out of a usage, but for input and output', () => {
    expect(read({ usage: USAGE })).toMatchObject({ usage: { input_tokens: 12, output_tokens: 0 } });
    expect(Object.keys((read({ usage: USAGE }) as { usage: object }).usage)).toHaveLength(2);
  });

  it('prints every count that there is', () => {
    expect((read({ usage: FULL }) as { usage: object }).usage).toEqual({
      input_tokens: 12,
      cache_read_tokens: 1,
      cache_write_5m_tokens: 2,
      cache_write_1h_tokens: 3,
      output_tokens: 4,
      reasoning_tokens: 0,
      web_search_requests: 5,
      served_fast: true,
      estimated: true,
    });
  });

  it('writes the usage of the attempt that answered once, and that of others with them', () => {
    const attempts = [
      { ...ATTEMPT, retryReason: 'cascade' as const, usage: { ...USAGE }, cost: 1_500_000_000_000n },
      { ...ATTEMPT, usage: USAGE, cost: 0n, billed: false },
      { ...ATTEMPT, status: 0 },
    ];
    expect((read({ usage: USAGE, attempts }) as { attempts: object[] }).attempts).toEqual([
      {
        model: 'vendorb/m',
        provider: 'provider_b',
        status: 200,
        retry_reason: 'cascade',
        usage: { input_tokens: 12, output_tokens: 0 },
        cost_usd: '1.5',
        billed: true,
        duration_ms: 2,
      },
      {
        model: 'vendorb/m',
        provider: 'provider_b',
        status: 200,
        cost_usd: '0',
        billed: false,
        duration_ms: 2,
      },
      { model: 'vendorb/m', provider: 'provider_b', status: 0, usage: null, billed: true, duration_ms: 2 },
    ]);
  });

  it.each([
    [0, 0],
    [0.0004, 0],
    [0.001, 0.001],
    [0.0123, 0.012],
    [1.9996, 2],
    [12.3456, 12.346],
    [300_000.05, 300_000.05],
    [-0.2, 0],
  ])('prints %d ms as %d, to the microsecond', (ms, printed) => {
    const timings = { gatewayMs: ms, upstreamMs: ms, firstByteMs: ms };
    expect((read({ timings }) as { timings: object }).timings).toEqual({
      gateway_ms: printed,
      upstream_ms: printed,
      first_byte_ms: printed,
    });
  });

  it('escapes what callers may have written', () => {
    const odd = 'quote " back \\ line \n nul \u0000 half \ud83d';
    const call = read({
      reasons: [odd],
      attempts: [{ ...ATTEMPT, model: odd }],
      traceId: odd,
      parentSpan: { spanId: odd, sampled: true },
    });
    expect(call).toMatchObject({ reasons: [odd], trace_id: odd, parent_span_id: odd });
    expect(call).toMatchObject({ attempts: [{ model: odd }] });
  });
});
