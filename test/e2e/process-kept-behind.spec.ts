import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FakeProvider } from '../support/fake-provider.js';
import { AdminClient } from './admin-client.js';
import { GatewayProcess, type Welcome } from './process-gateway.js';
import { eachOnItsOwnSite } from './process-site.js';
import { eventually } from './stream-call.js';

const RUN_MS = 240_000;
const EACH = 12;

let provider: FakeProvider;

beforeEach(async () => {
  provider = await FakeProvider.start();
});
afterEach(() => provider.close());
const site = eachOnItsOwnSite();

async function serve(): Promise<{ gateway: GatewayProcess; welcome: Welcome }> {
  const gateway = GatewayProcess.start(
    {
      DATABASE_URL: site.database.url,
      PROVIDER_B_BASE_URL: `${provider.url}/b/v1`,
      PROVIDER_B_API_KEY: 'key-of-provider-b',
    },
    site.directory.path,
  );
  return { gateway, welcome: await gateway.welcome() };
}

async function seed(admin: AdminClient): Promise<{ projectId: string; apiKey: string }> {
  const organizationId = await admin.createOrganization();
  await admin.post(`/organizations/${organizationId}/credits`, { amount_usd: 100 });
  const projectId = await admin.createProject(organizationId);
  await admin.patch(`/projects/${projectId}`, { call_content: { enabled: true } });
  const key = await admin.post(`/projects/${projectId}/keys`, { name: 'Test' });
  return { projectId, apiKey: (key.body as { key: string }).key };
}

/** A served call and a refused one. @returns the call's id */
async function callAndRefusal(url: string, apiKey: string, word: string): Promise<string> {
  const send = (model: string): Promise<Response> =>
    fetch(`${url}/api/v1/openai/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({ model, messages: [{ role: 'user', content: word }] }),
    });
  const [served, refused] = await Promise.all([send('gpt-4o'), send('gpt-99')]);
  expect([served.status, refused.status]).toEqual([200, 400]);
  await Promise.all([served.text(), refused.text()]);
  return served.headers.get('x-svc-call-id') ?? '';
}

const wordsOf = (turn: string): string[] => Array.from({ length: EACH }, (_, index) => `${turn}-${index}`);

describe('a process that is killed', () => {
  it(
    'loses at most what it had not written of refusals and contents, doubles none of it, and loses no call',
    async () => {
      const [killed, other] = [await serve(), await serve()];
      const admin = new AdminClient(other.welcome.url, other.welcome.adminToken);
      const { projectId, apiKey } = await seed(admin);
      const run = (turn: string): Promise<string[]> =>
        Promise.all(wordsOf(turn).map((word) => callAndRefusal(killed.welcome.url, apiKey, word)));
      const contentOf = async (id: string): Promise<{ status: number; request: string }> => {
        const { status, body } = await admin.get(`/calls/${id}/content`);
        return { status, request: (body as { request?: string }).request ?? '' };
      };
      const refusals = async (): Promise<{ counted: number; listed: string[] }> => {
        const { body } = await admin.get(`/projects/${projectId}/refusals?limit=100`);
        const { counts, data } = body as { counts: { count: number }[]; data: { id: string }[] };
        return {
          counted: counts.reduce((sum, { count }) => sum + count, 0),
          listed: data.map(({ id }) => id),
        };
      };

      const before = await run('before');
      await eventually(async () => {
        const { counted } = await refusals();
        const contents = await Promise.all(before.map(contentOf));
        return counted === EACH && contents.every(({ status }) => status === 200) ? true : undefined;
      }, 'what came before to be written');

      // It dies while its statements wait in the database, and with more in its memory.
      await site.db.query('BEGIN; LOCK TABLE refusal_counts, call_contents IN SHARE MODE');
      const meanwhile = await run('while');
      await eventually(async () => {
        const { rows } = await site.db.query<{ waiting: number }>(
          `SELECT count(*)::integer AS waiting FROM pg_locks WHERE NOT granted
              AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
        );
        return (rows[0]?.waiting ?? 0) >= 2 ? true : undefined;
      }, 'both statements to wait');
      const last = await run('last');
      killed.gateway.signal('SIGKILL');
      await killed.gateway.exited;
      await site.db.query('ROLLBACK');

      await eventually(async () => {
        const { rows } = await site.db.query<{ active: number }>(
          `SELECT count(*)::integer AS active FROM pg_stat_activity
            WHERE datname = current_database() AND state = 'active' AND pid <> pg_backend_pid() AND query ~ 'refusal_writers|call_contents'`,
        );
        return rows[0]?.active === 0 ? true : undefined;
      }, 'the statements of the dead to end');
      const { counted, listed } = await refusals();
      expect(counted).toBeGreaterThanOrEqual(EACH);
      expect(counted).toBeLessThanOrEqual(3 * EACH);
      expect(listed).toHaveLength(counted);
      expect(new Set(listed).size).toBe(counted);
      const all = [...before, ...meanwhile, ...last];
      const words = ['before', 'while', 'last'].flatMap(wordsOf);
      const contents = await Promise.all(all.map(contentOf));
      for (const [index, { status, request }] of contents.entries()) {
        expect(index < EACH ? [200] : [200, 404]).toContain(status);
        if (status === 200) expect(request).toContain(`"${words[index]}"`);
      }
      const { rows } = await site.db.query<{ id: string }>('SELECT id FROM calls WHERE project_id = $1', [
        projectId,
      ]);
      expect(rows.map(({ id }) => id).sort()).toEqual([...all].sort());
    },
    RUN_MS,
  );
});
