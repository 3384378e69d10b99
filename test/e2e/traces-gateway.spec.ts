import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '../../src/lib/ids.js';
import { JudgedTasks } from '../../src/records/judging/judged-tasks.service.js';
import { OwnSpans } from '../../src/traces/own-spans/own-spans.service.js';
import { jsonAnswer } from '../support/recordings/script.js';
import { seedTenant, type Tenant } from '../support/seed.js';
import { startTestApplication, type TestApplication } from '../support/start-application.js';
import { AdminClient } from './admin-client.js';
import { ChatClient } from './chat-client.js';
import { insertCall, judgedRows } from './records-support.js';
import { eventually } from './stream-call.js';
import { aSpan, newSpanId, newTraceId, text, TracesClient, whole } from './traces-client.js';

const MODEL = 'vendorb/gpt-4o-mini';

/** A collector that remembers what it was sent. */
class Collector {
  readonly requests: { path: string; headers: IncomingHttpHeaders; body: ReturnType<typeof JSON.parse> }[] =
    [];
  /** Statuses for the next requests; 200 when there is none. */
  readonly statuses: number[] = [];

  private constructor(
    private readonly server: Server,
    readonly url: string,
  ) {}

  static async start(): Promise<Collector> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const collector = new Collector(server, `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    server.on('request', (request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const body: unknown = JSON.parse(Buffer.concat(chunks).toString());
        collector.requests.push({ path: request.url ?? '', headers: request.headers, body });
        response.statusCode = collector.statuses.shift() ?? 200;
        response.end('{}');
      });
    });
    return collector;
  }

  get spans(): { name: string; parentSpanId?: string; traceId: string }[] {
    return this.requests.flatMap(({ body }) => body.resourceSpans[0].scopeSpans[0].spans);
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}

let collector: Collector;
let service: TestApplication;
let admin: AdminClient;
let tenant: Tenant;
let chat: ChatClient;
let traces: TracesClient;

beforeAll(async () => {
  collector = await Collector.start();
  service = await startTestApplication({
    environment: {
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_EXPORTER_OTLP_HEADERS: 'x-token=a%20secret',
      OTEL_SERVICE_NAME: 'our-gateway',
    },
  });
  admin = new AdminClient(service.url);
});
beforeEach(async () => {
  tenant = await seedTenant(service.dataSource);
  chat = new ChatClient(service.url, tenant.apiKey);
  traces = new TracesClient(service.url, tenant.apiKey);
});
afterAll(async () => {
  await service.stop();
  await collector.close();
});

const detail = (traceId: string) => admin.get(`/projects/${tenant.projectId}/traces/${traceId}`);
const parent = (traceId: string, spanId: string, flags = '01') => ({
  traceparent: `00-${traceId}-${spanId}-${flags}`,
});

describe("the gateway's own spans", () => {
  it("stand in the caller's trace: the call, its decision and its attempts, without contents", async () => {
    const client = aSpan({ name: 'my agent', kind: 3 });
    await traces.spans([client]);
    const answer = await chat.ask(
      MODEL,
      { messages: [{ role: 'user', content: 'xylophone' }] },
      { headers: parent(client.traceId, client.spanId) },
    );
    expect(answer.status).toBe(200);
    await service.app.get(OwnSpans).drain();
    const { body } = await detail(client.traceId);
    expect(body).toMatchObject({ root_name: 'my agent', service: 'shop', span_count: 4 });
    const call = body.spans.find((span: { parent_span_id: string }) => span.parent_span_id === client.spanId);
    expect(call).toMatchObject({
      name: `chat ${MODEL}`,
      kind: 'server',
      service: 'our-gateway',
      attributes: {
        'gen_ai.operation.name': 'chat',
        'gen_ai.request.model': MODEL,
        'gen_ai.response.model': MODEL,
        'gen_ai.response.id': answer.callId,
        'gen_ai.usage.input_tokens': answer.json.usage.prompt_tokens,
        'gen_ai.usage.output_tokens': answer.json.usage.completion_tokens,
        'http.response.status_code': 200,
      },
      cost_usd: answer.json.usage.cost,
    });
    const children = body.spans.filter(
      (span: { parent_span_id: string }) => span.parent_span_id === call.span_id,
    );
    expect(children.map(({ name }: { name: string }) => name).sort()).toEqual([`chat ${MODEL}`, 'route']);
    expect(body.calls).toMatchObject([{ id: answer.callId, trace_id: client.traceId }]);
    expect(JSON.stringify(body)).not.toContain('xylophone');
  });

  it("are not counted beside the caller's own account of the same call", async () => {
    const client = aSpan({
      attributes: [
        text('gen_ai.operation.name', 'chat'),
        whole('gen_ai.usage.input_tokens', 1),
        whole('gen_ai.usage.output_tokens', 1),
      ],
    });
    const answer = await chat.ask(MODEL, {}, { headers: parent(client.traceId, client.spanId) });
    await service.app.get(OwnSpans).drain();
    await traces.spans([client]);
    expect((await detail(client.traceId)).body).toMatchObject({
      root_name: 'work',
      input_tokens: answer.json.usage.prompt_tokens,
      output_tokens: answer.json.usage.completion_tokens,
      cost_usd: answer.json.usage.cost,
    });
  });

  it('tell of errors', async () => {
    const traceId = newTraceId();
    service.provider.enqueue(jsonAnswer({ error: { message: 'no', type: 'x', code: 'y' } }, { status: 400 }));
    const answer = await chat.ask(MODEL, {}, { headers: parent(traceId, newSpanId()) });
    expect(answer.status).toBe(400);
    const { body } = await eventually(async () => {
      const found = await detail(traceId);
      return found.body.span_count === undefined ? undefined : found;
    }, 'the trace');
    expect(body).toMatchObject({ status: 'error', cost_usd: null });
    const call = body.spans.find(({ kind }: { kind: string }) => kind === 'server');
    expect(call.attributes['error.type']).toBe('400');
  });

  it('are not stored without a trace, or in one that the caller does not record; the call is linked all the same', async () => {
    const traceId = newTraceId();
    const unsampled = await chat.ask(MODEL, {}, { headers: parent(traceId, newSpanId(), '00') });
    await chat.ask(MODEL);
    await service.app.get(OwnSpans).drain();
    expect((await admin.get(`/projects/${tenant.projectId}/traces`)).body.data).toEqual([]);
    expect((await detail(traceId)).body).toMatchObject({ spans: [], calls: [{ id: unsampled.callId }] });
  });

  it('belong to a trace also by the response id that a span names', async () => {
    const answer = await chat.ask(MODEL);
    const other = await seedTenant(service.dataSource);
    const foreign = await new ChatClient(service.url, other.apiKey).ask(MODEL);
    const span = aSpan({ attributes: [text('gen_ai.response.id', answer.callId)] });
    const second = aSpan({ traceId: span.traceId, attributes: [text('gen_ai.response.id', foreign.callId)] });
    await traces.spans([span, second]);
    const { body } = await detail(span.traceId);
    expect(body.calls.map(({ id }: { id: string }) => id)).toEqual([answer.callId]);
  });

  it('are exported to the collector with its headers, each call in a trace of its own without one of the caller', async () => {
    collector.requests.length = 0;
    collector.statuses.push(503);
    const answer = await chat.ask(MODEL);
    const ids = await eventually(() => {
      const found = collector.requests.filter(({ body }) => JSON.stringify(body).includes(answer.callId));
      return found.length >= 1 ? found : undefined;
    }, 'the export');
    expect(ids[0]).toMatchObject({ path: '/v1/traces', headers: { 'x-token': 'a secret' } });
    expect(ids[0]?.body.resourceSpans[0].resource.attributes).toEqual([
      { key: 'service.name', value: { stringValue: 'our-gateway' } },
    ]);
    // Calls of other tests may be exported beside this one.
    const own = collector.spans.find((span) => JSON.stringify(span).includes(answer.callId));
    const spans = collector.spans.filter(({ traceId }) => traceId === own?.traceId);
    expect(new Set(spans.map(({ name }) => name))).toEqual(new Set([`chat ${MODEL}`, 'route']));
    const roots = spans.filter(({ parentSpanId }) => parentSpanId === undefined);
    expect(roots.map(({ name }) => name)).not.toContain('route');
    expect(roots.length).toBeGreaterThan(0);
  });
});

describe('evaluation events', () => {
  let groupId: string;
  beforeEach(() => {
    groupId = newId('grp');
  });

  const evaluation = (attributes: object[], name = 'correctness'): object => ({
    name: 'gen_ai.evaluation.result',
    timeUnixNano: '0',
    attributes: [text('gen_ai.evaluation.name', name), ...attributes],
  });
  const label = (value: string): object => text('gen_ai.evaluation.score.label', value);
  const score = (value: number): object => ({
    key: 'gen_ai.evaluation.score.value',
    value: { doubleValue: value },
  });
  const groupedCall = (owner = tenant): Promise<string> =>
    insertCall(service.dataSource, owner, { groupId, servedModel: MODEL });

  it.each<[string, object[], string, boolean]>([
    ['a label', [label('fail'), score(1)], 'correctness', false],
    ['a good score', [score(0.9)], 'correctness', true],
    ['a bad score', [score(0.1)], 'correctness', false],
    ['a high score of what should not be', [score(0.9)], 'toxicity', false],
  ])('judge the task of the call they name by %s', async (_title, result, name, success) => {
    const callId = await groupedCall();
    const span = aSpan({ events: [evaluation([...result, text('gen_ai.response.id', callId)], name)] });
    expect((await traces.spans([span])).body).toEqual({ partialSuccess: {} });
    expect(await judgedRows(service.dataSource, callId)).toMatchObject([
      { success, source: 'evaluation-event', group_id: groupId, note: expect.stringContaining(name) },
    ]);
  });

  it('find the call by the trace that it was made in', async () => {
    const callId = await groupedCall();
    const traceId = newTraceId();
    await service.dataSource.query('UPDATE calls SET trace_id = $2 WHERE id = $1', [callId, traceId]);
    await traces.spans([aSpan({ traceId, events: [evaluation([label('pass')])] })]);
    expect(await judgedRows(service.dataSource, callId)).toMatchObject([{ success: true }]);
  });

  it('judge once: what is sent again does not undo what came later', async () => {
    const callId = await groupedCall();
    const about = text('gen_ai.response.id', callId);
    const [first, second] = ['pass', 'fail'].map((verdict) =>
      aSpan({ events: [evaluation([label(verdict), about])] }),
    );
    for (const span of [first, second, first]) await traces.spans([span]);
    expect(await judgedRows(service.dataSource, callId)).toMatchObject([{ success: false }]);
  });

  it('give way to feedback, and outrank the mechanical check', async () => {
    const callId = await groupedCall();
    service.app.get(JudgedTasks).record({
      callId,
      model: MODEL,
      groupId,
      projectId: tenant.projectId,
      organizationId: tenant.organizationId,
      success: true,
      source: 'contract-check',
      taskAt: new Date(),
    });
    await service.app.get(JudgedTasks).drain();
    const events = [evaluation([label('fail'), text('gen_ai.response.id', callId)])];
    await traces.spans([aSpan({ events })]);
    expect(await judgedRows(service.dataSource, callId)).toMatchObject([{ success: false }]);
    await fetch(`${service.url}/api/v1/feedback`, {
      method: 'POST',
      headers: { 'x-api-key': tenant.apiKey },
      body: JSON.stringify({ call_id: callId, success: true }),
    });
    await traces.spans([aSpan({ events })]);
    expect(await judgedRows(service.dataSource, callId)).toMatchObject([
      { success: true, source: 'feedback' },
    ]);
  });

  it('judge nothing of another project, of no known call, or without a clear result', async () => {
    const other = await seedTenant(service.dataSource);
    const foreign = await groupedCall(other);
    const own = await groupedCall();
    const about = (id: string): object => text('gen_ai.response.id', id);
    const { body } = await traces.spans([
      aSpan({
        events: [
          evaluation([label('pass'), about(foreign)]),
          evaluation([label('pass'), about('call_unknown')]),
          evaluation([label('blue'), about(own)]),
          evaluation([score(4), about(own)]),
          evaluation([label('pass'), text('error.type', 'timeout'), about(own)]),
        ],
      }),
    ]);
    expect(body).toEqual({ partialSuccess: {} });
    for (const callId of [foreign, own]) expect(await judgedRows(service.dataSource, callId)).toEqual([]);
  });
});
