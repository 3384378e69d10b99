import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { FakeBatchProvider } from '../support/fake-batch-provider.js';
import { FakeProvider } from '../support/fake-provider.js';
import { jsonAnswer } from '../support/recordings/script.js';
import type { Tenant } from '../support/seed.js';
import { startTestApplication, type TestApplication } from '../support/start-application.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';
import { BatchClient, type BatchStatus } from './batch-client.js';
import { item, ledgerOf, messages, seedBatchTenant } from './batches-support.js';

interface ModelEntry {
  id: string;
  prices: Record<string, unknown>;
  surfaces: string[];
}

const LLAMA = 'meta-llama/Llama-3.3-70B-Instruct';
const OPUS = 'claude-opus-4-5';
/** 1,000 input and 100 output tokens: at half of 5 and 25 USD a million, and at 0.6 of 0.59 and 0.79. */
const COST = 0.00375 + 0.0004014;

let folder: string;
let providerA: FakeBatchProvider;
let provider: FakeProvider;
let database: TestDatabase;
let tenant: Tenant | undefined;
let client: BatchClient;
let application: TestApplication | undefined;

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'catalogues-'));
  [providerA, provider, database] = [
    await FakeBatchProvider.start(),
    await FakeProvider.start(),
    await createTestDatabase(),
  ];
});
afterAll(async () => {
  await application?.stop();
  await Promise.all([providerA.close(), provider.close(), database.drop(), rm(folder, { recursive: true })]);
});
beforeEach(async () => {
  providerA.reset();
  provider.reset();
  await startWith((models) => models);
  ({ tenant, client } = await seedBatchTenant(running()));
});

function running(): TestApplication {
  if (application === undefined) throw new Error('nothing runs');
  return application;
}

/** Starts anew, with another catalogue. */
async function startWith(change: (models: ModelEntry[]) => ModelEntry[]): Promise<void> {
  await application?.stop();
  const shipped = JSON.parse(
    readFileSync(new URL('../../src/catalog/catalog.json', import.meta.url), 'utf8'),
  ) as { models: ModelEntry[] };
  const file = path.join(folder, 'catalog.json');
  await writeFile(file, JSON.stringify({ ...shipped, models: change(shipped.models) }));
  application = await startTestApplication({
    environment: { PROVIDER_A_BASE_URL: providerA.url, CATALOG_PATH: file },
    database,
    provider,
  });
  if (tenant !== undefined) client = new BatchClient(application.url, tenant.apiKey);
}

const isOurs = ({ id }: ModelEntry): boolean => id === LLAMA || id === OPUS;
const changed = (change: (model: ModelEntry) => ModelEntry) => (models: ModelEntry[]) =>
  models.map((model) => (isOurs(model) ? change(model) : model));
const usage = { prompt_tokens: 1_000, completion_tokens: 100, total_tokens: 1_100 };
const answer = () =>
  jsonAnswer({
    id: 'c',
    object: 'chat.completion',
    choices: [{ index: 0, message: { role: 'assistant', content: 'Hi.' }, finish_reason: 'stop' }],
    usage,
  });
const both = {
  requests: [
    item('a', { model: `vendora/${OPUS}` }),
    { custom_id: 'h', body: { model: LLAMA, messages, max_tokens: 100 } },
  ],
};
const CHANGES: [string, (models: ModelEntry[]) => ModelEntry[]][] = [
  ['left the catalogue', (models) => models.filter((model) => !isOurs(model))],
  [
    'lost their batch price',
    changed((model) => ({
      ...model,
      prices: { ...model.prices, batch_multiplier: undefined },
      surfaces: model.surfaces.filter((surface) => surface !== 'batch'),
    })),
  ],
  [
    'cost ten times as much',
    changed((model) => ({ ...model, prices: { ...model.prices, input: '50', output: '50' } })),
  ],
  [
    'have another batch rate',
    changed((model) => ({ ...model, prices: { ...model.prices, batch_multiplier: '1' } })),
  ],
];

describe('a batch whose models', () => {
  it.each(CHANGES)('%s while it runs ends at the price of its submission', async (_name, change) => {
    // The hosted request meets its provider for the first time after the change, and so does provider A's portion.
    providerA.createFaults.push('lose');
    const { id } = await client.submitted(both);
    await startWith(change);
    provider.respond('/h/v1/chat/completions', answer());
    expect((await client.status(id)).json).toMatchObject({ status: 'in_progress' });
    providerA.endAll();
    const ended: BatchStatus = await client.ended(id);
    expect(ended).toMatchObject({ status: 'ended', succeeded_count: 2, errored_count: 0 });
    expect(ended.cost_usd).toBeCloseTo(COST, 12);
    expect(provider.requests.filter(({ path: called }) => called.startsWith('/h/'))).toHaveLength(1);
    expect(tenant && (await ledgerOf(running(), tenant))).toMatchObject({ reserved: '0' });
    const models = (await client.resultLines(id)).map(({ model }) => model).sort();
    expect(models).toEqual([LLAMA, `vendora/${OPUS}`].sort());
  });

  it('were submitted before terms were kept ends by the catalogue', async () => {
    const { id } = await client.submitted(both);
    await running().dataSource.query('UPDATE batch_portions SET terms = NULL WHERE batch_id = $1', [id]);
    await startWith(changed((model) => ({ ...model, prices: { ...model.prices, batch_multiplier: '1' } })));
    provider.respond('/h/v1/chat/completions', answer());
    providerA.endAll();
    expect((await client.ended(id)).cost_usd).toBeCloseTo(0.0075 + 0.000669, 12);
  });
});
