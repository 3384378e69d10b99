import Anthropic from '@anthropic-ai/sdk';
import OpenAI from 'openai';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { HANG } from '../support/recordings/script.js';
import { seedTenant } from '../support/seed.js';
import { startTestApplication, type TestApplication } from '../support/start-application.js';

const HI: { role: 'user'; content: string }[] = [{ role: 'user', content: 'Hi' }];
const CALL = { model: 'vendorb/gpt-4o-mini', messages: HI };
const MESSAGE = { ...CALL, model: 'claude-haiku-4-5', max_tokens: 64 };
const BAD = { ...CALL, model: 'gpt-99' };
const BAD_MESSAGE = { ...MESSAGE, model: 'auto' };
const LARGE = 'x'.repeat(1_048_576);

let service: TestApplication;
let keys: { rich: string; poor: string; noChinese: string };
/** Requests that an SDK made, by its own `fetch`. */
let sent = 0;

beforeAll(async () => {
  service = await startTestApplication({ environment: { LIVE_CALL_TIMEOUT: '2s' } });
  const [rich, poor, noChinese] = await Promise.all([
    seedTenant(service.dataSource),
    seedTenant(service.dataSource, { balanceUsd: '0' }),
    seedTenant(service.dataSource, { chineseModels: false }),
  ]);
  keys = { rich: rich.apiKey, poor: poor.apiKey, noChinese: noChinese.apiKey };
});
afterEach(() => service.provider.reset());
afterAll(() => service.stop());

const counted: typeof fetch = (input, init) => {
  sent += 1;
  return fetch(input, init);
};
/** With the retries that the SDKs have when nothing is said. */
const openai = (apiKey: string) =>
  new OpenAI({ baseURL: `${service.url}/api/v1/route`, apiKey, fetch: counted });
const anthropic = (apiKey: string) =>
  new Anthropic({ baseURL: `${service.url}/api`, apiKey, fetch: counted });

/** The status and the advice of the error that a call ends with, and the requests that it took. */
async function failureOf(call: PromiseLike<unknown>): Promise<[number, string | null, number]> {
  const error = await Promise.resolve(call).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof OpenAI.APIError || error instanceof Anthropic.APIError)) throw error;
  const headers = error.headers as Headers;
  return [error.status as number, headers.get('x-should-retry'), sent];
}

describe('an SDK that meets a final error of ours', () => {
  beforeAll(() => {
    expect(new OpenAI({ apiKey: 'x' }).maxRetries).toBeGreaterThan(0);
  });
  afterEach(() => {
    sent = 0;
  });

  it.each<[number, string, () => PromiseLike<unknown>]>([
    [401, 'a wrong key', () => openai('svc_live_no').chat.completions.create(CALL)],
    [401, 'a wrong key, at provider A', () => anthropic('svc_live_no').messages.create(MESSAGE)],
    [400, 'an unknown model', () => openai(keys.rich).chat.completions.create(BAD)],
    [400, 'an unknown model, at provider A', () => anthropic(keys.rich).messages.create(BAD_MESSAGE)],
    [402, 'no balance', () => openai(keys.poor).chat.completions.create(CALL)],
    [402, 'no balance, at provider A', () => anthropic(keys.poor).messages.create(MESSAGE)],
    [
      403,
      'a model that is off',
      () => openai(keys.noChinese).chat.completions.create({ ...CALL, model: 'zai-org/GLM-5.3' }),
    ],
    [404, 'an unknown path', () => openai(keys.rich).completions.create({ model: 'gpt-4o', prompt: 'Hi' })],
    [404, 'an unknown batch', () => anthropic(keys.rich).messages.batches.retrieve('msgbatch_no')],
    [
      413,
      'a body that is too large',
      () =>
        openai(keys.rich).chat.completions.create({ ...CALL, messages: [{ role: 'user', content: LARGE }] }),
    ],
    [400, 'embeddings of no model', () => openai(keys.rich).embeddings.create({ model: 'auto', input: 'x' })],
  ])('shows %i after one request: %s', async (status, _case, call) => {
    expect(await failureOf(call())).toEqual([status, 'false', 1]);
  });

  it.each<[string, () => PromiseLike<unknown>]>([
    ['whole', () => openai(keys.rich).chat.completions.create(CALL)],
    ['a stream', () => openai(keys.rich).chat.completions.create({ ...CALL, stream: true as const })],
    ['whole, at provider A', () => anthropic(keys.rich).messages.create(MESSAGE)],
    [
      'a stream, at provider A',
      () => anthropic(keys.rich).messages.create({ ...MESSAGE, stream: true as const }),
    ],
    [
      'embeddings',
      () => openai(keys.rich).embeddings.create({ model: 'text-embedding-3-small', input: 'x' }),
    ],
  ])('shows the 504 of the live-call limit after one request: %s', async (_case, call) => {
    service.provider.enqueue({ steps: [HANG], answersBeforeBody: false });
    expect(await failureOf(call())).toEqual([504, 'false', 1]);
    expect(service.provider.requests).toHaveLength(1);
  });

  it('is told in words that hold for a stream as well', async () => {
    service.provider.enqueue({ steps: [HANG], answersBeforeBody: false });
    const call = openai(keys.rich).chat.completions.create({ ...CALL, stream: true as const });
    await expect(call).rejects.toThrow(/streamed or not/);
    await expect(call).rejects.not.toThrow(/Stream long generations/);
  });
});
