import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { readSettings } from '../../src/config/read-settings.js';
import { SystemClock } from '../../src/lib/clock.js';
import { BatchHttp } from '../../src/upstreams/batches/http/batch-http.js';
import { BatchAgents } from '../../src/upstreams/batches/http/batch-agents.js';
import { LiveHostedItems } from '../../src/upstreams/batches/hosted-items.js';
import { ProviderAccounts } from '../../src/upstreams/accounts/provider-accounts.service.js';
import { BatchClients } from '../support/batch-clients.js';
import { FakeProvider } from '../support/fake-provider.js';
import { bodyItem, paramsItem } from '../support/portion-items.js';
import {
  dropConnection,
  emptyAnswer,
  htmlAnswer,
  jsonAnswer,
  neverAnswer,
} from '../support/recordings/script.js';

const MODEL = 'zai-org/GLM-5.3';
const BODY = bodyItem('a', MODEL);
const { signal } = new AbortController();

let provider: FakeProvider;
let clients: BatchClients;
beforeAll(async () => {
  provider = await FakeProvider.start();
  clients = new BatchClients(provider.url);
});
afterEach(() => provider.reset());
afterAll(async () => {
  await clients.close();
  await provider.close();
});

describe('a hosted request', () => {
  it.each([
    ['chat completions', BODY, '/hosted/v1/chat/completions'],
    ['the Messages API', paramsItem('a', MODEL), '/hosted/anthropic/v1/messages'],
  ])('goes to %s under the bare id, and its answer keeps its bytes', async (_name, item, path) => {
    const answer = Buffer.from('{ "choices":[],"content":[], "usage":{"prompt_tokens":1.0} }');
    provider.enqueue(jsonAnswer(answer));
    expect(await clients.hosted.run(item, signal)).toEqual({
      kind: 'result',
      result: {
        customId: 'a',
        status: 'succeeded',
        response: answer,
        rawUsage: { prompt_tokens: 1 },
        upstream: { statusCode: 200 },
      },
    });
    expect(provider.requests[0]?.path).toBe(path);
    expect(provider.requests[0]?.json()).toMatchObject({ model: MODEL });
  });

  it.each([
    [
      '429',
      jsonAnswer({ error: { message: 'Slow.' } }, { status: 429, headers: { 'retry-after': '7' } }),
      7_000,
    ],
    ['503', jsonAnswer({}, { status: 503 }), undefined],
    ['a page', htmlAnswer('<p>', 502), undefined],
    ['a page that looks well', htmlAnswer('<p>', 200), undefined],
    ['nothing', emptyAnswer(), undefined],
    ['no answer', dropConnection(), undefined],
    ['a refusal of our account', jsonAnswer({ error: { message: 'key sk-1' } }, { status: 401 }), undefined],
  ])('that meets %s may be tried later, and was tried once', async (_name, answer, retryAfterMs) => {
    provider.enqueue(answer);
    const outcome = await clients.hosted.run(BODY, signal);
    expect(outcome).toMatchObject({ kind: 'retry', error: { message: expect.any(String) } });
    expect(outcome.kind === 'retry' && outcome.retryAfterMs).toBe(retryAfterMs);
    expect(JSON.stringify(outcome)).not.toContain('sk-1');
    expect(provider.requests).toHaveLength(1);
  });

  it.each([
    ['with 400', jsonAnswer({ error: { message: 'No.', type: 'bad', code: 'c' } }, { status: 400 }), 400],
    ['inside a 200', jsonAnswer({ error: { message: 'No.', type: 'bad', code: 'c' } }), undefined],
  ])('that is refused %s is errored with those words', async (_name, answer, statusCode) => {
    provider.enqueue(answer);
    expect(await clients.hosted.run(BODY, signal)).toEqual({
      kind: 'result',
      result: {
        customId: 'a',
        status: 'errored',
        error: { message: 'No.', type: 'bad', code: 'c' },
        ...(statusCode !== undefined && { upstream: { statusCode } }),
      },
    });
  });

  it('that cannot be read is errored and never sent', async () => {
    const outcome = await clients.hosted.run(bodyItem('a', MODEL, '{'), signal);
    expect(outcome).toMatchObject({ result: { status: 'errored', error: { code: 'invalid_json' } } });
    expect(provider.requests).toEqual([]);
  });

  it('ends with the signal', async () => {
    provider.enqueue(neverAnswer());
    const abort = new AbortController();
    const outcome = clients.hosted.run(BODY, abort.signal);
    const request = await provider.nextRequest();
    abort.abort(new Error('stopping'));
    await expect(outcome).rejects.toThrow('stopping');
    expect(await request.closed).toMatchObject({ aborted: true });
    await expect(clients.hosted.run(BODY, abort.signal)).rejects.toThrow('stopping');
  });

  it('needs an account', async () => {
    const agents = new BatchAgents();
    const accounts = new ProviderAccounts(readSettings({}), { url: undefined }, new SystemClock());
    const hosted = new LiveHostedItems(new BatchHttp(agents.kept, agents.fresh), accounts);
    await expect(hosted.run(BODY, signal)).rejects.toMatchObject({
      status: 503,
      code: 'provider_not_configured',
    });
    await agents.close();
  });
});
