import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { AdminClient } from '../e2e/admin-client.js';
import { buildGateway, GatewayProcess, temporaryDirectory, type Welcome } from '../e2e/process-gateway.js';
import { eventually, eventsOf, openChat } from '../e2e/stream-call.js';
import { buildRelease, findLastRelease } from '../support/former-release.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';

const commit = findLastRelease();
type Parsed = ReturnType<typeof JSON.parse>;
const RUN_MS = 300_000;

/** Skipped where the history does not reach to the last release, as in a shallow clone. */
describe.skipIf(commit === undefined)('the last release on the schema of this version', () => {
  let entry: string;
  let database: TestDatabase;
  let directory: ReturnType<typeof temporaryDirectory>;
  let client: pg.Client;

  beforeAll(async () => {
    entry = await buildRelease(commit ?? '');
    buildGateway();
    database = await createTestDatabase();
    directory = temporaryDirectory();
    client = new pg.Client({ connectionString: database.url });
    await client.connect();
  }, RUN_MS);
  afterEach(() => GatewayProcess.endAll());
  afterAll(async () => {
    await client.end();
    await database.drop();
    directory.remove();
  });

  const start = (build?: string): GatewayProcess =>
    GatewayProcess.start(
      { DATABASE_URL: database.url, SIMULATOR: 'on', LOG_LEVEL: 'error' },
      directory.path,
      { entry: build },
    );

  /** What clients and operators do all day, by the doors of one process. @returns how many calls were billed */
  async function useAll({ url, adminToken }: Welcome, apiKey: string, name: string): Promise<number> {
    const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' };
    const post = async (path: string, body: object): Promise<Parsed> => {
      const answer = await fetch(`${url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
      const said = await answer.text();
      expect([name, path, answer.status, answer.status < 300 ? '' : said]).toEqual([
        name,
        path,
        answer.status,
        '',
      ]);
      return JSON.parse(said);
    };
    const messages = [{ role: 'user', content: `Hello from ${name}` }];
    await (await openChat(url, { apiKey })).whole();
    const stream = await openChat(url, { apiKey, body: { stream: true } });
    expect(eventsOf(await stream.whole()).at(-1)).toBe('[DONE]');
    await post('/api/v1/messages', { model: 'claude-sonnet-5-5', max_tokens: 100, messages });
    await post('/api/v1/route/embeddings', { model: 'text-embedding-3-small', input: 'Hello' });
    const kept = await post('/api/v1/openai/responses', { model: 'gpt-4o-mini', input: 'Hello' });
    await post('/api/v1/openai/responses', {
      model: 'gpt-4o-mini',
      input: 'And?',
      previous_response_id: kept.id,
    });
    const batch = await post('/api/v1/route/batches', {
      requests: [{ custom_id: 'a', body: { model: 'vendorb/gpt-4o-mini', messages, max_tokens: 10 } }],
    });
    await eventually(
      async () => {
        const answer = await fetch(`${url}/api/v1/route/batches/${batch.id}`, { headers });
        const { ended_at: ended, succeeded_count: count } = (await answer.json()) as Parsed;
        return ended !== undefined && count === 1 ? true : undefined;
      },
      `a batch of ${name} that ends`,
      120_000,
    );
    const admin = new AdminClient(url, adminToken);
    const organizationId = await admin.createOrganization(name);
    const projectId = await admin.createProject(organizationId);
    expect(
      (await admin.post(`/organizations/${organizationId}/credits`, { amount_usd: '5' })).status,
    ).toBeLessThan(300);
    expect((await admin.post(`/projects/${projectId}/keys`, { name })).status).toBeLessThan(300);
    expect((await admin.patch(`/projects/${projectId}`, { name: `${name} 2` })).status).toBe(200);
    expect((await admin.post('/maintenance/sweep')).body.ledger_check).toBe('ok');
    return 7;
  }

  async function booksOf({
    url,
    adminToken,
  }: Welcome): Promise<{ ok: boolean; entries: number; calls: number }> {
    const { rows } = await client.query<{ organization_id: string }>(
      `SELECT organization_id FROM projects WHERE id = (SELECT project_id FROM calls LIMIT 1)`,
    );
    const id = rows[0]?.organization_id ?? '';
    const { body } = await new AdminClient(url, adminToken).get(`/organizations/${id}/ledger/check`);
    const calls = await client.query<{ count: string }>('SELECT count(*) FROM calls');
    return { ok: body.ok, entries: body.entries, calls: Number(calls.rows[0]?.count) };
  }

  it(
    'serves by all doors beside this version, and both see one book',
    async () => {
      const former = start(entry);
      const old = await former.welcome();
      const apiKey = old.apiKey ?? '';
      let billed = await useAll(old, apiKey, 'the last release');
      const present = await start().welcome();
      billed += await useAll(present, apiKey, 'this version');
      // Once more, on rows that the other has written.
      billed += await useAll(old, apiKey, 'the last release again');
      const [byOld, byNew] = [await booksOf(old), await booksOf(present)];
      expect(byOld).toMatchObject({ ok: true, calls: billed });
      expect(byNew).toEqual(byOld);
      former.signal('SIGTERM');
      expect(await former.exited).toEqual({ code: 0, signal: null });
      expect(former.stderr).toBe('');
    },
    RUN_MS,
  );
});
