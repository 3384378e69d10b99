import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { chatStream, openAiError } from '../support/recordings/openai-answers.js';
import { dropConnection, jsonAnswer, streamAnswer, type Script } from '../support/recordings/script.js';
import { callRow, seedTenant, type Tenant } from '../support/seed.js';
import { startTestApplication, type TestApplication } from '../support/start-application.js';
import { ChatClient } from './chat-client.js';
import { CONVERSATION, QUICK, RouteClient } from './route-client.js';

const MISSPELT = 'mistralai/mistral-larg-4';

let service: TestApplication;
beforeAll(async () => {
  service = await startTestApplication();
});
afterEach(() => service.provider.reset());
afterAll(() => service.stop());

async function project(): Promise<{ tenant: Tenant; route: RouteClient; chat: ChatClient }> {
  const tenant = await seedTenant(service.dataSource);
  return {
    tenant,
    route: new RouteClient(service.url, tenant.apiKey),
    chat: new ChatClient(service.url, tenant.apiKey),
  };
}

async function anchorsOf({ projectId }: Tenant): Promise<string[]> {
  const rows = await service.dataSource.query<{ anchor_model: string }[]>(
    'SELECT anchor_model FROM routers WHERE project_id = $1 AND anchor_model IS NOT NULL ORDER BY 1',
    [projectId],
  );
  return rows.map((row) => row.anchor_model);
}

const refusal = (status: number, message: string): Script =>
  jsonAnswer({ error: { message, code: status } }, { status });

describe('an id that its provider does not know', () => {
  it.each<[string, string, Script]>([
    ['by 404', MISSPELT, refusal(404, 'No endpoints found for this model.')],
    ['by the word of the marketplace', MISSPELT, refusal(400, `${MISSPELT} is not a valid model ID`)],
    [
      'though the catalogue does',
      'gpt-4o',
      refusal(404, 'The model does not exist or you do not have access to it.'),
    ],
  ])('leaves no router: %s', async (_how, model, answer) => {
    const { chat, tenant } = await project();
    service.provider.respond(() => true, answer);
    for (const stream of [false, true])
      expect((await chat.send({ model, stream, ...CONVERSATION })).status).toBeGreaterThanOrEqual(400);
    expect(await anchorsOf(tenant)).toEqual([]);
  });

  it('leaves no router when only a decision names it', async () => {
    const { route, tenant } = await project();
    const decision = await route.decide({ model: MISSPELT, ...CONVERSATION });
    expect(decision).toMatchObject({ model: MISSPELT, anchor_model: MISSPELT, tier: 'strong' });
    expect(decision).not.toHaveProperty('router_id');
    expect(await anchorsOf(tenant)).toEqual([]);
  });

  it('leaves no router when nothing was answered, or nothing was asked', async () => {
    const { chat, tenant } = await project();
    service.provider.respond(() => true, dropConnection());
    expect((await chat.send({ model: MISSPELT, ...CONVERSATION })).status).toBe(502);
    expect((await chat.send({ model: 'claude-haiku-4-5', ...CONVERSATION, n: 2 })).status).toBe(400);
    expect(await anchorsOf(tenant)).toEqual([]);
  });
});

describe('an id that its provider knows', () => {
  it.each<[string, object]>([
    ['whole', { stream: false }],
    ['streamed', { stream: true }],
  ])('has its router with the first answer, which names it: %s', async (_how, members) => {
    const { chat, tenant, route } = await project();
    const answer = await chat.send({ model: 'somebody/known-model', ...CONVERSATION, ...members });
    expect(answer.status).toBe(200);
    const id = answer.headers['x-svc-router'];
    expect(id).toMatch(/^rtr_/);
    expect(await anchorsOf(tenant)).toEqual(['somebody/known-model']);
    expect(await callRow(service.dataSource, answer.callId)).toMatchObject({ router_id: id });
    expect(await route.decide({ model: 'somebody/known-model', ...QUICK })).toMatchObject({ router_id: id });
  });

  it('has one router, however many first calls race', async () => {
    const { chat, tenant } = await project();
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        chat.send({ model: 'somebody/raced-model', stream: index % 2 === 0, ...CONVERSATION }),
      ),
    );
    expect(new Set(answers.map(({ headers }) => headers['x-svc-router'])).size).toBe(1);
    expect(await anchorsOf(tenant)).toEqual(['somebody/raced-model']);
  });

  it.each<[string, Script]>([
    ['a refusal of the request', jsonAnswer(openAiError({ message: 'Bad temperature.' }), { status: 400 })],
    ['a failure', jsonAnswer(openAiError({ message: 'Overloaded.' }), { status: 503 })],
  ])('has its router also after %s', async (_what, answer) => {
    const { chat, tenant } = await project();
    service.provider.respond(() => true, answer);
    expect(
      (await chat.send({ model: 'somebody/known-model', ...CONVERSATION })).status,
    ).toBeGreaterThanOrEqual(400);
    expect(await anchorsOf(tenant)).toEqual(['somebody/known-model']);
  });

  it('streams every byte though the head waits for the router', async () => {
    const { chat } = await project();
    const bytes = chatStream([{ role: 'assistant', content: 'Hi' }]);
    service.provider.enqueue(streamAnswer(bytes));
    const answer = await chat.send({ model: 'somebody/streamed-model', stream: true, ...CONVERSATION });
    expect(answer.text).toContain('data: [DONE]');
    expect(answer.headers['x-svc-router']).toMatch(/^rtr_/);
  });
});

describe('smart routing off', () => {
  const picture = { type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } };
  const shown = { messages: [{ role: 'user', content: [{ type: 'text', text: 'Hi, look!' }, picture] }] };
  const off = async (tiers: object, more: object = {}) => {
    const { apiKey } = await seedTenant(service.dataSource, { smartRouting: false, tiers, ...more });
    return { chat: new ChatClient(service.url, apiKey), route: new RouteClient(service.url, apiKey) };
  };

  it.each<[string, object, string]>([
    ['a picture', shown, 'messages'],
    ['two answers', { ...CONVERSATION, n: 2 }, 'n'],
  ])('refuses what the default model cannot do: %s', async (_what, body, param) => {
    const { chat, route } = await off({ big: 'vendorb/gpt-5.5', medium: 'openai/gpt-oss-120b' });
    for (const answer of [await chat.send(body), await route.send(body)]) {
      expect(answer.status).toBe(400);
      expect(answer.error).toMatchObject({ code: 'no_capable_model', param });
    }
    expect(service.provider.requests).toHaveLength(0);
  });

  it('asks the default model for no more than it can write', async () => {
    const { chat } = await off({ big: 'vendorb/gpt-5.5', medium: 'vendorb/gpt-4o' });
    const answer = await chat.send({ ...CONVERSATION, max_tokens: 100_000 });
    expect(answer.headers).toMatchObject({ 'x-svc-model': 'vendorb/gpt-4o', 'x-svc-tier': 'fixed' });
    expect((await service.provider.nextRequest()).json()).toMatchObject({ max_tokens: 16_384 });
  });

  it('falls to the next allowed tier under its own label, where policy took the default model', async () => {
    const { chat, route } = await off(
      { big: 'vendorb/gpt-5.5', medium: 'Qwen/Qwen3.7-Max' },
      { chineseModels: false },
    );
    const answer = await chat.send(CONVERSATION);
    expect(answer.headers).toMatchObject({ 'x-svc-model': 'vendorb/gpt-5.5', 'x-svc-tier': 'strong' });
    expect((await route.decide(QUICK))['reasons']).toContainEqual(
      expect.stringContaining('Smart routing is off'),
    );
  });
});
