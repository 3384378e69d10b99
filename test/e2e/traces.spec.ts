import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seedTenant, type Tenant } from '../support/seed.js';
import type { TestApplication } from '../support/start-application.js';
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
import { startTraces, storedBodies, type TracesSetUp } from './traces-support.js';

let setUp: TracesSetUp;
let service: TestApplication;
let admin: AdminClient;
let tenant: Tenant;
let traces: TracesClient;
let list: TracesSetUp['list'];
let detail: TracesSetUp['detail'];

beforeAll(async () => {
  setUp = await startTraces();
  ({ service, admin, tenant, traces, list, detail } = setUp);
});
afterAll(() => setUp.service.stop());

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
    const bodies = await storedBodies(service, dropped.traceId);
    expect(bodies).toContain('gen_ai.output.type');
    expect(bodies).not.toContain('secret');
  });

  it.each(['maybe', null, true])('takes no setting %j', async (value) => {
    const { status, body } = await admin.patch(`/projects/${tenant.projectId}`, { trace_content: value });
    expect([status, body.error.param]).toEqual([400, 'trace_content']);
  });
});
