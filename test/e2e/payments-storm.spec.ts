import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { anthropicEvents, anthropicMessage } from '../support/recordings/anthropic-answers.js';
import { CHAT_USAGE, chatCompletion, chatEvents, openAiError } from '../support/recordings/openai-answers.js';
import type { RecordedRequest } from '../support/recordings/recorded-request.js';
import { HANG, jsonAnswer, streamAnswer, type Script } from '../support/recordings/script.js';
import { startTestApplication, type TestApplication } from '../support/start-application.js';
import { AdminClient } from './admin-client.js';
import { BatchClient } from './batch-client.js';
import { movements, seedPayingTenant, type PayingTenant } from './payments-support.js';
import { eventually, sendChat } from './stream-call.js';

const CALLS = 240;
/** A chat of a million tokens costs 15 cents, so that the storm reloads again and again. */
const DEAR = { ...CHAT_USAGE, prompt_tokens: 1_000_000, total_tokens: 1_000_005 };

let service: TestApplication;
let replica: TestApplication;
beforeAll(async () => {
  service = await startTestApplication();
  replica = await startTestApplication({ database: service.database, provider: service.provider });
  service.provider.respond('/chat/completions', answerChat);
  service.provider.respond('/messages', (request) =>
    request.json().stream === true ? streamAnswer(...anthropicEvents()) : jsonAnswer(anthropicMessage()),
  );
});
afterAll(async () => {
  await replica.stop();
  await service.stop();
});

function answerChat(request: RecordedRequest): Script {
  const { user, stream } = request.json() as { user?: string; stream?: boolean };
  if (user === 'refused') return jsonAnswer(openAiError(), { status: 500 });
  if (user === 'left') return streamAnswer(...chatEvents(['left']).slice(0, 2), HANG);
  return stream === true
    ? streamAnswer(...chatEvents(['whole'], { usage: DEAR }))
    : jsonAnswer(chatCompletion({ usage: DEAR }));
}

type Kind = (url: string, tenant: PayingTenant) => Promise<void>;

const chat =
  (body: Record<string, unknown>): Kind =>
  async (url, { apiKey }) => {
    const answer = await sendChat(url, { apiKey, body }).answer;
    await answer.whole();
  };

const leave: Kind = async (url, { apiKey }) => {
  const answer = await sendChat(url, { apiKey, body: { stream: true, user: 'left' } }).answer;
  if (answer.status === 200) await answer.until('left');
  answer.leave();
};

const post =
  (path: string, body: object): Kind =>
  async (url, { apiKey }) => {
    const answer = await fetch(`${url}${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    await answer.arrayBuffer();
  };

const MESSAGE = {
  model: 'vendora/claude-sonnet-5-5',
  max_tokens: 20,
  messages: [{ role: 'user', content: 'Hi' }],
};

const batches: { id: string; client: BatchClient }[] = [];
const LLAMA = 'meta-llama/Llama-3.3-70B-Instruct';

/** A batch whose requests are live calls at the hosted provider; the same one is polled on both processes. */
const batch: Kind = async (url, { apiKey }) => {
  const client = new BatchClient(url, apiKey);
  const body = { model: LLAMA, messages: MESSAGE.messages, max_tokens: 10 };
  const requests = ['one', 'two', 'three'].map((id) => ({ custom_id: id, body }));
  const { status, json } = await client.submit({ requests });
  if (status !== 200) return;
  const { id } = json as { id: string };
  batches.push({ id, client });
  const other = new BatchClient(url === service.url ? replica.url : service.url, apiKey);
  await Promise.all([client.status(id), other.status(id), client.cancel(id), other.status(id)]);
};

const KINDS: readonly Kind[] = [
  batch,
  chat({}),
  chat({ stream: true }),
  leave,
  chat({ user: 'refused' }),
  post('/api/v1/messages', MESSAGE),
  post('/api/v1/messages', { ...MESSAGE, stream: true }),
  post('/api/v1/route/embeddings', { model: 'text-embedding-3-small', input: 'Hi' }),
  chat({ stream: true }),
];

describe('a storm of mixed calls, batches, reloads, credits and hourly charges on two processes', () => {
  it('leaves every balance the sum of its rows, to the last decimal, and nothing held', async () => {
    const card = 'pm_sandbox_ok';
    const tenants = [
      await seedPayingTenant(service, {
        balanceUsd: '2',
        card,
        reload: { threshold_usd: 1, amount_usd: 2 },
      }),
      await seedPayingTenant(service, { balanceUsd: '0', card, payAsYouGo: true }),
    ];
    const operator = new AdminClient(replica.url);
    const storm = Array.from({ length: CALLS }, async (_, index) => {
      const tenant = tenants[index % tenants.length];
      const kind = KINDS[Math.floor(index / tenants.length) % KINDS.length];
      if (tenant === undefined || kind === undefined) throw new Error('no such call');
      await kind((index % 4 < 2 ? service : replica).url, tenant);
      if (index % 60 === 0) await operator.post('/maintenance/sweep');
      if (index % 50 === 0)
        await operator.post(`/organizations/${tenant.organizationId}/credits`, {
          amount_usd: '0.000000000007',
        });
    });
    await Promise.all(storm);
    const ends = await Promise.all(batches.map(({ id, client }) => client.ended(id)));
    expect(ends.length).toBeGreaterThan(5);
    expect(new Set(ends.map(({ status }) => status))).toEqual(new Set(['ended']));
    await operator.post('/maintenance/sweep');
    await eventually(async () => ((await pending()) === 0 ? true : undefined), 'the end of all payments');
    for (const { organizationId } of tenants) {
      const { body } = await operator.get(`/organizations/${organizationId}/ledger/check`);
      expect(body).toMatchObject({ ok: true, difference_usd: 0, reserved_usd: 0 });
      expect(body.entries).toBeGreaterThan(50);
    }
    const [reloading, paying] = tenants;
    expect((await movements(service, reloading?.organizationId ?? '')).length).toBeGreaterThan(2);
    expect((await movements(service, paying?.organizationId ?? '')).length).toBeLessThanOrEqual(2);
    expect(await unmatched()).toBe(0);
  });
});

async function pending(): Promise<number> {
  const [row] = await service.dataSource.query<{ count: string }[]>(
    `SELECT count(*) FROM payments WHERE status = 'pending'`,
  );
  return Number(row?.count);
}

/** Payments without their one row of the same amount, and rows without a payment. */
async function unmatched(): Promise<number> {
  const [row] = await service.dataSource.query<{ count: string }[]>(
    `SELECT count(*) FROM (SELECT * FROM payments WHERE status = 'succeeded') p
       FULL JOIN (SELECT * FROM ledger_entries WHERE kind IN ('reload', 'hourly_charge')) l
         ON l.reference = p.id AND l.kind = p.kind AND l.amount_usd = p.amount_usd
      WHERE p.id IS NULL OR l.reference IS NULL`,
  );
  return Number(row?.count);
}
