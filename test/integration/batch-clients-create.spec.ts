import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { parseMultipart } from '../../src/simulator/http/parse-multipart.js';
import type { BatchProvider, BatchUpstream } from '../../src/upstreams/batches/batch-provider.js';
import { SubmissionUndecidedError } from '../../src/upstreams/batches/submission-undecided.error.js';
import { BatchClients } from '../support/batch-clients.js';
import { FakeProvider, type RecordedRequest } from '../support/fake-provider.js';
import { bodyItem, itemsOf, paramsItem, type CountedItems } from '../support/portion-items.js';
import {
  beforeBody,
  dropConnection,
  emptyAnswer,
  htmlAnswer,
  jsonAnswer,
  redirectTo,
  truncatedAnswer,
  type Script,
} from '../support/recordings/script.js';

const PORTION = 'portion_1';
const NOW_MS = Date.parse('2026-11-28T10:00:00Z');
const JUST_NOW = '2026-11-28T10:00:01Z';
const FILE = jsonAnswer({ id: 'file-1', object: 'file' });

let provider: FakeProvider;
let clients: BatchClients;
beforeAll(async () => {
  provider = await FakeProvider.start();
  clients = new BatchClients(provider.url, () => NOW_MS);
});
afterEach(() => {
  clients.pauses.length = 0;
  provider.reset();
});
afterAll(async () => {
  await clients.close();
  await provider.close();
});

const isCreate = ({ method, path }: RecordedRequest): boolean => method === 'POST' && /\/batches$/.test(path);
const isList = ({ method, path }: RecordedRequest): boolean => method === 'GET' && /\/batches\?/.test(path);
const isUpload = ({ method, path }: RecordedRequest): boolean => method === 'POST' && /\/files$/.test(path);
const isDelete = ({ method }: RecordedRequest): boolean => method === 'DELETE';
const count = (matches: (request: RecordedRequest) => boolean): number =>
  provider.requests.filter(matches).length;
const answerCreates = (...scripts: Script[]): void =>
  scripts.forEach((script) => provider.enqueue(script, isCreate));

const large = (upstream: BatchUpstream): CountedItems => {
  const messages = [{ role: 'user', content: 'x'.repeat(1_500_000) }];
  const ids = ['a', 'b', 'c', 'd'];
  return upstream === 'provider_a'
    ? itemsOf(...ids.map((id) => paramsItem(id, 'claude-haiku-4-5', { messages })))
    : itemsOf(...ids.map((id) => bodyItem(id, 'gpt-4o-mini', { messages })));
};

describe.each<[BatchUpstream, CountedItems, object]>([
  ['provider_a', itemsOf(paramsItem('a', 'claude-haiku-4-5')), { processing_status: 'in_progress' }],
  ['provider_b', itemsOf(bodyItem('a', 'gpt-4o-mini')), { status: 'validating' }],
])('creating a portion at %s', (upstream, items, fresh) => {
  let batches: BatchProvider;
  beforeAll(() => {
    batches = clients.providers.for(upstream, null, { projectId: 'prj_1' });
  });
  const created = jsonAnswer({ id: 'batch-1', ...fresh });
  const submit = (): Promise<{ externalId: string }> => {
    provider.respond(isUpload, FILE);
    return batches.submit(PORTION, items);
  };

  it.each([400, 403, 404, 413])(
    'refused with %i is refused with the status and body, at once',
    async (status) => {
      const error = { type: 'error', error: { type: 'invalid_request_error', message: 'No.' } };
      answerCreates(jsonAnswer(error, { status }));
      const refusal = await submit().catch((reason: unknown) => reason);
      expect(refusal).toMatchObject({ name: 'UpstreamError', status });
      expect(JSON.parse(String((refusal as { body: Buffer }).body))).toEqual(error);
      expect(clients.pauses).toEqual([]);
    },
  );

  it("refused with 401 is the operator's trouble, not the caller's", async () => {
    answerCreates(jsonAnswer({ error: { message: 'bad key sk-1' } }, { status: 401 }));
    await expect(submit()).rejects.toMatchObject({ status: 502, code: 'upstream_account_error' });
  });

  it('meets 429 and 503 with pauses as asked for, then works', async () => {
    answerCreates(
      jsonAnswer({}, { status: 429, headers: { 'retry-after': '3' } }),
      jsonAnswer({}, { status: 503, headers: { 'retry-after-ms': '40' } }),
      created,
    );
    expect(await submit()).toEqual({ externalId: 'batch-1' });
    expect(clients.pauses).toEqual([3_000, 40]);
  });

  it('refused with 429 to the end keeps its Retry-After', async () => {
    const later = jsonAnswer({ error: {} }, { status: 429, headers: { 'retry-after': '600' } });
    answerCreates(later);
    await expect(submit()).rejects.toMatchObject({ status: 429, headers: { 'retry-after': '600' } });
    expect(count(isCreate)).toBe(1);
  });

  it('gives up after four tries, with the last answer', async () => {
    provider.respond(isCreate, jsonAnswer({ error: {} }, { status: 529 }));
    await expect(submit()).rejects.toMatchObject({ status: 529 });
    expect(count(isCreate)).toBe(4);
    expect(clients.pauses).toHaveLength(3);
  });

  it('after a 500 is looked for, and made again only when it is not there', async () => {
    answerCreates(jsonAnswer({}, { status: 500 }), created);
    provider.enqueue(jsonAnswer({ data: [], has_more: false }), isList);
    expect(await submit()).toEqual({ externalId: 'batch-1' });
    expect([count(isCreate), count(isList)]).toEqual([2, 1]);
  });

  it('is left open, and never made twice, when the connection drops after it was sent', async () => {
    answerCreates(dropConnection());
    await expect(submit()).rejects.toBeInstanceOf(SubmissionUndecidedError);
    expect([count(isCreate), count(isDelete)]).toEqual([1, 0]);
  });

  it.each([
    ['is no JSON', jsonAnswer(Buffer.from('<'))],
    ['is a page', htmlAnswer('<h1>OK</h1>', 200)],
    ['is empty', emptyAnswer()],
    ['names no id', jsonAnswer({ object: 'batch' })],
    ['is cut', truncatedAnswer(Buffer.from('{"id":"batch-1"'))],
  ])('is left open when the answer to it %s', async (_name, script) => {
    answerCreates(script);
    await expect(submit()).rejects.toBeInstanceOf(SubmissionUndecidedError);
    expect(count(isCreate)).toBe(1);
  });

  it('follows no redirect', async () => {
    answerCreates(redirectTo('http://127.0.0.1:1/'));
    await expect(submit()).rejects.toMatchObject({ code: 'upstream_redirect' });
  });

  it('quotes a page that refuses it', async () => {
    answerCreates(htmlAnswer('<html><b>Blocked</b></html>', 403));
    await expect(submit()).rejects.toMatchObject({
      status: 403,
      message: expect.stringContaining('"Blocked"'),
    });
  });

  it('that never reached the provider is tried again', async () => {
    const unreachable = new BatchClients('http://127.0.0.1:1');
    await expect(
      unreachable.providers.for(upstream, null, { projectId: 'prj_1' }).submit(PORTION, items),
    ).rejects.toMatchObject({
      status: 502,
      code: 'upstream_unreachable',
    });
    expect(unreachable.pauses).toHaveLength(3);
    await unreachable.close();
  });

  it('of many megabytes is sent again whole when the connection breaks while it goes out', async () => {
    const target = upstream === 'provider_a' ? isCreate : isUpload;
    provider.enqueue(beforeBody(dropConnection()), target);
    provider.enqueue(upstream === 'provider_a' ? created : FILE, target);
    if (upstream === 'provider_b') provider.enqueue(created, isCreate);
    expect(await batches.submit(PORTION, large(upstream))).toEqual({ externalId: 'batch-1' });
    expect(provider.requests.filter(target).at(-1)?.body.length).toBeGreaterThan(6_000_000);
  });

  it('whose items cannot be read fails with what went wrong there', async () => {
    const broken = large(upstream);
    const read = broken.open.bind(broken);
    const source = {
      count: broken.count,
      list: () => broken.list(),
      // The first reading only measures; the one that is sent breaks.
      open: () => (broken.opened === 0 ? read() : failing(read())),
    };
    await expect(batches.submit(PORTION, source)).rejects.toThrow('the disk is gone');
  });
});

async function* failing<Item>(items: AsyncIterable<Item>): AsyncGenerator<Item> {
  for await (const item of items) {
    yield item;
    throw new Error('the disk is gone');
  }
}

describe('after a 500, provider A', () => {
  const items = itemsOf(paramsItem('a', 'claude-haiku-4-5'));
  const submit = () =>
    clients.providers.for('provider_a', null, { projectId: 'prj_1' }).submit(PORTION, items);
  const listed = (batch: object) =>
    jsonAnswer({ data: [{ id: 'batch-7', created_at: JUST_NOW, ...batch }], has_more: false });
  const request_counts = { processing: 0, succeeded: 1, errored: 0, canceled: 0, expired: 0 };

  it('is not asked again while a batch runs that could be ours', async () => {
    answerCreates(jsonAnswer({}, { status: 502 }));
    provider.enqueue(listed({ processing_status: 'in_progress', request_counts }), isList);
    await expect(submit()).rejects.toBeInstanceOf(SubmissionUndecidedError);
    expect(count(isCreate)).toBe(1);
  });

  it.each([
    ['is too large', { request_counts: { ...request_counts, succeeded: 2 } }],
    ['is older', { created_at: '2026-11-28T09:50:00Z', request_counts }],
    ['is much younger', { created_at: '2026-11-28T16:00:01Z', request_counts }],
  ])('is asked again when the batch that runs %s', async (_name, batch) => {
    answerCreates(jsonAnswer({}, { status: 502 }), jsonAnswer({ id: 'batch-1' }));
    provider.enqueue(listed({ processing_status: 'in_progress', ...batch }), isList);
    expect(await submit()).toEqual({ externalId: 'batch-1' });
  });

  it('refuses with its own error when it cannot say what it has', async () => {
    provider.respond(() => true, jsonAnswer({ error: { message: 'Down.' } }, { status: 500 }));
    await expect(submit()).rejects.toMatchObject({ name: 'UpstreamError', status: 500 });
  });
});

describe('a portion at provider B', () => {
  const items = itemsOf(bodyItem('a', 'gpt-4o-mini'));
  const submit = () =>
    clients.providers.for('provider_b', null, { projectId: 'prj_1' }).submit(PORTION, items);

  it('is uploaded as a JSONL file for batches, and created with its own id as metadata', async () => {
    provider.enqueue(FILE, isUpload);
    answerCreates(jsonAnswer({ id: 'batch-1' }));
    await submit();
    const [upload, create] = provider.requests;
    const parts = parseMultipart(upload?.headers['content-type'], upload?.body ?? Buffer.alloc(0));
    const partOf = (name: string) => parts.find((part) => part.name === name);
    expect(partOf('purpose')?.content.toString()).toBe('batch');
    expect(partOf('file')?.filename).toMatch(/\.jsonl$/);
    const lines = String(partOf('file')?.content).trimEnd().split('\n');
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      {
        custom_id: expect.stringMatching(/^[a-zA-Z0-9_-]{1,64}$/),
        method: 'POST',
        url: '/v1/chat/completions',
        body: { model: 'gpt-4o-mini', messages: [{ role: 'user', content: 'Say a' }] },
      },
    ]);
    expect(create?.json()).toEqual({
      input_file_id: 'file-1',
      endpoint: '/v1/chat/completions',
      completion_window: '24h',
      metadata: { portion_id: PORTION },
    });
  });

  it('is uploaded again when no answer came, for a file alone runs nothing', async () => {
    provider.enqueue(dropConnection(), isUpload);
    provider.enqueue(FILE, isUpload);
    answerCreates(jsonAnswer({ id: 'batch-1' }));
    expect(await submit()).toEqual({ externalId: 'batch-1' });
  });

  it('that is refused leaves no file behind, also when the file cannot be deleted', async () => {
    provider.respond(isUpload, FILE);
    answerCreates(jsonAnswer({ error: {} }, { status: 400 }));
    provider.respond(isDelete, dropConnection());
    await expect(submit()).rejects.toMatchObject({ status: 400 });
    expect(provider.requests.at(-1)).toMatchObject({ method: 'DELETE', path: '/provider-b/v1/files/file-1' });
  });

  it('whose creation went through in spite of a 500 is found by its metadata', async () => {
    provider.enqueue(FILE, isUpload);
    answerCreates(jsonAnswer({}, { status: 500 }));
    const ours = { id: 'batch-9', created_at: NOW_MS / 1_000, metadata: { portion_id: PORTION } };
    provider.enqueue(
      jsonAnswer({ data: [{ ...ours, id: 'x', metadata: null }, ours], has_more: false }),
      isList,
    );
    expect(await submit()).toEqual({ externalId: 'batch-9' });
  });

  it('is looked for over all pages down to the time of its making', async () => {
    const batch = (id: string, seconds: number) => ({
      id,
      created_at: NOW_MS / 1_000 + seconds,
      metadata: {},
    });
    const page = (...data: object[]) => jsonAnswer({ data, has_more: true });
    provider.enqueue(page(batch('c', 9), batch('b', 8)), isList);
    provider.enqueue(page(batch('a', 1), batch('old', -3_600), { ...batch('no', 0) }), isList);
    const traits = { requestCount: 1, notBeforeMs: NOW_MS };
    const found = await clients.providers
      .for('provider_b', null, { projectId: 'prj_1' })
      .findSubmitted(PORTION, traits);
    expect(found).toEqual({ kind: 'absent' });
    expect(provider.requests.map(({ path }) => path.split('?')[1])).toEqual([
      'limit=100',
      'limit=100&after=b',
    ]);
  });
});
