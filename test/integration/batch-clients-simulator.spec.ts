import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BatchProvider } from '../../src/upstreams/batches/batch-provider.js';
import { startSimulator, type RunningSimulator } from '../../src/simulator/start-simulator.js';
import { BatchClients, pollToEnd, responseOf, resultsOf, statusesOf } from '../support/batch-clients.js';
import { bodyItem, itemsOf, paramsItem } from '../support/portion-items.js';

const MODEL_A = 'vendora/claude-haiku-4-5';
const MODEL_B = 'vendorb/gpt-5.2';
const HOSTED = 'meta-llama/Llama-3.3-70B-Instruct';

let simulator: RunningSimulator;
let clients: BatchClients;
let a: BatchProvider;
let b: BatchProvider;
let portions = 0;
const nextPortionId = (): string => `portion_${(portions += 1)}`;
beforeAll(async () => {
  simulator = await startSimulator({ port: 0, pace: 0, batchDelayMs: 60_000, batchPolls: 2 });
  clients = new BatchClients(simulator.url);
  a = clients.providers.for('provider_a', null, { projectId: 'prj_1' });
  b = clients.providers.for('provider_b', null, { projectId: 'prj_1' });
});
afterAll(async () => {
  await clients.close();
  await simulator.close();
});

async function run(provider: BatchProvider, items: ReturnType<typeof itemsOf>) {
  const portionId = nextPortionId();
  const { externalId } = await provider.submit(portionId, items);
  const state = await pollToEnd(provider, externalId);
  return {
    externalId,
    portionId,
    state,
    results: await resultsOf(provider, { externalId, portionId, items }),
  };
}

const fileCount = async (): Promise<number> => {
  const list = await fetch(`${simulator.url}/provider-b/v1/files`, {
    headers: { authorization: 'Bearer x' },
  });
  const { data } = (await list.json()) as { data: { purpose: string }[] };
  return data.filter(({ purpose }) => purpose === 'batch').length;
};

describe('a portion at provider A', () => {
  it('comes back in the shape of each request, under its own custom id', async () => {
    const items = itemsOf(
      bodyItem('ünï "1"', MODEL_A),
      paramsItem('two', MODEL_A),
      bodyItem('bad', MODEL_A, { n: 2 }),
    );
    const { state, results } = await run(a, items);
    expect(state).toEqual({ status: 'ended', succeeded: 2, errored: 0, canceled: 0, expired: 0 });
    expect(statusesOf(results)).toEqual({ 'ünï "1"': 'succeeded', two: 'succeeded', bad: 'errored' });
    expect(responseOf(results.get('ünï "1"'))).toMatchObject({ object: 'chat.completion', model: MODEL_A });
    expect(responseOf(results.get('two'))).toMatchObject({ type: 'message', model: 'claude-haiku-4-5' });
    expect(results.get('two')?.rawUsage).toMatchObject({ input_tokens: expect.any(Number) });
    expect(results.get('bad')?.error?.message).toContain('`n` must be 1');
  });

  it('has the error of a request that the provider refused', async () => {
    const { results } = await run(
      a,
      itemsOf(paramsItem('a', MODEL_A, { messages: [] }), paramsItem('b', MODEL_A)),
    );
    expect(statusesOf(results)).toEqual({ a: 'errored', b: 'succeeded' });
    expect(results.get('a')?.error).toMatchObject({
      type: 'invalid_request_error',
      message: expect.any(String),
    });
  });

  it('is found again once it has ended, and is undecided while it runs', async () => {
    const portionId = nextPortionId();
    const traits = { requestCount: 1, notBeforeMs: Date.now() };
    const { externalId } = await a.submit(portionId, itemsOf(paramsItem('a', MODEL_A)));
    expect(await a.findSubmitted(portionId, traits)).toEqual({ kind: 'undecided' });
    const takenIds = new Set([externalId]);
    expect(await a.findSubmitted('another', { ...traits, takenIds })).toEqual({ kind: 'absent' });
    await pollToEnd(a, externalId);
    expect(await a.findSubmitted(portionId, traits)).toEqual({ kind: 'found', externalId });
    expect(await a.findSubmitted('another', traits)).toEqual({ kind: 'absent' });
  });

  it('that is canceled has both what ran and what did not', async () => {
    const portionId = nextPortionId();
    const items = itemsOf(...['a', 'b', 'c', 'd'].map((id) => paramsItem(id, MODEL_A)));
    const { externalId } = await a.submit(portionId, items);
    await a.cancel(externalId);
    expect((await a.poll(externalId)).status).toBe('canceling');
    expect(await pollToEnd(a, externalId)).toMatchObject({ succeeded: 2, canceled: 2 });
    await a.cancel(externalId);
    expect(statusesOf(await resultsOf(a, { externalId, portionId, items }))).toEqual({
      a: 'succeeded',
      b: 'succeeded',
      c: 'canceled',
      d: 'canceled',
    });
  });

  it('of which nothing can be said is not created', async () => {
    const items = itemsOf(bodyItem('a', MODEL_A, { n: 2 }), bodyItem('b', MODEL_A, { n: 3 }));
    await expect(a.submit(nextPortionId(), items)).rejects.toMatchObject({ status: 400, param: 'n' });
  });

  it('of more than a few megabytes is made while it is sent', async () => {
    const text = 'x'.repeat(1_000_000);
    const large = (id: string) => paramsItem(id, MODEL_A, { messages: [{ role: 'user', content: text }] });
    const items = itemsOf(...['a', 'b', 'c', 'd', 'e', 'f'].map(large));
    const { results } = await run(a, items);
    expect(Object.values(statusesOf(results))).toEqual(Array(6).fill('succeeded'));
  });
});

describe('a portion at provider B', () => {
  it('comes back as completions, its refusals from the error file, and leaves no input file behind', async () => {
    const pretty = JSON.stringify({ model: MODEL_B, messages: [{ role: 'user', content: 'Hi' }] }, null, 2);
    const items = itemsOf(bodyItem('one', MODEL_B, pretty), bodyItem('two', MODEL_B, { messages: [] }));
    const { state, results } = await run(b, items);
    expect(state).toEqual({ status: 'ended', succeeded: 1, errored: 1, canceled: 0, expired: 0 });
    expect(statusesOf(results)).toEqual({ one: 'succeeded', two: 'errored' });
    expect(responseOf(results.get('one'))).toMatchObject({ object: 'chat.completion', model: 'gpt-5.2' });
    expect(results.get('one')?.rawUsage).toMatchObject({ prompt_tokens: expect.any(Number) });
    expect(results.get('two')?.error?.message).not.toBe('');
    expect(await fileCount()).toBe(0);
  });

  it('of which all fail has only an error file, and every request its error', async () => {
    const { results } = await run(
      b,
      itemsOf(bodyItem('a', MODEL_B, { messages: [] }), bodyItem('b', MODEL_B, { zzz: 1 })),
    );
    expect(statusesOf(results)).toEqual({ a: 'errored', b: 'errored' });
  });

  it('whose file is refused ends with the reason on every request', async () => {
    const { state, results } = await run(b, itemsOf(bodyItem('a', MODEL_B), bodyItem('b', 'gpt-4o-mini')));
    expect(state).toMatchObject({
      status: 'ended',
      error: { message: expect.stringContaining('same model') },
    });
    expect(results.get('b')).toMatchObject({ status: 'errored', error: state.error });
  });

  it('is found again by its metadata, running or not', async () => {
    const portionId = nextPortionId();
    const traits = { requestCount: 1, notBeforeMs: Date.now() };
    const { externalId } = await b.submit(portionId, itemsOf(bodyItem('a', MODEL_B)));
    expect(await b.findSubmitted(portionId, traits)).toEqual({ kind: 'found', externalId });
    expect(await b.findSubmitted('another', traits)).toEqual({ kind: 'absent' });
    const later = { requestCount: 1, notBeforeMs: Date.now() + 600_000 };
    expect(await b.findSubmitted(portionId, later)).toEqual({ kind: 'absent' });
  });

  it('that is canceled has both what ran and what did not, and can be canceled again', async () => {
    const portionId = nextPortionId();
    const items = itemsOf(...['a', 'b', 'c', 'd'].map((id) => bodyItem(id, MODEL_B)));
    const { externalId } = await b.submit(portionId, items);
    await b.cancel(externalId);
    expect(await pollToEnd(b, externalId)).toMatchObject({ succeeded: 2, canceled: 2 });
    await b.cancel(externalId);
    expect(statusesOf(await resultsOf(b, { externalId, portionId, items }))).toEqual({
      a: 'succeeded',
      b: 'succeeded',
      c: 'canceled',
      d: 'canceled',
    });
  });
});

describe('a hosted request', () => {
  const { signal } = new AbortController();

  it('runs live in the shape it was asked in', async () => {
    const body = await clients.hosted.run(bodyItem('a', HOSTED), signal);
    expect(body).toMatchObject({ kind: 'result', result: { customId: 'a', status: 'succeeded' } });
    const params = await clients.hosted.run(paramsItem('b', HOSTED), signal);
    expect(params.kind === 'result' && responseOf(params.result)).toMatchObject({ type: 'message' });
  });

  it('that is wrong is errored', async () => {
    const outcome = await clients.hosted.run(bodyItem('a', HOSTED, { messages: [] }), signal);
    expect(outcome).toMatchObject({
      kind: 'result',
      result: { status: 'errored', error: { message: expect.any(String) } },
    });
  });
});
