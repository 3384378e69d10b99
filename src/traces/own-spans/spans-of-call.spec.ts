import { describe, expect, it } from 'vitest';
import type { CallRecord } from '../../billing/calls/call-record.js';
import { NO_USAGE } from '../../billing/metering/token-usage.js';
import { spansOfCall } from './spans-of-call.js';

const attempt = { model: 'small', provider: 'marketplace', status: 200, billed: true, durationMs: 100 };
const record: CallRecord = {
  id: 'call_1',
  createdAt: new Date('2026-11-28T10:00:00Z'),
  organizationId: 'org_1',
  projectId: 'prj_1',
  keyId: 'key_1',
  surface: 'chat',
  stream: false,
  status: 200,
  tier: 'default',
  requestedModel: 'auto',
  decidedModel: 'big',
  servedModel: 'big',
  usage: { ...NO_USAGE, inputTokens: 5, cacheReadTokens: 10, outputTokens: 3 },
  cost: 1_500_000n,
  reasons: ['because'],
  attempts: [
    { ...attempt, status: 500 },
    { ...attempt, model: 'big', durationMs: 300 },
  ],
  timings: { gatewayMs: 10, upstreamMs: 400 },
  traceId: 'a'.repeat(32),
  parentSpan: { spanId: 'b'.repeat(16), sampled: true },
};
const at = (ms: number): string => `${Date.parse('2026-11-28T10:00:00Z') + ms}000000`;

describe('spansOfCall', () => {
  it('lays the decision at the start and the attempts one after the other at the end', () => {
    const spans = spansOfCall(record).map(({ span }) => span);
    expect(spans.map(({ name, startNano, endNano }) => [name, startNano, endNano])).toEqual([
      ['chat auto', at(0), at(410)],
      ['route', at(0), at(10)],
      ['chat small', at(10), at(110)],
      ['chat big', at(110), at(410)],
    ]);
    const [call, ...children] = spans;
    expect(call?.parentSpanId).toBe('b'.repeat(16));
    expect(children.map(({ parentSpanId }) => parentSpanId)).toEqual(children.map(() => call?.spanId));
    expect(spans.map(({ statusCode }) => statusCode)).toEqual([0, 0, 2, 0]);
  });

  it('tells tokens once, cached ones included', () => {
    const [call, ...children] = spansOfCall(record);
    expect(call).toMatchObject({
      counts: true,
      facts: { model: 'big', inputTokens: 15, outputTokens: 3, costUsd: 0.0000015 },
    });
    expect(call?.span.attributes).toMatchObject({
      'gen_ai.usage.input_tokens': 15,
      'gen_ai.usage.cache_read.input_tokens': 10,
      'gen_ai.response.id': 'call_1',
    });
    expect(children.every(({ counts }) => !counts)).toBe(true);
  });

  it('makes the same ids each time, and others for another call', () => {
    const idsOf = (call: CallRecord): string[] => spansOfCall(call).map(({ span }) => span.spanId);
    expect(idsOf(record)).toEqual(idsOf(record));
    expect(new Set([...idsOf(record), ...idsOf({ ...record, id: 'call_2' })]).size).toBe(8);
    for (const id of idsOf(record)) expect(id).toMatch(/^[0-9a-f]{16}$/);
  });

  it('puts a call without a trace into one of its own', () => {
    const [call] = spansOfCall({ ...record, traceId: undefined, parentSpan: undefined });
    expect(call?.span).toMatchObject({
      traceId: expect.stringMatching(/^[0-9a-f]{32}$/),
      parentSpanId: undefined,
    });
  });

  it('has no decision where none was made', () => {
    expect(spansOfCall({ ...record, tier: undefined, attempts: [] })).toHaveLength(1);
  });
});
