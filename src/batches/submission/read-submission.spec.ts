import { describe, expect, it } from 'vitest';
import { readCatalogFile } from '../../catalog/reading/read-catalog-file.js';
import { parseModelId } from '../../catalog/ids/parse-model-id.js';
import { formatUsd } from '../../lib/money.js';
import type { CheckedItem } from './read-item.js';
import { readSubmission } from './read-submission.js';
import { InvalidItemsError } from './submission-error.js';

const catalog = readCatalogFile();
const CLAUDE = 'vendora/claude-sonnet-5-5';
const GPT = 'vendorb/gpt-6.1-terra';
const GLM = 'zai-org/GLM-5.3';
const messages = [{ role: 'user', content: 'Hi' }];
const body = (model: unknown, more: object = {}) => ({ model, messages, ...more });

interface Policy {
  readonly chineseModels?: boolean;
  readonly zeroRetention?: boolean;
}

async function read(document: unknown, { chineseModels = true, zeroRetention = false }: Policy = {}) {
  const kept: CheckedItem[] = [];
  const bytes = Buffer.from(typeof document === 'string' ? document : JSON.stringify(document));
  async function* source() {
    await Promise.resolve();
    yield bytes;
  }
  const submission = await readSubmission({
    source: source(),
    rules: {
      parse: (id) => parseModelId(id, catalog),
      chineseModels,
      models: undefined,
      retention: { zeroRetention, agreed: new Set(['provider_b' as const]) },
    },
    keep: (item) => {
      kept.push(item);
      return Promise.resolve();
    },
    maxItemBytes: 1_048_576,
    members: new Map(),
  });
  return { submission, kept };
}

async function faultsOf(requests: unknown[], options: Policy = {}) {
  const failure: unknown = await read({ requests }, options).catch((error: unknown) => error);
  if (!(failure instanceof InvalidItemsError)) throw failure;
  const { status, message, extra } = failure;
  return { status, message, details: extra['details'] as { param: string; code: string }[] };
}

describe('readSubmission', () => {
  it('keeps the exact bytes of mixed items for mixed providers', async () => {
    const { submission, kept } = await read(
      `{"requests":[{"custom_id":"a","body":{"model":"${GPT}", "messages":[{"role":"user","content":"x"}],"n":1.0}},` +
        `{"custom_id":"b","params":{ "max_tokens":7,"model":"${CLAUDE}","messages":[{"role":"user","content":"y"}]}}],"idempotency_key":"k"}`,
    );
    expect(kept.map(({ customId, kind, target }) => [customId, kind, target.provider])).toEqual([
      ['a', 'body', 'provider_b'],
      ['b', 'params', 'provider_a'],
    ]);
    expect(kept[0]?.request.toString()).toContain('"n":1.0');
    expect(kept[1]?.request.toString()).toBe(
      `{ "max_tokens":7,"model":"${CLAUDE}","messages":[{"role":"user","content":"y"}]}`,
    );
    expect(submission).toMatchObject({ requestCount: 2, shape: 'mixed' });
    expect(submission.members.get('idempotency_key')).toBe('k');
  });

  it('estimates the text of the prompt and max_tokens, or 4,096, at the batch rate', async () => {
    const prices = catalog.find(CLAUDE)?.prices;
    const rate = prices?.batch;
    if (prices === undefined || rate === undefined) throw new Error('no batch rate');
    const text = JSON.stringify(messages);
    const tokens = BigInt(Math.ceil(text.length / 4));
    const half = (amount: bigint) => formatUsd((amount * rate.numerator) / rate.denominator);
    const limited = await read({ requests: [{ custom_id: 'a', body: body(CLAUDE, { max_tokens: 100 }) }] });
    expect(formatUsd(limited.submission.estimate)).toBe(half(tokens * prices.input + 100n * prices.output));
    const open = await read({ requests: [{ custom_id: 'a', params: body(CLAUDE) }] });
    expect(formatUsd(open.submission.estimate)).toBe(half(tokens * prices.input + 4_096n * prices.output));
    const several = await read({
      requests: [{ custom_id: 'a', body: body('vendorb/gpt-4o', { max_tokens: 100, n: 3 }) }],
    });
    // Half of 2.50 and 10 USD a million.
    const atGpt = (tokens * 2_500_000n + 300n * 10_000_000n) / 2n;
    expect(formatUsd(several.submission.estimate)).toBe(formatUsd(atGpt));
    const thinking = { type: 'enabled', budget_tokens: 10_000 };
    const thoughtful = await read({ requests: [{ custom_id: 'a', body: body(CLAUDE, { thinking }) }] });
    expect(formatUsd(thoughtful.submission.estimate)).toBe(
      half(tokens * prices.input + 14_096n * prices.output),
    );
  });

  it.each<[string, unknown, string, string, number?]>([
    ['no object', 7, 'requests[0]', 'invalid_json'],
    ['no custom_id', { body: body(GPT) }, 'requests[0].custom_id', 'invalid_custom_id'],
    [
      'a number as custom_id',
      { custom_id: 1, body: body(GPT) },
      'requests[0].custom_id',
      'invalid_custom_id',
    ],
    ['an empty custom_id', { custom_id: '', body: body(GPT) }, 'requests[0].custom_id', 'invalid_custom_id'],
    [
      'a long custom_id',
      { custom_id: 'x'.repeat(65), body: body(GPT) },
      'requests[0].custom_id',
      'invalid_custom_id',
    ],
    [
      'a NUL in custom_id',
      { custom_id: 'a\u0000', body: body(GPT) },
      'requests[0].custom_id',
      'invalid_custom_id',
    ],
    ['neither body nor params', { custom_id: 'a' }, 'requests[0]', 'invalid_request'],
    ['both', { custom_id: 'a', body: body(GPT), params: body(CLAUDE) }, 'requests[0]', 'invalid_request'],
    ['a text as body', { custom_id: 'a', body: 'x' }, 'requests[0].body', 'invalid_request'],
    ['no model', { custom_id: 'a', body: { messages } }, 'requests[0].body.model', 'invalid_model'],
    ['no messages', { custom_id: 'a', body: { model: GPT } }, 'requests[0].body.messages', 'invalid_request'],
    [
      'empty messages',
      { custom_id: 'a', body: { model: GPT, messages: [] } },
      'requests[0].body.messages',
      'invalid_request',
    ],
    ['auto', { custom_id: 'a', body: body('auto') }, 'requests[0].body.model', 'auto_in_batch'],
    [
      'a stream',
      { custom_id: 'a', body: body(GPT, { stream: true }) },
      'requests[0].body.stream',
      'stream_in_batch',
    ],
    [
      'a stream in params',
      { custom_id: 'a', params: body(CLAUDE, { stream: true }) },
      'requests[0].params.stream',
      'stream_in_batch',
    ],
    [
      'an unpriced model',
      { custom_id: 'a', body: body('vendorb/gpt-99') },
      'requests[0].body.model',
      'unpriced_model',
    ],
    [
      'a hosted model without a batch tier',
      { custom_id: 'a', body: body('openai/gpt-oss-120b') },
      'requests[0].body.model',
      'no_batch_tier',
    ],
    [
      'a marketplace model',
      { custom_id: 'a', body: body('mistralai/mistral-large-9') },
      'requests[0].body.model',
      'no_batch_tier',
    ],
    [
      'an embedding model',
      { custom_id: 'a', body: body('text-embedding-3-small') },
      'requests[0].body.model',
      'no_batch_tier',
    ],
    ['a local model', { custom_id: 'a', body: body('llama3:8b') }, 'requests[0].body.model', 'no_batch_tier'],
    [
      'provider B in params',
      { custom_id: 'a', params: body(GPT) },
      'requests[0].params.model',
      'model_not_in_params',
    ],
    [
      'web search in params',
      {
        custom_id: 'a',
        params: body(CLAUDE, { tools: [{ type: 'web_search_20250305', name: 'web_search' }] }),
      },
      'requests[0].params.tools[0].type',
      'unsupported_server_tool',
    ],
    [
      'fallback models in params',
      { custom_id: 'a', params: body(CLAUDE, { fallbacks: [{ model: 'claude-haiku-4-5' }] }) },
      'requests[0].params.fallbacks',
      'invalid_request',
    ],
    [
      'a conversation kept at the provider in params',
      { custom_id: 'a', params: body(CLAUDE, { thread: { type: 'create' } }) },
      'requests[0].params.thread',
      'thread_unsupported_request',
    ],
    [
      'a container in params',
      { custom_id: 'a', params: body(CLAUDE, { container: 'c' }) },
      'requests[0].params.container',
      'unsupported_server_tool',
    ],
  ])('%s is refused, and the place is named', async (_name, item, param, code, status = 400) => {
    const faults = await faultsOf([item]);
    expect(faults.status).toBe(status);
    expect(faults.details).toMatchObject([{ param, code }]);
  });

  it("refuses a Chinese lab's model with 403 when the toggle is off", async () => {
    const item = { custom_id: 'a', body: body(GLM) };
    expect(await faultsOf([item], { chineseModels: false })).toMatchObject({
      status: 403,
      details: [{ param: 'requests[0].body.model', code: 'chinese_models_off' }],
    });
    expect((await read({ requests: [item] })).submission.requestCount).toBe(1);
  });

  it('refuses providers without an agreement, with 403, for an organization with zero retention', async () => {
    const requests = [
      { custom_id: 'a', body: body(CLAUDE) },
      { custom_id: 'b', body: body(GPT) },
    ];
    expect(await faultsOf(requests, { zeroRetention: true })).toMatchObject({
      status: 403,
      details: [{ param: 'requests[0].body.model', code: 'zero_retention_unavailable' }],
    });
  });

  it('names the twin of a custom_id', async () => {
    const faults = await faultsOf([
      { custom_id: 'a', body: body(GPT) },
      { custom_id: 'a', body: body(GPT) },
    ]);
    expect(faults.details).toMatchObject([{ param: 'requests[1].custom_id', code: 'duplicate_custom_id' }]);
  });

  it('lists every bad item up to 20, and keeps nothing behind the first', async () => {
    const bad = Array.from({ length: 30 }, (_, index) => ({ custom_id: `c${index}` }));
    const { details, message } = await faultsOf([{ custom_id: 'ok', body: body(GPT) }, ...bad]);
    expect(details).toHaveLength(20);
    expect(message).toContain('At least 20 items are wrong');
    expect(details[0]?.param).toBe('requests[1]');
  });

  it.each([
    [{ name: 'hosted', model: 'zai-org/GLM-5.3', count: 1_001, text: 'x' }],
    [{ name: 'hosted bytes', model: 'zai-org/GLM-5.3', count: 3, text: 'x'.repeat(900_000) }],
  ])('caps the requests of a provider: $name', async ({ model, count, text }) => {
    const requests = Array.from({ length: count }, (_, index) => ({
      custom_id: `c${index}`,
      body: { model, messages: [{ role: 'user', content: text }] },
    }));
    await expect(read({ requests })).rejects.toMatchObject({ status: 400, code: 'batch_too_large' });
  });

  it.each(['', '[]', '{"requests":[', '{"requests":{}}', '{"requests":"x"}', '{"requests":[]', 'nonsense'])(
    '%j is no submission',
    async (document) => {
      await expect(read(document)).rejects.toMatchObject({ status: 400 });
    },
  );
});
