import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { upstreamItemIds } from '../../src/upstreams/batches/upstream-item-ids.js';
import { BatchClients, resultsOf, statusesOf } from '../support/batch-clients.js';
import { FakeProvider } from '../support/fake-provider.js';
import { bodyItem, itemsOf, paramsItem } from '../support/portion-items.js';
import { anthropicMessage } from '../support/recordings/anthropic-answers.js';
import { chatCompletion } from '../support/recordings/openai-answers.js';
import {
  DESTROY,
  dropConnection,
  emptyAnswer,
  END,
  head,
  htmlAnswer,
  jsonAnswer,
  script,
  type Script,
} from '../support/recordings/script.js';

const PORTION = { portionId: 'portion_1', externalId: 'batch-1' };
const idFor = upstreamItemIds(PORTION.portionId);
const JSONL = { 'content-type': 'application/x-jsonl' };

let provider: FakeProvider;
let clients: BatchClients;
beforeAll(async () => {
  provider = await FakeProvider.start();
  clients = new BatchClients(provider.url);
});
afterEach(() => {
  clients.pauses.length = 0;
  provider.reset();
});
afterAll(async () => {
  await clients.close();
  await provider.close();
});

const file = (...lines: string[]): Script =>
  script(head(200, JSONL), lines.map((line) => `${line}\n`).join(''), END);
const parsed = (json: Buffer): unknown => JSON.parse(json.toString());
const lines = (...of: string[]): string => of.map((line) => `${line}\n`).join('');

describe("provider A's results", () => {
  const counts = { processing: 0, succeeded: 3, errored: 0, canceled: 0, expired: 0 };
  const items = itemsOf(...['a', 'b', 'c'].map((id) => paramsItem(id, 'claude-haiku-4-5')));
  const line = (
    customId: string,
    result: object = { type: 'succeeded', message: parsed(anthropicMessage()) },
  ): string => JSON.stringify({ custom_id: idFor(customId), result });
  const errorLine =
    '{"type":"error","error":{"type":"overloaded_error","message":"Busy."},"request_id":null}';
  const foreign = '{"custom_id":"stranger","result":{"type":"canceled"}}';
  const stands = (batch: object = {}): void =>
    provider.respond(
      '/batches/batch-1',
      jsonAnswer({ id: 'batch-1', processing_status: 'ended', request_counts: counts, ...batch }),
    );
  const answer = (...scripts: Script[]): void =>
    scripts.forEach((each) => provider.enqueue(each, ({ path }) => path.endsWith('/results')));
  const read = () =>
    resultsOf(clients.providers.for('provider_a', null, { projectId: 'prj_1' }), { ...PORTION, items });

  it('are taken once each, in any order, and only ours', async () => {
    stands();
    answer(
      file(
        line('c'),
        line('stranger'),
        line('a'),
        line('c', { type: 'canceled' }),
        '',
        '{"custom_id":5}',
        line('b'),
      ),
    );
    expect(statusesOf(await read())).toEqual({ a: 'succeeded', b: 'succeeded', c: 'succeeded' });
  });

  it('that break off are read again from the start', async () => {
    stands();
    answer(
      script(head(200, JSONL), lines(line('a'), line('b')).slice(0, -20), DESTROY),
      script(head(200, JSONL), lines(line('b')), DESTROY),
      file(line('a'), line('b'), line('c', { type: 'expired' })),
    );
    expect(statusesOf(await read())).toEqual({ a: 'succeeded', b: 'succeeded', c: 'expired' });
  });

  it('that are cut in the middle of a line, though ended well, are read again', async () => {
    stands();
    answer(
      script(head(200, JSONL), lines(line('a')), line('b').slice(0, 30), END),
      file(line('a'), line('b'), line('c')),
    );
    expect(statusesOf(await read())).toEqual({ a: 'succeeded', b: 'succeeded', c: 'succeeded' });
  });

  it.each([
    [
      'break off every time',
      () => script(head(200, JSONL), lines(line('a')), DESTROY),
      'upstream_interrupted',
    ],
    ['are a page every time', () => htmlAnswer('<h1>Maintenance</h1>\n', 200), 'upstream_unreadable'],
    [
      'are some other text',
      () => script(head(200, { 'content-type': 'text/plain' }), 'busy\n', END),
      'upstream_unreadable',
    ],
    ['never come', () => dropConnection(), 'upstream_interrupted'],
    ['are counted and come empty', () => file(), 'upstream_unreadable'],
  ])('that %s end no request', async (_name, make, code) => {
    stands();
    provider.respond('/results', make());
    await expect(read()).rejects.toMatchObject({ status: 502, code });
  });

  it('that are refused end no request', async () => {
    stands();
    provider.respond('/results', jsonAnswer({ error: {} }, { status: 403 }));
    await expect(read()).rejects.toMatchObject({ status: 403 });
  });

  it.each([
    ['lost', {}, 'errored'],
    ['canceled', { cancel_initiated_at: '2026-11-28T10:00:00Z' }, 'canceled'],
    ['expired', { request_counts: { ...counts, succeeded: 2, expired: 1 } }, 'expired'],
  ])('that say nothing of a request leave it %s', async (_name, batch, status) => {
    stands(batch);
    answer(file(line('a'), '{"broken', line('b')));
    expect(statusesOf(await read())).toEqual({ a: 'succeeded', b: 'succeeded', c: status });
  });

  it.each([
    ['gone (404)', () => jsonAnswer({ error: {} }, { status: 404 }), 404],
    ['gone (410)', () => jsonAnswer({ error: {} }, { status: 410 }), 410],
    ['fewer than are counted', () => file(line('a'), line('b')), 502],
    ['fewer than are counted, one twice', () => file(line('a'), line('b'), line('a')), 502],
    ['fewer than are counted, with an error behind them', () => file(line('a'), errorLine), 502],
    ["an error's envelope", () => file(errorLine), 502],
    ["an error's envelope on several lines", () => file(...errorLine.split(',')), 502],
    ["another batch's", () => file(foreign, foreign, foreign), 502],
  ])('that are %s end no request for good', async (_name, make, status) => {
    stands();
    answer(make());
    await expect(read()).rejects.toMatchObject({ status });
  });

  it.each([
    ['fewer than the requests', { ...counts, succeeded: 2 }, { c: 'errored' }],
    ['fewer, and one of them still at work', { ...counts, succeeded: 1, processing: 1 }, { c: 'errored' }],
  ])('that are counted as %s leave the others lost', async (_name, request_counts, others) => {
    stands({ request_counts });
    answer(file(line('a'), line('b')));
    expect(statusesOf(await read())).toEqual({ a: 'succeeded', b: 'succeeded', ...others });
  });

  it.each([undefined, null, {}, { succeeded: 1e12 }, { succeeded: -3 }, { succeeded: 9 }])(
    'that are not counted, or absurdly, are one for every request: %j',
    async (request_counts) => {
      stands({ request_counts });
      answer(file(line('a'), line('b')), file(line('a'), line('b'), line('c')));
      await expect(read()).rejects.toMatchObject({ status: 502 });
      expect((await read()).size).toBe(3);
    },
  );

  it.each([
    ['the first', '{"custom_id":"', 'b'],
    ['one that still names its request', `{"custom_id":"${idFor('a')}","result":{"type":"succ`, 'a'],
    ['one that lost its name', '{"custom_id":null,"result":{"type":"succeeded"}}', 'a'],
    ['one that is no object', 'null', 'a'],
  ])('hold a broken line, %s: its request alone is errored', async (_name, broken, lost) => {
    stands();
    answer(file(broken, ...['a', 'b', 'c'].filter((id) => id !== lost).map((id) => line(id))));
    const results = await read();
    expect(statusesOf(results)).toEqual({
      a: 'succeeded',
      b: 'succeeded',
      c: 'succeeded',
      [lost]: 'errored',
    });
  });

  it('of one request are told from a page by the name that they carry', async () => {
    stands({ request_counts: { ...counts, succeeded: 1 } });
    answer(file(`{"custom_id":"${idFor('a')}","result":`));
    const one = itemsOf(paramsItem('a', 'claude-haiku-4-5'));
    const results = await resultsOf(clients.providers.for('provider_a', null, { projectId: 'prj_1' }), {
      ...PORTION,
      items: one,
    });
    expect(results.get('a')?.error?.message).toContain('could not be read');
  });

  it('are read through compression that nobody asked for', async () => {
    stands();
    const bytes = gzipSync(lines(line('a'), line('b'), line('c')));
    answer(script(head(200, { ...JSONL, 'content-encoding': 'gzip' }), bytes, END));
    expect(statusesOf(await read())).toEqual({ a: 'succeeded', b: 'succeeded', c: 'succeeded' });
  });

  it('are not asked for before the end', async () => {
    stands({ processing_status: 'in_progress' });
    await expect(read()).rejects.toMatchObject({ status: 502 });
  });

  it('may be abandoned half read, and read again', async () => {
    stands();
    answer(file(line('a'), line('b'), line('c')), file(line('a'), line('b'), line('c')));
    const batches = clients.providers.for('provider_a', null, { projectId: 'prj_1' });
    for await (const _result of batches.results(PORTION.externalId, PORTION.portionId, items)) break;
    expect((await read()).size).toBe(3);
  });

  it('translate the same message to the same bytes every time', async () => {
    stands({ ended_at: '2026-11-28T10:00:00Z' });
    const one = itemsOf(bodyItem('a', 'claude-haiku-4-5'));
    answer(file(line('a')), file(line('a')));
    const batches = clients.providers.for('provider_a', null, { projectId: 'prj_1' });
    const [first, second] = [
      await resultsOf(batches, { ...PORTION, items: one }),
      await resultsOf(batches, { ...PORTION, items: one }),
    ];
    expect(first.get('a')?.response).toEqual(second.get('a')?.response);
    expect(JSON.parse(String(first.get('a')?.response)).created).toBe(
      Date.parse('2026-11-28T10:00:00Z') / 1_000,
    );
  });
});

describe("provider B's results", () => {
  const items = itemsOf(...['a', 'b', 'c'].map((id) => bodyItem(id, 'gpt-4o-mini')));
  const request_counts = { total: 3, completed: 2, failed: 1 };
  const one = { total: 3, completed: 1, failed: 0 };
  const none = { total: 3, completed: 0, failed: 0 };
  const done = (customId: string): string =>
    JSON.stringify({
      custom_id: idFor(customId),
      response: { status_code: 200, body: parsed(chatCompletion()) },
      error: null,
    });
  const failed = (customId: string, error: object): string =>
    JSON.stringify({ custom_id: idFor(customId), response: null, error });
  const stands = (batch: object): void =>
    provider.respond(
      '/batches/batch-1',
      jsonAnswer({ id: 'batch-1', input_file_id: 'in', request_counts, ...batch }),
    );
  const answerFile = (id: string, answer: Script): void => provider.respond(`/files/${id}/content`, answer);
  const read = () =>
    resultsOf(clients.providers.for('provider_b', null, { projectId: 'prj_1' }), { ...PORTION, items });

  it('come from both files, and the input file goes', async () => {
    stands({ status: 'completed', output_file_id: 'out', error_file_id: 'err' });
    answerFile('out', file(done('c'), done('a')));
    answerFile('err', file(failed('b', { code: 'server_error', message: 'Oh.' })));
    const results = await read();
    expect(statusesOf(results)).toEqual({ a: 'succeeded', b: 'errored', c: 'succeeded' });
    expect(results.get('b')?.error).toEqual({ code: 'server_error', message: 'Oh.' });
    expect(provider.requests.at(-1)).toMatchObject({ method: 'DELETE', path: '/provider-b/v1/files/in' });
  });

  it.each([
    ['completed', 'errored'],
    ['cancelled', 'canceled'],
    ['expired', 'expired'],
  ])('of a %s batch leave what is not counted %s', async (status, expected) => {
    stands({ status, output_file_id: 'out', error_file_id: null, request_counts: one });
    answerFile('out', file(done('a')));
    expect(statusesOf(await read())).toEqual({ a: 'succeeded', b: expected, c: expected });
  });

  it('without an output file come from the error file alone', async () => {
    stands({ status: 'expired', error_file_id: 'err', request_counts: none });
    answerFile(
      'err',
      file(...['a', 'b', 'c'].map((id) => failed(id, { code: 'batch_expired', message: 'Late.' }))),
    );
    expect(statusesOf(await read())).toEqual({ a: 'expired', b: 'expired', c: 'expired' });
  });

  const outAndErr = { output_file_id: 'out', error_file_id: 'err' };
  const gone = () => jsonAnswer({ error: {} }, { status: 404 });
  it.each([
    ['no file is named', {}, {}],
    ['no output file is named', { error_file_id: 'err' }, {}],
    ['the error file is not named yet', { output_file_id: 'out' }, {}],
    ['the output file is gone', outAndErr, { out: gone }],
    ['the error file is gone', outAndErr, { err: gone }],
    ['the output file is empty', outAndErr, { out: () => emptyAnswer() }],
    ['the error file is empty', outAndErr, { err: () => emptyAnswer() }],
    ['the output file lacks a line', outAndErr, { out: () => file(done('a')) }],
    ['the output file has one line twice', outAndErr, { out: () => file(done('a'), done('a')) }],
    ['the output file is an error', outAndErr, { out: () => file('{"error":{"message":"Busy."}}') }],
    [
      'the output file is cut',
      outAndErr,
      { out: () => script(head(200, JSONL), `${done('a')}\n{"cus`, END) },
    ],
  ])('of which %s although they are counted end no request for good', async (_name, files, answers) => {
    for (const status of ['completed', 'cancelled', 'expired']) {
      stands({ status, ...files });
      answerFile('out', file(done('a'), done('b')));
      answerFile('err', file(failed('c', { code: 'server_error', message: 'Oh.' })));
      for (const [id, make] of Object.entries<() => Script>(answers)) answerFile(id, make());
      await expect(read()).rejects.toMatchObject({ status: expect.any(Number) });
      expect(provider.requests.some(({ method }) => method === 'DELETE')).toBe(false);
    }
  });

  it('that are missing are not made up for by lines of another kind', async () => {
    stands({ status: 'expired', error_file_id: 'err', request_counts: one });
    answerFile('err', file(failed('b', { code: 'batch_expired' }), failed('c', { code: 'batch_expired' })));
    await expect(read()).rejects.toMatchObject({ status: 502, message: expect.stringContaining('counts 1') });
  });

  it.each([
    undefined,
    null,
    {},
    none,
    { total: 2, completed: 2, failed: 1 },
    { completed: 'all', failed: -1 },
  ])('of a completed batch whose counts cannot be are one for every request: %j', async (odd) => {
    stands({ status: 'completed', request_counts: odd, output_file_id: null });
    await expect(read()).rejects.toMatchObject({ status: 502 });
    stands({ status: 'completed', request_counts: odd, output_file_id: 'out' });
    answerFile('out', file(done('a'), done('b')));
    await expect(read()).rejects.toMatchObject({ status: 502 });
    answerFile('out', file(done('a'), '{"broken', done('b')));
    expect(statusesOf(await read())).toEqual({ a: 'succeeded', b: 'succeeded', c: 'errored' });
  });

  it.each(['cancelled', 'expired'])(
    'of a %s batch without counts are what its files hold',
    async (status) => {
      stands({ status, request_counts: undefined, output_file_id: 'out' });
      answerFile('out', file(done('a')));
      expect((await read()).get('b')?.status).toBe(status === 'expired' ? 'expired' : 'canceled');
      answerFile('out', gone());
      await expect(read()).rejects.toMatchObject({ status: 404 });
    },
  );

  it('that could not be said to the provider are no results that it owes', async () => {
    const mixed = itemsOf(bodyItem('a', 'gpt-4o-mini'), bodyItem('b', 'gpt-4o-mini', '{"model":'));
    stands({ status: 'completed', request_counts: null, output_file_id: 'out' });
    answerFile('out', file(done('a')));
    const results = await resultsOf(clients.providers.for('provider_b', null, { projectId: 'prj_1' }), {
      ...PORTION,
      items: mixed,
    });
    expect(statusesOf(results)).toEqual({ a: 'succeeded', b: 'errored' });
    expect(results.get('b')?.error?.type).toBe('invalid_request_error');
  });

  it('of which one file cannot be read end no request for good', async () => {
    stands({ status: 'completed', output_file_id: 'out', error_file_id: 'err' });
    answerFile('out', file(done('a')));
    answerFile('err', jsonAnswer({}, { status: 500 }));
    await expect(read()).rejects.toMatchObject({ status: 500 });
    expect(provider.requests.some(({ method }) => method === 'DELETE')).toBe(false);
  });

  it('of a refused file have its reason', async () => {
    const errors = { data: [{ code: 'x', message: 'Line 1 is bad.', line: 1 }] };
    stands({ status: 'failed', errors, request_counts: { total: 0, completed: 0, failed: 0 } });
    expect((await read()).get('c')).toEqual({
      customId: 'c',
      status: 'errored',
      error: { message: 'Line 1 is bad.' },
    });
  });

  it('are not asked for before the end', async () => {
    stands({ status: 'finalizing', output_file_id: 'out' });
    await expect(read()).rejects.toMatchObject({ status: 502 });
  });
});

describe.each(['provider_a', 'provider_b'] as const)('asking %s', (upstream) => {
  const ended = jsonAnswer({ processing_status: 'ended', status: 'completed' });

  it('how a portion stands meets what passes by itself', async () => {
    for (const each of [dropConnection(), htmlAnswer('<p>', 502), htmlAnswer('<p>', 200)])
      provider.enqueue(each);
    provider.enqueue(ended);
    expect(await clients.providers.for(upstream, null, { projectId: 'prj_1' }).poll('batch-1')).toMatchObject(
      { status: 'ended' },
    );
  });

  it('how an unknown portion stands is refused as the provider does', async () => {
    provider.respond(() => true, jsonAnswer({ error: { message: 'No such batch.' } }, { status: 404 }));
    await expect(
      clients.providers.for(upstream, null, { projectId: 'prj_1' }).poll('a/b?c'),
    ).rejects.toMatchObject({ status: 404 });
    expect(provider.requests[0]?.path.endsWith('/batches/a%2Fb%3Fc')).toBe(true);
  });

  it('to cancel what has ended changes nothing', async () => {
    provider.enqueue(jsonAnswer({ error: {} }, { status: 409 }));
    await expect(
      clients.providers.for(upstream, null, { projectId: 'prj_1' }).cancel('batch-1'),
    ).resolves.toBeUndefined();
  });

  it('to cancel what it does not know is refused as the provider does', async () => {
    provider.enqueue(jsonAnswer({ error: {} }, { status: 404 }));
    await expect(
      clients.providers.for(upstream, null, { projectId: 'prj_1' }).cancel('batch-1'),
    ).rejects.toMatchObject({
      status: 404,
    });
  });
});
