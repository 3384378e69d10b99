import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkTraces } from '../../src/server/doctor/check-traces.js';
import { seedTenant, type Tenant } from '../support/seed.js';
import { startTestApplication, type TestApplication } from '../support/start-application.js';
import { askClickHouse, CLICKHOUSE_TEST_URL } from '../support/test-clickhouse.js';
import { AdminClient } from './admin-client.js';
import { ChatClient } from './chat-client.js';
import { aSpan, newSpanId, newTraceId, TracesClient, whole } from './traces-client.js';

const MODEL = 'vendorb/gpt-4o-mini';
const PASSWORD = 'word-of-traces';

/** Takes connections and answers nothing, or with an error. */
async function startStranger(answer: 'nothing' | 'refused'): Promise<{ server: Server; url: string }> {
  const server = createServer((request, response) => {
    request.resume();
    if (answer === 'nothing') return;
    response.writeHead(403, { 'x-clickhouse-exception-code': '516' });
    response.end('Code: 516. DB::Exception: someone: Authentication failed. (AUTHENTICATION_FAILED)\n');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { server, url: `clickhouse://someone:${PASSWORD}@127.0.0.1:${port}/spans` };
}

describe.each(['nothing listens', 'it refuses the password'])('a store of traces that is away: %s', (how) => {
  let application: TestApplication;
  let tenant: Tenant;
  let admin: AdminClient;
  let tracesUrl: string;
  let stranger: Server;

  beforeAll(async () => {
    const started = await startStranger('refused');
    stranger = started.server;
    tracesUrl = started.url;
    if (how === 'nothing listens') await new Promise((resolve) => stranger.close(resolve));
    application = await startTestApplication({ environment: { TRACES_URL: tracesUrl } });
    tenant = await seedTenant(application.dataSource);
    admin = new AdminClient(application.url);
  });
  afterAll(async () => {
    await application.stop();
    stranger.close();
  });

  it('answers exports and lists with 503 to try again, and quotes no credentials', async () => {
    const taken = await new TracesClient(application.url, tenant.apiKey).spans([aSpan()]);
    expect([taken.status, taken.body.error.code]).toEqual([503, 'traces_unavailable']);
    expect(taken.headers.get('retry-after')).toBe('1');
    const listed = await admin.get(`/projects/${tenant.projectId}/traces`);
    expect([listed.status, listed.body.error.code]).toEqual([503, 'traces_unavailable']);
    const found = await admin.get(`/projects/${tenant.projectId}/traces/${newTraceId()}`);
    expect(found.status).toBe(503);
    expect(JSON.stringify([taken.body, listed.body, found.body])).not.toContain(PASSWORD);
  });

  it('leaves calls as they are, also those that would have spans', async () => {
    const chat = new ChatClient(application.url, tenant.apiKey);
    const headers = { traceparent: `00-${newTraceId()}-${newSpanId()}-01` };
    const answer = await chat.send(
      { model: MODEL, messages: [{ role: 'user', content: 'Hi' }] },
      { headers },
    );
    expect(answer.status).toBe(200);
  });

  it('is said in the status and by the doctor, and the process stays ready', async () => {
    const { body } = await admin.get('/status');
    expect(body.traces).toEqual({ store: 'clickhouse', state: 'down' });
    expect((await fetch(`${application.url}/readyz`)).status).toBe(200);
    const finding = await checkTraces(tracesUrl);
    expect(finding).toMatchObject({ check: 'traces', state: 'fault' });
    expect(JSON.stringify(finding)).not.toMatch(new RegExp(`${PASSWORD}|someone`));
  });
});

describe.skipIf(CLICKHOUSE_TEST_URL === undefined)(
  'two processes on one ClickHouse (CLICKHOUSE_TEST_URL)',
  () => {
    const database = `two_${newSpanId()}`;
    const tracesUrl = `${CLICKHOUSE_TEST_URL ?? ''}/${database}`;
    let first: TestApplication;
    let second: TestApplication;
    let tenant: Tenant;

    beforeAll(async () => {
      const environment = { TRACES_URL: tracesUrl };
      first = await startTestApplication({ environment });
      second = await startTestApplication({
        environment,
        database: first.database,
        provider: first.provider,
      });
      tenant = await seedTenant(first.dataSource, { rateLimits: { traces: 'unlimited' } });
    });
    afterAll(async () => {
      await second.stop();
      await first.stop();
      await askClickHouse(`DROP DATABASE IF EXISTS ${database}`);
    });

    it('take parts of one trace at once, each of them twice, and count every span once', async () => {
      const traceId = newTraceId();
      const root = aSpan({ traceId, name: 'root', attributes: [whole('gen_ai.usage.input_tokens', 100)] });
      const children = Array.from({ length: 8 }, (_, index) =>
        aSpan({
          traceId,
          parentSpanId: root.spanId,
          name: `child${index}`,
          attributes: [whole('gen_ai.usage.input_tokens', 5)],
        }),
      );
      const here = new TracesClient(first.url, tenant.apiKey);
      const there = new TracesClient(second.url, tenant.apiKey);
      const sent = [root, ...children].flatMap((span) => [here.spans([span]), there.spans([span])]);
      for (const { body } of await Promise.all(sent)) expect(body).toEqual({ partialSuccess: {} });
      const admin = new AdminClient(second.url);
      const { body } = await admin.get(`/projects/${tenant.projectId}/traces/${traceId}`);
      expect(body).toMatchObject({ root_name: 'root', span_count: 9, input_tokens: 40 });
      expect(body.spans).toHaveLength(9);
      for (const word of ['root', 'child0', 'child7'])
        expect((await admin.get(`/projects/${tenant.projectId}/traces?q=${word}`)).body.data).toHaveLength(1);
    });

    it('are in order for the doctor, and nothing of it is in PostgreSQL', async () => {
      expect(await checkTraces(tracesUrl)).toMatchObject({ state: 'ok' });
      const rows: { count: number }[] = await first.dataSource.query(
        'SELECT count(*)::int AS count FROM trace_spans',
      );
      expect(rows).toEqual([{ count: 0 }]);
      expect((await new AdminClient(first.url).get('/status')).body.traces).toEqual({
        store: 'clickhouse',
        state: 'up',
      });
    });

    it('make the tables again when somebody dropped them', async () => {
      await askClickHouse(`DROP DATABASE ${database}`);
      const client = new TracesClient(first.url, tenant.apiKey);
      expect((await client.spans([aSpan()])).status).toBe(503);
      expect((await client.spans([aSpan()])).status).toBe(200);
    });
  },
);
