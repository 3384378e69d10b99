import Anthropic from '@anthropic-ai/sdk';
import OpenAI from 'openai';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startSimulator, type RunningSimulator } from '../../src/simulator/start-simulator.js';
import { callRow, chargesOf } from '../support/seed.js';
import { ADMIN_TOKEN, startTestApplication, type TestApplication } from '../support/start-application.js';
import { AdminClient } from './admin-client.js';
import { BatchClient } from './batch-client.js';
import { seedBatchTenant } from './batches-support.js';
import { ChatClient } from './chat-client.js';

const CLAUDE = 'vendora/claude-haiku-4-5';
const GPT = 'vendorb/gpt-4o-mini';
const TERRA = 'vendorb/gpt-6.1-terra';
const ENVIRONMENT = {
  PROVIDER_A_API_KEYS: 'main=sk-of-main,backup=sk-of-backup',
  PROVIDER_B_API_KEYS: 'main=sk-b-main@3,backup=sk-b-backup',
  PROVIDER_B_ACCOUNT_MODELS: 'backup=gpt-4o-mini|text-embedding-3-small',
};

let simulator: RunningSimulator;
let service: TestApplication;
let replica: TestApplication;
let operator: AdminClient;
let apiKey: string;
let client: ChatClient;
beforeAll(async () => {
  simulator = await startSimulator({ port: 0, pace: 0 });
  const options = { environment: ENVIRONMENT, simulatorUrl: simulator.url };
  service = await startTestApplication(options);
  replica = await startTestApplication({ ...options, database: service.database });
  operator = new AdminClient(service.url);
});
beforeEach(async () => {
  const { tenant } = await seedBatchTenant(service, { tiers: null });
  apiKey = tenant.apiKey;
  client = new ChatClient(service.url, apiKey);
});
afterEach(async () => {
  await operator.delete('/simulator/faults');
  await allHealthy();
});
afterAll(async () => {
  await replica.stop();
  await service.stop();
  await simulator.close();
});

const plan = async (faults: string): Promise<void> => {
  expect((await operator.put('/simulator/faults', { faults })).status).toBe(200);
};
const attemptsOf = async (callId: string) => (await callRow(service.dataSource, callId)).detail.attempts;
const accountOf = async (callId: string) => (await attemptsOf(callId)).map(({ account }) => account).at(-1);

interface Shown {
  provider: string;
  name: string;
  state: string;
  out_until: string | null;
  reason: string | null;
  weight: number;
}
const accounts = async (): Promise<Shown[]> => (await operator.get('/providers')).body.data as Shown[];
const stateOf = async (provider: string, name: string) =>
  (await accounts()).find((one) => one.provider === provider && one.name === name);

/** Nothing is remembered of what earlier tests did, here or in the replica. */
async function allHealthy(): Promise<void> {
  await service.dataSource.query(
    `WITH gone AS (DELETE FROM provider_outages RETURNING provider, account, fingerprint)
     SELECT pg_notify('gateway_outages', row_to_json(gone)::text) FROM gone`,
  );
  for (const one of [replica, service]) await until(async () => (await healthIn(one)) === 1);
}

/** The least of the accounts' health, as a process's metrics tell. */
async function healthIn({ url }: TestApplication): Promise<number> {
  const text = await (
    await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${ADMIN_TOKEN}` } })
  ).text();
  const values = [...text.matchAll(/^gateway_provider_health\{.*\} (\d)/gm)].map(([, value]) =>
    Number(value),
  );
  return Math.min(...values);
}

/** Asks again and again: what one process does reaches the others a moment later. */
async function until(condition: () => Promise<boolean>): Promise<void> {
  for (let turn = 0; turn < 2_000; turn += 1) if (await condition()) return;
  throw new Error('it never came to be');
}

describe('several accounts of a provider', () => {
  it('are told to the operator with their weights, and never with their keys', async () => {
    const { body, status } = await operator.get('/providers');
    expect(status).toBe(200);
    expect(body.data).toEqual([
      { provider: 'provider_a', name: 'main', state: 'healthy', out_until: null, reason: null, weight: 1 },
      { provider: 'provider_a', name: 'backup', state: 'healthy', out_until: null, reason: null, weight: 1 },
      { provider: 'provider_b', name: 'main', state: 'healthy', out_until: null, reason: null, weight: 3 },
      { provider: 'provider_b', name: 'backup', state: 'healthy', out_until: null, reason: null, weight: 1 },
      {
        provider: 'marketplace',
        name: 'default',
        state: 'healthy',
        out_until: null,
        reason: null,
        weight: 1,
      },
      { provider: 'hosted', name: 'default', state: 'healthy', out_until: null, reason: null, weight: 1 },
    ]);
    expect(JSON.stringify(body)).not.toContain('sk-');
    const { token } = await operator.createToken(await operator.createOrganization());
    expect((await operator.withToken(token).get('/providers')).status).toBe(403);
  });

  it('share calls by weight, and a session keeps its own in every process', async () => {
    const used = new Set<unknown>();
    for (let turn = 0; turn < 12; turn += 1) used.add(await accountOf((await client.ask(GPT)).callId));
    expect(used).toEqual(new Set(['main', 'backup']));
    const there = new ChatClient(replica.url, apiKey);
    const ofSession = new Set<unknown>();
    for (let turn = 0; turn < 4; turn += 1)
      for (const one of [client, there])
        ofSession.add(await accountOf((await one.ask(GPT, { session_id: 'session-7' })).callId));
    expect(ofSession.size).toBe(1);
  });

  it('leave calls of a model to those that serve it', async () => {
    for (let turn = 0; turn < 6; turn += 1)
      expect(await accountOf((await client.ask(TERRA)).callId)).toBe('main');
    await plan('*#main=503');
    expect((await client.ask(TERRA)).status).toBe(503);
  });

  it('go on for each other when one is told to wait, which then is left out everywhere', async () => {
    await plan('*#main=429:20s');
    const answers = [];
    for (let turn = 0; turn < 8; turn += 1) answers.push(await client.ask(CLAUDE));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    const detours = answers.filter(({ headers }) => headers['x-svc-retry'] === 'outage-fallback');
    expect(detours).toHaveLength(1);
    const [detour] = detours;
    expect(await attemptsOf(String(detour?.callId))).toMatchObject([
      { account: 'main', status: 429, billed: false },
      { account: 'backup', status: 200, retry_reason: 'outage-fallback', billed: true },
    ]);
    expect(await chargesOf(service.dataSource, String(detour?.callId))).toHaveLength(1);
    const out = await stateOf('provider_a', 'main');
    expect(out).toMatchObject({ state: 'out', reason: 'rate_limited' });
    expect(Date.parse(String(out?.out_until)) - Date.now()).toBeGreaterThan(10_000);
    expect(await healthIn(service)).toBe(0);
    await until(async () => (await healthIn(replica)) === 0);
    const there = new ChatClient(replica.url, apiKey);
    for (let turn = 0; turn < 4; turn += 1)
      expect((await there.ask(CLAUDE)).headers['x-svc-retry']).toBeUndefined();
  });

  it.each([
    ['401', 'unauthorized'],
    ['403', 'forbidden'],
    ['quota', 'out_of_quota'],
    ['529', 'overloaded'],
  ])('are left out after %s, as %s', async (act, reason) => {
    await plan(`*#main=${act}`);
    for (let turn = 0; turn < 4; turn += 1) expect((await client.ask(CLAUDE)).status).toBe(200);
    expect(await stateOf('provider_a', 'main')).toMatchObject({ state: 'out', reason });
  });

  it.each(['400', '404', '500'])('stay in use after %s', async (act) => {
    await plan(`*#main=${act}`);
    for (let turn = 0; turn < 4; turn += 1) await client.ask(CLAUDE);
    expect(await stateOf('provider_a', 'main')).toMatchObject({ state: 'healthy' });
  });

  it('come back by one trial once their time is over', async () => {
    await plan('*#main=429:0s');
    for (let turn = 0; turn < 4; turn += 1) expect((await client.ask(CLAUDE)).status).toBe(200);
    expect(await stateOf('provider_a', 'main')).toMatchObject({
      state: expect.stringMatching(/out|probing/),
    });
    await plan('');
    await until(async () => {
      expect((await client.ask(CLAUDE)).status).toBe(200);
      return (await stateOf('provider_a', 'main'))?.state === 'healthy';
    });
    await until(async () => (await healthIn(replica)) === 1);
  });

  it('are all asked before the caller hears of a failure, which is the first one', async () => {
    await plan('*#main=503,*#backup=500');
    const answer = await client.ask(CLAUDE, { session_id: 'a' });
    const attempts = await attemptsOf(answer.callId);
    expect(attempts).toHaveLength(2);
    expect(answer.status).toBe(attempts[0]?.['status']);
    expect(await chargesOf(service.dataSource, answer.callId)).toEqual([]);
  });
});

describe('the other surfaces', () => {
  it('go on at another account: Messages, streamed and whole, with the official SDK', async () => {
    await plan('*#main=cut:0@1');
    const anthropic = new Anthropic({ apiKey, baseURL: `${service.url}/api`, maxRetries: 0 });
    const body = { model: CLAUDE, max_tokens: 50, messages: [{ role: 'user' as const, content: 'Hi' }] };
    const retried = new Set<string | null>();
    for (let turn = 0; turn < 4; turn += 1) {
      const { data, response } = await anthropic.messages.create(body).withResponse();
      expect(data.content.length).toBeGreaterThan(0);
      retried.add(response.headers.get('x-svc-retry'));
      const stream = anthropic.messages.stream(body);
      expect((await stream.finalMessage()).content.length).toBeGreaterThan(0);
    }
    expect(retried).toContain('outage-fallback');
  });

  it('go on at another account: embeddings', async () => {
    await plan('*#main=529');
    const openai = new OpenAI({ apiKey, baseURL: `${service.url}/api/v1/openai`, maxRetries: 0 });
    const ask = () => openai.embeddings.create({ model: 'vendorb/text-embedding-3-small', input: 'Hi' });
    for (let turn = 0; turn < 4; turn += 1) expect((await ask()).data).toHaveLength(1);
    expect(await stateOf('provider_b', 'main')).toMatchObject({ state: 'out', reason: 'overloaded' });
  });

  it('go on at another account: a batch that one refuses, which then stays where it is', async () => {
    const batches = new BatchClient(service.url, apiKey);
    await plan('provider_a/*#main=503');
    for (let turn = 0; turn < 2; turn += 1) {
      const { id } = await batches.submitted({
        requests: [
          {
            custom_id: 'a',
            params: { model: CLAUDE, max_tokens: 9, messages: [{ role: 'user', content: 'Hi' }] },
          },
        ],
      });
      const [portion] = await service.dataSource.query<{ account: string }[]>(
        'SELECT account FROM batch_portions WHERE batch_id = $1',
        [id],
      );
      expect(portion?.account).toBe('backup');
      await until(async () => (await batches.status(id)).json.status === 'ended');
      expect((await batches.status(id)).json).toMatchObject({ succeeded_count: 1 });
    }
  });
});
