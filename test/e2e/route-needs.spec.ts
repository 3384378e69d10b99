import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { seedTenant } from '../support/seed.js';
import { startTestApplication, type TestApplication } from '../support/start-application.js';
import { ChatClient } from './chat-client.js';
import { CONVERSATION, QUICK, RouteClient } from './route-client.js';

/** Of three providers, and at provider B one that thinks, one that need not and one that never does. */
const MIXED = { big: 'vendorb/gpt-5.5', medium: 'vendorb/gpt-4.1', small: 'openai/gpt-oss-120b' };
const CUSTOM_TOOL = { type: 'custom', custom: { name: 'run_sql', description: 'Runs a query.' } };
const FUNCTION_TOOL = { type: 'function', function: { name: 'look_up', parameters: { type: 'object' } } };

let service: TestApplication;
beforeAll(async () => {
  service = await startTestApplication();
});
afterEach(() => service.provider.reset());
afterAll(() => service.stop());

type Tiers = { big?: string; medium?: string; small?: string };

async function callers(tiers: Tiers): Promise<{ route: RouteClient; chat: ChatClient }> {
  const { apiKey } = await seedTenant(service.dataSource, { tiers });
  return { route: new RouteClient(service.url, apiKey), chat: new ChatClient(service.url, apiKey) };
}

const partOf = (part: object) => ({
  messages: [{ role: 'user', content: [{ type: 'text', text: QUICK.messages[0]?.content }, part] }],
});

describe('what only some models can do', () => {
  it.each<[string, object, string]>([
    ['a quick task of two answers', { ...QUICK, n: 2 }, 'vendorb/gpt-4.1'],
    ['one answer', { ...QUICK, n: 1 }, 'openai/gpt-oss-120b'],
    ['log probabilities', { ...QUICK, logprobs: true, top_logprobs: 3 }, 'vendorb/gpt-4.1'],
    ['no log probabilities', { ...QUICK, logprobs: false }, 'openai/gpt-oss-120b'],
    ['biased tokens', { ...QUICK, logit_bias: { '15496': 100 } }, 'vendorb/gpt-4.1'],
    ['an empty bias', { ...QUICK, logit_bias: {} }, 'openai/gpt-oss-120b'],
    ['a custom tool', { ...QUICK, tools: [FUNCTION_TOOL, CUSTOM_TOOL] }, 'vendorb/gpt-5.5'],
    [
      'a call of a custom tool before',
      {
        messages: [
          ...QUICK.messages,
          {
            role: 'assistant',
            content: null,
            tool_calls: [{ id: 'c', type: 'custom', custom: { name: 'x', input: '' } }],
          },
          { role: 'tool', tool_call_id: 'c', content: 'done' },
        ],
      },
      'vendorb/gpt-5.5',
    ],
    ['a file by its id', partOf({ type: 'file', file: { file_id: 'file-abc' } }), 'vendorb/gpt-4.1'],
    [
      'a file that comes along',
      partOf({ type: 'file', file: { filename: 'a.pdf', file_data: 'data:application/pdf;base64,AAAA' } }),
      'vendorb/gpt-4.1',
    ],
    [
      'a predicted answer',
      { ...CONVERSATION, prediction: { type: 'content', content: 'Hi' } },
      'vendorb/gpt-4.1',
    ],
    ['words of any length', { ...QUICK, verbosity: 'low' }, 'openai/gpt-oss-120b'],
    ['a conversation that is to be short', { ...CONVERSATION, verbosity: 'low' }, 'vendorb/gpt-5.5'],
    ['a seed, which is a hint', { ...QUICK, seed: 7 }, 'openai/gpt-oss-120b'],
  ])('goes to a model that can: %s', async (_what, body, model) => {
    const { route, chat } = await callers(MIXED);
    expect(await route.decide(body)).toMatchObject({ model });
    expect((await chat.send(body)).headers['x-svc-model']).toBe(model);
  });

  it('serves log probabilities by a model that thinks only where the caller turned that off', async () => {
    const { route } = await callers({ big: 'vendorb/gpt-5.5' });
    const body = { ...CONVERSATION, logprobs: true };
    expect((await route.send({ ...body, reasoning_effort: 'high' })).error.param).toBe('logprobs');
    expect(await route.decide({ ...body, reasoning_effort: 'none' })).toMatchObject({
      model: 'vendorb/gpt-5.5',
    });
  });

  it.each<[string, object, Tiers, string]>([
    ['n', { ...QUICK, n: 3 }, { big: 'vendora/claude-sonnet-5-5', small: 'openai/gpt-oss-120b' }, 'n'],
    ['logprobs', { ...QUICK, logprobs: true }, { big: 'vendora/claude-sonnet-5-5' }, 'logprobs'],
    [
      'spoken words',
      partOf({ type: 'input_audio', input_audio: { data: 'AAAA', format: 'wav' } }),
      MIXED,
      'messages',
    ],
    [
      'an answer in sound',
      { ...QUICK, modalities: ['text', 'audio'], audio: { voice: 'ash', format: 'wav' } },
      MIXED,
      'modalities',
    ],
    [
      'custom tools',
      { ...QUICK, tools: [CUSTOM_TOOL] },
      { big: 'vendora/claude-sonnet-5-5', medium: 'vendorb/gpt-4o' },
      'tools',
    ],
    [
      'file ids',
      partOf({ type: 'file', file: { file_id: 'file-abc' } }),
      { big: 'vendora/claude-sonnet-5-5' },
      'messages',
    ],
    ['too long an answer', { ...QUICK, max_tokens: 400_000 }, MIXED, 'max_tokens'],
  ])(
    'is refused, and the field named, when no model of the router can: %s',
    async (_what, body, tiers, param) => {
      const { route, chat } = await callers(tiers);
      for (const answer of [await route.send(body), await chat.send(body)]) {
        expect(answer.status).toBe(400);
        expect(answer.error).toMatchObject({ code: 'no_capable_model', param });
        expect(answer.error.message).toContain(`\`${param}\``);
      }
      expect(service.provider.requests).toHaveLength(0);
    },
  );

  it('goes under a named model only to what can, too', async () => {
    const { chat } = await callers({
      big: 'vendora/claude-sonnet-5-5',
      medium: 'vendorb/gpt-6.1-terra',
      small: 'openai/gpt-oss-120b',
    });
    const two = await chat.send({ model: 'gpt-5.5', ...QUICK, n: 2 });
    expect(two.headers).toMatchObject({ 'x-svc-model': 'vendorb/gpt-6.1-terra', 'x-svc-tier': 'default' });
    const shown = await chat.send({ model: 'gpt-4.1', ...QUICK, logprobs: true });
    expect(shown.headers).toMatchObject({ 'x-svc-model': 'vendorb/gpt-4.1', 'x-svc-tier': 'strong' });
    service.provider.requests.length = 0;
  });
});
