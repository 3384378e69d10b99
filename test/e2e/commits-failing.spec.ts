import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { balanceOf, chargesOf, seedTenant } from '../support/seed.js';
import { startTestApplication, type TestApplication } from '../support/start-application.js';
import { followResponse, readResponsesEvents } from '../support/responses-events.js';
import { MODEL_B, MODEL_MARKETPLACE, ResponsesClient } from './responses-client.js';
import { eventually, openChat, sendChat } from './stream-call.js';

let service: TestApplication;

beforeAll(async () => {
  service = await startTestApplication();
});
afterEach(() => service.provider.reset());
afterAll(() => service.stop());

const query = (statement: string): Promise<unknown> => service.dataSource.query(statement);
const databaseName = (): string => new URL(service.database.url).pathname.slice(1);
/** Beside a database that cannot be reached, which is another matter. */
const saysWhy = async (): Promise<boolean> =>
  (await (await fetch(`${service.url}/readyz`)).text()).includes('recorded');
const isReady = async (): Promise<boolean> => (await fetch(`${service.url}/readyz`)).ok;

/** As a server whose disk is full says it, when a row is to be written. */
async function fillDisk(): Promise<void> {
  await query(
    `CREATE FUNCTION refuse_row() RETURNS trigger LANGUAGE plpgsql AS
     $$ BEGIN RAISE EXCEPTION 'could not extend file: No space left on device' USING ERRCODE = '53100'; END $$`,
  );
  await query('CREATE TRIGGER full_disk BEFORE INSERT ON calls FOR EACH ROW EXECUTE FUNCTION refuse_row()');
}

async function freeDisk(): Promise<void> {
  await query('DROP TRIGGER full_disk ON calls');
  await query('DROP FUNCTION refuse_row()');
}

/** As after a fail-over to a copy: every new transaction only reads. */
async function setReadOnly(value: 'on' | 'off'): Promise<void> {
  await query('SET default_transaction_read_only = off');
  await query(
    `BEGIN READ WRITE; ALTER DATABASE ${databaseName()} SET default_transaction_read_only = ${value}; COMMIT`,
  );
  await query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()`,
  );
}

const FAULTS: readonly (readonly [string, () => Promise<void>, () => Promise<void>])[] = [
  ['its disk is full', fillDisk, freeDisk],
  ['it only reads', () => setReadOnly('on'), () => setReadOnly('off')],
];

describe('a database that takes no bills', () => {
  it.each(FAULTS)(
    'because %s is sent no more calls, says so, and heals by itself',
    async (_name, breakIt, mend) => {
      const tenant = await seedTenant(service.dataSource);
      await (await openChat(service.url, { apiKey: tenant.apiKey })).whole();
      await breakIt();
      const inFlight = sendChat(service.url, { apiKey: tenant.apiKey });
      await eventually(async () => ((await saysWhy()) ? true : undefined), 'a service that says why');
      const asked = service.provider.requests.length;
      for (const [path, body] of [
        [
          '/api/v1/route/chat/completions',
          { model: 'vendorb/gpt-4o-mini', messages: [{ role: 'user', content: 'Hi' }] },
        ],
        [
          '/api/v1/messages',
          { model: 'vendora/claude-sonnet-5-5', max_tokens: 9, messages: [{ role: 'user', content: 'Hi' }] },
        ],
        ['/api/v1/route/embeddings', { model: 'text-embedding-3-small', input: 'Hi' }],
        ['/api/v1/openai/responses', { model: 'vendorb/gpt-4o-mini', input: 'Hi' }],
      ] as const) {
        const answer = await fetch(service.url + path, {
          method: 'POST',
          headers: { authorization: `Bearer ${tenant.apiKey}`, 'content-type': 'application/json' },
          body: JSON.stringify(body),
        });
        expect(answer.status, path).toBe(503);
        expect(answer.headers.get('retry-after'), path).toMatch(/^[1-9]\d*$/);
        expect(await answer.text(), path).toContain('database_unavailable');
      }
      expect(service.provider.requests).toHaveLength(asked);
      await mend();
      // What was under way waited for its bill all along.
      const answer = await inFlight.answer;
      expect(answer.status).toBe(200);
      await answer.whole();
      expect(await chargesOf(service.dataSource, answer.callId)).toHaveLength(1);
      await eventually(async () => ((await isReady()) ? true : undefined), 'a service that is ready');
      expect((await openChat(service.url, { apiKey: tenant.apiKey })).status).toBe(200);
    },
  );

  it('is found out to take them again when no call waits any more, and nothing was billed meanwhile', async () => {
    const tenant = await seedTenant(service.dataSource);
    await (await openChat(service.url, { apiKey: tenant.apiKey })).whole();
    const before = await balanceOf(service.dataSource, tenant.organizationId);
    await fillDisk();
    const responses = new ResponsesClient(service.url, tenant.apiKey);
    const streams = [MODEL_B, MODEL_MARKETPLACE].map((model) => responses.ask(model, { stream: true }));
    const withheld = await openChat(service.url, { apiKey: tenant.apiKey });
    for (const stream of streams) {
      const events = readResponsesEvents((await stream).text);
      expect(followResponse(events)).toMatchObject({ status: 'failed', usage: null });
      expect(events.at(-2)).toMatchObject({ type: 'error', code: 'metering_unavailable' });
      expect((await responses.get(String(events[0]?.response.id))).status).toBe(404);
    }
    expect(withheld.status).toBe(503);
    expect(await withheld.json()).toMatchObject({ error: { code: 'metering_unavailable' } });
    expect(await isReady()).toBe(false);
    await freeDisk();
    await eventually(async () => ((await isReady()) ? true : undefined), 'a service that is ready');
    expect(await balanceOf(service.dataSource, tenant.organizationId)).toEqual(before);
    expect((await openChat(service.url, { apiKey: tenant.apiKey })).status).toBe(200);
  });
});
