import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import pg from 'pg';
import { ADMIN_TOKEN, startTestApplication, type TestApplication } from '../support/start-application.js';
import { seedTenant, type Tenant } from '../support/seed.js';
import { CLAUDE, item, messages, UNLIMITED } from './batches-support.js';
import { eventually } from './stream-call.js';
import { aSpan, requestOf } from './traces-client.js';

let service: TestApplication;
let tenant: Tenant;
/** Its row is in nobody's memory but for the key. */
let server: pg.Client;

beforeAll(async () => {
  service = await startTestApplication({ environment: { BATCH_GATEWAY_PORT: '0' } });
  tenant = await seedTenant(service.dataSource, UNLIMITED);
  server = new pg.Client({ connectionString: inject('postgresUrl') });
  await server.connect();
});
afterAll(async () => {
  await server.end();
  await service.stop();
});

interface Ask {
  readonly method?: string;
  readonly path: string;
  readonly body?: object;
  readonly to?: 'batch gateway' | 'management';
}

const batch = { requests: [item('a')] };
const post = (path: string, body: object = {}): Ask => ({ method: 'POST', path, body });
const managed = (path: string, more: Partial<Ask> = {}): Ask => ({ to: 'management', path, ...more });
const BATCH = 'batch_01234567890123456789012345';
const FACADE = 'msgbatch_01234567890123456789012345';

/** Everything that cannot answer from memory. Ids are written when the tenant is known. */
const ASKS: Readonly<Record<string, readonly Ask[]>> = {
  'batch tier': [
    post('/api/v1/route/batches', batch),
    { path: '/api/v1/route/batches' },
    { path: `/api/v1/route/batches/${BATCH}` },
    post(`/api/v1/route/batches/${BATCH}/cancel`),
    { path: `/api/v1/route/batches/${BATCH}/results` },
    post('/api/v1/route/batches/uploads'),
    post('/api/v1/route/batches', { input_object: 'upl_01234567890123456789012345' }),
  ],
  facade: [
    post('/api/v1/messages/batches', batch),
    { path: '/api/v1/messages/batches' },
    { path: `/api/v1/messages/batches/${FACADE}` },
    post(`/api/v1/messages/batches/${FACADE}/cancel`),
    { method: 'DELETE', path: `/api/v1/messages/batches/${FACADE}` },
    { path: `/api/v1/messages/batches/${FACADE}/results` },
  ],
  'batch gateway': [
    { ...post('/api/v1/route/batches', batch), to: 'batch gateway' },
    { ...post('/api/v1/messages/batches', batch), to: 'batch gateway' },
  ],
  'live calls': [
    post('/api/v1/route/chat/completions', { model: CLAUDE, messages }),
    post('/api/v1/route/chat/completions', { model: CLAUDE, messages, stream: true }),
    post('/api/v1/messages', { model: CLAUDE, max_tokens: 10, messages }),
    post('/api/v1/route/embeddings', { model: 'text-embedding-3-small', input: 'Hi' }),
  ],
  account: [{ path: '/api/v1/credits' }, { path: '/api/v1/calls/call_01234567890123456789012345' }],
  'kept responses': [
    { path: '/api/v1/openai/responses/resp_1' },
    { path: '/api/v1/route/responses/resp_1/input_items' },
    { method: 'DELETE', path: '/api/v1/openai/responses/resp_1' },
  ],
  feedback: [post('/api/v1/feedback', { call_id: 'call_01234567890123456789012345', success: true })],
  traces: [post('/api/v1/traces', requestOf([aSpan()]))],
  management: [
    managed('/organizations'),
    managed('/organizations/{organization}'),
    managed('/organizations/{organization}/ledger'),
    managed('/organizations/{organization}/ledger/check'),
    managed('/organizations/{organization}/audit'),
    managed('/organizations/{organization}/credits', { method: 'POST', body: { amount_usd: 1 } }),
    managed('/projects/{project}'),
    managed('/projects/{project}', { method: 'PATCH', body: { name: 'New' } }),
    managed('/projects/{project}/usage'),
    managed('/projects/{project}/calls'),
    managed('/projects/{project}/groups'),
    managed('/projects/{project}/routers'),
    managed('/projects/{project}/traces'),
    managed('/projects/{project}/endpoints'),
    managed('/projects/{project}/recommendations'),
    managed('/projects/{project}/keys', { method: 'POST', body: { name: 'k' } }),
    managed('/projects/{project}/playground/chat/completions', {
      method: 'POST',
      body: { model: CLAUDE, messages },
    }),
  ],
};

function send({ method = 'GET', path, body, to }: Ask): Promise<Response> {
  const base =
    to === 'batch gateway'
      ? (service.batchGatewayUrl ?? '')
      : service.url + (to === 'management' ? '/api/v1/admin' : '');
  const known = path.replace('{organization}', tenant.organizationId).replace('{project}', tenant.projectId);
  return fetch(base + known, {
    method,
    headers: {
      authorization: `Bearer ${to === 'management' ? ADMIN_TOKEN : tenant.apiKey}`,
      'content-type': 'application/json',
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
}

/**
 * The database lets nobody in, while changes are heard: what is in memory is believed, so that each surface comes to its own
 * statements.
 */
async function withoutDatabase(work: () => Promise<void>): Promise<void> {
  const name = new URL(service.database.url).pathname.slice(1);
  await server.query(`ALTER DATABASE ${name} ALLOW_CONNECTIONS false`);
  try {
    await server.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1 AND application_name <> 'inference-gateway changes'`,
      [name],
    );
    await work();
  } finally {
    await server.query(`ALTER DATABASE ${name} ALLOW_CONNECTIONS true`);
    await eventually(
      async () => ((await fetch(`${service.url}/readyz`)).ok ? true : undefined),
      'a service that is ready',
    );
  }
}

describe('a database that is away', () => {
  it.each(Object.keys(ASKS))('is 503 to try again, in the words of the surface: %s', async (surface) => {
    expect((await send({ path: '/api/v1/key' })).status).toBe(200);
    await withoutDatabase(async () => {
      for (const ask of ASKS[surface] ?? []) {
        const answer = await send(ask);
        const body: unknown = await answer.json();
        const where = `${ask.method ?? 'GET'} ${ask.path}`;
        expect({ where, status: answer.status, body }).toMatchObject({ where, status: 503 });
        expect(answer.headers.get('retry-after'), where).toMatch(/^[1-9]\d*$/);
        expect(body, where).toMatchObject(
          ask.path.startsWith('/api/v1/messages')
            ? { type: 'error', error: { details: { error_code: 'database_unavailable' } } }
            : { error: { type: 'api_error', code: 'database_unavailable' } },
        );
      }
    });
    expect(service.provider.requests).toEqual([]);
  });
});
