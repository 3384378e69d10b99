import { once } from 'node:events';
import net from 'node:net';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { FakeProvider } from '../support/fake-provider.js';
import { messageItem, responseAnswer } from '../support/recordings/responses-answers.js';
import { jsonAnswer } from '../support/recordings/script.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';
import { buildGateway, GatewayProcess, temporaryDirectory } from './process-gateway.js';
import { MODEL_B, ResponsesClient } from './responses-client.js';
import { eventually } from './stream-call.js';

let provider: FakeProvider;
let database: TestDatabase;
let directory: ReturnType<typeof temporaryDirectory>;
let client: pg.Client;

beforeAll(async () => {
  provider = await FakeProvider.start();
  buildGateway();
  database = await createTestDatabase();
  directory = temporaryDirectory();
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
}, 180_000);
afterAll(async () => {
  await GatewayProcess.endAll();
  await client.end();
  await database.drop();
  directory.remove();
  await provider.close();
});

/** More than goes with the commit of a call. */
const LONG_TEXT = 'x'.repeat(40_000);

async function isListening(url: string): Promise<boolean> {
  const { hostname, port } = new URL(url);
  const socket = net.connect(Number(port), hostname);
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

async function keptIds(): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>('SELECT id FROM stored_responses ORDER BY id');
  return rows.map(({ id }) => id);
}

it(
  'keeps at its stop what waits for the database, though the answers are over',
  { timeout: 120_000 },
  async () => {
    const gateway = GatewayProcess.start(
      {
        DATABASE_URL: database.url,
        PROVIDER_B_BASE_URL: `${provider.url}/b/v1`,
        PROVIDER_B_API_KEY: 'key-of-provider-b',
      },
      directory.path,
    );
    const { url, apiKey = '' } = await gateway.welcome();
    const caller = new ResponsesClient(new URL(url).origin, apiKey);
    const answered = async (id: string, text: string): Promise<void> => {
      const made = { id, output: [messageItem(text, `msg_${id}`)] };
      provider.enqueue(jsonAnswer(responseAnswer(made)));
      expect((await caller.ask(MODEL_B)).status).toBe(200);
    };
    await answered('resp_0', 'The first one of a day makes its partition.');
    await client.query('BEGIN');
    await client.query('LOCK TABLE stored_responses IN ACCESS EXCLUSIVE MODE');
    // The statement of the first one waits for the lock, and the others for that statement.
    for (const id of ['resp_1', 'resp_2', 'resp_3']) await answered(id, LONG_TEXT);
    gateway.signal('SIGTERM');
    await eventually(async () => ((await isListening(url)) ? undefined : true), 'the end of its listening');
    await client.query('COMMIT');
    expect(await gateway.exited).toEqual({ code: 0, signal: null });
    expect(await keptIds()).toEqual(['resp_0', 'resp_1', 'resp_2', 'resp_3']);
    expect(gateway.stderr).toBe('');
  },
);
