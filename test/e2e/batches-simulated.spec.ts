import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startSimulator, type RunningSimulator } from '../../src/simulator/start-simulator.js';
import type { Tenant } from '../support/seed.js';
import { startTestApplication, type TestApplication } from '../support/start-application.js';
import type { BatchClient } from './batch-client.js';
import { CLAUDE, ledgerOf, messages, seedBatchTenant } from './batches-support.js';

const GPT = 'vendorb/gpt-6.1-terra';
const LLAMA = 'meta-llama/Llama-3.3-70B-Instruct';

let simulator: RunningSimulator;
let application: TestApplication;
let tenant: Tenant;
let client: BatchClient;

beforeAll(async () => {
  simulator = await startSimulator({ port: 0, pace: 0 });
  application = await startTestApplication({
    environment: {
      PROVIDER_A_BASE_URL: `${simulator.url}/provider-a`,
      PROVIDER_B_BASE_URL: `${simulator.url}/provider-b/v1`,
      HOSTED_BASE_URL: `${simulator.url}/hosted/v1`,
      HOSTED_MESSAGES_BASE_URL: `${simulator.url}/hosted/anthropic`,
    },
  });
});
afterAll(async () => {
  await application.stop();
  await simulator.close();
});
beforeEach(async () => {
  ({ tenant, client } = await seedBatchTenant(application));
});

const ledger = () => ledgerOf(application, tenant);

describe('batches against the simulated providers', () => {
  it('run a mixed batch to its end: every item has its answer, and it is billed once', async () => {
    const submitted = await client.submitted({
      requests: [
        { custom_id: 'a-body', body: { model: CLAUDE, messages, max_tokens: 50 } },
        { custom_id: 'a-params', params: { model: CLAUDE, messages, max_tokens: 50 } },
        { custom_id: 'b', body: { model: GPT, messages } },
        { custom_id: 'hosted', body: { model: LLAMA, messages } },
        { custom_id: 'hosted-params', params: { model: LLAMA, messages, max_tokens: 50 } },
      ],
    });
    expect(submitted).toMatchObject({ object: 'batch', status: 'in_progress', request_count: 5 });
    expect(submitted.providers.map(({ provider, request_count: count }) => [provider, count])).toEqual([
      ['provider_a', 2],
      ['provider_b', 1],
      ['hosted', 2],
    ]);
    const reserved = await ledger();
    expect(Number(reserved.reserved)).toBeCloseTo(submitted.estimate_usd, 12);
    expect(reserved.rows.map(({ kind }) => kind)).toEqual(['credit', 'reservation']);
    const running = await client.results(submitted.id);
    expect(running.status).toBe(409);
    expect(running.headers['x-should-retry']).toBe('false');

    const ended = await client.ended(submitted.id);
    expect(ended).toMatchObject({ status: 'ended', succeeded_count: 5, errored_count: 0 });
    expect(ended.results_url).toBe(`${application.url}/api/v1/route/batches/${submitted.id}/results`);
    const lines = await client.resultLines(submitted.id);
    expect(lines.map(({ custom_id: id, status }) => [id, status]).sort()).toEqual(
      ['a-body', 'a-params', 'b', 'hosted', 'hosted-params'].map((id) => [id, 'succeeded']),
    );
    const byId = new Map(lines.map((line) => [line.custom_id, line]));
    expect(byId.get('a-body')?.response).toMatchObject({ object: 'chat.completion' });
    expect(byId.get('a-params')?.response).toMatchObject({ type: 'message' });
    expect(byId.get('hosted-params')?.response).toMatchObject({ type: 'message' });
    const settled = await ledger();
    expect(settled.reserved).toBe('0');
    expect(settled.rows.map(({ kind }) => kind)).toEqual(['credit', 'reservation', 'release', 'settlement']);
    const total = lines.reduce((sum, { cost }) => sum + cost, 0);
    expect(ended.cost_usd).toBeCloseTo(total, 12);
    expect(Number(settled.balance)).toBeCloseTo(100 - total, 9);
    const usage: { requests: string; billed: string }[] = await application.dataSource.query(
      "SELECT sum(requests) AS requests, sum(billed_usd)::float8 AS billed FROM calls WHERE project_id = $1 AND surface = 'batch'",
      [tenant.projectId],
    );
    expect(Number(usage[0]?.requests)).toBe(5);
    expect(Number(usage[0]?.billed)).toBeCloseTo(total, 12);
  });

  it.each([
    ['openai', [{ custom_id: 'x', body: { model: GPT, messages } }]],
    ['anthropic', [{ custom_id: 'x', params: { model: CLAUDE, messages, max_tokens: 20 } }]],
  ])('give results in the exact lines of format=%s', async (format, requests) => {
    const { id } = await client.submitted({ requests });
    await client.ended(id);
    const { status, headers, text } = await client.results(id, format);
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'x-svc-batch-id': id,
      'x-svc-batch-status': 'ended',
      'x-svc-results-format': format,
    });
    const line = JSON.parse(text) as Record<string, unknown>;
    if (format === 'anthropic')
      expect(line).toMatchObject({
        custom_id: 'x',
        result: { type: 'succeeded', message: { type: 'message' } },
      });
    else
      expect(line).toMatchObject({
        custom_id: 'x',
        response: { status_code: 200, body: { object: 'chat.completion' } },
        error: null,
      });
    const other = await client.results(id, format === 'openai' ? 'anthropic' : 'openai');
    expect(other.status).toBe(400);
    const envelope = await client.results(id, 'json');
    expect(envelope.json).toMatchObject({
      object: 'list',
      batch_id: id,
      status: 'ended',
      data: [{ custom_id: 'x' }],
    });
    expect((await client.results(id, 'xml')).status).toBe(400);
  });

  it('cancel: what has not run comes back canceled and is refunded; a second cancel changes nothing', async () => {
    const { id } = await client.submitted({
      requests: Array.from({ length: 120 }, (_, index) => ({
        custom_id: `h${index}`,
        body: { model: LLAMA, messages },
      })),
    });
    const canceled = await client.cancel(id);
    expect(canceled.status).toBe(200);
    const ended = await client.ended(id);
    expect(ended.canceled_count).toBe(120);
    expect((await client.cancel(id)).json).toMatchObject({ id, status: 'ended' });
    expect((await ledger()).balance).toBe('100');
    expect(
      (await client.resultLines(id)).every(
        ({ status, response }) => status === 'canceled' && response === null,
      ),
    ).toBe(true);
  });

  it('quote a batch without creating anything', async () => {
    const { json } = await client.quote({ requests: [{ custom_id: 'x', body: { model: GPT, messages } }] });
    expect(json).toMatchObject({
      object: 'batch.quote',
      request_count: 1,
      providers: [{ provider: 'provider_b' }],
    });
    expect((await client.list()).json).toMatchObject({ data: [], has_more: false, first_id: null });
    expect((await ledger()).rows).toHaveLength(1);
  });

  it('work off hosted requests a slice of 50 at each poll, whatever the planner thinks of the table', async () => {
    // For a table that was empty when it was last looked at, it may ask for the slice again for each row of the portion.
    await application.dataSource.query('DELETE FROM hosted_items');
    await application.dataSource.query('ANALYZE hosted_items');
    const { id } = await client.submitted({
      requests: Array.from({ length: 60 }, (_, index) => ({
        custom_id: `h${index}`,
        body: { model: LLAMA, messages },
      })),
    });
    const first = await client.status(id);
    expect(first.json).toMatchObject({ status: 'in_progress', succeeded_count: 50 });
    expect((await client.status(id)).json).toMatchObject({ status: 'ended', succeeded_count: 60 });
  });
});
