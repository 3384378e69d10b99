import { SpanKind, SpanStatusCode, trace as traceApi, context, type Tracer } from '@opentelemetry/api';
import { OTLPTraceExporter as JsonExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { OTLPTraceExporter as ProtobufExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { BatchSpanProcessor, TracerProvider, type SpanExporter } from '@opentelemetry/sdk-trace';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { decodeMessage, encodeMessage } from '../../src/wire/otlp/otlp-schema.js';
import { DAY_MS } from '../../src/lib/durations.js';
import { seedTenant, type Tenant } from '../support/seed.js';
import { startTestApplication, type TestApplication } from '../support/start-application.js';
import { AdminClient } from './admin-client.js';
import {
  aSpan,
  nano,
  newSpanId,
  newTraceId,
  requestOf,
  text,
  TracesClient,
  whole,
  type JsonSpan,
} from './traces-client.js';

let service: TestApplication;
let admin: AdminClient;
let tenant: Tenant;
let traces: TracesClient;

beforeAll(async () => {
  service = await startTestApplication();
  admin = new AdminClient(service.url);
  tenant = await seedTenant(service.dataSource, { rateLimits: { traces: 'unlimited' } });
  traces = new TracesClient(service.url, tenant.apiKey);
});
afterAll(() => service.stop());

const list = (query = '', projectId = tenant.projectId) => admin.get(`/projects/${projectId}/traces${query}`);
const detail = (traceId: string, projectId = tenant.projectId) =>
  admin.get(`/projects/${projectId}/traces/${traceId}`);

describe('the official exporters', () => {
  const exporters: readonly [string, (url: string, key: string) => SpanExporter][] = [
    ['JSON', (url, key) => new JsonExporter({ url, headers: { 'x-api-key': key } })],
    [
      'gzipped JSON',
      (url, key) =>
        new JsonExporter({
          url,
          headers: { authorization: `Bearer ${key}` },
          compression: 'gzip' as never,
        }),
    ],
    ['protobuf', (url, key) => new ProtobufExporter({ url, headers: { 'x-api-key': key } })],
    [
      'gzipped protobuf',
      (url, key) =>
        new ProtobufExporter({
          url,
          headers: { authorization: `Bearer ${key}` },
          compression: 'gzip' as never,
        }),
    ],
  ];

  it.each(exporters)('send %s, and the tree reads back', async (_title, makeExporter) => {
    const provider = new TracerProvider({
      resource: resourceFromAttributes({ 'service.name': 'agent', 'host.name': 'h1' }),
      spanProcessors: [
        new BatchSpanProcessor({ exporter: makeExporter(`${service.url}/api/v1/traces`, tenant.apiKey) }),
      ],
    });
    const traceId = emitTree(provider.getTracer('test', '2.0'));
    await provider.forceFlush();
    await provider.shutdown();
    const { status, body } = await detail(traceId);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      trace_id: traceId,
      root_name: 'plan trip',
      service: 'agent',
      span_count: 2,
      models: ['gpt-4o-2024-08-06'],
      input_tokens: 1_200,
      output_tokens: 80,
      cost_usd: 0.0125,
      status: 'error',
    });
    const [root, call] = body.spans;
    expect(root).toMatchObject({
      name: 'plan trip',
      parent_span_id: null,
      kind: 'server',
      status: { code: 'ok' },
    });
    expect(call).toMatchObject({
      parent_span_id: root.span_id,
      name: 'chat gpt-4o',
      kind: 'client',
      model: 'gpt-4o-2024-08-06',
      input_tokens: 1_200,
      scope: { name: 'test', version: '2.0' },
      status: { code: 'error', message: 'overloaded' },
      attributes: {
        'gen_ai.request.stop_sequences': ['a', 'b'],
        'gen_ai.request.temperature': 0.5,
        'gen_ai.request.stream': true,
        big: 9_007_199_254_740_991,
      },
      events: [{ name: 'retry', attributes: { attempt: 2 } }],
      resource: { 'host.name': 'h1' },
    });
  });

  function emitTree(tracer: Tracer): string {
    const root = tracer.startSpan('plan trip', { kind: SpanKind.SERVER, root: true });
    root.setStatus({ code: SpanStatusCode.OK });
    const call = tracer.startSpan(
      'chat gpt-4o',
      {
        kind: SpanKind.CLIENT,
        attributes: {
          'gen_ai.operation.name': 'chat',
          'gen_ai.request.model': 'gpt-4o',
          'gen_ai.response.model': 'gpt-4o-2024-08-06',
          'gen_ai.usage.input_tokens': 1_200,
          'gen_ai.usage.output_tokens': 80,
          'gen_ai.usage.cost': 0.0125,
          'gen_ai.request.stop_sequences': ['a', 'b'],
          'gen_ai.request.temperature': 0.5,
          'gen_ai.request.stream': true,
          big: 9_007_199_254_740_991,
        },
      },
      traceApi.setSpan(context.active(), root),
    );
    call.addEvent('retry', { attempt: 2 });
    call.setStatus({ code: SpanStatusCode.ERROR, message: 'overloaded' });
    call.end();
    root.end();
    return root.spanContext().traceId;
  }
});

describe('an export in JSON', () => {
  it('is answered with an empty partial success in JSON', async () => {
    const { status, headers, body } = await traces.spans([aSpan()]);
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('application/json');
    expect(headers.get('x-request-id')).toMatch(/^req_/);
    expect(body).toEqual({ partialSuccess: {} });
  });

  it.each([
    ['an empty object', '{}'],
    ['an empty list', '{"resourceSpans":[]}'],
    ['an empty body', ''],
    ['a resource without spans', '{"resourceSpans":[{"scopeSpans":[{}]}]}'],
  ])('may be %s', async (_title, body) => {
    expect((await traces.send(body)).body).toEqual({ partialSuccess: {} });
  });

  it('may write ids in upper case, integers as numbers or text, enums by name, nulls, and fields we do not know', async () => {
    const traceId = newTraceId();
    const spanId = newSpanId();
    const span = aSpan({
      traceId: traceId.toUpperCase(),
      spanId: spanId.toUpperCase(),
      parentSpanId: '',
      name: 'any form',
      kind: 'SPAN_KIND_CLIENT',
      status: { code: 'STATUS_CODE_OK', unknown: 1 },
      flags: 257,
      unknownField: { deep: [1, 2] },
      links: null,
      attributes: [
        whole('text', '12'),
        whole('number', 12),
        whole('long', '9223372036854775807'),
        { key: 'null', value: {} },
        { key: 'list', value: { arrayValue: { values: [{ intValue: 1 }, { stringValue: 'a' }] } } },
        { key: 'map', value: { kvlistValue: { values: [text('inner', 'x')] } } },
        { key: 'bytes', value: { bytesValue: 'aGk=' } },
        { key: '__proto__', value: { stringValue: 'plain' } },
      ],
    });
    expect((await traces.spans([span])).body).toEqual({ partialSuccess: {} });
    const { body } = await detail(traceId);
    expect(body.spans[0]).toMatchObject({
      span_id: spanId,
      parent_span_id: null,
      kind: 'client',
      status: { code: 'ok' },
    });
    expect(Object.entries(body.spans[0].attributes)).toEqual([
      ['text', 12],
      ['number', 12],
      ['long', '9223372036854775807'],
      ['null', null],
      ['list', [1, 'a']],
      ['map', { inner: 'x' }],
      ['bytes', 'aGk='],
      ['__proto__', 'plain'],
    ]);
  });

  it.each([
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['br', brotliCompressSync],
  ])('may come in %s', async (encoding, compress) => {
    const span = aSpan();
    const body = compress(JSON.stringify(requestOf([span])));
    expect((await traces.send(body, { 'content-encoding': encoding })).status).toBe(200);
    expect((await detail(span.traceId)).body.span_count).toBe(1);
  });

  it('keeps nanoseconds', async () => {
    const startMs = Date.now() - 5_000;
    const span = aSpan({
      startTimeUnixNano: nano(startMs, 123_456n),
      endTimeUnixNano: nano(startMs + 2, 1n),
    });
    await traces.spans([span]);
    const { body } = await detail(span.traceId);
    expect(body.spans[0].started_at).toBe(new Date(startMs).toISOString().replace('Z', '123456Z'));
    expect(body.duration_ms).toBe(1.876545);
  });
});

describe('a span that is sent again', () => {
  it('changes nothing, also when both come at once and beside new ones', async () => {
    const first = aSpan({ attributes: [whole('gen_ai.usage.input_tokens', 10)] });
    const second = aSpan({
      ...first,
      spanId: newSpanId(),
      attributes: [whole('gen_ai.usage.input_tokens', 5)],
    });
    await Promise.all([traces.spans([first]), traces.spans([first, first]), traces.spans([first, second])]);
    await traces.spans([second, first]);
    expect((await detail(first.traceId)).body).toMatchObject({ span_count: 2, input_tokens: 15 });
  });

  it('is a span of its own in another project', async () => {
    const other = await seedTenant(service.dataSource);
    const span = aSpan();
    await traces.spans([span]);
    await new TracesClient(service.url, other.apiKey).spans([span, { ...span, spanId: newSpanId() }]);
    expect((await detail(span.traceId)).body.span_count).toBe(1);
    expect((await detail(span.traceId, other.projectId)).body.span_count).toBe(2);
  });
});

describe('a late span', () => {
  it('updates its trace: root, start, end, status, models and sums', async () => {
    const startMs = Date.now() - 60_000;
    const child = aSpan({
      parentSpanId: newSpanId(),
      name: 'late child',
      startTimeUnixNano: nano(startMs + 500),
    });
    await traces.spans([child]);
    expect((await detail(child.traceId)).body).toMatchObject({
      root_name: 'late child',
      span_count: 1,
      cost_usd: null,
    });
    const root = aSpan({
      traceId: child.traceId,
      spanId: child['parentSpanId'] as string,
      name: 'the root',
      startTimeUnixNano: nano(startMs),
      endTimeUnixNano: nano(startMs + 70_000),
      status: { code: 2 },
      attributes: [text('gen_ai.request.model', 'm2'), whole('gen_ai.usage.prompt_tokens', 7)],
    });
    await traces.spans([root], 'front');
    expect((await detail(child.traceId)).body).toMatchObject({
      root_name: 'the root',
      service: 'front',
      started_at: new Date(startMs).toISOString(),
      duration_ms: 70_000,
      span_count: 2,
      models: ['m2'],
      input_tokens: 7,
      status: 'error',
    });
  });
});

describe('GenAI attributes', () => {
  it.each([
    ['of today', 'gen_ai.usage.input_tokens', 'gen_ai.usage.output_tokens', 'gen_ai.response.model'],
    ['of yesterday', 'gen_ai.usage.prompt_tokens', 'gen_ai.usage.completion_tokens', 'gen_ai.request.model'],
    ['of OpenInference', 'llm.token_count.prompt', 'llm.token_count.completion', 'llm.model_name'],
    ['of the AI SDK', 'ai.usage.promptTokens', 'ai.usage.completionTokens', 'ai.model.id'],
  ])('%s are read', async (_title, input, output, model) => {
    const span = aSpan({ attributes: [whole(input, '100'), whole(output, 7), text(model, 'm-1')] });
    await traces.spans([span]);
    expect((await detail(span.traceId)).body).toMatchObject({
      input_tokens: 100,
      output_tokens: 7,
      models: ['m-1'],
    });
  });

  it('of an agent that sums its calls up are not counted again', async () => {
    const agent = aSpan({
      attributes: [text('gen_ai.operation.name', 'invoke_agent'), whole('gen_ai.usage.input_tokens', 30)],
    });
    const calls = [10, 20].map((tokens) =>
      aSpan({
        traceId: agent.traceId,
        parentSpanId: agent.spanId,
        attributes: [text('gen_ai.operation.name', 'chat'), whole('gen_ai.usage.input_tokens', tokens)],
      }),
    );
    await traces.spans([agent, ...calls]);
    expect((await detail(agent.traceId)).body.input_tokens).toBe(30);
  });
});

describe('message contents', () => {
  const spanWithContent = (): JsonSpan =>
    aSpan({
      attributes: [
        text('gen_ai.operation.name', 'chat'),
        text('gen_ai.input.messages', '[{"role":"user","content":"xylophone secret"}]'),
        text('gen_ai.prompt.0.content', 'xylophone secret'),
        text('llm.output_messages.0.message.content', 'xylophone secret'),
        text('gen_ai.output.type', 'json'),
      ],
      events: [
        {
          name: 'gen_ai.user.message',
          timeUnixNano: nano(Date.now()),
          attributes: [text('content', 'xylophone secret')],
        },
      ],
    });

  it('are kept and found by default, and dropped when the project says so', async () => {
    const project = await seedTenant(service.dataSource);
    const client = new TracesClient(service.url, project.apiKey);
    const kept = spanWithContent();
    await client.spans([kept]);
    expect((await list('?q=xylophone', project.projectId)).body.data).toHaveLength(1);
    const path = `/projects/${project.projectId}`;
    expect((await admin.get(path)).body.trace_content).toBe('keep');
    expect((await admin.patch(path, { trace_content: 'drop' })).body.trace_content).toBe('drop');
    const dropped = spanWithContent();
    await client.spans([dropped]);
    const { body } = await detail(dropped.traceId, project.projectId);
    expect(JSON.stringify(body)).not.toContain('xylophone');
    expect(body.spans[0].attributes).toEqual({
      'gen_ai.operation.name': 'chat',
      'gen_ai.output.type': 'json',
    });
    expect(body.spans[0].events).toMatchObject([{ name: 'gen_ai.user.message', attributes: {} }]);
    expect((await list('?q=xylophone', project.projectId)).body.data).toHaveLength(1);
    const rows: { body: string }[] = await service.dataSource.query(
      `SELECT body FROM trace_spans WHERE trace_id = $1`,
      [dropped.traceId],
    );
    expect(JSON.stringify(rows)).not.toContain('secret');
  });

  it.each(['maybe', null, true])('takes no setting %j', async (value) => {
    const { status, body } = await admin.patch(`/projects/${tenant.projectId}`, { trace_content: value });
    expect([status, body.error.param]).toEqual([400, 'trace_content']);
  });
});

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

describe('an export in protobuf', () => {
  const PROTOBUF = { 'content-type': 'application/x-protobuf' };
  const hex = (id: string): Buffer => Buffer.from(id, 'hex');
  const long = (value: string): object => {
    const bits = BigInt(value);
    return {
      low: Number(BigInt.asIntN(32, bits)),
      high: Number(BigInt.asIntN(32, bits >> 32n)),
      unsigned: true,
    };
  };
  const protobufSpan = (span: JsonSpan, more: Record<string, unknown> = {}): Buffer =>
    encodeMessage('Span', {
      traceId: hex(span.traceId),
      spanId: hex(span.spanId),
      name: Buffer.from(String(span['name'])),
      startTimeUnixNano: long(String(span['startTimeUnixNano'])),
      endTimeUnixNano: long(String(span['endTimeUnixNano'])),
      ...more,
    });
  const protobufRequest = (spans: readonly Buffer[]): Buffer =>
    encodeMessage('TraceRequest', {
      resourceSpans: [
        encodeMessage('ResourceSpans', { scopeSpans: [encodeMessage('ScopeSpans', { spans })] }),
      ],
    });

  it('is answered in protobuf', async () => {
    const { status, headers, bytes } = await traces.send(protobufRequest([protobufSpan(aSpan())]), PROTOBUF);
    expect([status, headers.get('content-type'), bytes.length]).toEqual([200, 'application/x-protobuf', 0]);
  });

  it('rejects bad spans by name, and keeps the good one beside them', async () => {
    const [good, wrongText, cut] = [aSpan(), aSpan(), aSpan()];
    let value: object = { intValue: 1 };
    for (let level = 0; level < 45; level += 1) value = { arrayValue: { values: [value] } };
    const attributes = [{ key: Buffer.from('deep'), value }];
    const deepSpan = aSpan();
    const nested = (() => {
      try {
        return [protobufSpan(deepSpan, { attributes })];
      } catch {
        return [];
      }
    })();
    const { status, bytes } = await traces.send(
      protobufRequest([
        protobufSpan(wrongText, { name: Buffer.from([0x61, 0xff]) }),
        protobufSpan(cut).subarray(0, -3),
        ...nested,
        encodeMessage('Span', { traceId: Buffer.alloc(3), spanId: hex(good.spanId) }),
        protobufSpan(good),
      ]),
      PROTOBUF,
    );
    expect(status).toBe(200);
    const answer = decodeMessage('TraceResponse', bytes)['partialSuccess'] as {
      rejectedSpans: { toString(): string };
      errorMessage: string;
    };
    expect(answer.rejectedSpans.toString()).toBe(String(3 + nested.length));
    expect(answer.errorMessage).toContain(
      `span ${wrongText.spanId} of trace ${wrongText.traceId}: name holds bytes`,
    );
    expect(answer.errorMessage).toMatch(/spans\[1\]|cannot be decoded/);
    expect((await detail(good.traceId)).body.span_count).toBe(1);
  });

  it('is refused with a protobuf status when it cannot be read', async () => {
    for (const body of [Buffer.from('hello'), protobufRequest([protobufSpan(aSpan())]).subarray(0, -10)]) {
      const { status, headers, bytes } = await traces.send(body, PROTOBUF);
      expect([status, headers.get('content-type')]).toEqual([400, 'application/x-protobuf']);
      expect(decodeMessage('RpcStatus', bytes)).toMatchObject({
        code: 400,
        message: expect.stringContaining('invalid_traces'),
      });
    }
    const bomb = await traces.send(gzipSync(Buffer.alloc(20 * 1_048_576)), {
      ...PROTOBUF,
      'content-encoding': 'gzip',
    });
    expect(bomb.status).toBe(413);
    expect(decodeMessage('RpcStatus', bomb.bytes)).toMatchObject({ code: 413 });
  });
});

describe('the list of traces', () => {
  let project: Tenant;
  const base = Date.now() - 3_600_000;
  const idOf = new Map<string, string>();

  beforeAll(async () => {
    project = await seedTenant(service.dataSource);
    const client = new TracesClient(service.url, project.apiKey);
    const send = async (
      name: string,
      minute: number,
      fields: Partial<JsonSpan>,
      from: string,
    ): Promise<void> => {
      const span = aSpan({
        name,
        startTimeUnixNano: nano(base + minute * 60_000),
        endTimeUnixNano: nano(base + minute * 60_000 + 10),
        ...fields,
      });
      idOf.set(name, span.traceId);
      await client.spans([span], from);
    };
    const use = (model: string, tokens: number, cost: number): object[] => [
      text('gen_ai.request.model', model),
      whole('gen_ai.usage.input_tokens', tokens),
      { key: 'gen_ai.usage.cost', value: { doubleValue: cost } },
    ];
    await send('refund order', 1, { attributes: use('gpt-4o', 100, 0.001) }, 'shop');
    await send('cancel order', 2, { attributes: use('claude', 9_999, 0.5), status: { code: 2 } }, 'shop');
    await send("translate d'accord 日本語", 3, { attributes: use('claude', 10_000, 12) }, "o'desk \\ 5");
    await send('plain', 4, {}, 'cron');
  });

  const names = async (query: string): Promise<string[]> => {
    const { status, body } = await list(query, project.projectId);
    if (status !== 200) throw new Error(JSON.stringify(body));
    return body.data.map((row: { root_name: string }) => row.root_name);
  };

  it.each<[string, string[]]>([
    ['', ['plain', "translate d'accord 日本語", 'cancel order', 'refund order']],
    ['?service=shop', ['cancel order', 'refund order']],
    [`?service=${encodeURIComponent("o'desk \\ 5")}`, ["translate d'accord 日本語"]],
    ['?service=sho', []],
    ['?model=claude', ["translate d'accord 日本語", 'cancel order']],
    ['?status=error', ['cancel order']],
    ['?status=unset&service=shop', ['refund order']],
    ['?q=order', ['cancel order', 'refund order']],
    ['?q=ORDER%20refund', ['refund order']],
    ['?q=ref', ['refund order']],
    [`?q=${encodeURIComponent('本')}`, ["translate d'accord 日本語"]],
    [`?q=${encodeURIComponent("d'acc")}`, ["translate d'accord 日本語"]],
    ['?q=nothing', []],
    ['?q=%26%7C!', []],
    ['?min_tokens=100', ["translate d'accord 日本語", 'cancel order', 'refund order']],
    ['?min_tokens=10000', ["translate d'accord 日本語"]],
    ['?min_tokens=101', ["translate d'accord 日本語", 'cancel order']],
    ['?min_cost_usd=0.5', ["translate d'accord 日本語", 'cancel order']],
    ['?min_cost_usd=0.500000000001', ["translate d'accord 日本語"]],
    ['?min_cost_usd=0', ["translate d'accord 日本語", 'cancel order', 'refund order']],
    ['?from=9999-12-31T23:59:59Z', []],
    ['?to=0001-01-01', []],
    ['?from=0001-01-01&to=9999-12-31&service=shop', ['cancel order', 'refund order']],
    ['?model=claude&status=error&q=order&min_tokens=1', ['cancel order']],
    [
      `?from=${new Date(base + 120_000).toISOString()}&to=${new Date(base + 180_000).toISOString()}`,
      ['cancel order'],
    ],
  ])('answers %j', async (query, expected) => {
    expect(await names(query)).toEqual(expected);
  });

  it('finds a trace by its id', async () => {
    expect(await names(`?q=${idOf.get('plain')?.toUpperCase()}`)).toEqual(['plain']);
  });

  it('has rows of exactly the agreed members', async () => {
    const { body } = await list('?q=refund', project.projectId);
    expect(body.data).toEqual([
      {
        trace_id: idOf.get('refund order'),
        root_name: 'refund order',
        service: 'shop',
        started_at: new Date(base + 60_000).toISOString(),
        duration_ms: 10,
        span_count: 1,
        models: ['gpt-4o'],
        input_tokens: 100,
        output_tokens: 0,
        cost_usd: 0.001,
        status: 'unset',
      },
    ]);
  });

  it('goes on page by page', async () => {
    const seen: string[] = [];
    let after = '';
    for (;;) {
      const { body } = await list(`?limit=3${after}`, project.projectId);
      seen.push(...body.data.map((row: { root_name: string }) => row.root_name));
      expect(body.last_id).toBe(body.data.at(-1).trace_id);
      if (!body.has_more) break;
      after = `&after=${body.last_id}`;
    }
    expect(seen).toEqual(await names(''));
  });

  it.each([
    '?after=abc',
    `?after=${'a'.repeat(32)}`,
    '?limit=0',
    '?min_tokens=x',
    '?min_cost_usd=1e3',
    '?status=bad',
    '?from=yesterday',
    '?q=%00',
  ])('refuses %j', async (query) => {
    expect((await list(query, project.projectId)).status).toBe(400);
  });

  it("shows nothing of another organization's project", async () => {
    const other = await seedTenant(service.dataSource);
    const { token } = await admin.createToken(other.organizationId);
    const foreign = admin.withToken(token);
    expect((await foreign.get(`/projects/${project.projectId}/traces`)).status).toBe(404);
    const path = `/projects/${project.projectId}/traces/${idOf.get('plain')}`;
    expect((await foreign.get(path)).status).toBe(404);
    expect((await foreign.get(`/projects/${other.projectId}/traces/${idOf.get('plain')}`)).status).toBe(404);
    expect((await admin.get(path)).status).toBe(200);
  });

  it.each(['abc', 'a'.repeat(32), '%00'])('knows no trace %j', async (id) => {
    expect((await detail(id)).status).toBe(404);
  });
});

describe('retention', () => {
  it('drops days that are past it with their traces, and keeps the others', async () => {
    const project = await seedTenant(service.dataSource);
    const client = new TracesClient(service.url, project.apiKey);
    const old = aSpan({ startTimeUnixNano: nano(Date.now() - 20 * DAY_MS) });
    const fresh = aSpan();
    await client.spans([old, fresh]);
    const shorter = await startTestApplication({
      database: service.database,
      provider: service.provider,
      environment: { TRACE_RETENTION: '10d' },
    });
    try {
      const sweeps = [service.url, shorter.url].map((url) => new AdminClient(url).post('/maintenance/sweep'));
      const [, second] = await Promise.all(sweeps);
      expect(second?.status).toBe(200);
      expect(second?.body.traces_purged).toBeGreaterThanOrEqual(1);
      expect((await detail(old.traceId, project.projectId)).status).toBe(404);
      expect((await detail(fresh.traceId, project.projectId)).status).toBe(200);
      // Its partition is gone, and comes back for the process that still takes that day.
      expect((await client.spans([old])).body).toEqual({ partialSuccess: {} });
      expect(
        (await new TracesClient(shorter.url, project.apiKey).spans([old])).body.partialSuccess,
      ).toMatchObject({
        rejectedSpans: '1',
      });
    } finally {
      await shorter.stop();
    }
  });
});
