import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { Metering } from '../../src/billing/metering/metering.service.js';
import { chatCompletion } from '../support/recordings/openai-answers.js';
import { END, gate, head, script } from '../support/recordings/script.js';
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

/** On a connection of its own: those of the service are cut here. */
async function onOwnConnection(work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client(service.database.url);
  await client.connect();
  await work(client);
  await client.end();
}

const query = (statement: string): Promise<void> => onOwnConnection((client) => client.query(statement));
const databaseName = (): string => new URL(service.database.url).pathname.slice(1);
/** Beside a database that cannot be reached, which is another matter. */
const saysWhy = async (): Promise<boolean> => {
  const answer = await fetch(`${service.url}/readyz`);
  return answer.status === 503 && (await answer.text()).includes('recorded');
};
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
  await onOwnConnection(async (client) => {
    await client.query('SET default_transaction_read_only = off');
    await client.query(`ALTER DATABASE ${databaseName()} SET default_transaction_read_only = ${value}`);
    const { rows } = await client.query<{ now: Date }>('SELECT clock_timestamp() AS now');
    await eventually(async () => {
      // Whoever was let in before goes on as before.
      const { rowCount } = await client.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
          WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_start <= $1`,
        [rows[0]?.now],
      );
      return rowCount === 0 ? true : undefined;
    }, 'a server without connections of before');
  });
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
      const held = gate();
      service.provider.enqueue(
        script(held, head(200, { 'content-type': 'application/json' }), chatCompletion(), END),
      );
      const inFlight = sendChat(service.url, { apiKey: tenant.apiKey });
      await held.reached;
      await breakIt();
      held.open();
      await eventually(
        () => (service.app.get(Metering).isFailing ? true : undefined),
        'a commit that the database refuses',
      );
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

  it('is not ready while it only reads, though no call has found out', async () => {
    await setReadOnly('on');
    await eventually(async () => ((await saysWhy()) ? true : undefined), 'a service that says why');
    await setReadOnly('off');
    await eventually(async () => ((await isReady()) ? true : undefined), 'a service that is ready');
  });

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
