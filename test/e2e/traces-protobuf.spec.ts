import { SpanKind, SpanStatusCode, trace as traceApi, context, type Tracer } from '@opentelemetry/api';
import { OTLPTraceExporter as JsonExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { OTLPTraceExporter as ProtobufExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { BatchSpanProcessor, TracerProvider, type SpanExporter } from '@opentelemetry/sdk-trace';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { decodeMessage, encodeMessage } from '../../src/wire/otlp/otlp-schema.js';
import type { Tenant } from '../support/seed.js';
import type { TestApplication } from '../support/start-application.js';
import { aSpan, TracesClient, type JsonSpan } from './traces-client.js';
import { startTraces, type TracesSetUp } from './traces-support.js';

let setUp: TracesSetUp;
let service: TestApplication;
let tenant: Tenant;
let traces: TracesClient;
let detail: TracesSetUp['detail'];

beforeAll(async () => {
  setUp = await startTraces();
  ({ service, tenant, traces, detail } = setUp);
});
afterAll(() => setUp.service.stop());

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
