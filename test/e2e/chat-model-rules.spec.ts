import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { balanceOf, seedTenant, type Tenant, type TenantOptions } from '../support/seed.js';
import { startTestApplication, type TestApplication } from '../support/start-application.js';
import { ChatClient, type WholeAnswer } from './chat-client.js';

type Tiers = Exclude<TenantOptions['tiers'], string | undefined>;
const MEDIUM_CHINESE: Tiers = {
  big: 'vendorb/gpt-6.1-sol',
  medium: 'zai-org/GLM-5.3',
  small: 'openai/gpt-oss-120b',
};
const ALL_CHINESE: Tiers = {
  big: 'zai-org/GLM-5.3',
  medium: 'deepseek-ai/DeepSeek-V4.1-Flash',
  small: 'qwen/qwen3-coder',
};

let service: TestApplication;
let tenant: Tenant;
let client: ChatClient;
beforeAll(async () => {
  service = await startTestApplication();
  tenant = await seedTenant(service.dataSource);
  client = new ChatClient(service.url, tenant.apiKey);
});
beforeEach(() => service.provider.reset());
afterAll(() => service.stop());

async function clientOf(options: TenantOptions): Promise<ChatClient> {
  return new ChatClient(service.url, (await seedTenant(service.dataSource, options)).apiKey);
}

async function upstreamModel(): Promise<unknown> {
  return ((await service.provider.nextRequest()).json() as { model: unknown }).model;
}

function expectRefusal(answer: WholeAnswer, expected: { status?: number; code: string }): void {
  const { status = 400, code } = expected;
  expect(answer.status).toBe(status);
  expect(answer.error).toMatchObject({
    code,
    param: 'model',
    type: status === 403 ? 'permission_error' : 'invalid_request_error',
  });
  expect(answer.error.message.length).toBeGreaterThan(20);
  expect(answer.headers).toMatchObject({
    'x-svc-error-source': 'gateway',
    'x-request-id': expect.stringMatching(/./) as string,
    'content-type': 'application/json; charset=utf-8',
  });
  expect(service.provider.requests).toHaveLength(0);
}

/** Everything that a refused call could have left behind. */
async function traces(): Promise<unknown> {
  const [counts] = await service.dataSource.query<Record<string, string>[]>(
    `SELECT (SELECT count(*) FROM calls) AS calls, (SELECT count(*) FROM routers) AS routers,
            (SELECT count(*) FROM ledger_entries WHERE kind <> 'credit') AS movements`,
  );
  return { ...counts, ...(await balanceOf(service.dataSource, tenant.organizationId)) };
}

describe('a model that is named', () => {
  it.each([
    ['vendora/claude-sonnet-4-5', 'claude-sonnet-4-5', 'vendora/claude-sonnet-4-5'],
    ['anthropic/claude-sonnet-4-5', 'claude-sonnet-4-5', 'vendora/claude-sonnet-4-5'],
    ['claude-sonnet-4-5', 'claude-sonnet-4-5', 'vendora/claude-sonnet-4-5'],
    ['claude-sonnet-4-5-20250929', 'claude-sonnet-4-5-20250929', 'vendora/claude-sonnet-4-5-20250929'],
    ['vendorb/gpt-4o-mini', 'gpt-4o-mini', 'vendorb/gpt-4o-mini'],
    ['openai/gpt-4o-mini', 'gpt-4o-mini', 'vendorb/gpt-4o-mini'],
    ['o3', 'o3', 'vendorb/o3'],
    ['chatgpt-4o-latest', 'chatgpt-4o-latest', 'vendorb/chatgpt-4o-latest'],
    ['openai/gpt-oss-120b', 'openai/gpt-oss-120b', 'openai/gpt-oss-120b'],
    [
      'meta-llama/llama-3.3-70b-instruct',
      'meta-llama/llama-3.3-70b-instruct',
      'meta-llama/Llama-3.3-70B-Instruct',
    ],
    ['acme/anything-7b', 'acme/anything-7b', 'acme/anything-7b'],
  ])('%s is served as %s and shown as %s', async (id, upstream, shown) => {
    const answer = await client.ask(id);
    expect(answer.status).toBe(200);
    expect(answer.headers['x-svc-model']).toBe(shown);
    expect(await upstreamModel()).toBe(upstream);
  });
});

describe('a model that cannot be served', () => {
  it.each([
    ['llama3:8b', 'no_registered_endpoint'],
    ['ft:gpt-4o-mini:acme::abc', 'no_registered_endpoint'],
    ['vendorb/ft:gpt-4o-mini:acme::abc', 'no_registered_endpoint'],
    ['gpt-4o-mini-audio-preview', 'unpriced_model'],
    ['vendorb/gpt-99', 'unpriced_model'],
    ['claude-9', 'unpriced_model'],
    ['vendora/claude-9', 'unpriced_model'],
    ['anthropic/claude-sonnet-4.5', 'unpriced_model'],
    ['vendora/gpt-4o-mini', 'unpriced_model'],
    ['text-embedding-3-small', 'wrong_surface'],
    ['vendorb/text-embedding-3-large', 'wrong_surface'],
    ['text-embedding-9', 'unpriced_model'],
    ['mistral', 'unknown_model'],
    ['a/b/c', 'unknown_model'],
    ['AUTO', 'unknown_model'],
    ['auto ', 'invalid_model'],
    ['gpt 4o', 'invalid_model'],
    ['gpt-4o\u0000', 'invalid_model'],
    ['vendorb/', 'invalid_model'],
    ['x'.repeat(300), 'invalid_model'],
    ['name:', 'invalid_model'],
  ])('%j is refused with 400 %s', async (id, code) => {
    const before = await traces();
    expectRefusal(await client.ask(id), { code });
    expectRefusal(await client.ask(id, { stream: true }), { code });
    expect(await traces()).toEqual(before);
  });

  it.each([
    ['gpt-5.2-pro', 'vendorb/gpt-5.2'],
    ['vendorb/gpt-5.2-pro-2025-12-11', 'vendorb/gpt-5.2'],
    ['openai/gpt-5.3-codex', 'vendorb/gpt-5.3-chat-latest'],
    ['codex-mini-latest', 'vendorb/o4-mini'],
    ['o3-deep-research', 'vendorb/o3'],
  ])('%s runs on the Responses API only: the error names %s', async (id, useInstead) => {
    const answer = await client.ask(id);
    expectRefusal(answer, { code: 'responses_api_only' });
    expect(answer.error.message).toContain(`\`${useInstead}\``);
    const isPriced = /pro|5\.3-codex/.test(id);
    expect(answer.error.message.includes('POST /api/v1/route/responses')).toBe(isPriced);
  });

  it('keeps a hostile id short in the error', async () => {
    const answer = await client.ask(`<script>${'y'.repeat(200)}`);
    expect(answer.status).toBe(400);
    expect(answer.text.length).toBeLessThan(600);
  });
});

describe('`auto`', () => {
  it.each([['auto'], ['']])('and %j need an auto router', async (id) => {
    const lonely = await clientOf({ tiers: null });
    expectRefusal(await lonely.ask(id), { code: 'no_router' });
    expectRefusal(await lonely.send({ messages: [{ role: 'user', content: 'Hi' }] }), { code: 'no_router' });
  });

  it('takes the next tier that policy allows', async () => {
    const careful = await clientOf({
      chineseModels: false,
      tiers: MEDIUM_CHINESE,
    });
    const answer = await careful.ask('auto');
    expect(answer.headers['x-svc-model']).toBe('vendorb/gpt-6.1-sol');
  });

  it('of a router with Chinese models only is refused while they are off', async () => {
    const careful = await clientOf({
      chineseModels: false,
      tiers: ALL_CHINESE,
    });
    const before = await traces();
    expectRefusal(await careful.ask('auto'), { code: 'router_unconfigured' });
    expect(await traces()).toEqual(before);
  });

  it('is labelled by the switch of the project', async () => {
    const fixed = await clientOf({ smartRouting: false });
    expect((await fixed.ask('auto')).headers['x-svc-tier']).toBe('fixed');
    const routerless = await clientOf({ tiers: null });
    expect((await routerless.ask('gpt-4o-mini')).headers['x-svc-tier']).toBe('client');
  });
});

describe("a Chinese lab's model while they are off", () => {
  it.each([
    'deepseek-ai/DeepSeek-V4.1-Flash',
    'deepseek/deepseek-v4.1-flash',
    'DEEPSEEK-AI/deepseek-v4.1-flash',
    'deepseek/deepseek-v4.1-flash:free',
    'nvidia/DeepSeek-V3.2-NVFP4',
    'nvidia/deepseek-v3.2-nvfp4',
    'zai-org/GLM-5.3',
    'z-ai/glm-5.3',
    'Qwen/Qwen3-235B-A22B-Instruct-2507',
    'acme/some-qwen3-finetune',
    'acme/deepseek-r1-distill-llama-70b',
    'perplexity/r1-1776',
    'deepseek/anything-at-all',
    '~deepseek/x',
    'openrouter/auto',
    'vendorb/deepseek-r1',
    'openai/deepseek-chat',
    'deepseek-r1:8b',
    'qwen3:latest',
    'deepseek-chat',
  ])('%s is refused with 403', async (id) => {
    const careful = await clientOf({ chineseModels: false });
    const before = await traces();
    expectRefusal(await careful.ask(id), { status: 403, code: 'chinese_models_off' });
    expectRefusal(await careful.ask(id, { stream: true }), { status: 403, code: 'chinese_models_off' });
    expect(await traces()).toEqual(before);
  });

  it('cannot come in through a routing field of the body', async () => {
    const careful = await clientOf({ chineseModels: false });
    await careful.ask('acme/large-1', { models: ['deepseek/deepseek-chat'], route: 'fallback' });
    const { body } = await service.provider.nextRequest();
    expect(body.toString()).not.toContain('deepseek');
  });

  it('is served while they are on', async () => {
    const answer = await client.ask('zai-org/GLM-5.3');
    expect(answer.status).toBe(200);
    expect(answer.headers['x-svc-model']).toBe('zai-org/GLM-5.3');
  });

  it('leaves all others alone', async () => {
    const careful = await clientOf({ chineseModels: false });
    for (const id of ['acme/large-1', 'openai/gpt-oss-120b', 'gpt-4o-mini', 'claude-sonnet-4-5'])
      expect((await careful.ask(id)).status).toBe(200);
  });
});
