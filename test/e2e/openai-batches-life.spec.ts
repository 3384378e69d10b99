import type OpenAI from 'openai';
import { Readable } from 'node:stream';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { CallerDirectory } from '../../src/auth/caller-directory.service.js';
import { ValidationBook } from '../../src/batches/validation/validation-book.service.js';
import { Clock } from '../../src/lib/clock.js';
import { newId } from '../../src/lib/ids.js';
import { ObjectStore } from '../../src/storage/object-store.js';
import { FakeOpenAiBatch } from '../support/fake-openai-batches.js';
import { FakeProvider } from '../support/fake-provider.js';
import { jsonAnswer } from '../support/recordings/script.js';
import type { Tenant } from '../support/seed.js';
import { startTestApplication, type TestApplication } from '../support/start-application.js';
import { AdminClient } from './admin-client.js';
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
import { eventually } from './stream-call.js';

const DAY_MS = 86_400_000;

let provider: FakeProvider;
let application: TestApplication;
let second: TestApplication;
let batch: FakeOpenAiBatch;
let tenant: Tenant;
let native: BatchClient;
let client: OpenAI;

beforeAll(async () => {
  provider = await FakeProvider.start();
  application = await startTestApplication({ provider });
  second = await startTestApplication({ provider, database: application.database });
});
afterAll(async () => {
  await second.stop();
  await application.stop();
  await provider.close();
});
beforeEach(async () => {
  provider.reset();
  batch = new FakeOpenAiBatch(provider);
  ({ tenant, client: native } = await seedBatchTenant(application));
  client = openAiClient(application, tenant.apiKey);
});
afterEach(() => vi.restoreAllMocks());

const kinds = async () => (await ledgerOf(application, tenant)).rows.map(({ kind }) => kind);
const sql = (text: string, parameters: unknown[]) =>
  application.dataSource.query<unknown[]>(text, parameters);

function passDays(days: number): void {
  vi.spyOn(application.app.get(Clock), 'now').mockImplementation(() => new Date(Date.now() + days * DAY_MS));
}

/** The batch is at the provider, and whoever brought it there has let go of it. */
async function handedOver(id: string): Promise<void> {
  await eventually(async () => {
    const rows = await sql(
      `SELECT 1 FROM batch_portions JOIN batches ON batches.id = batch_id
        WHERE batch_id = $1 AND external_id IS NOT NULL AND submit_lease_until IS NULL`,
      [id],
    );
    return rows.length > 0 ? true : undefined;
  }, 'the hand-over');
}

/** Reading what was uploaded waits at this application. */
function holdReading(at: TestApplication): { reached: Promise<void>; release: () => void } {
  const store = at.app.get(ObjectStore);
  const read = store.read.bind(store);
  let arrive: () => void = () => undefined;
  let release: () => void = () => undefined;
  const reached = new Promise<void>((resolve) => (arrive = resolve));
  const released = new Promise<void>((resolve) => (release = resolve));
  vi.spyOn(store, 'read').mockImplementation(async (name) => {
    if (!name.startsWith('files/')) return read(name);
    const source = await read(name);
    return Readable.from(
      (async function* () {
        arrive();
        await released;
        yield* source;
      })(),
    );
  });
  return { reached, release: () => release() };
}

/** A batch that nobody reads: whoever announced it has died. */
async function announced(content: string, owner = tenant): Promise<string> {
  const file = await uploaded(openAiClient(application, owner.apiKey), content);
  const caller = await application.app.get(CallerDirectory).find(owner.apiKey);
  if (caller === undefined) throw new Error('no caller');
  const id = newId('batch');
  await application.app.get(ValidationBook).announce({
    id,
    caller,
    idempotencyKey: undefined,
    inputFileId: file,
    endpoint: CHAT,
    metadata: null,
    outputExpiresSeconds: null,
    attribution: undefined,
    baseUrl: application.url,
  });
  return id;
}

describe('validation', () => {
  it('that nobody goes on with is taken up by the next poll, and by the sweep', async () => {
    const [first, other] = [await announced(jsonLines(line('a'))), await announced(jsonLines(line('a')))];
    expect(await client.batches.retrieve(first)).toMatchObject({
      status: 'in_progress',
      request_counts: { total: 1 },
    });
    await new AdminClient(application.url).post('/maintenance/sweep');
    expect((await native.status(other)).json).toMatchObject({ status: 'in_progress', request_count: 1 });
    expect(await kinds()).toEqual(['credit', 'reservation', 'reservation']);
  });

  it('of a process that stands still is done by another one, once', async () => {
    const { reached, release } = holdReading(application);
    const creating = created(client, jsonLines(line('a')));
    await reached;
    const [{ id } = { id: '' }] = (await client.batches.list()).data;
    const elsewhere = openAiClient(second, tenant.apiKey);
    expect(await elsewhere.batches.retrieve(id)).toMatchObject({ status: 'validating' });
    expect((await native.status(id)).json).toMatchObject({
      status: 'in_progress',
      request_count: 0,
      providers: [],
    });
    await sql("UPDATE batches SET submit_lease_until = now() - interval '1 s' WHERE id = $1", [id]);
    expect(await elsewhere.batches.retrieve(id)).toMatchObject({
      status: 'in_progress',
      request_counts: { total: 1 },
    });
    release();
    expect(await creating).toMatchObject({ id, status: 'validating' });
    expect(await kinds()).toEqual(['credit', 'reservation']);
    const portions = await sql('SELECT 1 FROM batch_portions WHERE batch_id = $1', [id]);
    expect(portions).toHaveLength(1);
  });

  it('that is refused when nobody waits any more fails the batch with the reason', async () => {
    const poor = await seedBatchTenant(application, { balanceUsd: '0.000001' });
    const id = await announced(jsonLines(line('a')), poor.tenant);
    expect(await over(openAiClient(application, poor.tenant.apiKey), id)).toMatchObject({
      status: 'failed',
      errors: { data: [{ code: 'insufficient_balance', line: null }] },
    });
  });

  it('that is refused to who asked leaves no batch for who polls', async () => {
    const poor = await seedBatchTenant(application, { balanceUsd: '0.000001' });
    const other = openAiClient(application, poor.tenant.apiKey);
    const { reached, release } = holdReading(application);
    const creating = expect(created(other, jsonLines(line('a')))).rejects.toMatchObject({ status: 402 });
    await reached;
    const [{ id } = { id: '' }] = (await other.batches.list()).data;
    const polling = expect(other.batches.retrieve(id)).rejects.toMatchObject({ status: 404, param: 'id' });
    release();
    await Promise.all([creating, polling]);
  });

  it('that the store breaks is done by a later poll', async () => {
    const store = application.app.get(ObjectStore);
    const id = await announced(jsonLines(line('a')));
    const read = vi.spyOn(store, 'read').mockRejectedValue(new Error('the disk is away'));
    expect(await client.batches.retrieve(id)).toMatchObject({ status: 'validating' });
    read.mockRestore();
    expect(await client.batches.retrieve(id)).toMatchObject({ status: 'in_progress' });
  });

  it('of a file that was deleted meanwhile fails', async () => {
    const id = await announced(jsonLines(line('a')));
    const rows = (await sql('SELECT input_file_id AS file FROM batches WHERE id = $1', [id])) as {
      file: string;
    }[];
    await client.files.delete(rows[0]?.file ?? '');
    expect(await over(client, id)).toMatchObject({
      status: 'failed',
      errors: { data: [{ code: 'file_not_found' }] },
    });
  });

  it('that is cancelled ends without anything reserved, also while the file is read', async () => {
    const { reached, release } = holdReading(application);
    const creating = created(client, jsonLines(line('a')));
    await reached;
    const [{ id } = { id: '' }] = (await client.batches.list()).data;
    expect(await client.batches.cancel(id)).toMatchObject({
      status: 'cancelled',
      request_counts: { total: 0 },
      output_file_id: null,
      error_file_id: null,
    });
    release();
    await creating;
    expect(await client.batches.retrieve(id)).toMatchObject({ status: 'cancelled', svc: { cost_usd: 0 } });
    expect(await kinds()).toEqual(['credit']);
    const results = await native.results(id);
    expect([results.status, results.text]).toEqual([200, '']);
  });

  it('is cancelled when its project is deleted', async () => {
    const id = await announced(jsonLines(line('a')));
    await new AdminClient(application.url).delete(`/projects/${tenant.projectId}`);
    expect(
      await sql('SELECT status, reserved_usd::float8 AS reserved FROM batches WHERE id = $1', [id]),
    ).toEqual([{ status: 'ended', reserved: 0 }]);
  });
});

describe('the hand-over', () => {
  it('that its process did not survive is done by a later poll, and nothing is lost', async () => {
    const { id } = await created(client, jsonLines(line('a')));
    await handedOver(id);
    await sql("UPDATE batches SET submit_lease_until = now() - interval '1 s' WHERE id = $1", [id]);
    await sql('UPDATE batch_portions SET external_id = NULL, submit_started_at = NULL WHERE batch_id = $1', [
      id,
    ]);
    await client.batches.retrieve(id);
    await handedOver(id);
    batch.shown = {
      status: 'completed',
      request_counts: { total: 1, completed: 1, failed: 0 },
      output_file_id: 'out',
    };
    batch.files.set('out', [batch.answered(0)]);
    expect(await over(client, id)).toMatchObject({ status: 'completed' });
    expect(await kinds()).toEqual(['credit', 'reservation', 'release', 'settlement']);
  });

  it('that every provider refuses fails the batch in their words, and the money is back', async () => {
    provider.reset();
    provider.respond(
      () => true,
      jsonAnswer({ error: { message: 'The billing limit is reached.' } }, { status: 400 }),
    );
    const { id } = await created(client, jsonLines(line('a')));
    const failed = await over(client, id);
    expect(failed).toMatchObject({
      status: 'failed',
      errors: { data: [{ code: 'batch_refused', line: null }] },
    });
    expect(failed.errors?.data?.[0]?.message).toContain('The billing limit is reached.');
    expect(await kinds()).toEqual(['credit', 'reservation', 'release']);
  });

  it('sends Responses requests to their endpoint, with nothing stored there', async () => {
    const body = { model: 'openai/gpt-6.1-terra', input: 'Hi.', store: true };
    const text = jsonLines({ custom_id: 'a', method: 'POST', url: '/v1/responses', body });
    const { id } = await created(client, text, { endpoint: '/v1/responses' });
    await handedOver(id);
    expect(batch.requests).toMatchObject([
      { url: '/v1/responses', body: { model: 'gpt-6.1-terra', input: 'Hi.', store: false } },
    ]);
    const create = provider.requests.find(
      ({ method, path }) => method === 'POST' && path.endsWith('/batches'),
    );
    expect(JSON.parse(create?.body.toString() ?? '')).toMatchObject({ endpoint: '/v1/responses' });
  });

  it('bills what Responses requests say that they used, searches included', async () => {
    const text = jsonLines({
      custom_id: 'a',
      method: 'POST',
      url: '/v1/responses',
      body: { model: 'gpt-5.2-pro', input: 'Hi.' },
    });
    const { id } = await created(client, text, { endpoint: '/v1/responses' });
    await handedOver(id);
    const search = (action?: object) => ({
      type: 'web_search_call',
      id: 'ws_1',
      status: 'completed',
      ...(action && { action }),
    });
    const response = {
      id: 'resp_1',
      object: 'response',
      output: [search({ type: 'search' }), search({ type: 'open_page' }), search()],
      usage: {
        input_tokens: 1_000,
        input_tokens_details: { cached_tokens: 0 },
        output_tokens: 100,
        total_tokens: 1_100,
      },
    };
    batch.shown = {
      status: 'completed',
      request_counts: { total: 1, completed: 1, failed: 0 },
      output_file_id: 'out',
    };
    batch.files.set('out', [
      batch.answered(0, { response: { status_code: 200, request_id: 'req_9', body: response } }),
    ]);
    const ended = await over(client, id);
    // 1,000 at 21 and 100 at 168 USD a million, halved, and two searches.
    expect(ended.svc.cost_usd).toBe(0.0389);
    const [answer] = await linesOf(client, ended.output_file_id);
    expect(answer?.response).toEqual({ status_code: 200, request_id: 'req_9', body: response });
  });
});

describe('a batch that stops early', () => {
  const notRun = (id: string, index: number) => ({ code: id, message: `Not run: ${index}.` });

  it.each([
    ['cancelled', 'batch_cancelled', 'cancelled_at'],
    ['expired', 'batch_expired', 'expired_at'],
  ])('as %s keeps its answers, and names the others in the error file', async (status, code, time) => {
    const { id } = await created(client, jsonLines(line('a'), line('b'), line('c')));
    await handedOver(id);
    if (status === 'cancelled') {
      batch.shown = { status: 'cancelling', request_counts: { total: 3, completed: 1, failed: 0 } };
      expect(await client.batches.cancel(id)).toMatchObject({
        status: 'cancelling',
        request_counts: { total: 3, completed: 1 },
      });
    }
    batch.shown = {
      status,
      request_counts: { total: 3, completed: 1, failed: 0 },
      output_file_id: 'out',
      error_file_id: 'err',
    };
    batch.files.set('out', [batch.answered(0)]);
    batch.files.set('err', [batch.answered(1, { response: null, error: notRun(code, 1) })]);
    const ended = await over(client, id);
    expect(ended).toMatchObject({
      status,
      request_counts: { total: 3, completed: 1, failed: 0 },
      completed_at: null,
    });
    expect(ended[time as 'expired_at']).toBeGreaterThan(0);
    expect((await linesOf(client, ended.output_file_id)).map(({ custom_id: each }) => each)).toEqual(['a']);
    const errors = await linesOf(client, ended.error_file_id);
    expect(errors.map(({ custom_id: each, response, error }) => [each, response, error?.code])).toEqual([
      ['b', null, code],
      ['c', null, code],
    ]);
    expect(errors[0]?.error).toEqual(notRun(code, 1));
    const files = await client.files.list({ purpose: 'batch_output' });
    for (const file of files.data)
      expect(file.bytes).toBe(Buffer.byteLength(await (await client.files.content(file.id)).text()));
    expect(files.data).toHaveLength(2);
  });
});

describe('files that grow old', () => {
  async function endedBatch(more: object = {}) {
    const { id } = await created(client, jsonLines(line('a')), more);
    await handedOver(id);
    batch.shown = {
      status: 'completed',
      request_counts: { total: 1, completed: 1, failed: 0 },
      output_file_id: 'out',
    };
    batch.files.set('out', [batch.answered(0)]);
    return over(client, id);
  }
  const sweep = () => new AdminClient(application.url).post('/maintenance/sweep');

  it('are gone after thirty days, those of results with the results', async () => {
    const { id, input_file_id: input, output_file_id: output = '' } = await endedBatch();
    const file = await client.files.retrieve(output);
    expect((file.expires_at ?? 0) - file.created_at).toBe(29 * 86_400);
    passDays(28.9);
    expect(await client.files.retrieve(output)).toEqual(file);
    passDays(29.1);
    await expect(client.files.content(output)).rejects.toMatchObject({ status: 404, param: 'id' });
    expect((await client.files.retrieve(input)).id).toBe(input);
    passDays(30.1);
    await expect(client.files.content(input)).rejects.toMatchObject({ status: 404 });
    expect((await client.files.list()).data).toEqual([]);
    await sweep();
    expect(await sql('SELECT 1 FROM batch_files WHERE project_id = $1', [tenant.projectId])).toEqual([]);
    expect((await native.results(id)).status).toBe(410);
    expect(await client.batches.retrieve(id)).toMatchObject({ status: 'completed', output_file_id: output });
  });

  it('are gone when their callers want it, results at every door', async () => {
    const { id, output_file_id: output = '' } = await endedBatch({
      output_expires_after: { anchor: 'created_at', seconds: 86_400 },
    });
    const file = await client.files.retrieve(output);
    expect((file.expires_at ?? 0) - file.created_at).toBe(86_400);
    passDays(0.9);
    expect((await native.results(id)).status).toBe(200);
    passDays(1.1);
    await expect(client.files.retrieve(output)).rejects.toMatchObject({ status: 404 });
    expect((await native.results(id)).status).toBe(410);
    await sweep();
    expect(await sql('SELECT results_object AS object FROM batches WHERE id = $1', [id])).toEqual([
      { object: null },
    ]);
  });

  it('go with a batch that is deleted at the facade', async () => {
    const { id, output_file_id: output = '' } = await endedBatch();
    await native.send('DELETE', `/api/v1/messages/batches/msg${id}`);
    await expect(client.files.retrieve(output)).rejects.toMatchObject({ status: 404 });
    await expect(client.batches.retrieve(id)).rejects.toMatchObject({ status: 404 });
  });

  it('of results that are deleted leave the results to the other doors', async () => {
    const { id, output_file_id: output = '' } = await endedBatch();
    await client.files.delete(output);
    await expect(client.files.content(output)).rejects.toMatchObject({ status: 404 });
    expect(await native.resultLines(id)).toHaveLength(1);
  });
});
