import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY_MS } from '../../src/lib/durations.js';
import { seedTenant } from '../support/seed.js';
import type { TestApplication } from '../support/start-application.js';
import { aSpan, nano, requestOf, text, TracesClient, whole } from './traces-client.js';
import { startTraces, type TracesSetUp } from './traces-support.js';

let setUp: TracesSetUp;
let service: TestApplication;
let traces: TracesClient;
let list: TracesSetUp['list'];
let detail: TracesSetUp['detail'];

beforeAll(async () => {
  setUp = await startTraces();
  ({ service, traces, list, detail } = setUp);
});
afterAll(() => setUp.service.stop());

describe('a bad span', () => {
  const deep = (levels: number): string =>
    `${'{"arrayValue":{"values":['.repeat(levels)}{"intValue":1}${']}}'.repeat(levels)}`;
  const cases: readonly [string, Partial<Record<string, unknown>>, RegExp][] = [
    [
      'a trace id that is short',
      { traceId: 'abc' },
      /resourceSpans\[0\]\.scopeSpans\[0\]\.spans\[0\]: traceId must be 32 hex/,
    ],
    ['a trace id of zeros', { traceId: '0'.repeat(32) }, /traceId must not be all zeros/],
    ['a trace id with a NUL', { traceId: `\u0000${'a'.repeat(31)}` }, /traceId must be 32 hex/],
    ['no trace id', { traceId: undefined }, /traceId is missing/],
    ['a span id that is a number', { spanId: 7 }, /spanId must be 16 hex/],
    ['a parent that is no id', { parentSpanId: 'zz' }, /parentSpanId must be 16 hex/],
    ['a start in 1970', { startTimeUnixNano: '1' }, /startTimeUnixNano 1 is before/],
    ['a start in 2018', { startTimeUnixNano: '1544712660000000000' }, /is before/],
    ['a start in two days', { startTimeUnixNano: nano(Date.now() + 2 * DAY_MS) }, /is after/],
    ['a start in 2554', { startTimeUnixNano: '18446744073709551615' }, /is after/],
    ['a start beyond 64 bits', { startTimeUnixNano: '9'.repeat(40) }, /must be a 64-bit integer/],
    ['a negative start', { startTimeUnixNano: '-5' }, /must not be negative/],
    [
      'an end in 2554',
      { endTimeUnixNano: '18446744073709551615' },
      /endTimeUnixNano 18446744073709551615 is after/,
    ],
    ['no start', { startTimeUnixNano: undefined }, /startTimeUnixNano is missing/],
    ['a name that is a number', { name: 5 }, /name must be text/],
    [
      '10,000 attributes',
      { attributes: Array.from({ length: 10_000 }, (_, index) => whole(`a${index}`, index)) },
      /attributes are 10000; at most 1000 are taken/,
    ],
    ['attributes that are no list', { attributes: { a: 1 } }, /attributes must be a list/],
    ['an attribute without a key', { attributes: [{ value: { intValue: 1 } }] }, /pairs of key and value/],
    [
      'an integer that is none',
      { attributes: [whole('a', '1e5')] },
      /attributes\.a must be a 64-bit integer/,
    ],
    ['events that are no list', { events: 'x' }, /events must be a list/],
  ];

  it.each(cases)(
    'with %s is rejected by name, and the good one beside it is kept',
    async (_title, fields, message) => {
      const good = aSpan();
      const bad = { ...aSpan(), ...fields };
      const { status, body } = await traces.spans([bad, good]);
      expect(status).toBe(200);
      expect(body.partialSuccess.rejectedSpans).toBe('1');
      expect(body.partialSuccess.errorMessage).toMatch(message);
      const ids = { traceId: /^(?!0+$)[0-9a-f]{32}$/, spanId: /^[0-9a-f]{16}$/ };
      if (ids.traceId.test(bad.traceId) && ids.spanId.test(bad.spanId))
        expect(body.partialSuccess.errorMessage).toContain(`span ${bad.spanId} of trace ${bad.traceId}`);
      expect((await detail(good.traceId)).body.span_count).toBe(1);
    },
  );

  it.each([33, 40, 400, 50_000])('nested %i values deep is rejected, and quickly', async (levels) => {
    const good = aSpan();
    const bad = aSpan();
    const json = JSON.stringify(requestOf([{ ...bad, attributes: [{ key: 'deep', value: 'DEEP' }] }, good]));
    const { status, body } = await traces.send(json.replace('"DEEP"', deep(levels)));
    expect([status, body.partialSuccess.rejectedSpans]).toEqual([200, '1']);
    expect(body.partialSuccess.errorMessage).toMatch(
      new RegExp(`span ${bad.spanId} .*nested deeper than 32`),
    );
    expect((await detail(good.traceId)).body.span_count).toBe(1);
  });

  it('nested 32 values deep is kept', async () => {
    const span = aSpan();
    const json = JSON.stringify(requestOf([{ ...span, attributes: [{ key: 'deep', value: 'DEEP' }] }]));
    expect((await traces.send(json.replace('"DEEP"', deep(32)))).body).toEqual({ partialSuccess: {} });
  });

  it('deep in a field that nobody knows is kept', async () => {
    const span = aSpan();
    const json = JSON.stringify(requestOf([{ ...span, unknown: 'DEEP' }]));
    const brackets = '['.repeat(5_000) + ']'.repeat(5_000);
    expect((await traces.send(json.replace('"DEEP"', brackets))).body).toEqual({ partialSuccess: {} });
    expect((await detail(span.traceId)).body.span_count).toBe(1);
  });

  it('with bytes that are not UTF-8 is rejected by name, and the good one beside it is kept', async () => {
    const [good, bad] = [aSpan({ name: 'gute Straße' }), aSpan({ name: 'INVALID' })];
    const bytes = Buffer.from(JSON.stringify(requestOf([bad, good])));
    bytes[bytes.indexOf('INVALID')] = 0xff;
    const { status, body } = await traces.send(bytes);
    expect([status, body.partialSuccess.rejectedSpans]).toEqual([200, '1']);
    expect(body.partialSuccess.errorMessage).toContain(
      `span ${bad.spanId} of trace ${bad.traceId}: name holds bytes`,
    );
    expect((await detail(good.traceId)).body.root_name).toBe('gute Straße');
  });

  it('with NUL and half characters in texts is kept as it came', async () => {
    const value = 'a\u0000b\ud800c';
    const span = aSpan({
      name: value,
      attributes: [text('k\u0000', value)],
      status: { code: 1, message: value },
    });
    expect((await traces.spans([span], 's\u0000')).body).toEqual({ partialSuccess: {} });
    const { body } = await detail(span.traceId);
    expect(body.root_name).toBe('a\ufffdb\ufffdc');
    expect(body.spans[0]).toMatchObject({ name: value, attributes: { 'k\u0000': value } });
    expect((await list('?q=b')).status).toBe(200);
  });

  it('is counted however many there are, and the first ten are told', async () => {
    const { status, body } = await traces.spans(Array.from({ length: 5_000 }, () => ({})));
    expect([status, body.partialSuccess.rejectedSpans]).toEqual([200, '5000']);
    expect(body.partialSuccess.errorMessage).toMatch(/spans\[9\].*and 4990 more$/);
  });

  it.each([
    ['an end before its start', { endTimeUnixNano: '5' }, 0],
    ['no end', { endTimeUnixNano: undefined }, 0],
  ])('with %s is kept as one of no length', async (_title, fields, duration) => {
    const span = aSpan(fields);
    expect((await traces.spans([span])).body).toEqual({ partialSuccess: {} });
    expect((await detail(span.traceId)).body.duration_ms).toBe(duration);
  });

  it('is not made of a resource that cannot be read', async () => {
    const span = aSpan();
    const resource = { attributes: [{ key: 5 }] };
    const { body } = await traces.send(
      JSON.stringify({ resourceSpans: [{ resource, scopeSpans: [{ spans: [span] }] }, 7] }),
    );
    expect(body.partialSuccess.rejectedSpans).toBe('0');
    expect(body.partialSuccess.errorMessage).toMatch(
      /resourceSpans\[0\]\.resource.*resourceSpans\[1\] was left out/,
    );
    expect((await detail(span.traceId)).body).toMatchObject({ span_count: 1, service: null });
  });
});

describe('a body that cannot be read', () => {
  it.each<[string, string | Buffer, Record<string, string>, number, string]>([
    ['truncated JSON', JSON.stringify(requestOf([aSpan()])).slice(0, -20), {}, 400, 'invalid_traces'],
    ['no JSON', 'hello', {}, 400, 'invalid_traces'],
    ['a list', '[]', {}, 400, 'invalid_traces'],
    ['resourceSpans that are no list', '{"resourceSpans":{}}', {}, 400, 'invalid_traces'],
    ['a raw NUL', '{"resourceSpans":\u0000[]}', {}, 400, 'invalid_traces'],
    ['brackets that never close', '['.repeat(100_000), {}, 400, 'invalid_traces'],
    ['another content type', '{}', { 'content-type': 'text/plain' }, 415, 'unsupported_media_type'],
    ['another encoding', '{}', { 'content-encoding': 'zstd' }, 415, 'unsupported_content_encoding'],
    ['no gzip', '{}', { 'content-encoding': 'gzip' }, 400, 'invalid_content_encoding'],
    [
      'a gzip that is cut',
      gzipSync('{"resourceSpans":[]}').subarray(0, 12),
      { 'content-encoding': 'gzip' },
      400,
      'invalid_content_encoding',
    ],
    ['more than 4 MB', Buffer.alloc(4 * 1_048_576 + 1, 0x20), {}, 413, 'request_too_large'],
    [
      'a zip bomb',
      gzipSync(Buffer.alloc(50 * 1_048_576, 0x20)),
      { 'content-encoding': 'gzip' },
      413,
      'request_too_large',
    ],
  ])('%s is refused', async (_title, body, headers, status, code) => {
    const answer = await traces.send(body, headers);
    expect([answer.status, answer.body.error.code]).toEqual([status, code]);
  });

  it('takes exactly 4 MB', async () => {
    const json = Buffer.alloc(4 * 1_048_576, 0x20);
    json.write('{"resourceSpans":[]}');
    expect((await traces.send(json)).status).toBe(200);
  });

  it('is not read without a key', async () => {
    const answer = await new TracesClient(service.url, 'svc_live_nobody').spans([aSpan()]);
    expect([answer.status, answer.body.error.code]).toEqual([401, 'invalid_api_key']);
  });

  it('is refused over the limit of the key, with the time to wait', async () => {
    const limited = await seedTenant(service.dataSource, {
      rateLimits: { traces: { per_second: 0.01, burst: 1 } },
    });
    const client = new TracesClient(service.url, limited.apiKey);
    expect((await client.spans([aSpan()])).status).toBe(200);
    const refused = await client.spans([aSpan()]);
    expect([refused.status, refused.body.error.code]).toEqual([429, 'rate_limit_exceeded']);
    expect(refused.headers.get('retry-after')).toMatch(/^\d+$/);
  });

  it('costs nothing, also a project without a balance', async () => {
    const poor = await seedTenant(service.dataSource, { balanceUsd: '0' });
    expect((await new TracesClient(service.url, poor.apiKey).spans([aSpan()])).status).toBe(200);
  });
});
