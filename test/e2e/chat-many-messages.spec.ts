import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { anthropicMessage } from '../support/recordings/anthropic-answers.js';
import { jsonAnswer } from '../support/recordings/script.js';
import { balanceOf, seedTenant, type Tenant } from '../support/seed.js';
import { startTestApplication, type TestApplication } from '../support/start-application.js';
import { ChatClient } from './chat-client.js';

const TO_PROVIDER_A = 'vendora/claude-sonnet-4-5';
const TO_PROVIDER_B = 'vendorb/gpt-4o-mini';
const MANY = 20_000;

let service: TestApplication;
let tenant: Tenant;
let client: ChatClient;
beforeAll(async () => {
  service = await startTestApplication();
  tenant = await seedTenant(service.dataSource, { balanceUsd: '100', smartRouting: false });
  client = new ChatClient(service.url, tenant.apiKey);
});
afterEach(() => service.provider.reset());
afterAll(() => service.stop());

interface Message {
  readonly role: string;
  readonly content: unknown;
}

async function sentMessages(): Promise<Message[]> {
  const { body } = await service.provider.nextRequest();
  return (JSON.parse(body.toString()) as { messages: Message[] }).messages;
}

const exchangeOf = (index: number): Message => ({
  role: index % 2 === 0 ? 'user' : 'assistant',
  content: `é${index}`,
});

describe('a chat with thousands of messages', () => {
  it('reaches provider A whole and in order', async () => {
    service.provider.enqueue(jsonAnswer(anthropicMessage({ content: [{ type: 'text', text: 'Yes.' }] })));
    const messages = Array.from({ length: MANY }, (_, index) => exchangeOf(index));
    messages.push({ role: 'user', content: 'Still there?' });
    expect((await client.ask(TO_PROVIDER_A, { messages })).status).toBe(200);
    expect(await sentMessages()).toEqual(messages);
  });

  it('reaches provider A in one message when they are all of one role, each in its part', async () => {
    service.provider.enqueue(jsonAnswer(anthropicMessage({ content: [{ type: 'text', text: 'Yes.' }] })));
    const texts = Array.from({ length: MANY }, (_, index) => ({ type: 'text', text: `t${index}` }));
    const messages = [
      { role: 'user', content: texts.slice(0, 9_999) },
      ...texts.slice(9_999).map(({ text }) => ({ role: 'user', content: text })),
    ];
    expect((await client.ask(TO_PROVIDER_A, { messages })).status).toBe(200);
    expect(await sentMessages()).toEqual([{ role: 'user', content: texts }]);
  });

  it('is refused by the name of the one that is wrong; nothing is sent or billed', async () => {
    const before = await balanceOf(service.dataSource, tenant.organizationId);
    const messages = Array.from({ length: MANY }, (_, index) => exchangeOf(index));
    messages[MANY - 2] = { role: 'user', content: [{ type: 'video_url' }] };
    const answer = await client.ask(TO_PROVIDER_A, { messages });
    expect(answer.status).toBe(400);
    expect(answer.json).toMatchObject({ error: { param: `messages[${MANY - 2}].content[0]` } });
    expect(service.provider.requests).toHaveLength(0);
    expect(await balanceOf(service.dataSource, tenant.organizationId)).toEqual(before);
  });

  it("reaches provider B without another vendor's members, and otherwise as it was", async () => {
    const messages = Array.from({ length: 5_000 }, (_, index) => exchangeOf(index));
    const marked = messages.map((message, index) =>
      index % 100 === 0 ? { ...message, cache_control: { type: 'ephemeral' } } : message,
    );
    expect((await client.ask(TO_PROVIDER_B, { messages: marked })).status).toBe(200);
    expect(await sentMessages()).toEqual(messages);
  });
});
