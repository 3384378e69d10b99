import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { seedTenant, type Tenant, type TenantOptions } from '../support/seed.js';
import { startTestApplication, type TestApplication } from '../support/start-application.js';
import { AdminClient } from './admin-client.js';
import { ChatClient } from './chat-client.js';
import { insertJudged } from './records-support.js';
import { CONVERSATION, LONG_MACHINE, QUICK, RouteClient } from './route-client.js';
import { eventually, inputAt, template } from './task-template.js';

const LAB = { big: 'vendorb/gpt-5.5', medium: 'vendorb/gpt-5.4', small: 'vendorb/gpt-5.4-mini' };
const PICTURE = { type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } };
const SHOWN = {
  messages: [
    { role: 'user', content: [{ type: 'text', text: 'What do you see here, my friend?' }, PICTURE] },
  ],
};

let service: TestApplication;
beforeAll(async () => {
  service = await startTestApplication();
});
afterEach(() => service.provider.reset());
afterAll(() => service.stop());

interface Project {
  readonly tenant: Tenant;
  readonly route: RouteClient;
  readonly chat: ChatClient;
}

async function project(options: TenantOptions = {}): Promise<Project> {
  const tenant = await seedTenant(service.dataSource, options);
  return {
    tenant,
    route: new RouteClient(service.url, tenant.apiKey),
    chat: new ChatClient(service.url, tenant.apiKey),
  };
}

/** Some five letters a word, so that four bytes a token are too many. */
function dialogue(bytes: number): object[] {
  const turn = 'Tell me more about the gardens of the palace, and who laid them out in that century. ';
  const messages: object[] = [];
  for (let length = 0; length < bytes; length += 10 * turn.length)
    messages.push({ role: messages.length % 2 === 0 ? 'user' : 'assistant', content: turn.repeat(10) });
  return messages.length % 2 === 0 ? [...messages, { role: 'user', content: 'And then?' }] : messages;
}

describe('a conversation that names a model', () => {
  it.each<[string, string, number, string]>([
    ['claude-haiku-4-5', 'max_tokens', 64_000, 'max_tokens'],
    ['claude-haiku-4-5', 'max_completion_tokens', 64_000, 'max_tokens'],
    ['gpt-4o', 'max_tokens', 16_384, 'max_tokens'],
    ['gpt-4o', 'max_completion_tokens', 16_384, 'max_completion_tokens'],
    ['o3', 'max_tokens', 100_000, 'max_completion_tokens'],
    ['meta-llama/Llama-3.3-70B-Instruct', 'max_tokens', 115_200, 'max_tokens'],
  ])(
    'is answered by it when %s is asked for more than it writes by %s',
    async (model, field, most, sentAs) => {
      const { chat, route } = await project();
      const body = { model, ...CONVERSATION, [field]: most + 1_000_000 };
      const answer = await chat.send(body);
      expect(answer.status).toBe(200);
      expect(answer.headers['x-svc-tier']).toBe('strong');
      expect(String(answer.headers['x-svc-model']).endsWith(model)).toBe(true);
      const sent = (await service.provider.nextRequest()).json() as Record<string, unknown>;
      expect(sent[sentAs]).toBeLessThanOrEqual(most);
      expect(sent).not.toHaveProperty(sentAs === 'max_tokens' ? 'max_completion_tokens' : 'max_tokens');
      expect(await route.decide(body)).toMatchObject({ tier: 'strong' });
    },
  );

  it('is answered by it when an estimate thinks that the dialogue is too long', async () => {
    const { chat } = await project();
    const answer = await chat.send({ model: 'gpt-4o', messages: dialogue(540_000) });
    expect(answer.headers).toMatchObject({ 'x-svc-model': 'vendorb/gpt-4o', 'x-svc-tier': 'strong' });
  });

  it.each<[string, object]>([
    ['o3-mini', SHOWN],
    ['openai/gpt-oss-120b', SHOWN],
    ['gpt-5-nano', { ...CONVERSATION, n: 2 }],
    ['o3', { ...CONVERSATION, logprobs: true }],
    ['gpt-4.1', { ...CONVERSATION, tools: [{ type: 'custom', custom: { name: 'run' } }] }],
  ])("is answered by it or by its provider's error: %s", async (model, body) => {
    const { chat } = await project({ tiers: LAB });
    const answer = await chat.send({ model, ...body });
    expect(String(answer.headers['x-svc-model']).endsWith(model)).toBe(true);
    expect(answer.headers['x-svc-tier']).toBe('strong');
  });

  it.each<[string, object]>([
    ['n', { n: 2 }],
    ['modalities', { modalities: ['text', 'audio'] }],
    [
      'messages[0].content[0]',
      { messages: [{ role: 'user', content: [{ type: 'file', file: { file_id: 'file-1' } }] }] },
    ],
  ])('is refused in our words where its provider has no word for it: %s', async (param, members) => {
    const { chat } = await project({ tiers: LAB });
    const answer = await chat.send({ model: 'claude-haiku-4-5', ...CONVERSATION, ...members });
    expect(answer.status).toBe(400);
    expect(answer.error.param).toContain(param.split('[')[0]);
    expect(service.provider.requests).toHaveLength(0);
  });
});

describe('a machine task that names a model', () => {
  it('goes to the named model when nothing underneath can do it, also where that cannot either', async () => {
    const { chat } = await project({ tiers: { big: 'vendorb/gpt-5.5', small: 'openai/gpt-oss-120b' } });
    const picture = [{ type: 'text', text: QUICK.messages[0]?.content }, PICTURE];
    const answer = await chat.send({ model: 'o3-mini', messages: [{ role: 'user', content: picture }] });
    expect(answer.headers).toMatchObject({ 'x-svc-model': 'vendorb/o3-mini', 'x-svc-tier': 'strong' });
  });
});

describe('the named model is the ceiling', () => {
  async function grouped(): Promise<Project & { groupId: string; admin: AdminClient }> {
    const made = await project({ tiers: LAB });
    for (let index = 0; index < 4; index += 1) await made.chat.send(template(inputAt(index)));
    const admin = new AdminClient(service.url);
    const groups = await eventually(
      async () =>
        (await admin.get(`/projects/${made.tenant.projectId}/groups`)).body.data as { id: string }[],
      (listed) => listed.length > 0,
    );
    return { ...made, admin, groupId: groups[0]?.id ?? '' };
  }

  it('for the model that is assigned to a group', async () => {
    const { chat, route, admin, groupId } = await grouped();
    await admin.patch(`/groups/${groupId}`, { assigned_model: 'vendorb/gpt-5.4' });
    const free = await chat.send(template(inputAt(5)));
    expect(free.headers).toMatchObject({ 'x-svc-tier': 'group', 'x-svc-model': 'vendorb/gpt-5.4' });
    const named = { model: 'gpt-5-nano', ...template(inputAt(6)) };
    expect((await chat.send(named)).headers).toMatchObject({
      'x-svc-tier': 'strong',
      'x-svc-model': 'vendorb/gpt-5-nano',
    });
    expect(await route.decide({ ...named, session_id: 's' })).toMatchObject({ model: 'vendorb/gpt-5-nano' });
    expect((await chat.send({ model: 'gpt-5.5', ...template(inputAt(7)) })).headers).toMatchObject({
      'x-svc-tier': 'group',
      'x-svc-model': 'vendorb/gpt-5.4',
    });
    await admin.patch(`/groups/${groupId}`, { assigned_model: 'vendorb/gpt-5-nano' });
    expect((await chat.send(named)).headers).toMatchObject({ 'x-svc-tier': 'group' });
  });

  it('for the pick of a record, and for a model whose price nobody knows', async () => {
    const { chat, tenant, groupId } = await grouped();
    await insertJudged(service.dataSource, tenant, {
      groupId,
      model: 'vendorb/gpt-5.4',
      judged: 20,
      succeeded: 20,
    });
    await eventually(
      () => chat.send(template(inputAt(5))),
      ({ headers }) => headers['x-svc-tier'] === 'group-record',
    );
    for (const model of ['gpt-5-nano', 'somebody/model-of-unknown-price']) {
      const answer = await chat.send({ model, ...template(inputAt(6)) });
      expect(answer.headers['x-svc-tier']).toBe('strong');
      expect(String(answer.headers['x-svc-model']).endsWith(model)).toBe(true);
    }
  });
});

describe('a task that is too long for what would serve it', () => {
  it('is not given to a model that is assigned to its group while another one has room', async () => {
    const { chat, route, tenant } = await project({ tiers: { ...LAB, small: 'vendorb/gpt-4o-mini' } });
    const admin = new AdminClient(service.url);
    for (let index = 0; index < 4; index += 1) await chat.send(template(inputAt(index)));
    const groups = await eventually(
      async () => (await admin.get(`/projects/${tenant.projectId}/groups`)).body.data as { id: string }[],
      (listed) => listed.length > 0,
    );
    await admin.patch(`/groups/${groups[0]?.id ?? ''}`, { assigned_model: 'vendorb/gpt-4o-mini' });
    expect(await route.decide(template(inputAt(4)))).toMatchObject({ tier: 'group' });
    const tooMuch = { ...template(inputAt(5)), max_tokens: 50_000 };
    expect(await route.decide(tooMuch)).not.toMatchObject({ tier: 'group' });
  });

  it('keeps its pin and is served by another model', async () => {
    const { route } = await project({ tiers: { big: 'vendorb/gpt-5.5', small: 'vendorb/gpt-4o-mini' } });
    await route.decide({ ...QUICK, session_id: 's' });
    expect(await route.decide({ ...LONG_MACHINE, session_id: 's' })).toMatchObject({
      tier: 'pinned',
      model: 'vendorb/gpt-4o-mini',
    });
    expect(await route.decide({ ...QUICK, session_id: 's', max_tokens: 20_000 })).toMatchObject({
      model: 'vendorb/gpt-5.5',
    });
    expect(await route.decide({ ...QUICK, session_id: 's' })).toMatchObject({ tier: 'pinned' });
  });
});

describe('a model that runs only on the Responses API', () => {
  it('is decided for where it would be called', async () => {
    const { route } = await project();
    const there = await route.send({ ...CONVERSATION, model: 'gpt-5.5-pro', surface: 'responses' });
    expect(there.json).toMatchObject({
      model: 'vendorb/gpt-5.5-pro',
      provider: 'provider_b',
      anchor_model: 'vendorb/gpt-5.5-pro',
    });
    const here = await route.send({ ...CONVERSATION, model: 'gpt-5.5-pro' });
    expect([here.status, here.error.code]).toEqual([400, 'responses_api_only']);
    expect(here.error.message).toContain('POST /api/v1/route/responses');
  });

  it('needs a price', async () => {
    const { route } = await project();
    const answer = await route.send({ ...CONVERSATION, model: 'o3-deep-research', surface: 'responses' });
    expect([answer.status, answer.error.code]).toEqual([400, 'unpriced_model']);
  });

  it('is not looked for elsewhere', async () => {
    const { route } = await project();
    const answer = await route.send({ ...CONVERSATION, surface: 'embeddings' });
    expect([answer.status, answer.error.param]).toEqual([400, 'surface']);
  });
});
