import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';
import { buildGateway, GatewayProcess, temporaryDirectory } from './process-gateway.js';
import { aSpan, newSpanId, newTraceId, requestOf, TracesClient } from './traces-client.js';

describe('the built product', () => {
  let database: TestDatabase;
  let directory: ReturnType<typeof temporaryDirectory>;
  let traces: TracesClient;
  let list: (query: string) => Promise<{ data: { span_count: number }[] }>;
  beforeAll(async () => {
    database = await createTestDatabase();
    directory = temporaryDirectory();
    buildGateway();
    const gateway = GatewayProcess.start({ DATABASE_URL: database.url }, directory.path);
    const { url, adminToken, apiKey = '' } = await gateway.welcome();
    const admin = async (path: string): Promise<ReturnType<typeof JSON.parse>> => {
      const headers = { authorization: `Bearer ${adminToken}` };
      return (await fetch(`${url}/api/v1/admin${path}`, { headers })).json();
    };
    const { data: organizations } = await admin('/organizations');
    const { data: projects } = await admin(`/organizations/${organizations[0].id}/projects`);
    list = (query) => admin(`/projects/${projects[0].id}/traces${query}`);
    traces = new TracesClient(url, apiKey);
  }, 120_000);
  afterAll(async () => {
    await GatewayProcess.endAll();
    await database.drop();
    directory.remove();
  });

  it('reads large bodies in a thread of its own, many at once, and rejects the bad spans in them', async () => {
    const traceId = newTraceId();
    const bodies = Array.from({ length: 6 }, () => [
      ...Array.from({ length: 500 }, () => aSpan({ traceId, spanId: newSpanId() })),
      aSpan({ traceId, spanId: 'bad' }),
    ]);
    const answers = await Promise.all(bodies.map((spans) => traces.spans(spans)));
    for (const { status, body } of answers)
      expect([status, body.partialSuccess.rejectedSpans]).toEqual([200, '1']);
    expect((await list(`?q=${traceId}`)).data).toMatchObject([{ span_count: 3_000 }]);
  });

  it.each([
    ['brackets without end', () => '['.repeat(4_000_000)],
    ['brackets in a field that nobody knows', () => `{"a":${'['.repeat(1_900_000)}${']'.repeat(1_900_000)}}`],
    ['a million empty spans', () => JSON.stringify(requestOf(Array(1_000_000).fill({})))],
    [
      'tens of thousands of traces',
      () => JSON.stringify(requestOf(Array.from({ length: 14_000 }, () => aSpan()))),
    ],
  ])('answers %s, and goes on', async (_title, makeBody) => {
    const { status } = await traces.send(makeBody());
    expect([200, 400]).toContain(status);
    expect((await traces.spans([aSpan()])).body).toEqual({ partialSuccess: {} });
  });
});
