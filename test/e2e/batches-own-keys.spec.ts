import Anthropic from '@anthropic-ai/sdk';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startSimulator, type RunningSimulator } from '../../src/simulator/start-simulator.js';
import { FakeBatchProvider } from '../support/fake-batch-provider.js';
import type { Tenant } from '../support/seed.js';
import { startTestApplication, type TestApplication } from '../support/start-application.js';
import { AdminClient } from './admin-client.js';
import type { BatchClient } from './batch-client.js';
import { CLAUDE, COST, item, ledgerOf, seedBatchTenant } from './batches-support.js';
import { created, jsonLines, line, linesOf, openAiClient, over } from './openai-batches-support.js';

const OWN = 'sk-own-0123456789abcdef';
const OURS = 'key-of-provider-a';

let simulator: RunningSimulator;
let provider: FakeBatchProvider;
let application: TestApplication;
let operator: AdminClient;
let tenant: Tenant;
let client: BatchClient;
beforeAll(async () => {
  simulator = await startSimulator({ port: 0, pace: 0 });
  provider = await FakeBatchProvider.start();
  application = await startTestApplication({
    environment: {
      PROVIDER_A_BASE_URL: provider.url,
      PROVIDER_B_BASE_URL: `${simulator.url}/provider-b/v1`,
    },
  });
  operator = new AdminClient(application.url);
});
beforeEach(() => {
  provider.reset();
  return begin('100');
});
afterAll(async () => {
  await application.stop();
  await provider.close();
  await simulator.close();
});

async function begin(balanceUsd: string): Promise<void> {
  ({ tenant, client } = await seedBatchTenant(application, { balanceUsd }));
}
const keyPath = (name: string): string => `/projects/${tenant.projectId}/provider-keys/${name}`;
async function bring(members: object = {}, name = 'provider_a'): Promise<void> {
  const { status } = await operator.put(keyPath(name), { api_key: OWN, ...members });
  expect(status).toBe(200);
  provider.keys.length = 0;
}
const accountsOf = async (id: string): Promise<(string | null)[]> => {
  const rows: { account: string | null }[] = await application.dataSource.query(
    'SELECT account FROM batch_portions WHERE batch_id = $1 ORDER BY ordinal',
    [id],
  );
  return rows.map(({ account }) => account);
};
const callsOf = async (): Promise<Record<string, unknown>[]> =>
  (await operator.get(`/projects/${tenant.projectId}/calls?surface=batch`)).body.data;
const ledger = () => ledgerOf(application, tenant);
const stateOfOurs = async (): Promise<unknown> =>
  ((await operator.get('/providers')).body.data as { provider: string; state: string }[]).find(
    (one) => one.provider === 'provider_a',
  )?.state;

async function endedFree(id: string): Promise<void> {
  provider.endAll();
  expect(await client.ended(id)).toMatchObject({
    status: 'ended',
    cost_usd: 0,
    providers: [{ billed_to: 'own-key' }],
  });
}

describe('a batch of a project with an own key', () => {
  it('is created, polled, read and billed with it: metered, at no cost, without a balance', async () => {
    await begin('0');
    await bring();
    const quote = await client.quote({ requests: [item('a')] });
    expect(quote.json).toMatchObject({ estimate_usd: 0 });
    const { id, estimate_usd: estimate } = await client.submitted({ requests: [item('a'), item('b')] });
    expect([estimate, await accountsOf(id)]).toEqual([0, ['own']]);
    expect((await client.status(id)).headers['x-svc-billed-to']).toBe('own-key');
    await endedFree(id);
    const lines = await client.resultLines(id);
    expect(lines.map(({ status, cost }) => [status, cost])).toEqual([
      ['succeeded', 0],
      ['succeeded', 0],
    ]);
    expect(new Set(provider.keys)).toEqual(new Set([OWN]));
    expect(await callsOf()).toMatchObject([
      {
        requests: 2,
        cost_usd: 0,
        billed_usd: 0,
        usage: { input_tokens: 2_000, output_tokens: 200 },
        attempts: [{ account: 'own', billed: false, cost_usd: 0 }],
      },
    ]);
    expect(await ledger()).toMatchObject({ balance: '0', reserved: '0' });
    expect((await ledger()).rows.map(({ kind }) => kind)).toEqual(['credit']);
  });

  it('is stopped with it', async () => {
    await bring();
    const { id } = await client.submitted({ requests: [item('a')] });
    expect((await client.cancel(id)).status).toBe(200);
    await client.status(id);
    expect(provider.cancels).toBeGreaterThan(0);
    expect(new Set(provider.keys)).toEqual(new Set([OWN]));
    await endedFree(id);
  });

  it('is found with it after the answer to its create was lost', async () => {
    await bring();
    provider.createFaults.push('drop');
    const { id } = await client.submitted({ requests: [item('a')] });
    await client.status(id);
    await endedFree(id);
    expect([provider.batches.length, new Set(provider.keys)]).toEqual([1, new Set([OWN])]);
  });

  it('is the same on the facade of the Messages API, with the official client', async () => {
    await bring();
    const anthropic = new Anthropic({
      apiKey: tenant.apiKey,
      baseURL: `${application.url}/api`,
      maxRetries: 0,
    });
    const batch = await anthropic.messages.batches.create({
      requests: [
        {
          custom_id: 'a',
          params: { model: CLAUDE, max_tokens: 9, messages: [{ role: 'user', content: 'Hi' }] },
        },
      ],
    });
    const [ours] = (await client.list()).json.data as { id: string }[];
    expect(await accountsOf(ours?.id ?? '')).toEqual(['own']);
    await endedFree(ours?.id ?? '');
    const results = [];
    for await (const result of await anthropic.messages.batches.results(batch.id)) results.push(result);
    expect(results).toMatchObject([{ custom_id: 'a', result: { type: 'succeeded' } }]);
    expect(new Set(provider.keys)).toEqual(new Set([OWN]));
    expect((await ledger()).balance).toBe('100');
  });

  it('is the same of an OpenAI file, beside what is on our accounts and billed', async () => {
    await bring({}, 'provider_b');
    const openai = openAiClient(application, tenant.apiKey);
    const text = jsonLines(line('b'), line('a', { model: 'claude-sonnet-5-5' }));
    const { id } = await created(openai, text);
    for (let tries = 0; provider.batches.length === 0 && tries < 1_000; tries += 1)
      await openai.batches.retrieve(id);
    provider.endAll();
    const batch = await over(openai, id);
    expect(batch).toMatchObject({ status: 'completed', svc: { cost_usd: COST } });
    expect(await linesOf(openai, batch.output_file_id)).toHaveLength(2);
    const rows = await callsOf();
    const accountOf = (model: string) =>
      (rows.find(({ served_model }) => served_model === model)?.['attempts'] as { account: string }[])[0]
        ?.account;
    expect([accountOf('vendorb/gpt-6.1-terra'), accountOf(CLAUDE)]).toEqual(['own', null]);
    expect((await ledger()).rows.map(({ kind }) => kind)).toEqual([
      'credit',
      'reservation',
      'release',
      'settlement',
    ]);
  });

  it.each([[401], [429], [500]])(
    'that its provider refuses with %i goes nowhere else, and puts no account out',
    async (status) => {
      await bring();
      provider.keyStatus.set(OWN, status);
      const answer = await client.submit({ requests: [item('a')] });
      expect([502, 503]).toContain(answer.status);
      expect(answer.json.error.provider_errors).toMatchObject([{ provider: 'provider_a', status }]);
      expect(answer.text).not.toContain(OWN);
      expect(provider.keys).not.toContain(OURS);
      expect(await stateOfOurs()).toBe('healthy');
      expect(await ledger()).toMatchObject({ balance: '100', reserved: '0' });
    },
  );

  it.each([[401], [429], [500]])(
    'that falls back goes on at our account after a %i, and is priced',
    async (status) => {
      await bring({ fall_back_to_system: true });
      provider.keyStatus.set(OWN, status);
      const { id, estimate_usd: estimate } = await client.submitted({ requests: [item('a')] });
      expect(estimate).toBeGreaterThan(0);
      expect(await accountsOf(id)).toEqual(['default']);
      expect(await stateOfOurs()).toBe('healthy');
      provider.endAll();
      expect(await client.ended(id)).toMatchObject({ cost_usd: COST });
      expect(await callsOf()).toMatchObject([
        { billed_usd: COST, attempts: [{ account: null, billed: true }] },
      ]);
    },
  );

  it('that falls back is on the own key while that works, and what was reserved comes back', async () => {
    await bring({ fall_back_to_system: true });
    const { id } = await client.submitted({ requests: [item('a')] });
    expect(Number((await ledger()).reserved)).toBeGreaterThan(0);
    await endedFree(id);
    expect(await ledger()).toMatchObject({ balance: '100', reserved: '0' });
  });

  it('that falls back does not after a 403, nor a 400', async () => {
    await bring({ fall_back_to_system: true });
    for (const status of [403, 400]) {
      provider.keyStatus.set(OWN, status);
      expect((await client.submit({ requests: [item('a')] })).status).toBe(502);
    }
    expect(provider.keys).not.toContain(OURS);
  });

  it('goes on with the key that takes the place of its own', async () => {
    await bring();
    const { id } = await client.submitted({ requests: [item('a')] });
    await operator.put(keyPath('provider_a'), { api_key: 'sk-next-0123456789abcdef' });
    provider.sameAccount.set('sk-next-0123456789abcdef', OWN);
    provider.keyStatus.set(OWN, 401);
    await endedFree(id);
    expect(await client.resultLines(id)).toHaveLength(1);
  });

  it('waits when its key is deleted, is never on our account, and goes on when a key is back', async () => {
    await bring();
    const { id } = await client.submitted({ requests: [item('a')] });
    await operator.delete(keyPath('provider_a'));
    provider.keys.length = 0;
    provider.endAll();
    expect((await client.status(id)).json).toMatchObject({ status: 'in_progress' });
    expect(provider.keys).toEqual([]);
    await bring();
    await endedFree(id);
  });

  it('that was funded for its key alone is refused when that is gone before it is handed over', async () => {
    await bring();
    provider.createFaults.push('lose');
    const { id } = await client.submitted({ requests: [item('a')] });
    await operator.delete(keyPath('provider_a'));
    await client.status(id);
    expect(provider.batches).toEqual([]);
    await bring();
    await client.status(id);
    await endedFree(id);
    expect(new Set(provider.keys)).toEqual(new Set([OWN]));
  });

  it('is nothing to other projects, which are on our account', async () => {
    await bring();
    const other = await seedBatchTenant(application);
    const { id } = await other.client.submitted({ requests: [item('a')] });
    expect(await accountsOf(id)).toEqual(['default']);
    expect(provider.keys).not.toContain(OWN);
  });
});
