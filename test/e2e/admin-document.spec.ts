import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DocumentedAnswers } from '../support/documented-answers.js';
import { FakeBatchProvider } from '../support/fake-batch-provider.js';
import { chatCompletion, openAiError } from '../support/recordings/openai-answers.js';
import { jsonAnswer } from '../support/recordings/script.js';
import { callRow, type Tenant } from '../support/seed.js';
import { startTestApplication, type TestApplication } from '../support/start-application.js';
import { AdminClient, type AdminAnswer } from './admin-client.js';
import { ChatClient } from './chat-client.js';
import { insertGroup, insertJudged } from './records-support.js';
import { item, seedBatchTenant } from './batches-support.js';
import { aSpan, newSpanId, newTraceId, text, TracesClient } from './traces-client.js';
import { insertCall } from './usage-support.js';

const PREFIX = '/api/v1/admin';
const BIG = 'vendora/claude-sonnet-5-5';
const TERRA = 'vendorb/gpt-6.1-terra';
const SMALL = 'openai/gpt-oss-120b';

let provider: FakeBatchProvider;
let application: TestApplication;
let operator: AdminClient;
let documented: DocumentedAnswers;
let document: {
  paths: Record<string, Record<string, { security: object[]; responses: Record<string, unknown> }>>;
  components: { schemas: Record<string, object> };
};
let tenant: Tenant;

beforeAll(async () => {
  provider = await FakeBatchProvider.start();
  application = await startTestApplication({ environment: { PROVIDER_A_BASE_URL: provider.url } });
  operator = new AdminClient(application.url);
  document = (await (await fetch(`${application.url}/docs-json`)).json()) as typeof document;
  documented = new DocumentedAnswers(document as never, PREFIX);
});
afterAll(async () => {
  await application.stop();
  await provider.close();
});

async function expectDocumented(
  method: 'get' | 'put' | 'post' | 'patch' | 'delete',
  path: string,
  body?: object,
) {
  const answer: AdminAnswer =
    body === undefined || method === 'get' || method === 'delete'
      ? await operator[method as 'get'](path)
      : await operator[method](path, body);
  expect([method, path, answer.status, answer.status === 200 ? '' : answer.body]).toEqual([
    method,
    path,
    200,
    '',
  ]);
  expect(documented.faults(method, path, answer.body)).toEqual([]);
  // What compresses lists knows them by how they begin.
  if (answer.body.object === 'list') expect([path, Object.keys(answer.body)[0]]).toEqual([path, 'object']);
  return answer.body;
}
const read = (path: string) => expectDocumented('get', path);
const post = (path: string, body: object = {}) => expectDocumented('post', path, body);

const adminOperations = () =>
  Object.entries(document.paths)
    .filter(([path]) => path.startsWith(PREFIX))
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({
        name: `${method} ${path}`,
        method,
        operation,
      })),
    );

describe('the document of the management API', () => {
  it('says of each route that a token and a session of the console open it', () => {
    for (const { name, operation } of adminOperations()) {
      const schemes = operation.security.flatMap((scheme) => Object.keys(scheme)).sort();
      expect([name, schemes]).toEqual([
        name,
        name.includes('/console/') ? ['console'] : ['admin', 'console'],
      ]);
    }
  });

  it('names the schema of every answer, once', () => {
    const unnamed = adminOperations().filter(({ operation }) => {
      const { content = {} } = operation.responses['200'] as { content?: Record<string, { schema: object }> };
      return !Object.values(content).some(({ schema }) => '$ref' in schema);
    });
    expect(unnamed.map(({ name }) => name)).toEqual([]);
    expect(Object.keys(document.components.schemas)).toEqual(
      expect.arrayContaining(['Call', 'CallList', 'Router', 'Batch', 'LedgerRow', 'AuditEntry', 'UsageRow']),
    );
    expect(JSON.stringify(document)).not.toContain('x-schema-name');
  });
});

describe('what the management API answers', () => {
  it('is what the document says, on every route that reads', async () => {
    const { tenant: seeded, client: batches } = await seedBatchTenant(application);
    tenant = seeded;
    const { projectId, organizationId, keyId } = tenant;
    const traceId = newTraceId();
    await sendCalls(traceId);
    await sendTraces(traceId);

    const batch = await batches.submitted({ requests: [item('a'), item('b')] });
    await read(`/batches/${batch.id}`);
    provider.endAll();
    await read(`/batches/${batch.id}`);
    await read(`/projects/${projectId}/batches`);
    // Lines of their own format, not one JSON.
    documented.faults('get', `/batches/${batch.id}/results`, {});

    // simulator-faults.spec.ts: the providers here are no simulated ones.
    documented.faults('get', '/simulator/faults', { object: 'simulator_faults', faults: '' });
    for (const path of ['/organizations', '/models', '/status', '/providers', '/judge']) await read(path);
    await application.dataSource.query(
      `INSERT INTO judge_days (day, spent_usd, held_usd, succeeded, failed, no_verdict) VALUES ('2026-11-28', 1, 0, 2, 1, 0)`,
    );
    await read('/judge');
    await expectDocumented('put', `/organizations/${organizationId}/card`, {
      payment_method: 'pm_sandbox_ok',
    });
    await expectDocumented('patch', `/organizations/${organizationId}`, {
      rate_limits: { inference: 'unlimited', traces: { per_second: 1, burst: 5 } },
    });
    await expectDocumented('put', `/organizations/${organizationId}/alerts`, {
      url: 'https://1.1.1.1/hook',
      balance_below_usd: 5,
      events: ['balance_below', 'batch_ended'],
    });
    await application.dataSource.query(
      `INSERT INTO alerts (organization_id, event, subject, window_key, facts) VALUES ($1, 'batch_ended', 'b', '', '{}')`,
      [organizationId],
    );
    await post(`/organizations/${organizationId}/credits`, { amount_usd: '0.5', note: 'Thanks' });
    const token = await post(`/organizations/${organizationId}/admin-tokens`, { name: 'ci' });
    for (const path of [
      '',
      '/ledger',
      '/ledger/check',
      '/admin-tokens',
      '/projects',
      '/audit',
      '/alerts',
      '/alerts/deliveries',
      '/alerts/secret',
    ])
      await read(`/organizations/${organizationId}${path}`);
    await read('/audit');

    const endpoint = await post(`/projects/${projectId}/endpoints`, {
      model: 'llama3:8b',
      base_url: 'https://1.1.1.1/v1',
      api_key: 'k',
    });
    const key = await post(`/projects/${projectId}/keys`, { name: 'second' });
    await expectDocumented('put', `/projects/${projectId}/aliases/fast`, { model: 'vendorb/gpt-6.1-terra' });
    await expectDocumented('put', `/projects/${projectId}/provider-keys/provider_b`, {
      api_key: 'sk-own-0001',
    });
    await insertProposal();
    await new ChatClient(application.url, tenant.apiKey).ask('gpt-99');
    await expectDocumented('patch', `/projects/${projectId}`, { call_content: { enabled: true } });
    const kept = await new ChatClient(application.url, tenant.apiKey).ask(TERRA);
    await read(`/calls/${kept.callId}/content`);
    await read('/organizations');
    for (const path of [
      '',
      '/aliases',
      '/provider-keys',
      '/endpoints',
      '/keys',
      '/calls',
      '/calls/histogram',
      '/refusals',
      '/overview',
      '/keys?usage=true',
      '/routers',
      '/groups',
      '/recommendations',
    ])
      await read(`/projects/${projectId}${path}`);
    for (const groupBy of ['day', 'model', 'key', 'hour,model', 'user', 'tag,day']) {
      await read(`/projects/${projectId}/usage?group_by=${groupBy}`);
      await read(`/organizations/${organizationId}/usage?group_by=${groupBy}&tz=Asia/Kathmandu`);
    }
    await read(`/projects/${projectId}/usage/check`);
    await read(`/projects/${projectId}/callback-secret`);
    await read(`/projects/${projectId}/traces`);
    await read(`/projects/${projectId}/traces/${traceId}`);
    for (const { id } of (await read(`/projects/${projectId}/calls`)).data) await read(`/calls/${id}`);
    const { routerId = '' } = tenant;
    await expectDocumented('patch', `/routers/${routerId}`, { threshold: 0.7 });
    await read(`/routers/${routerId}`);
    await read(`/routers/${routerId}/versions`);

    for (const path of [
      `/keys/${key.id}`,
      `/admin-tokens/${token.id}`,
      `/endpoints/${endpoint.id}`,
      `/projects/${projectId}/aliases/fast`,
      `/projects/${projectId}/provider-keys/provider_b`,
      `/organizations/${organizationId}/alerts`,
    ])
      await expectDocumented('delete', path);
    expect(keyId).toBeTruthy();
    expect(documented.unseen('get')).toEqual([]);
  });

  it('is what the document says where something is changed, tried or decided', async () => {
    const organization = await post('/organizations', { name: 'Own' });
    const project = await post(`/organizations/${organization.id}/projects`, { name: 'Own' });
    await expectDocumented('patch', `/projects/${project.id}`, { trace_content: 'drop' });
    const draft = { tiers: { big: BIG, medium: TERRA, small: SMALL }, threshold: 0.5 };
    const router = await post(`/projects/${project.id}/routers`, { name: 'Mine', ...draft });
    await expectDocumented('patch', `/routers/${router.id}`, { tiers: { small: null } });
    await post(`/routers/${router.id}/versions/1/restore`);
    for (const question of [
      { task: 'Say hello.' },
      { request: { model: TERRA, messages: [{ role: 'user', content: 'Label: spam or ham? Free money!' }] } },
      { request: { surface: 'responses', input: 'Say hello.', instructions: 'Be short.' } },
    ]) {
      await post(`/projects/${project.id}/routers/preview`, { router: draft, ...question });
      await post(`/projects/${project.id}/routers/preview`, { router_id: router.id, ...question });
    }
    const [recommendation] = (await read(`/projects/${tenant.projectId}/recommendations`)).data;
    await post(`/recommendations/${recommendation.id}/dismiss`);
    await post(`/recommendations/${recommendation.id}/approve`);
    const [group] = (await read(`/projects/${tenant.projectId}/groups`)).data;
    await expectDocumented('patch', `/groups/${group.id}`, { assigned_model: SMALL });
    await post(`/projects/${project.id}/callback-secret/rotate`);
    await post('/maintenance/sweep');
    await expectDocumented('delete', `/routers/${router.id}`);
    await expectDocumented('delete', `/projects/${project.id}`);
  });
});

/** One that is answered, one that needs a second attempt, one that fails, and one of a trace. */
async function sendCalls(traceId: string): Promise<void> {
  const client = new ChatClient(application.url, tenant.apiKey);
  const traceparent = `00-${traceId}-${newSpanId()}-01`;
  await client.ask(TERRA, {}, { headers: { traceparent } });
  application.provider.enqueue(jsonAnswer(chatCompletion({ finishReason: 'length', content: '' })));
  await client.ask(TERRA, { max_tokens: 4_000, reasoning_effort: 'high' });
  application.provider.enqueue(jsonAnswer(openAiError(), { status: 500 }));
  const failed = await client.ask(TERRA);
  await callRow(application.dataSource, failed.callId);
}

async function sendTraces(traceId: string): Promise<void> {
  const root = aSpan({ traceId, attributes: [text('gen_ai.request.model', 'gpt-4o')] });
  const child = aSpan({
    traceId,
    parentSpanId: root.spanId,
    status: { code: 2, message: 'broken' },
    events: [{ timeUnixNano: root['startTimeUnixNano'], name: 'said', attributes: [text('what', 'hello')] }],
    links: [{ traceId: newTraceId(), spanId: newSpanId(), attributes: [] }],
  });
  const answer = await new TracesClient(application.url, tenant.apiKey).spans([root, child]);
  expect(answer.status).toBe(200);
}

/** A group that Big serves, and whose record speaks for Small. */
async function insertProposal(): Promise<void> {
  const { dataSource } = application;
  await operator.patch(`/projects/${tenant.projectId}`, { permissions: { automatic_updates: false } });
  const groupId = await insertGroup(dataSource, tenant);
  const { routerId } = tenant;
  await insertCall(dataSource, tenant, { group_id: groupId, served_model: BIG, router_id: routerId ?? null });
  await insertJudged(dataSource, tenant, { groupId, model: BIG, succeeded: 20, judged: 20 });
  await insertJudged(dataSource, tenant, { groupId, model: SMALL, succeeded: 49, judged: 50 });
}
