import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { seedTenant } from '../support/seed.js';
import { startTestApplication, type TestApplication } from '../support/start-application.js';
import { ChatClient } from './chat-client.js';
import { QUICK } from './route-client.js';

let service: TestApplication;
let client: ChatClient;
let fixed: ChatClient;
beforeAll(async () => {
  service = await startTestApplication();
  client = new ChatClient(service.url, (await seedTenant(service.dataSource)).apiKey);
  const named = await seedTenant(service.dataSource, { smartRouting: false });
  fixed = new ChatClient(service.url, named.apiKey);
});
afterEach(() => service.provider.reset());
afterAll(() => service.stop());

/** The members about thinking that the upstream received. */
async function sentControls(): Promise<Record<string, unknown>> {
  const body = (await service.provider.nextRequest()).json() as Record<string, unknown>;
  const names = [
    'thinking',
    'reasoning',
    'reasoning_effort',
    'chat_template_kwargs',
    'enable_thinking',
    'output_config',
  ];
  return Object.fromEntries(names.filter((name) => name in body).map((name) => [name, body[name]]));
}

const TERRA = 'vendorb/gpt-6.1-terra';
const SONNET = 'vendora/claude-sonnet-5-5';
const OPUS = 'vendora/claude-opus-5-5';
const GLM = 'zai-org/GLM-5.2';
const OSS = 'openai/gpt-oss-120b';
const KIMI = 'moonshotai/Kimi-K2-Thinking';
const QWEN_FIXED = 'Qwen/Qwen3-235B-A22B-Thinking-2507';
const NVFP4 = 'nvidia/DeepSeek-V3.2-NVFP4';
const SHORT = { max_tokens: 500 };
const ROOM = { max_tokens: 2_048 };

describe('thinking is turned off for a call', () => {
  it.each<[string, string, object, Record<string, unknown>]>([
    ['with little room, at provider B', TERRA, SHORT, { reasoning_effort: 'none' }],
    [
      'with little room by its other name',
      TERRA,
      { max_completion_tokens: 500 },
      { reasoning_effort: 'none' },
    ],
    ['at provider B by the word of the model', 'vendorb/gpt-5-mini', SHORT, { reasoning_effort: 'minimal' }],
    ['as low as a model that always thinks goes', 'vendorb/o3', SHORT, { reasoning_effort: 'low' }],
    ['at provider A by the word of the model', SONNET, SHORT, { thinking: { type: 'between_tools' } }],
    ['at provider A, older', 'vendora/claude-opus-5', SHORT, { thinking: { type: 'disabled' } }],
    ['at provider A where it always thinks', OPUS, SHORT, { output_config: { effort: 'low' } }],
    ['on the marketplace', GLM, SHORT, { reasoning: { enabled: false } }],
    ['on the marketplace where it always thinks', OSS, SHORT, { reasoning: { effort: 'low' } }],
    ['on the hosted provider', NVFP4, SHORT, { chat_template_kwargs: { enable_thinking: false } }],
  ])('%s', async (_case, model, members, controls) => {
    await fixed.ask(model, members);
    expect(await sentControls()).toEqual(controls);
  });

  it('on the Small tier', async () => {
    await client.send(QUICK);
    expect(await sentControls()).toEqual({ reasoning: { effort: 'low' } });
  });
});

describe('thinking is left alone', () => {
  it.each<[string, string, object]>([
    ['with enough room', TERRA, ROOM],
    ['without a limit', SONNET, {}],
    ['by a model that never thinks', 'vendorb/gpt-4o', SHORT],
    ['by a chat variant of a family that thinks', 'vendorb/gpt-5-chat-latest', SHORT],
    ['by another one', 'vendorb/gpt-5.2-chat-latest', SHORT],
    ['by a model whose effort is `none` unless it is asked for more', 'vendorb/gpt-5.1', SHORT],
    ['by a later one', 'vendorb/gpt-5.4-mini', SHORT],
    ['by a model that does not think by default', 'vendora/claude-sonnet-4-6', SHORT],
    ['by a family whose thinking is fixed by the id', QWEN_FIXED, SHORT],
    ['by another such family', KIMI, SHORT],
    ['by a family that always thinks and has no grades', 'MiniMaxAI/MiniMax-M2.7', SHORT],
  ])('%s', async (_case, model, members) => {
    await fixed.ask(model, members);
    expect(await sentControls()).toEqual({});
  });
});

describe('sampling at provider B', () => {
  const ALL = { temperature: 0.5, top_p: 0.9, presence_penalty: 1, logit_bias: {} };

  it.each<[string, string, object, readonly string[]]>([
    ['goes to chat variants', 'vendorb/gpt-5-chat-latest', {}, Object.keys(ALL)],
    [
      'goes where nothing is thought unasked, without penalties',
      'vendorb/gpt-5.4',
      {},
      ['temperature', 'top_p'],
    ],
    ['goes where thinking is off', TERRA, { reasoning_effort: 'none' }, ['temperature', 'top_p']],
    ['does not go where thinking was asked for', 'vendorb/gpt-5.4', { reasoning_effort: 'low' }, []],
    ['does not go where thinking is switched on', 'vendorb/gpt-5.4', { reasoning: { enabled: true } }, []],
    ['does not go where it is thought unasked', 'vendorb/gpt-5', ROOM, []],
  ])('%s', async (_case, model, members, names) => {
    await fixed.ask(model, { ...ALL, ...members });
    const sent = (await service.provider.nextRequest()).json() as object;
    expect(Object.keys(ALL).filter((name) => name in sent)).toEqual(names);
    expect(sent).toMatchObject(
      members === ROOM || !('reasoning' in members) ? {} : { reasoning_effort: 'medium' },
    );
  });
});

describe("the caller's control overrides, in the words of the serving model", () => {
  it.each<[string, string, object, Record<string, unknown>]>([
    ['grades at provider B', TERRA, { ...SHORT, reasoning_effort: 'high' }, { reasoning_effort: 'high' }],
    ['grades in another vocabulary', TERRA, { reasoning: { effort: 'low' } }, { reasoning_effort: 'low' }],
    ['`none`', TERRA, { reasoning_effort: 'none' }, { reasoning_effort: 'none' }],
    ['`minimal`', TERRA, { reasoning_effort: 'minimal' }, { reasoning_effort: 'none' }],
    [
      'enable_thinking: false',
      TERRA,
      { chat_template_kwargs: { enable_thinking: false } },
      { reasoning_effort: 'none' },
    ],
    ['thinking: disabled', TERRA, { thinking: { type: 'disabled' } }, { reasoning_effort: 'none' }],
    ['off at provider A', SONNET, { reasoning_effort: 'none' }, { thinking: { type: 'between_tools' } }],
    [
      'grades at provider A, dropped, and our own off with them',
      SONNET,
      { ...SHORT, reasoning_effort: 'low' },
      {},
    ],
    [
      'off where it always thinks',
      OPUS,
      { reasoning_effort: 'minimal' },
      { output_config: { effort: 'low' } },
    ],
    ['grades on the marketplace', GLM, { ...SHORT, reasoning_effort: 'high' }, { reasoning_effort: 'high' }],
    ['`none` on the marketplace', GLM, { reasoning_effort: 'none' }, { reasoning_effort: 'none' }],
    [
      '`minimal` on the marketplace, where it would be a grade',
      GLM,
      { reasoning_effort: 'minimal' },
      { reasoning: { enabled: false } },
    ],
    [
      '`minimal` in the words of the marketplace',
      GLM,
      { reasoning: { effort: 'minimal' } },
      { reasoning: { enabled: false } },
    ],
    [
      'the more explicit of two on the marketplace',
      GLM,
      { thinking: { type: 'disabled' }, reasoning_effort: 'high' },
      { reasoning: { enabled: false } },
    ],
    [
      'budgets in the words of provider A on the marketplace',
      GLM,
      { thinking: { type: 'enabled', budget_tokens: 4096 }, reasoning_effort: 'none' },
      { reasoning: { max_tokens: 4096 } },
    ],
    ['off on the marketplace', GLM, { thinking: { type: 'disabled' } }, { reasoning: { enabled: false } }],
    [
      'off where an open model always thinks',
      OSS,
      { reasoning_effort: 'none' },
      { reasoning: { effort: 'low' } },
    ],
    ['off where it always thinks without grades', 'MiniMaxAI/MiniMax-M2.7', { reasoning_effort: 'none' }, {}],
    ['anything where it is fixed', KIMI, { reasoning_effort: 'high', reasoning: { effort: 'low' } }, {}],
    [
      'on at the hosted provider',
      NVFP4,
      { ...SHORT, reasoning: { enabled: true } },
      { chat_template_kwargs: { enable_thinking: true } },
    ],
  ])('%s', async (_case, model, members, controls) => {
    await fixed.ask(model, members);
    expect(await sentControls()).toEqual(controls);
  });
});
