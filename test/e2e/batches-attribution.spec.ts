import { setTimeout as pause } from 'node:timers/promises';
import Anthropic from '@anthropic-ai/sdk';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { parseUsd } from '../../src/lib/money.js';
import { startSimulator, type RunningSimulator } from '../../src/simulator/start-simulator.js';
import { BETWEEN_POLLS_MS } from '../support/between-polls.js';
import type { Tenant } from '../support/seed.js';
import { startTestApplication, type TestApplication } from '../support/start-application.js';
import { AdminClient } from './admin-client.js';
import type { BatchClient } from './batch-client.js';
import { CLAUDE, item, ledgerOf, messages, seedBatchTenant } from './batches-support.js';
import { created, jsonLines, line, openAiClient, over } from './openai-batches-support.js';

const GPT = 'vendorb/gpt-6.1-terra';

let simulator: RunningSimulator;
let service: TestApplication;
let operator: AdminClient;
let tenant: Tenant;
let client: BatchClient;

beforeAll(async () => {
  simulator = await startSimulator({ port: 0, pace: 0 });
  service = await startTestApplication({
    environment: {
      PROVIDER_A_BASE_URL: `${simulator.url}/provider-a`,
      PROVIDER_B_BASE_URL: `${simulator.url}/provider-b/v1`,
    },
  });
  operator = new AdminClient(service.url);
});
afterAll(async () => {
  await service.stop();
  await simulator.close();
});
beforeEach(async () => {
  ({ tenant, client } = await seedBatchTenant(service));
});

interface Row {
  readonly requested_model: string;
  readonly served_model: string;
  readonly requests: number;
  readonly billed_usd: number;
  readonly tags: string[];
  readonly end_user: string | null;
  readonly session_id: string | null;
  readonly metadata: Record<string, string> | null;
}

async function rows(filter = ''): Promise<Row[]> {
  const { body } = await operator.get(`/projects/${tenant.projectId}/calls?limit=100${filter}`);
  return body.data as Row[];
}

/** What the rows say, in an order of its own. */
const said = (found: readonly Row[]) =>
  found
    .map(({ served_model, requests, tags, end_user, session_id, metadata }) =>
      [
        served_model,
        requests,
        tags.join(','),
        end_user,
        session_id,
        metadata && JSON.stringify(metadata),
      ].join(' | '),
    )
    .sort();

async function expectSumsToLedger(): Promise<void> {
  const billed = (await rows()).reduce((sum, { billed_usd }) => sum + parseUsd(billed_usd.toFixed(12)), 0n);
  const settled = (await ledgerOf(service, tenant)).rows.filter(({ kind }) => kind === 'settlement');
  expect(settled).toHaveLength(1);
  expect(-parseUsd(String(settled[0]?.amount))).toBe(billed);
}

describe('a batch', () => {
  it('has a row for each model and each thing that its requests say, which sum up to its bill', async () => {
    const { json, status } = await client.submit(
      {
        requests: [
          {
            custom_id: '1',
            tags: ['x'],
            body: { model: GPT, messages, user: 'ann', metadata: { order: '7' } },
          },
          {
            custom_id: '2',
            tags: ['x'],
            body: { model: GPT, messages, user: 'ann', metadata: { order: '7' } },
          },
          { custom_id: '3', body: { model: GPT, messages, safety_identifier: 'bob', session_id: 's2' } },
          {
            custom_id: '4',
            tags: ['nightly', 'y'],
            params: { model: CLAUDE, messages, max_tokens: 9, metadata: { user_id: 'ann' } },
          },
          item('5'),
          item('6'),
        ],
        tags: ['nightly'],
      },
      { 'x-svc-tags': 'team-a', 'x-session-id': 's1' },
    );
    expect(status).toBe(200);
    expect(await client.ended((json as { id: string }).id)).toMatchObject({ succeeded_count: 6 });
    expect(said(await rows())).toEqual([
      `${CLAUDE} | 1 | team-a,nightly,y | ann | s1 | `,
      `${CLAUDE} | 2 | team-a,nightly |  | s1 | `,
      `${GPT} | 1 | team-a,nightly | bob | s2 | `,
      `${GPT} | 2 | team-a,nightly,x | ann | s1 | {"order":"7"}`,
    ]);
    await expectSumsToLedger();
    expect((await rows('&user=ann')).map(({ requests }) => requests).sort()).toEqual([1, 2]);
    expect(await rows('&tag=nightly')).toHaveLength(4);
    expect(await rows('&metadata[order]=7')).toHaveLength(1);
  });

  it('names its user by the header for all of its requests', async () => {
    const { json } = await client.submit(
      { requests: [item('1', { metadata: { user_id: 'ann' } }), item('2')] },
      { 'x-svc-user': 'bob' },
    );
    await client.ended((json as { id: string }).id);
    expect(said(await rows())).toEqual([`${CLAUDE} | 2 |  | bob |  | `]);
  });

  it('keeps the alias that requests have in place of a model as what was requested', async () => {
    await operator.put(`/projects/${tenant.projectId}/aliases/bot`, { model: GPT });
    const { id } = await client.submitted({
      requests: ['bot', GPT, 'bot'].map((model, index) => ({
        custom_id: `${index}`,
        body: { model, messages },
      })),
    });
    await client.ended(id);
    const requested = (await rows()).map(({ requested_model, served_model, requests }) =>
      [requested_model, served_model, requests].join(' | '),
    );
    expect(requested.sort()).toEqual([`bot | ${GPT} | 2`, `${GPT} | ${GPT} | 1`]);
    expect(await rows('&model=bot')).toHaveLength(1);
    await expectSumsToLedger();
  });

  it('may be for as many users as it has requests', async () => {
    const requests = Array.from({ length: 1_200 }, (_, index) => ({
      custom_id: `${index}`,
      body: { model: GPT, messages, user: `user-${index}` },
    }));
    const { id } = await client.submitted({ requests });
    await client.ended(id);
    const [count] = await service.dataSource.query<{ rows: string; users: string }[]>(
      'SELECT count(*) AS rows, count(DISTINCT end_user) AS users FROM calls WHERE batch_id = $1',
      [id],
    );
    expect(count).toEqual({ rows: '1200', users: '1200' });
  });

  it.each<[string, object, Record<string, string>]>([
    ['x-svc-tags', { requests: [item('1')] }, { 'x-svc-tags': 'a b' }],
    ['x-svc-user', { requests: [item('1')] }, { 'x-svc-user': 'u'.repeat(257) }],
    ['x-session-id', { requests: [item('1')] }, { 'x-session-id': 's'.repeat(201) }],
    ['tags', { requests: [item('1')], tags: 'a' }, {}],
    ['tags', { tags: ['a b'], requests: [item('1')] }, {}],
    ['requests[1].tags', { requests: [item('1'), { ...item('2'), tags: ['ä'] }] }, {}],
    ['requests[1].tags', { requests: [item('1'), { ...item('2'), tags: 'a' }] }, {}],
    [
      'requests[1].tags',
      {
        requests: [item('1'), { ...item('2'), tags: ['a', 'b', 'c', 'd', 'e', 'f'] }],
        tags: ['g', 'h', 'i', 'j', 'k'],
      },
      {},
    ],
    [
      'requests[0].body.user',
      { requests: [{ custom_id: '1', body: { model: GPT, messages, user: 5 } }] },
      {},
    ],
    [
      'requests[0].body.metadata.a',
      { requests: [{ custom_id: '1', body: { model: GPT, messages, metadata: { a: {} } } }] },
      {},
    ],
    [
      'requests[0].body.session_id',
      { requests: [{ custom_id: '1', body: { model: GPT, messages, session_id: 's'.repeat(201) } }] },
      {},
    ],
    ['requests[0].params.metadata.user_id', { requests: [item('1', { metadata: { user_id: 5 } })] }, {}],
  ])('is refused at %s, and nothing is created', async (param, body, headers) => {
    const { status, json } = await client.submit(body, headers);
    expect([status, json.error.param]).toEqual([400, param]);
    expect(json.error.message).toContain(`\`${param}\``);
    expect((await client.list()).json.data).toEqual([]);
  });
});

describe('a batch of provider A’s client', () => {
  const anthropic = () =>
    new Anthropic({ baseURL: `${service.url}/api`, apiKey: tenant.apiKey, maxRetries: 0 });

  it('is for whom its head and its requests say', async () => {
    const params = { model: CLAUDE, max_tokens: 9, messages: [{ role: 'user' as const, content: 'Hi' }] };
    const { id } = await anthropic().messages.batches.create(
      {
        requests: [
          { custom_id: '1', params: { ...params, metadata: { user_id: 'ann' } } },
          { custom_id: '2', params },
        ],
      },
      { headers: { 'x-svc-tags': 'nightly' } },
    );
    while ((await anthropic().messages.batches.retrieve(id)).processing_status !== 'ended')
      await pause(BETWEEN_POLLS_MS);
    expect(said(await rows())).toEqual([
      `${CLAUDE} | 1 | nightly |  |  | `,
      `${CLAUDE} | 1 | nightly | ann |  | `,
    ]);
    await expectSumsToLedger();
  });

  it('is refused in its own words', async () => {
    const refusal = await anthropic()
      .messages.batches.create({ requests: [] }, { headers: { 'x-svc-tags': 'a,,b' } })
      .catch((error: unknown) => error as InstanceType<typeof Anthropic.APIError>);
    expect(refusal).toMatchObject({ status: 400, message: expect.stringContaining('x-svc-tags') as string });
  });
});

describe('a batch of OpenAI’s client', () => {
  it('is for whom its head and its lines say', async () => {
    const openai = openAiClient(service, tenant.apiKey);
    const content = jsonLines(
      line('1', { user: 'ann', metadata: { order: '7' } }),
      line('2', { safety_identifier: 'bob' }),
      line('3'),
    );
    const withHead = openAiClient(service, tenant.apiKey).withOptions({
      defaultHeaders: { 'x-svc-tags': 'nightly' },
    });
    const { id } = await created(withHead, content, { metadata: { of: 'the batch' } });
    expect(await over(openai, id)).toMatchObject({ status: 'completed', metadata: { of: 'the batch' } });
    expect(said(await rows())).toEqual([
      `${GPT} | 1 | nightly |  |  | `,
      `${GPT} | 1 | nightly | ann |  | {"order":"7"}`,
      `${GPT} | 1 | nightly | bob |  | `,
    ]);
    await expectSumsToLedger();
  });

  it.each<[string, string, object]>([
    ['/v1/chat/completions', 'body.user', { user: 5 }],
    ['/v1/chat/completions', 'body.metadata.a', { metadata: { a: {} } }],
    ['/v1/chat/completions', 'body.safety_identifier', { safety_identifier: 'u'.repeat(257) }],
  ])('fails for a line of %s with a bad %s', async (_endpoint, param, body) => {
    const openai = openAiClient(service, tenant.apiKey);
    const { id } = await created(openai, jsonLines(line('1'), line('2', body)));
    const batch = await over(openai, id);
    expect(batch.status).toBe('failed');
    expect(batch.errors?.data?.[0]).toMatchObject({ line: 2, param });
  });
});
