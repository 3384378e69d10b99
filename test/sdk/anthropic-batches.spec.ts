import Anthropic from '@anthropic-ai/sdk';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { FakeBatchProvider } from '../support/fake-batch-provider.js';
import { seedTenant } from '../support/seed.js';
import { startTestApplication, type TestApplication } from '../support/start-application.js';

const params = {
  model: 'claude-sonnet-5-5',
  max_tokens: 50,
  messages: [{ role: 'user' as const, content: 'Hi' }],
};

let provider: FakeBatchProvider;
let application: TestApplication;
let client: Anthropic;
let apiKey: string;

beforeAll(async () => {
  provider = await FakeBatchProvider.start();
  application = await startTestApplication({
    environment: { PROVIDER_A_BASE_URL: provider.url, BATCH_GATEWAY_PORT: '0' },
  });
});
afterAll(async () => {
  await application.stop();
  await provider.close();
});
beforeEach(async () => {
  provider.reset();
  ({ apiKey } = await seedTenant(application.dataSource, {
    rateLimits: { batch_polls: 'unlimited', batch_submissions: 'unlimited' },
  }));
  client = clientOf(application.url);
});

const clientOf = (url: string) => new Anthropic({ baseURL: `${url}/api`, apiKey, maxRetries: 0 });

async function refusal(call: Promise<unknown>): Promise<{ status: number; type: string }> {
  const error: unknown = await call.then(
    () => undefined,
    (failure: unknown) => failure,
  );
  if (!(error instanceof Anthropic.APIError)) throw new Error('it was not refused');
  const { error: body } = error.error as { error: { type: string } };
  return { status: Number(error.status), type: body.type };
}

describe('message batches with the official Anthropic client', () => {
  it('go from create to results and delete, in its own shapes', async () => {
    const created = await client.messages.batches.create({
      requests: [
        { custom_id: 'one', params },
        { custom_id: 'two', params },
      ],
    });
    expect(created).toMatchObject({
      type: 'message_batch',
      processing_status: 'in_progress',
      request_counts: { processing: 2, succeeded: 0, errored: 0, canceled: 0, expired: 0 },
      ended_at: null,
      cancel_initiated_at: null,
      archived_at: null,
      results_url: null,
    });
    expect(created.id).toMatch(/^msgbatch_/);
    expect(await refusal(client.messages.batches.delete(created.id))).toEqual({
      status: 400,
      type: 'invalid_request_error',
    });
    provider.endAll();
    const ended = await client.messages.batches.retrieve(created.id);
    expect(ended).toMatchObject({
      processing_status: 'ended',
      request_counts: { processing: 0, succeeded: 2 },
    });
    expect(ended.results_url).toBe(`${application.url}/api/v1/messages/batches/${created.id}/results`);
    const texts: string[] = [];
    for await (const { custom_id: id, result } of await client.messages.batches.results(created.id)) {
      if (result.type !== 'succeeded') throw new Error(result.type);
      const [block] = result.message.content;
      texts.push(`${id}: ${block?.type === 'text' ? block.text : ''}`);
    }
    expect(texts.sort()).toEqual(['one: Hello.', 'two: Hello.']);
    expect(await client.messages.batches.delete(created.id)).toEqual({
      id: created.id,
      type: 'message_batch_deleted',
    });
    expect(await refusal(client.messages.batches.retrieve(created.id))).toEqual({
      status: 404,
      type: 'not_found_error',
    });
  });

  it('are listed newest first and walked in both directions', async () => {
    const ids: string[] = [];
    for (let index = 0; index < 5; index += 1)
      ids.unshift((await client.messages.batches.create({ requests: [{ custom_id: 'a', params }] })).id);
    const first = await client.messages.batches.list({ limit: 2 });
    expect([first.data.map(({ id }) => id), first.has_more]).toEqual([ids.slice(0, 2), true]);
    const all: string[] = [];
    for await (const batch of client.messages.batches.list({ limit: 2 })) all.push(batch.id);
    expect(all).toEqual(ids);
    const back = await client.messages.batches.list({ limit: 2, before_id: ids[3] });
    expect([back.data.map(({ id }) => id), back.has_more]).toEqual([ids.slice(1, 3), true]);
    expect(await refusal(client.messages.batches.list({ limit: 1_001 }))).toMatchObject({ status: 400 });
  });

  it('honour Idempotency-Key, and share the keys of the other surface', async () => {
    const body = { requests: [{ custom_id: 'a', params }] };
    const headers = { 'Idempotency-Key': 'nightly:2026-11-28' };
    const one = await client.messages.batches.create(body, { headers });
    const two = await client.messages.batches.create(body, { headers });
    expect([two.id, provider.creates]).toEqual([one.id, 1]);
    const other = await fetch(`${application.url}/api/v1/route/batches`, {
      method: 'POST',
      headers: { authorization: `Bearer ${apiKey}` },
      body: JSON.stringify({ ...body, idempotency_key: 'nightly:2026-11-28' }),
    });
    expect(await other.json()).toMatchObject({ id: one.id.replace('msgbatch_', 'batch_') });
    const bad = client.messages.batches.create(body, { headers: { 'Idempotency-Key': 'not allowed' } });
    expect(await refusal(bad)).toEqual({ status: 400, type: 'invalid_request_error' });
  });

  it('are canceled, and answer 409 to results before their end', async () => {
    const { id } = await client.messages.batches.create({ requests: [{ custom_id: 'a', params }] });
    const early = await fetch(`${application.url}/api/v1/messages/batches/${id}/results`, {
      headers: { 'x-api-key': apiKey },
    });
    expect([early.status, early.headers.get('x-should-retry')]).toEqual([409, 'false']);
    expect(await early.json()).toMatchObject({ type: 'error', error: { type: 'conflict_error' } });
    const canceled = await client.messages.batches.cancel(id);
    expect(canceled.processing_status).toBe('canceling');
    expect(canceled.cancel_initiated_at).not.toBeNull();
  });

  it('refuse bad items in the envelope of the provider, naming the place', async () => {
    const answer = await fetch(`${application.url}/api/v1/messages/batches`, {
      method: 'POST',
      headers: { 'x-api-key': apiKey },
      body: JSON.stringify({ requests: [{ custom_id: 'a', params: { ...params, model: 'gpt-5.1' } }] }),
    });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({
      type: 'error',
      error: {
        type: 'invalid_request_error',
        message: expect.stringContaining('requests[0].params.model') as string,
      },
    });
  });

  it('may be large at the batch gateway, and nowhere else', async () => {
    const { batchGatewayUrl } = application;
    if (batchGatewayUrl === undefined) throw new Error('the batch gateway is off');
    const large = { ...params, system: 'x'.repeat(60_000) };
    const requests = Array.from({ length: 100 }, (_, index) => ({ custom_id: `c${index}`, params: large }));
    expect(await refusal(client.messages.batches.create({ requests }))).toEqual({
      status: 413,
      type: 'request_too_large',
    });
    const created = await clientOf(batchGatewayUrl).messages.batches.create({ requests });
    expect(created.request_counts.processing).toBe(100);
    provider.endAll();
    expect(await client.messages.batches.retrieve(created.id)).toMatchObject({
      request_counts: { succeeded: 100 },
    });
  });
});
