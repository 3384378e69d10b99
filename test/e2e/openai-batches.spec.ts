import OpenAI, { toFile } from 'openai';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startSimulator, type RunningSimulator } from '../../src/simulator/start-simulator.js';
import type { Tenant } from '../support/seed.js';
import { startTestApplication, type TestApplication } from '../support/start-application.js';
import type { BatchClient } from './batch-client.js';
import { ledgerOf, seedBatchTenant } from './batches-support.js';
import {
  CHAT,
  created,
  jsonLines,
  line,
  linesOf,
  openAiClient,
  over,
  uploaded,
} from './openai-batches-support.js';

const FACADE = '/api/v1/messages/batches';
const CLAUDE = 'claude-haiku-4-5';
const LLAMA = 'meta-llama/Llama-3.3-70B-Instruct';

let simulator: RunningSimulator;
let application: TestApplication;
let tenant: Tenant;
let native: BatchClient;
let client: OpenAI;

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
  ({ tenant, client: native } = await seedBatchTenant(application));
  client = openAiClient(application, tenant.apiKey);
});

const ledger = () => ledgerOf(application, tenant);
const kinds = async () => (await ledger()).rows.map(({ kind }) => kind);

describe('a batch of a file', () => {
  it('runs mixed models to its end, with its answers in a file, billed once', async () => {
    const text = jsonLines(line('b'), line('a', { model: CLAUDE }), line('h', { model: LLAMA }));
    const batch = await created(client, text, { metadata: { team: 'search' } });
    expect(batch).toMatchObject({
      object: 'batch',
      endpoint: CHAT,
      status: 'validating',
      completion_window: '24h',
      metadata: { team: 'search' },
      errors: null,
      output_file_id: null,
      error_file_id: null,
      request_counts: { total: 0, completed: 0, failed: 0 },
    });
    expect(batch.expires_at).toBe(batch.created_at + 86_400);
    expect(await kinds()).toEqual(['credit', 'reservation']);
    const ended = await over(client, batch.id);
    expect(ended).toMatchObject({
      status: 'completed',
      request_counts: { total: 3, completed: 3, failed: 0 },
      error_file_id: null,
      failed_at: null,
    });
    for (const time of [ended.in_progress_at, ended.finalizing_at, ended.completed_at])
      expect(time).toBeGreaterThanOrEqual(batch.created_at);
    const lines = await linesOf(client, ended.output_file_id);
    expect(lines.map(({ custom_id: id }) => id).sort()).toEqual(['a', 'b', 'h']);
    expect(new Set(lines.map(({ id }) => id)).size).toBe(3);
    for (const { response, error } of lines) {
      expect(response).toMatchObject({ status_code: 200, body: { object: 'chat.completion' } });
      expect(error).toBeNull();
    }
    const settled = await ledger();
    expect(settled.rows.map(({ kind }) => kind)).toEqual(['credit', 'reservation', 'release', 'settlement']);
    expect(settled.reserved).toBe('0');
    expect(Number(settled.balance)).toBeCloseTo(100 - (ended.svc.cost_usd ?? 0), 9);
    expect(ended.svc.estimate_usd).toBeGreaterThan(0);
  });

  it('is the same batch at three doors, and costs what its requests cost natively', async () => {
    const { id } = await created(client, jsonLines(line('a', { model: CLAUDE })));
    const ended = await over(client, id);
    const [status] = [await native.status(id)];
    expect(status.json).toMatchObject({
      id,
      status: 'ended',
      request_count: 1,
      succeeded_count: 1,
      cost_usd: ended.svc.cost_usd,
    });
    const facade = await native.send('GET', `${FACADE}/msg${id}`);
    expect(facade.json).toMatchObject({ processing_status: 'ended', request_counts: { succeeded: 1 } });
    const [result] = await native.resultLines(id);
    expect(result).toMatchObject({ custom_id: 'a', cost: ended.svc.cost_usd });
    const openAi = await native.results(id, 'openai');
    expect(openAi.text).toBe(await (await client.files.content(ended.output_file_id ?? '')).text());
    const file = await client.files.retrieve(ended.output_file_id ?? '');
    expect(file).toMatchObject({ purpose: 'batch_output', bytes: Buffer.byteLength(openAi.text) });

    const twin = await native.submitted({
      requests: [{ custom_id: 'a', body: line('a', { model: CLAUDE }).body }],
    });
    expect((await native.ended(twin.id)).cost_usd).toBe(ended.svc.cost_usd);
    expect(twin.estimate_usd).toBe(ended.svc.estimate_usd);
    const seen = await over(client, twin.id);
    expect(seen).toMatchObject({ status: 'completed', input_file_id: null, endpoint: CHAT });
    expect(seen.in_progress_at).toBe(seen.created_at);
    expect(await linesOf(client, seen.output_file_id)).toMatchObject([{ custom_id: 'a' }]);
  });

  it('of params, made at the facade, is shown without files', async () => {
    const params = { model: CLAUDE, max_tokens: 20, messages: [{ role: 'user', content: 'Hi.' }] };
    const { json } = await native.send('POST', FACADE, { requests: [{ custom_id: 'a', params }] });
    const id = (json as { id: string }).id.replace('msg', '');
    expect(await over(client, id)).toMatchObject({
      status: 'completed',
      endpoint: '/v1/messages',
      output_file_id: null,
      input_file_id: null,
    });
  });

  it('of Responses requests has response objects as its answers, billed by their usage', async () => {
    const body = { model: 'gpt-6.1-terra', input: 'Say hello.', max_output_tokens: 100 };
    const more = { url: '/v1/responses' };
    const text = jsonLines(
      { custom_id: 'a', method: 'POST', ...more, body },
      { custom_id: 'b', method: 'POST', ...more, body: { ...body, instructions: 'Be short.', store: true } },
    );
    const { id } = await created(client, text, { endpoint: '/v1/responses' });
    const ended = await over(client, id);
    expect(ended).toMatchObject({
      status: 'completed',
      endpoint: '/v1/responses',
      request_counts: { completed: 2 },
    });
    const lines = await linesOf(client, ended.output_file_id);
    let tokens = 0;
    for (const { response } of lines) {
      expect(response?.body).toMatchObject({ object: 'response', status: 'completed', store: false });
      const { usage } = response?.body as { usage: { input_tokens: number; output_tokens: number } };
      // 2.5 and 15 USD a million, halved, in nano-dollars.
      tokens += usage.input_tokens + usage.output_tokens;
    }
    expect(tokens).toBeGreaterThan(0);
    expect(ended.svc.cost_usd).toBeGreaterThan(0);
    const usage: { input: string; output: string; billed: string }[] = await application.dataSource.query(
      "SELECT sum(input_tokens) AS input, sum(output_tokens) AS output, sum(billed_usd)::float8 AS billed FROM calls WHERE project_id = $1 AND surface = 'batch'",
      [tenant.projectId],
    );
    expect(Number(usage[0]?.input) + Number(usage[0]?.output)).toBe(tokens);
    expect(Number(usage[0]?.billed)).toBe(ended.svc.cost_usd);
  });

  it('of embeddings has vectors as its answers, at half their price', async () => {
    const body = { model: 'text-embedding-3-small', input: ['one two three', 'four'], dimensions: 8 };
    const text = jsonLines({ custom_id: 'a', method: 'POST', url: '/v1/embeddings', body });
    const { id } = await created(client, text, { endpoint: '/v1/embeddings' });
    const ended = await over(client, id);
    const [answer] = await linesOf(client, ended.output_file_id);
    const { data, usage } = answer?.response?.body as {
      data: { embedding: number[] }[];
      usage: { total_tokens: number };
    };
    expect(data.map(({ embedding }) => embedding.length)).toEqual([8, 8]);
    expect(ended.svc.cost_usd).toBeCloseTo((usage.total_tokens * 0.02) / 2 / 1e6, 12);
  });

  it('whose requests the provider refuses is completed with an error file in its own words', async () => {
    const text = jsonLines(line('good'), line('bad', { nonsense: 1 }));
    const { id } = await created(client, text);
    const ended = await over(client, id);
    expect(ended).toMatchObject({
      status: 'completed',
      request_counts: { total: 2, completed: 1, failed: 1 },
    });
    const [failed, ...others] = await linesOf(client, ended.error_file_id);
    expect(others).toHaveLength(0);
    expect(failed).toMatchObject({ custom_id: 'bad', response: { status_code: 400 }, error: null });
    expect(failed?.response?.body).toHaveProperty('error.message');
    expect(await linesOf(client, ended.output_file_id)).toMatchObject([{ custom_id: 'good' }]);
  });
});

describe('a file that does not validate', () => {
  it('makes a failed batch that names the lines, and nothing is reserved', async () => {
    const text = `${jsonLines(line('a'), line('a'), line('c', {}, { url: '/v1/embeddings' }))}{"oops\n${jsonLines(line('d', { model: 'gpt-99' }))}`;
    const { id, status } = await created(client, text);
    expect(status).toBe('validating');
    const failed = await over(client, id);
    expect(failed).toMatchObject({
      status: 'failed',
      output_file_id: null,
      error_file_id: null,
      request_counts: { total: 0 },
    });
    expect(failed.failed_at).toBeGreaterThan(0);
    expect(failed.errors?.data?.map(({ line: at, code, param }) => [at, code, param])).toEqual([
      [2, 'duplicate_custom_id', 'custom_id'],
      [3, 'invalid_url', 'url'],
      [4, 'invalid_json_line', null],
      [5, 'model_not_found', 'body.model'],
    ]);
    expect(await kinds()).toEqual(['credit']);
    expect((await native.status(id)).json).toMatchObject({
      status: 'failed',
      error: { message: expect.stringContaining('line 1') },
    });
    expect((await native.send('GET', `${FACADE}/msg${id}`)).json).toMatchObject({
      processing_status: 'ended',
    });
  });

  it('that asks for a model which the project forbids is 403, and there is no batch', async () => {
    const strict = await seedBatchTenant(application, { chineseModels: false });
    const other = openAiClient(application, strict.tenant.apiKey);
    const file = await uploaded(other, jsonLines(line('a'), line('b', { model: 'zai-org/GLM-5.3' })));
    const create = other.batches.create({ input_file_id: file, endpoint: CHAT, completion_window: '24h' });
    await expect(create).rejects.toMatchObject({
      status: 403,
      code: 'chinese_models_off',
      message: expect.stringContaining('Line 2'),
    });
    expect((await other.batches.list()).data).toEqual([]);
    expect((await ledgerOf(application, strict.tenant)).rows.map(({ kind }) => kind)).toEqual(['credit']);
  });

  it('that cannot be paid is 402 with the estimate, and there is no batch', async () => {
    const poor = await seedBatchTenant(application, { balanceUsd: '0.000001' });
    const other = openAiClient(application, poor.tenant.apiKey);
    const create = created(other, jsonLines(line('a')));
    await expect(create).rejects.toMatchObject({ status: 402, code: 'insufficient_balance' });
    await expect(create).rejects.toMatchObject({ error: { estimate_usd: expect.any(Number) } });
    expect((await other.batches.list()).data).toEqual([]);
  });
});

describe('what POST /batches refuses at once', () => {
  const wanted = { endpoint: CHAT, completion_window: '24h' };

  it.each<[string, object, string]>([
    ['an unknown file', { input_file_id: 'file-1' }, 'input_file_id'],
    ['no file', { input_file_id: null }, 'input_file_id'],
    ['another endpoint', { endpoint: '/v1/completions' }, 'endpoint'],
    ['another window', { completion_window: '1h' }, 'completion_window'],
    ['metadata of numbers', { metadata: { a: 5 } }, 'metadata.a'],
    [
      'too much metadata',
      { metadata: Object.fromEntries(Array.from({ length: 17 }, (_, index) => [`k${index}`, ''])) },
      'metadata',
    ],
    ['an unknown field', { priority: 1 }, 'priority'],
    [
      'an unknown member',
      { output_expires_after: { anchor: 'created_at', seconds: 3_600, hours: 1 } },
      'output_expires_after.hours',
    ],
    ['a long key', { metadata: { ['k'.repeat(65)]: '' } }, 'metadata'],
    ['a long value', { metadata: { a: 'v'.repeat(513) } }, 'metadata.a'],
    [
      'a short life of its output',
      { output_expires_after: { anchor: 'created_at', seconds: 5 } },
      'output_expires_after.seconds',
    ],
    [
      'another anchor',
      { output_expires_after: { anchor: 'now', seconds: 3_600 } },
      'output_expires_after.anchor',
    ],
  ])('%s', async (_name, body, param) => {
    const file = await uploaded(client, jsonLines(line('a')));
    const answer = await native.send('POST', '/api/v1/openai/batches', {
      input_file_id: file,
      ...wanted,
      ...body,
    });
    expect(answer.status).toBe(400);
    expect(answer.json).toMatchObject({ error: { type: 'invalid_request_error', param } });
    expect((await client.batches.list()).data).toEqual([]);
  });

  it('a file of results, and one of another project', async () => {
    const { id } = await created(client, jsonLines(line('a')));
    const { output_file_id: output } = await over(client, id);
    const other = openAiClient(application, (await seedBatchTenant(application)).tenant.apiKey);
    const foreign = await uploaded(other, jsonLines(line('a')));
    for (const file of [output, foreign])
      await expect(
        client.batches.create({ input_file_id: file ?? '', endpoint: CHAT, completion_window: '24h' }),
      ).rejects.toMatchObject({ status: 400, param: 'input_file_id' });
  });
});

describe('files', () => {
  it('are listed, read, and deleted; a batch that was made of one goes on', async () => {
    const text = jsonLines(line('a'));
    const file = await client.files.create({
      purpose: 'batch',
      file: await toFile(Buffer.from(text), 'größe.jsonl'),
    });
    expect(file).toMatchObject({
      object: 'file',
      bytes: Buffer.byteLength(text),
      filename: 'größe.jsonl',
      purpose: 'batch',
      status: 'processed',
    });
    expect(file.expires_at).toBe(file.created_at + 30 * 86_400);
    expect(await client.files.retrieve(file.id)).toEqual(file);
    expect(await (await client.files.content(file.id)).text()).toBe(text);
    const { id } = await client.batches.create({
      input_file_id: file.id,
      endpoint: CHAT,
      completion_window: '24h',
    });
    expect(await client.files.delete(file.id)).toEqual({ id: file.id, object: 'file', deleted: true });
    await expect(client.files.retrieve(file.id)).rejects.toMatchObject({ status: 404, param: 'id' });
    await expect(client.files.delete(file.id)).rejects.toMatchObject({ status: 404 });
    const ended = await over(client, id);
    expect(ended).toMatchObject({ status: 'completed', input_file_id: file.id });
    const names: string[] = [];
    for await (const each of client.files.list()) names.push(each.filename);
    expect(names).toEqual([`${id}_output.jsonl`]);
  });

  it('are listed by purpose, in both orders, a page at a time', async () => {
    const ids: string[] = [];
    for (const name of ['1', '2', '3']) ids.push(await uploaded(client, jsonLines(line('a')), name));
    const walk = async (order: 'asc' | 'desc') => {
      const seen: string[] = [];
      for await (const { id } of client.files.list({ purpose: 'batch', order, limit: 2 })) seen.push(id);
      return seen;
    };
    expect(await walk('asc')).toEqual(ids);
    expect(await walk('desc')).toEqual([...ids].reverse());
    expect((await client.files.list({ purpose: 'batch_output' })).data).toEqual([]);
    for (const query of ['limit=0', 'limit=10001', 'order=up', 'after=x'])
      expect((await native.send('GET', `/api/v1/openai/files?${query}`)).status).toBe(400);
  });

  it('of others, and what is no id, are unknown', async () => {
    const other = openAiClient(application, (await seedBatchTenant(application)).tenant.apiKey);
    const foreign = await uploaded(other, jsonLines(line('a')));
    for (const id of [foreign, 'file-unknown', 'x%00y', '..%2f..', 'batch_1']) {
      const path = `/api/v1/openai/files/${id}`;
      for (const answer of [
        await native.send('GET', path),
        await native.send('DELETE', path),
        await native.send('GET', `${path}/content`),
      ])
        expect([answer.status, (answer.json as { error: object }).error]).toMatchObject([
          404,
          { param: 'id' },
        ]);
    }
    const { id } = await created(other, jsonLines(line('a')));
    await expect(client.batches.retrieve(id)).rejects.toMatchObject({ status: 404, param: 'id' });
    await expect(client.batches.cancel(id)).rejects.toMatchObject({ status: 404, param: 'id' });
  });
});

describe('the list of batches', () => {
  it('is newest first, a page at a time, wherever they were made', async () => {
    const ids = [(await created(client, jsonLines(line('a')))).id];
    ids.unshift((await native.submitted({ requests: [{ custom_id: 'a', body: line('a').body }] })).id);
    ids.unshift((await created(client, '')).id);
    const seen: string[] = [];
    for await (const { id } of client.batches.list({ limit: 1 })) seen.push(id);
    expect(seen).toEqual(ids);
    for (const query of ['limit=0', 'limit=101', 'after=file-1'])
      expect((await native.send('GET', `/api/v1/openai/batches?${query}`)).status).toBe(400);
  });
});

describe('an idempotency key', () => {
  it('makes one batch of two requests', async () => {
    const file = await uploaded(client, jsonLines(line('a')));
    const create = () =>
      client.batches.create(
        { input_file_id: file, endpoint: CHAT, completion_window: '24h' },
        { headers: { 'Idempotency-Key': 'once' } },
      );
    const [first, second] = await Promise.all([create(), create()]);
    expect(second.id).toBe(first.id);
    expect(await kinds()).toEqual(['credit', 'reservation']);
  });
});
