import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as readText } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { compressHere } from '../support/compress-here.js';
import { seedTenant, type Tenant } from '../support/seed.js';
import { startTestApplication, type TestApplication } from '../support/start-application.js';
import { AdminClient } from './admin-client.js';
import { ChatClient } from './chat-client.js';

const FILLER = [
  'The ferry leaves the harbour at dawn.',
  'Its captain has sailed these waters for thirty years.',
  'Gulls follow it far out to the lighthouse.',
  'The cargo is mostly timber and mail.',
];
const LONG = Array.from({ length: 40 }, (_, index) => FILLER[index % FILLER.length]).join(' ');
const NEEDLE = 'The lamp of the lighthouse was lit by Mara Finn.';
const DOCUMENT = `${LONG} ${NEEDLE} ${LONG}`;
const ASK = 'Who lit the lamp of the lighthouse?';
const SYSTEM = 'You answer questions about ferries. Never guess.';
const BODY = {
  model: 'vendorb/gpt-4o-mini',
  messages: [
    { role: 'system', content: SYSTEM },
    { role: 'user', content: `${DOCUMENT}\n\n${ASK}` },
  ],
};

compressHere();

interface Sent {
  messages: { role: string; content: string }[];
}

describe('prompt compression', () => {
  let service: TestApplication;
  let tenant: Tenant;
  let client: ChatClient;
  beforeAll(async () => {
    service = await startTestApplication();
    tenant = await seedTenant(service.dataSource);
    client = new ChatClient(service.url, tenant.apiKey);
  });
  afterEach(() => service.provider.reset());
  afterAll(() => service.stop());

  async function sent(): Promise<Sent> {
    return (await service.provider.nextRequest()).json() as Sent;
  }

  it('sends less, keeps instructions and ask, and says how many tokens it saved', async () => {
    const answer = await client.send(BODY);
    expect(answer.status).toBe(200);
    expect(Number(answer.headers['x-svc-tokens-saved'])).toBeGreaterThan(300);
    const [system, user] = (await sent()).messages;
    expect(system?.content).toBe(SYSTEM);
    expect(user?.content).toContain(NEEDLE);
    expect(user?.content.endsWith(ASK)).toBe(true);
    expect(user?.content.length).toBeLessThan(DOCUMENT.length * 0.7);
  });

  it('does the same for streams', async () => {
    const answer = await client.send({ ...BODY, stream: true });
    expect(Number(answer.headers['x-svc-tokens-saved'])).toBeGreaterThan(300);
  });

  it('skips short prompts', async () => {
    const answer = await client.ask('vendorb/gpt-4o-mini');
    expect(answer.headers).not.toHaveProperty('x-svc-tokens-saved');
  });

  it('sends the same prefix turn after turn, and no thinking that was signed for another text', async () => {
    interface SentToA {
      messages: { role: string; content: string | { type: string; text?: string }[] }[];
    }
    const named = await seedTenant(service.dataSource, { smartRouting: false });
    const caller = new ChatClient(service.url, named.apiKey);
    const toProviderA = { ...BODY, model: 'vendora/claude-sonnet-4-5', max_tokens: 4_000 };
    const replay = {
      role: 'assistant',
      content: 'Mara Finn.',
      thinking_blocks: [{ type: 'thinking', thinking: 'Hm.', signature: 's' }],
    };
    await caller.send(toProviderA);
    const first = (await service.provider.nextRequest()).json() as SentToA;
    await caller.send({
      ...toProviderA,
      messages: [...BODY.messages, replay, { role: 'user', content: 'When was that?' }],
    });
    const second = (await service.provider.nextRequest()).json() as SentToA;
    expect(JSON.stringify(first.messages[0]).length).toBeLessThan(DOCUMENT.length * 0.7);
    expect(second.messages[0]).toEqual(first.messages[0]);
    expect(JSON.stringify(second.messages[1])).not.toContain('thinking');
    expect(JSON.stringify(second.messages[1])).toContain('Mara Finn.');
  });

  it('does nothing while the toggle is off, within a second of the change', async () => {
    const other = await seedTenant(service.dataSource);
    await new AdminClient(service.url).patch(`/projects/${other.projectId}`, {
      permissions: { token_compression: false },
    });
    const answer = await new ChatClient(service.url, other.apiKey).send(BODY);
    expect(answer.headers).not.toHaveProperty('x-svc-tokens-saved');
    expect(await sent()).toEqual({ ...BODY, model: 'gpt-4o-mini' });
  });
});

describe('an external compressor', () => {
  let compressor: Server;
  let service: TestApplication;
  let client: ChatClient;
  const seen: { text: string; query: string; target_ratio: number }[] = [];
  let answerWith: (text: string) => { status: number; body: string } | 'hang';
  beforeAll(async () => {
    compressor = createServer((request, response) => {
      void readText(request).then((body) => {
        const asked = JSON.parse(body) as (typeof seen)[number];
        seen.push(asked);
        const answer = answerWith(asked.text);
        if (answer === 'hang') return;
        response.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.body);
      });
    });
    await new Promise<void>((resolve) => compressor.listen(0, '127.0.0.1', resolve));
    const { port } = compressor.address() as AddressInfo;
    service = await startTestApplication({
      environment: { COMPRESSOR_URL: `http://127.0.0.1:${port}/compress` },
    });
    const tenant = await seedTenant(service.dataSource);
    client = new ChatClient(service.url, tenant.apiKey);
  });
  afterEach(() => {
    seen.length = 0;
    service.provider.reset();
  });
  afterAll(async () => {
    await service.stop();
    compressor.closeAllConnections();
    await new Promise((resolve) => compressor.close(resolve));
  });

  const json = (value: unknown, status = 200): { status: number; body: string } => ({
    status,
    body: JSON.stringify(value),
  });

  it('cannot lose the ask, which is not sent to it', async () => {
    answerWith = () => json({ text: 'A ferry.' });
    await client.send(BODY);
    const [system, user] = ((await service.provider.nextRequest()).json() as Sent).messages;
    expect(system?.content).toBe(SYSTEM);
    expect(user?.content).toContain(' A ferry. ');
    expect(user?.content.endsWith(`\n\n${ASK}`)).toBe(true);
  });

  it('is asked for each long text, and its shorter text is sent', async () => {
    answerWith = (text) => json({ text: `${text.slice(0, 80)} ${text.slice(-200)}` });
    const answer = await client.send(BODY);
    expect(Number(answer.headers['x-svc-tokens-saved'])).toBeGreaterThan(300);
    expect(seen).toHaveLength(1);
    expect(seen[0]).toMatchObject({ target_ratio: 0.45, query: ASK });
    expect(DOCUMENT).toContain(seen[0]?.text.trim());
    expect(seen[0]?.text.length).toBeGreaterThan(DOCUMENT.length * 0.9);
  });

  it.each<[string, () => ReturnType<typeof answerWith>]>([
    ['fails', () => json({ error: 'down' }, 500)],
    ['answers something else', () => json({ result: 'x' })],
    ['answers no JSON', () => ({ status: 200, body: 'hello' })],
    ['answers nothing', () => json({ text: '' })],
    ['answers something longer', () => json({ text: 'x'.repeat(50_000) })],
    ['redirects', () => ({ status: 302, body: '' })],
    ['does not answer in two seconds', () => 'hang'],
  ])('that %s costs the call nothing: the original is sent', async (_case, answer) => {
    answerWith = answer;
    const whole = await client.send(BODY);
    expect(whole.status).toBe(200);
    expect(whole.headers).not.toHaveProperty('x-svc-tokens-saved');
    const { messages } = (await service.provider.nextRequest()).json() as Sent;
    expect(messages).toEqual(BODY.messages);
  });
});
