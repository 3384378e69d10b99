import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { neverAnswer } from '../support/recordings/script.js';
import { balanceOf, callRow, seedTenant, type Tenant } from '../support/seed.js';
import { startTestApplication, type TestApplication } from '../support/start-application.js';
import { AdminClient } from './admin-client.js';
import { MODEL_A, MODEL_B, MODEL_MARKETPLACE, ResponsesClient } from './responses-client.js';
import type { WholeAnswer } from './chat-client.js';

let service: TestApplication;
let tenant: Tenant;
let client: ResponsesClient;
beforeAll(async () => {
  service = await startTestApplication();
  tenant = await seedTenant(service.dataSource);
  client = new ResponsesClient(service.url, tenant.apiKey);
});
afterEach(() => service.provider.reset());
afterAll(() => service.stop());

/** Everything that a refused call could have left behind. */
async function traces(): Promise<unknown> {
  const [counts] = await service.dataSource.query<Record<string, string>[]>(
    `SELECT (SELECT count(*) FROM calls) AS calls, (SELECT count(*) FROM routers) AS routers,
            (SELECT count(*) FROM stored_responses) AS kept,
            (SELECT count(*) FROM ledger_entries WHERE kind <> 'credit') AS movements`,
  );
  return { ...counts, ...(await balanceOf(service.dataSource, tenant.organizationId)) };
}

function expectRefusal(answer: WholeAnswer, { code, param }: { code: string; param: string | null }): void {
  expect([answer.status, answer.error.code, answer.error.param]).toEqual([400, code, param]);
  expect(answer.error.type).toBe('invalid_request_error');
  expect(answer.error.message.length).toBeGreaterThan(20);
  expect(answer.headers).toMatchObject({
    'x-svc-error-source': 'gateway',
    'x-svc-call-id': expect.stringMatching(/^call_/) as string,
    'x-should-retry': 'false',
  });
}

describe('a request that cannot be served', () => {
  it.each<[string, object, string, string]>([
    ['no input', { input: undefined }, 'invalid_request', 'input'],
    ['an unknown field', { response_format: {} }, 'unknown_parameter', 'response_format'],
    ['the background', { background: true }, 'unsupported_parameter', 'background'],
    ['a conversation', { conversation: 'conv_1' }, 'unsupported_parameter', 'conversation'],
    ['a prompt template', { prompt: { id: 'pmpt_1' } }, 'unsupported_parameter', 'prompt'],
    ['another price', { service_tier: 'flex' }, 'unsupported_parameter', 'service_tier'],
    [
      'a hosted tool',
      { tools: [{ type: 'function', name: 'a', parameters: null }, { type: 'code_interpreter' }] },
      'unsupported_tool',
      'tools[1].type',
    ],
  ])('names %s, and leaves nothing', async (_what, members, code, param) => {
    const before = await traces();
    for (const model of [MODEL_A, MODEL_B, 'auto'])
      expectRefusal(await client.ask(model, members), { code, param });
    expectRefusal(await client.ask(MODEL_A, { ...members, stream: true }), { code, param });
    expect(await traces()).toEqual(before);
    expect(service.provider.requests).toHaveLength(0);
  });

  it.each<[string, object, string]>([
    ['a tool', { tools: [{ type: 'local_shell' }] }, 'tools[0].type'],
    ['an item', { input: [{ type: 'local_shell_call_output', id: 'x', output: '{}' }] }, 'input[0].type'],
    ['a setting', { truncation: 'auto' }, 'truncation'],
  ])(
    'names %s that only provider B understands, where another model is named',
    async (_what, members, param) => {
      const before = await traces();
      for (const model of [MODEL_A, MODEL_MARKETPLACE])
        expectRefusal(await client.ask(model, members), { code: 'unsupported_parameter', param });
      expect(await traces()).toEqual(before);
      expect(service.provider.requests).toHaveLength(0);
      // The router of the seed has one of them.
      const routed = await client.ask('auto', members);
      expect([routed.status, routed.headers['x-svc-model']]).toEqual([200, 'vendorb/gpt-6.1-terra']);
    },
  );

  it.each<[string, object, string]>([
    [
      'a picture that is none',
      { input: [{ role: 'user', content: [{ type: 'input_image', image_url: 'picture.png' }] }] },
      'input[0].content[0].image_url',
    ],
    [
      'a file that it cannot read, among what was said before',
      {
        instructions: 'Be brief.',
        input: [
          { role: 'user', content: 'Hi' },
          {
            role: 'user',
            content: [
              { type: 'input_text', text: 'Read it.' },
              { type: 'input_file', filename: 'a.zip', file_data: 'data:application/zip;base64,UEsDBA==' },
            ],
          },
        ],
      },
      'input[1].content[1].file_data',
    ],
    [
      'a schema that is no object',
      { tools: [{ type: 'web_search' }, { type: 'function', name: 'f', parameters: { type: 'array' } }] },
      'tools[1].parameters.type',
    ],
  ])(
    'names %s by the caller’s own field, where it is found on the way to provider A',
    async (_, members, param) => {
      expectRefusal(await client.ask(MODEL_A, members), { code: 'invalid_request', param });
      expect(service.provider.requests).toHaveLength(0);
    },
  );

  it('nests as deep as it may, where it grows deeper in the words of chat', async () => {
    // With the body, the list, the tool and the innermost object: a hundred levels.
    const pairs = 48;
    const schema = `${'{"type":"object","properties":{"a":'.repeat(pairs)}{}${'}}'.repeat(pairs)}`;
    const tools = `[{"type":"function","name":"f","strict":false,"parameters":${schema}}]`;
    const answer = await client.send(`{"model":"${MODEL_A}","input":"Hi","tools":${tools}}`);
    expect(answer.status).toBe(200);
  });

  it('names what no model of the router understands', async () => {
    const { apiKey } = await seedTenant(service.dataSource, {
      tiers: { big: MODEL_A, medium: MODEL_MARKETPLACE },
    });
    const answer = await new ResponsesClient(service.url, apiKey).ask('auto', {
      tools: [{ type: 'local_shell' }],
    });
    expectRefusal(answer, { code: 'no_capable_model', param: 'tools[0].type' });
  });

  it('of an unknown response or item is not looked for elsewhere', async () => {
    const before = await traces();
    const unknown = await client.ask(MODEL_B, { previous_response_id: 'resp_nobody' });
    expect([unknown.status, unknown.error.code]).toEqual([404, 'previous_response_not_found']);
    const item = await client.ask(MODEL_B, {
      input: [
        { role: 'user', content: 'Hi' },
        { type: 'item_reference', id: 'msg_nobody' },
      ],
    });
    expect([item.status, item.error.param]).toEqual([400, 'input[1].id']);
    expect(await traces()).toEqual(before);
    expect(service.provider.requests).toHaveLength(0);
  });

  it('is told of an empty balance in time', async () => {
    const { apiKey } = await seedTenant(service.dataSource, { balanceUsd: '0' });
    const answer = await new ResponsesClient(service.url, apiKey).ask(MODEL_B);
    expect([answer.status, answer.error.code]).toEqual([402, 'insufficient_balance']);
    expect(service.provider.requests).toHaveLength(0);
  });

  it('is told of a broken body, a large one, and a stranger', async () => {
    expect((await client.send('{"model":')).error.code).toBe('invalid_json');
    const large = await client.ask(MODEL_B, { input: 'x'.repeat(20 * 1_048_576) });
    expect([large.status, large.error.code]).toEqual([413, 'request_too_large']);
    const stranger = await new ResponsesClient(service.url, 'svc_live_nobody').ask(MODEL_B);
    expect([stranger.status, stranger.error.type]).toEqual([401, 'authentication_error']);
  });

  it('by the live-call limit is ended with 504', async () => {
    const hasty = await startTestApplication({
      environment: { LIVE_CALL_TIMEOUT: '2s' },
      database: service.database,
      provider: service.provider,
    });
    try {
      service.provider.enqueue(neverAnswer());
      const answer = await new ResponsesClient(hasty.url, tenant.apiKey).ask(MODEL_B);
      expect([answer.status, answer.error.code]).toEqual([504, 'live_call_timeout']);
    } finally {
      await hasty.stop();
    }
  });
});

describe('models of the Responses API alone', () => {
  it.each([
    ['gpt-5.5-pro', 'vendorb/gpt-5.5-pro', 'gpt-5.5-pro'],
    ['openai/gpt-5.3-codex', 'vendorb/gpt-5.3-codex', 'gpt-5.3-codex'],
    ['gpt-5.2-pro-2025-12-11', 'vendorb/gpt-5.2-pro-2025-12-11', 'gpt-5.2-pro-2025-12-11'],
  ])('serve here: %s', async (id, shown, sent) => {
    const answer = await client.ask(id, {
      input: [
        { role: 'user', content: 'Hi! I am planning a trip to Portugal with my parents in May.' },
        { role: 'assistant', content: 'How lovely! Which part of Portugal do you have in mind?' },
        { role: 'user', content: 'We thought about the Algarve. What would you do there for a week?' },
      ],
    });
    expect([answer.status, answer.headers['x-svc-model']]).toEqual([200, shown]);
    expect((await service.provider.nextRequest()).json()).toMatchObject({ model: sent });
    expect(Number(answer.headers['x-svc-cost'])).toBeGreaterThan(0);
    const row = await callRow(service.dataSource, answer.callId);
    expect(row['router_id']).not.toBeNull();
  });

  it('can be what a router is anchored on, and stand in no tier', async () => {
    const { projectId } = await seedTenant(service.dataSource);
    const admin = new AdminClient(service.url);
    const routers = `/projects/${projectId}/routers`;
    const anchored = await admin.post(routers, { name: 'Pro', anchor_model: 'gpt-5.5-pro' });
    expect([anchored.status, anchored.body]).toMatchObject([200, { anchor_model: 'vendorb/gpt-5.5-pro' }]);
    const read = await admin.get(`/routers/${(anchored.body as { id: string }).id}`);
    expect(read.body).toMatchObject({ in_force: { big: { model: 'vendorb/gpt-5.5-pro', reason: null } } });
    const own = await admin.post(routers, { name: 'Own', tiers: { big: 'gpt-5.5-pro' } });
    expect([own.status, JSON.stringify(own.body)]).toEqual([400, expect.stringContaining('tiers.big')]);
  });

  it('need a price', async () => {
    expectRefusal(await client.ask('o3-deep-research'), { code: 'unpriced_model', param: 'model' });
  });
});
