import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { callRow, seedTenant, type Tenant, type TenantOptions } from '../support/seed.js';
import { startTestApplication, type TestApplication } from '../support/start-application.js';
import { AdminClient } from './admin-client.js';
import { ChatClient } from './chat-client.js';
import { CONVERSATION, LONG_MACHINE, MACHINE, QUICK, RouteClient } from './route-client.js';

const BIG = 'vendora/claude-sonnet-5-5';
const MEDIUM = 'vendorb/gpt-6.1-terra';
const SMALL = 'openai/gpt-oss-120b';

let service: TestApplication;
beforeAll(async () => {
  service = await startTestApplication();
});
afterEach(() => service.provider.reset());
afterAll(() => service.stop());

async function project(
  options: TenantOptions = {},
): Promise<{ tenant: Tenant; route: RouteClient; chat: ChatClient }> {
  const tenant = await seedTenant(service.dataSource, options);
  return {
    tenant,
    route: new RouteClient(service.url, tenant.apiKey),
    chat: new ChatClient(service.url, tenant.apiKey),
  };
}

async function routersOf({ projectId }: Tenant): Promise<{ id: string; anchor_model: string | null }[]> {
  return service.dataSource.query('SELECT id, anchor_model FROM routers WHERE project_id = $1 ORDER BY id', [
    projectId,
  ]);
}

describe('a decision of the auto router', () => {
  it('sends a conversation to the top of the router, and says why', async () => {
    const { route, tenant } = await project();
    expect(await route.decide(CONVERSATION)).toEqual({
      object: 'route.decision',
      id: expect.stringMatching(/^dec_/) as string,
      configured: true,
      tier: 'strong',
      model: BIG,
      provider: 'provider_a',
      router_id: tenant.routerId,
      router_name: 'Default router',
      kind: 'conversation',
      complexity: expect.any(Number) as number,
      threshold: expect.any(Number) as number,
      thinking: 'default',
      reasons: expect.arrayContaining([expect.stringContaining('person')]) as string[],
    });
    expect(service.provider.requests).toHaveLength(0);
  });

  it('sends an ordinary machine task to Medium', async () => {
    const { route } = await project();
    expect(await route.decide(LONG_MACHINE)).toMatchObject({
      tier: 'default',
      model: MEDIUM,
      kind: 'machine',
    });
  });

  it('sends a quick machine task to Small, with thinking off', async () => {
    const { route } = await project();
    expect(await route.decide(QUICK)).toMatchObject({
      tier: 'small',
      model: SMALL,
      kind: 'machine',
      task: 'classification',
      thinking: 'off',
    });
  });

  it('reads a bare task as one message', async () => {
    const { route } = await project();
    expect(await route.decide({ task: QUICK.messages[0]?.content })).toMatchObject({
      tier: 'small',
      model: SMALL,
    });
  });

  it('names none for a stream, which never cascades', async () => {
    const { route } = await project();
    expect(await route.decide({ ...MACHINE, stream: true })).not.toHaveProperty('cascade.first_model');
    expect(await route.decide({ ...MACHINE, stream: false })).toHaveProperty('cascade.first_model');
  });

  it('names the model that a cascade would try first', async () => {
    const { route } = await project();
    expect(await route.decide(MACHINE)).toMatchObject({ tier: 'default', cascade: { first_model: SMALL } });
  });

  it('passes over models that cannot read a picture', async () => {
    const { route } = await project({ tiers: { big: SMALL, medium: MEDIUM } });
    const picture = { type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } };
    const decision = await route.decide({
      messages: [
        { role: 'user', content: [{ type: 'text', text: 'What do you see here, my friend?' }, picture] },
      ],
    });
    expect(decision).toMatchObject({ tier: 'default', model: MEDIUM });
    expect(decision['reasons']).toContainEqual(expect.stringContaining('reads no images'));
  });

  it('is refused when no model of the router can serve', async () => {
    const { route, chat } = await project({ tiers: { big: SMALL } });
    const picture = { type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } };
    const body = { messages: [{ role: 'user', content: [picture] }] };
    for (const answer of [await route.send(body), await chat.send(body)]) {
      expect(answer.status).toBe(400);
      expect(answer.error.code).toBe('no_capable_model');
    }
    expect(service.provider.requests).toHaveLength(0);
  });

  it('works at zero balance and costs nothing', async () => {
    const { route } = await project({ balanceUsd: '0' });
    expect((await route.send(CONVERSATION)).status).toBe(200);
  });

  it('serves what was decided on, with the same router', async () => {
    const { chat, tenant } = await project();
    const answer = await chat.send(QUICK);
    expect(answer.headers).toMatchObject({
      'x-svc-model': SMALL,
      'x-svc-tier': 'small',
      'x-svc-router': tenant.routerId,
    });
    expect((await service.provider.nextRequest()).json()).toMatchObject({ reasoning: { effort: 'low' } });
  });
});

describe('what a call keeps of its decision', () => {
  const callOf = async (answer: { headers: Record<string, unknown> }): Promise<Record<string, unknown>> => {
    const { id } = await callRow(service.dataSource, String(answer.headers['x-svc-call-id']));
    return (await new AdminClient(service.url).get(`/calls/${id}`)).body as Record<string, unknown>;
  };

  it('is its kind, its difficulty and what could have served, the chosen one first', async () => {
    const { chat, route } = await project();
    const { complexity, threshold } = await route.decide(QUICK);
    const call = await callOf(await chat.send(QUICK));
    expect(call['decided_by']).toEqual({
      kind: 'machine',
      complexity: expect.closeTo(Number(complexity), 4) as number,
      threshold,
      considered: [SMALL, MEDIUM, BIG],
    });
  });

  it('is no difficulty for a conversation, which is not scored', async () => {
    const { chat } = await project();
    const { decided_by: decidedBy } = await callOf(await chat.send(CONVERSATION));
    expect(decidedBy).toMatchObject({
      kind: 'conversation',
      complexity: null,
      considered: [BIG, SMALL, MEDIUM],
    });
  });

  it('is nothing where no router decides', async () => {
    const { chat } = await project({ smartRouting: false });
    expect(await callOf(await chat.send({ model: BIG, ...CONVERSATION }))).toMatchObject({
      decided_by: null,
    });
  });
});

describe('naming a model', () => {
  it('creates a router anchored on it once, however many first calls race', async () => {
    const { route, chat, tenant } = await project();
    const body = { model: 'claude-opus-4-5-20251101', ...CONVERSATION };
    await Promise.all([
      ...Array.from({ length: 5 }, () => chat.send(body)),
      ...Array.from({ length: 5 }, () => route.decide(body)),
    ]);
    const anchored = (await routersOf(tenant)).filter(({ anchor_model }) => anchor_model !== null);
    expect(anchored.map(({ anchor_model }) => anchor_model)).toEqual(['vendora/claude-opus-4-5']);
    expect(await route.decide(body)).toMatchObject({
      tier: 'strong',
      model: 'vendora/claude-opus-4-5-20251101',
      anchor_model: 'vendora/claude-opus-4-5',
      router_id: anchored[0]?.id,
    });
  });

  it('lets cheaper models of the auto router serve machine tasks underneath it', async () => {
    const { chat } = await project();
    const answer = await chat.send({ model: 'claude-opus-4-5', ...QUICK });
    expect(answer.headers).toMatchObject({ 'x-svc-model': SMALL, 'x-svc-tier': 'small' });
  });

  it('never lets a dearer model serve underneath a cheap one', async () => {
    const { chat } = await project();
    const answer = await chat.send({ model: 'gpt-4o-mini', ...LONG_MACHINE });
    expect(answer.headers).toMatchObject({ 'x-svc-model': 'vendorb/gpt-4o-mini', 'x-svc-tier': 'strong' });
  });

  it('creates nothing when the call is refused', async () => {
    const { chat, tenant } = await project({ chineseModels: false });
    const refused = [
      { model: 'deepseek-ai/DeepSeek-V4.1-Flash', ...CONVERSATION },
      { model: 'gpt-5-pro', ...CONVERSATION },
      { model: 'claude-unheard-of-9', ...CONVERSATION },
    ];
    for (const body of refused) expect((await chat.send(body)).status).toBeGreaterThanOrEqual(400);
    expect(await routersOf(tenant)).toHaveLength(1);
  });

  it('forwards it unchanged in a project without routers', async () => {
    const { route, chat } = await project({ tiers: null });
    expect((await chat.send({ model: 'gpt-4o', ...QUICK })).headers).toMatchObject({
      'x-svc-model': 'vendorb/gpt-4o',
      'x-svc-tier': 'client',
    });
    const { error } = await chat.send(QUICK);
    expect(error.code).toBe('no_router');
    const unconfigured = {
      object: 'route.decision',
      configured: false,
      reason: expect.any(String) as string,
    };
    expect(await route.decide({ model: 'gpt-4o', ...QUICK })).toEqual(unconfigured);
    expect(await route.decide(QUICK)).toEqual(unconfigured);
  });
});

describe('smart routing off', () => {
  it('serves exactly the named model, and the default model for auto', async () => {
    const { chat, route, tenant } = await project({ smartRouting: false });
    const named = await chat.send({ model: 'vendora/claude-opus-4-5', ...QUICK });
    expect(named.headers).toMatchObject({ 'x-svc-model': 'vendora/claude-opus-4-5', 'x-svc-tier': 'fixed' });
    expect(named.headers).not.toHaveProperty('x-svc-router');
    const auto = await chat.send({ ...CONVERSATION, session_id: 's' });
    expect(auto.headers).toMatchObject({
      'x-svc-model': MEDIUM,
      'x-svc-tier': 'fixed',
      'x-svc-router': tenant.routerId,
    });
    expect(await route.decide({ ...MACHINE, session_id: 's' })).toMatchObject({
      tier: 'fixed',
      model: MEDIUM,
    });
    expect(await routersOf(tenant)).toHaveLength(1);
  });
});

describe('Chinese models off', () => {
  const CHINESE = 'Qwen/Qwen3.7-Max';

  it('never serves one of a router, and says why the next one does', async () => {
    const { chat, route } = await project({ chineseModels: false, tiers: { big: CHINESE, medium: MEDIUM } });
    expect((await chat.send(CONVERSATION)).headers).toMatchObject({
      'x-svc-model': MEDIUM,
      'x-svc-tier': 'default',
    });
    const decision = await route.decide(CONVERSATION);
    expect(decision['reasons']).toContainEqual(expect.stringContaining('Chinese'));
  });

  it('leaves a router of such models alone unconfigured', async () => {
    const { chat, route } = await project({ chineseModels: false, tiers: { big: CHINESE } });
    expect(await route.decide(CONVERSATION)).toEqual({
      object: 'route.decision',
      configured: false,
      reason: expect.stringContaining('Chinese') as string,
    });
    expect((await chat.send(CONVERSATION)).error.code).toBe('router_unconfigured');
  });

  it('refuses one that is named, on both surfaces, and substitutes nothing', async () => {
    const { chat, route } = await project({ chineseModels: false });
    for (const answer of [
      await chat.send({ model: CHINESE, ...QUICK }),
      await route.send({ model: CHINESE, ...QUICK }),
    ]) {
      expect(answer.status).toBe(403);
      expect(answer.error.code).toBe('chinese_models_off');
    }
    expect(service.provider.requests).toHaveLength(0);
  });
});

describe('a question that cannot be decided', () => {
  it.each<[string, string | object, number, string | null]>([
    ['neither messages nor task', {}, 400, 'messages'],
    ['both', { messages: [{ role: 'user', content: 'x' }], task: 'x' }, 400, 'task'],
    ['no messages in the list', { messages: [] }, 400, 'messages'],
    ['messages that are no list', { messages: 'Hi' }, 400, 'messages'],
    ['an empty task', { task: '  ' }, 400, 'task'],
    ['a task that is no text', { task: ['x'] }, 400, 'task'],
    ['a long session id', { task: 'x', session_id: 's'.repeat(201) }, 400, 'session_id'],
    ['a session id that is no text', { task: 'x', session_id: 7 }, 400, 'session_id'],
    ['a model that does not exist', { task: 'x', model: 'gpt-99' }, 400, 'model'],
    ['a limit below one', { task: 'x', max_tokens: 0 }, 400, 'max_tokens'],
    ['no JSON', '{"task":', 400, null],
    ['over 128 KB', { task: 'x'.repeat(131_072) }, 413, null],
  ])('is refused: %s', async (_case, body, status, param) => {
    const { route } = await project();
    const answer = await route.send(body);
    expect(answer.status).toBe(status);
    if (param !== null) expect(answer.error.param).toBe(param);
    expect(answer.error.message.length).toBeGreaterThan(20);
  });

  it.each<[string, string]>([
    ['a hundred thousand times one word', 'go '.repeat(40_000)],
    ['one endless word', 'x'.repeat(120_000)],
    ['right-to-left marks', '\u202e\u200f'.repeat(20_000)],
    ['lone surrogates', '\ud800'.repeat(20_000)],
    ['brackets without end', '{[('.repeat(40_000)],
    ['quotes', '"\'`'.repeat(20_000)],
  ])('is decided: %s', async (_case, task) => {
    const { route } = await project();
    expect((await route.send({ task })).status).toBe(200);
  });
});
