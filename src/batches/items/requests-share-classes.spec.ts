import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { areOfOneHiddenClass } from '../../../test/support/hidden-class.js';
import { itemsOf, bodyItem, paramsItem } from '../../../test/support/portion-items.js';
import { parseModelId } from '../../catalog/ids/parse-model-id.js';
import { readCatalogFile } from '../../catalog/reading/read-catalog-file.js';
import type { ObjectStore } from '../../storage/object-store.js';
import { endedAs, LOST } from '../../upstreams/batches/results/endings.js';
import { PendingItems } from '../../upstreams/batches/results/pending-items.js';
import { readBatchOutput } from '../../upstreams/batches/provider-b/read-batch-output.js';
import { readMessageResult } from '../../upstreams/batches/provider-a/read-message-result.js';
import { scanObject } from '../../upstreams/batches/results/result-lines.js';
import type { TopLevelMembers } from '../../wire/json-bytes/scan-top-level.js';
import { parseOutcome, printOutcome } from '../lifecycle/hosted-outcome.js';
import { toChatTarget } from '../submission/choose-batch-target.js';
import { readItem, type CheckedItem } from '../submission/read-item.js';
import { PortionSpool, type SpooledPortion } from '../submission/portion-spool.js';
import { readLine } from '../validation/read-line.js';
import { ItemStore } from './item-store.service.js';

const COUNT = 40;
const CLAUDE = 'vendora/claude-haiku-4-5';
const catalog = readCatalogFile();
const rules = {
  parse: (id: string) => parseModelId(id, catalog),
  chineseModels: true,
  models: undefined,
  retention: { zeroRetention: false, agreed: new Set<never>() },
};
const numbers = Array.from({ length: COUNT }, (_, index) => index);
const bytes = (value: object) => Buffer.from(JSON.stringify(value));
const messages = [{ role: 'user', content: 'Hi' }];

/** The engine has then seen what there is to see. */
const shareOneClass = (objects: readonly object[]) => {
  const [one, other] = objects.slice(-2);
  return (
    objects.length === COUNT && one !== undefined && other !== undefined && areOfOneHiddenClass(one, other)
  );
};

async function collect<Value>(source: AsyncIterable<Value> | Iterable<Value>): Promise<Value[]> {
  const values: Value[] = [];
  for await (const value of source) values.push(value);
  return values;
}

const submitted = (kind: 'body' | 'params') =>
  Promise.all(
    numbers.map(async (index) =>
      readItem(
        bytes({ custom_id: `a${index}`, [kind]: { model: CLAUDE, max_tokens: 9, messages } }),
        index,
        rules,
      ),
    ),
  );

const lineOf = (url: string, model: string, members: object) => async (index: number) =>
  readLine(bytes({ custom_id: `a${index}`, method: 'POST', url, body: { model, ...members } }), {
    line: index + 1,
    endpoint: url as '/v1/responses',
    rules,
  });

/** What a store keeps of requests, and a store that gives it out again. */
async function stored(items: readonly CheckedItem[]): Promise<{ portion: SpooledPortion; store: ItemStore }> {
  const objects = new Map<string, Buffer>();
  const objectStore = {
    write: async (name: string, source: AsyncIterable<Buffer>) => {
      objects.set(name, Buffer.concat(await collect(source)));
    },
    read: (name: string) => Promise.resolve(Readable.from([objects.get(name)])),
  } as unknown as ObjectStore;
  const spool = new PortionSpool(objectStore, 'batch_1', 0n);
  for (const item of items) await spool.add(item);
  const [portion] = await spool.finish();
  if (portion === undefined) throw new Error('nothing was kept');
  return { portion, store: new ItemStore(objectStore, catalog, undefined as never) };
}

const scan = (value: object) => scanObject(bytes(value)) as TopLevelMembers;
const resultOf = (read: (index: number) => object) => numbers.map(read);
const message = { id: 'msg_1', content: [{ type: 'text', text: 'Hi' }], usage: { input_tokens: 3 } };

/** A class of its own for each of 100,000 requests takes 40 MB that only a full collection gives back. */
describe('requests of a batch share one hidden class', () => {
  it.each(['body', 'params'] as const)('as they are read of `%s`, with their targets', async (kind) => {
    const items = await submitted(kind);
    expect(shareOneClass(items)).toBe(true);
    expect(shareOneClass(items.map(({ target }) => toChatTarget(target)))).toBe(true);
  });

  it.each([
    ['/v1/chat/completions', 'gpt-4o-mini', { messages }],
    ['/v1/responses', 'gpt-4o-mini', { input: 'Hi' }],
    ['/v1/embeddings', 'text-embedding-3-small', { input: 'Hi' }],
  ])('as they are read of a line for %s', async (url, model, members) => {
    expect(shareOneClass(await Promise.all(numbers.map(lineOf(url, model, members))))).toBe(true);
  });

  it('as they come back from where they wait, with and without their bytes', async () => {
    const { portion, store } = await stored(await submitted('body'));
    const all = { ...portion, requestCount: COUNT };
    const facts = await collect(store.facts(all));
    expect(shareOneClass(facts)).toBe(true);
    expect(new Set(facts.map(({ target }) => target)).size).toBe(1);
    expect(shareOneClass(await collect(store.requests(all)))).toBe(true);
    expect(await collect(store.of(all, facts).list())).toEqual(facts);
  });
});

describe('results of a batch share one hidden class', () => {
  const claude = bodyItem('a', CLAUDE);
  const answered = { type: 'succeeded', message };
  const failed = {
    type: 'errored',
    error: { error: { type: 'api_error', message: 'No.' }, request_id: 'r' },
  };

  it.each([
    ['answered', answered],
    ['failed', failed],
    ['canceled', { type: 'canceled' }],
    ['expired', { type: 'expired' }],
    ['broken', { type: 'succeeded' }],
  ])("as provider A's are read: %s", (_name, result) => {
    expect(shareOneClass(resultOf(() => readMessageResult(scan({ result }), claude, 0)))).toBe(true);
    const native = paramsItem('a', CLAUDE);
    expect(shareOneClass(resultOf(() => readMessageResult(scan({ result }), native, 0)))).toBe(true);
  });

  it.each([
    ['answered', { response: { status_code: 200, request_id: 'r', body: { choices: [], usage: {} } } }],
    ['failed', { response: { status_code: 400, body: { error: { message: 'No.', param: 'n' } } } }],
    ['not run', { response: null, error: { code: 'batch_expired', message: 'Late.' } }],
  ])("as provider B's are read: %s", (_name, line) => {
    const results = numbers.map(() => readBatchOutput(scan(line), bodyItem('a', 'gpt-4o-mini')));
    expect(shareOneClass(results)).toBe(true);
    expect(shareOneClass(results.map(({ upstream }) => upstream ?? {}))).toBe(true);
    expect(shareOneClass(results.map(({ error }) => error ?? LOST))).toBe(true);
  });

  it('as those of live calls for hosted models are read again', () => {
    const outcome = printOutcome({ customId: 'a', status: 'succeeded', response: Buffer.from('{}') });
    expect(shareOneClass(resultOf((index) => parseOutcome(outcome, `a${index}`)))).toBe(true);
  });

  it('where the provider gave none', async () => {
    const items = itemsOf(...numbers.map((index) => bodyItem(`a${index}`, CLAUDE)));
    const pending = await PendingItems.of('bpt_1', items);
    expect(shareOneClass(await collect(pending.rest(LOST)))).toBe(true);
    expect(shareOneClass(numbers.map((index) => endedAs(`a${index}`, LOST)))).toBe(true);
  });
});
