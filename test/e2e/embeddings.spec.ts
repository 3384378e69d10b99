import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { embeddings, openAiError } from '../support/recordings/openai-answers.js';
import { END, head, htmlAnswer, jsonAnswer, script } from '../support/recordings/script.js';
import { balanceOf, callRow, chargesOf, seedTenant, type Tenant } from '../support/seed.js';
import { startTestApplication, type TestApplication } from '../support/start-application.js';
import { EMBEDDINGS_PATH, openRaw, type RawCallOptions } from './messages-call.js';
import type { OpenAnswer } from './stream-call.js';

let service: TestApplication;
let tenant: Tenant;
beforeAll(async () => {
  service = await startTestApplication();
  tenant = await seedTenant(service.dataSource);
});
afterEach(() => service.provider.reset());
afterAll(() => service.stop());

const MODEL = 'text-embedding-3-small';
const call = (body: unknown, options: Partial<RawCallOptions> = {}): Promise<OpenAnswer> =>
  openRaw(service.url, { apiKey: tenant.apiKey, path: EMBEDDINGS_PATH, body, ...options });

describe('an embeddings call', () => {
  const odd = (model: string): string =>
    `{ "input" : ["ü 🙂 \\u00fc", "b"],\r\n "dimensions": 1e2, "encoding_format":"base64", "user":null, "later":[1.0,12345678901234567890],"model":"${model}" }`;

  it.each([
    ['text-embedding-3-small', 'text-embedding-3-small'],
    ['vendorb/text-embedding-3-large', 'text-embedding-3-large'],
    ['openai/text-embedding-ada-002', 'text-embedding-ada-002'],
  ])('of %s goes up as it is, but for the prefix', async (written, sent) => {
    expect((await call(odd(written))).status).toBe(200);
    const request = await service.provider.nextRequest();
    expect(request.path).toBe('/b/v1/embeddings');
    expect(request.body.toString()).toBe(odd(sent));
    expect(request.headers.authorization).toBe('Bearer key-of-provider-b');
    expect(JSON.stringify(request.headers)).not.toContain(tenant.apiKey);
  });

  it('comes back as it is, base64 included, with its exact cost', async () => {
    const bytes = Buffer.from(
      '{"usage":{"total_tokens":7 ,"prompt_tokens":7},"object":"list","data":[{"object":"embedding","index":0,"embedding":"AACAPwAAAEA\\u003d"}],"model":"text-embedding-3-small", "n":1.0}\n',
    );
    service.provider.enqueue(jsonAnswer(bytes, { headers: { 'x-request-id': 'req_of_b' } }));
    const answer = await call({ model: MODEL, input: 'Hi' });
    expect((await answer.whole()).equals(bytes)).toBe(true);
    expect(answer.headers).toMatchObject({
      'x-svc-cost': '0.00000014',
      'x-svc-model': 'vendorb/text-embedding-3-small',
      'x-upstream-request-id': 'req_of_b',
    });
    expect(await chargesOf(service.dataSource, answer.callId)).toEqual(['-0.000000140000']);
    expect(await callRow(service.dataSource, answer.callId)).toMatchObject({
      surface: 'embeddings',
      status: 200,
      stream: false,
    });
  });

  it.each([
    ['text-embedding-3-small', 1, '0.00000002'],
    ['text-embedding-3-large', 1, '0.00000013'],
    ['text-embedding-ada-002', 3, '0.0000003'],
  ])('of %s costs for %i tokens %s', async (model, tokens, cost) => {
    service.provider.enqueue(jsonAnswer(embeddings([[1]], { tokens })));
    expect((await call({ model, input: 'Hi' })).headers['x-svc-cost']).toBe(cost);
  });

  it.each([
    ['Hi', true],
    [['a', 'b'], true],
    [[1, 2, 3], true],
    [[[1, 2], [3]], true],
    ['', false],
    [[], false],
    [[''], false],
    [['a', ''], false],
    [[[]], false],
    [[[1], []], false],
    [[['a']], false],
    [['a', 1], false],
    [[1, 'a'], false],
    [[null], false],
    [{}, false],
    [7, false],
    [null, false],
    [undefined, false],
  ])('with input %j is carried: %s', async (input, isCarried) => {
    const answer = await call({ model: MODEL, input });
    expect(answer.status).toBe(isCarried ? 200 : 400);
    if (isCarried) return;
    expect(await answer.json()).toMatchObject({
      error: { type: 'invalid_request_error', param: expect.stringMatching(/^input/) },
    });
    expect(service.provider.requests).toHaveLength(0);
  });

  it.each([
    ['auto', 'wrong_surface'],
    ['vendorb/gpt-4o-mini', 'wrong_surface'],
    ['claude-sonnet-5-5', 'wrong_surface'],
    ['mistralai/some-embedder', 'wrong_surface'],
    ['llama3:8b', 'wrong_surface'],
    ['nonsense', 'wrong_surface'],
    ['text-embedding-4-huge', 'unpriced_model'],
    ['vendorb/text-embedding-4-huge', 'unpriced_model'],
    ['vendora/text-embedding-3-small', 'unpriced_model'],
    ['', 'invalid_request'],
  ])('of %j is refused', async (model, code) => {
    const answer = await call({ model, input: 'Hi' });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ error: { code, param: 'model' } });
    expect(service.provider.requests).toHaveLength(0);
  });

  it.each([
    ['no JSON', 'hello'],
    ['half of it', '{"model":"text-embedding-3-small","input":"H'],
    ['model twice', '{"model":"text-embedding-3-small","model":"text-embedding-3-large","input":"Hi"}'],
    ['a model that is a number', '{"model":3,"input":"Hi"}'],
  ])('with a body of %s is refused', async (_name, body) => {
    const answer = await call(body);
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ error: { type: 'invalid_request_error' } });
  });

  it('is refused above 4 MB and carried just below', async () => {
    const body = (length: number): string => JSON.stringify({ model: MODEL, input: 'a'.repeat(length) });
    const cap = 4 * 1_048_576;
    const frame = body(0).length;
    expect((await call(body(cap - frame))).status).toBe(200);
    const answer = await call(body(cap - frame + 1));
    expect(answer.status).toBe(413);
    expect(await answer.json()).toMatchObject({ error: { code: 'request_too_large' } });
  });

  it('without usage is billed by an estimate of its input', async () => {
    service.provider.enqueue(jsonAnswer({ object: 'list', data: [], model: MODEL }));
    const answer = await call({ model: MODEL, input: ['a'.repeat(400), 'b'.repeat(400)] });
    expect(answer.headers['x-svc-cost']).toBe('0.000004');
    expect((await callRow(service.dataSource, answer.callId)).detail.usage).toMatchObject({
      input_tokens: 200,
      output_tokens: 0,
      estimated: true,
    });
  });

  it("passes the provider's errors as they are, free of charge", async () => {
    const bytes = openAiError({ message: 'too many', code: 'rate_limit_exceeded' });
    service.provider.enqueue(jsonAnswer(bytes, { status: 429, headers: { 'retry-after': '3' } }));
    const answer = await call({ model: MODEL, input: 'Hi' });
    expect(answer.status).toBe(429);
    expect((await answer.whole()).equals(bytes)).toBe(true);
    expect(answer.headers).toMatchObject({ 'retry-after': '3', 'x-svc-error-source': 'upstream' });
    await callRow(service.dataSource, answer.callId);
    expect(await chargesOf(service.dataSource, answer.callId)).toEqual([]);
  });

  it('that is answered with HTML is a 502', async () => {
    service.provider.enqueue(htmlAnswer('<p>hello</p>', 200));
    const answer = await call({ model: MODEL, input: 'Hi' });
    expect(answer.status).toBe(502);
    expect(await answer.json()).toMatchObject({ error: { code: 'upstream_unreadable' } });
  });

  it('needs a balance', async () => {
    const { apiKey } = await seedTenant(service.dataSource, { balanceUsd: '0' });
    const answer = await call({ model: MODEL, input: 'Hi' }, { apiKey });
    expect(answer.status).toBe(402);
    expect(await answer.json()).toMatchObject({ error: { code: 'insufficient_balance' } });
    expect(service.provider.requests).toHaveLength(0);
  });

  it('with 2,048 vectors comes back whole, announced or chunked', async () => {
    const vector = Array.from({ length: 256 }, (_, index) => index / 1_000 - 0.1);
    const bytes = embeddings(
      Array.from({ length: 2_048 }, () => vector),
      { tokens: 2_048 },
    );
    expect(bytes.length).toBeGreaterThan(2 * 1_048_576);
    for (const answerScript of [
      jsonAnswer(bytes),
      script(head(200, { 'content-type': 'application/json' }), bytes, END),
    ]) {
      service.provider.enqueue(answerScript);
      const answer = await call({ model: MODEL, input: Array.from({ length: 2_048 }, () => 'a') });
      expect((await answer.whole()).equals(bytes)).toBe(true);
      expect(answer.headers['x-svc-cost']).toBe('0.00004096');
    }
  });

  it('keeps the balance the sum of the ledger', async () => {
    expect((await balanceOf(service.dataSource, tenant.organizationId)).equalsLedger).toBe(true);
  });
});
