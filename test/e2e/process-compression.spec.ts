import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { FakeProvider } from '../support/fake-provider.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';
import { ChatClient } from './chat-client.js';
import { buildGateway, GatewayProcess, temporaryDirectory } from './process-gateway.js';

const SENTENCES = [
  'The ferry leaves the harbour at dawn.',
  'Gulls follow it far out to the lighthouse.',
  'The cargo is mostly timber and mail.',
];
const WAIT = { timeout: 50_000, interval: 10 };
const DOCUMENT = Array.from({ length: 120 }, (_, index) => SENTENCES[index % SENTENCES.length]).join(' ');

describe('the built product', () => {
  let provider: FakeProvider;
  let database: TestDatabase;
  let directory: ReturnType<typeof temporaryDirectory>;
  let client: ChatClient;
  beforeAll(async () => {
    provider = await FakeProvider.start();
    database = await createTestDatabase();
    directory = temporaryDirectory();
    buildGateway();
    const gateway = GatewayProcess.start(
      {
        DATABASE_URL: database.url,
        PROVIDER_B_BASE_URL: `${provider.url}/b/v1`,
        PROVIDER_B_API_KEY: 'key-of-provider-b',
      },
      directory.path,
    );
    const { url, adminToken, apiKey = '' } = await gateway.welcome();
    const admin = (path: string, body?: object): Promise<Response> =>
      fetch(`${url}/api/v1/admin${path}`, {
        method: body === undefined ? 'GET' : 'POST',
        headers: { authorization: `Bearer ${adminToken}`, 'content-type': 'application/json' },
        body: body === undefined ? undefined : JSON.stringify(body),
      });
    const { data } = (await (await admin('/organizations')).json()) as { data: { id: string }[] };
    await admin(`/organizations/${data[0]?.id}/credits`, { amount_usd: 10, note: 'test' });
    client = new ChatClient(url, apiKey);
  }, 120_000);
  afterAll(async () => {
    await GatewayProcess.endAll();
    await provider.close();
    await database.drop();
    directory.remove();
  });

  it('shortens prompts in a thread of its own, many at once', async () => {
    const ask = { messages: [{ role: 'user', content: `${DOCUMENT}\n\nWhat is the cargo of the ferry?` }] };
    // A prompt that would have to wait too long goes as it came, on a busy machine all of them may.
    const saved = await vi.waitFor(async () => {
      provider.requests.length = 0;
      const answers = await Promise.all(
        Array.from({ length: 20 }, () => client.send({ model: 'vendorb/gpt-4o-mini', ...ask })),
      );
      expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
      const shortened = answers.filter(({ headers }) => Number(headers['x-svc-tokens-saved']) > 100);
      expect(shortened.length).toBeGreaterThan(0);
      return shortened.length;
    }, WAIT);
    const short = provider.requests.filter(({ body }) => body.length < DOCUMENT.length * 0.7);
    expect(short.length).toBe(saved);
  }, 60_000);
});
