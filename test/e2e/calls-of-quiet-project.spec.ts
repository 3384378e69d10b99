import { afterAll, beforeAll, expect, it } from 'vitest';
import { newId } from '../../src/lib/ids.js';
import { seedTenant, type Tenant } from '../support/seed.js';
import { startTestApplication, type TestApplication } from '../support/start-application.js';
import { AdminClient } from './admin-client.js';
import { foldEverything } from './usage-support.js';

const CALLS = 4_000;
const MINUTE_MS = 60_000;
/** A page, its names, and what the service itself looks up meanwhile. */
const FEW = 500;

let service: TestApplication;
let admin: AdminClient;
let quiet: Tenant;
beforeAll(async () => {
  service = await startTestApplication();
  admin = new AdminClient(service.url);
  quiet = await seedTenant(service.dataSource);
  const busy = await seedTenant(service.dataSource);
  const now = Date.now();
  await fill(quiet, now - 60 * MINUTE_MS);
  await fill(busy, now - 30 * MINUTE_MS);
  await foldEverything(service);
  await service.dataSource.query('ANALYZE calls, call_terms');
});
afterAll(() => service.stop());

async function fill({ organizationId, projectId, keyId }: Tenant, fromMs: number): Promise<void> {
  const ids = Array.from({ length: CALLS }, (_, number) => newId('call', fromMs + number));
  await service.dataSource.query(
    `INSERT INTO calls (id, created_at, organization_id, project_id, key_id, surface, stream, status, requested_model, input_tokens,
                        output_tokens, cost_usd, billed_usd, tags, detail)
     SELECT id, to_timestamp(($5::float8 + place) / 1000), $2, $3, $4, 'chat', false, 200, 'm', 10, 5, 0, 0, ARRAY['common'],
            '{"usage":null,"reasons":[],"attempts":[],"timings":{"gateway_ms":1,"upstream_ms":0},"trace_id":null}'
       FROM unnest($1::text[]) WITH ORDINALITY AS made (id, place)`,
    [ids, organizationId, projectId, keyId, fromMs],
  );
}

/** A connection tells its counts when it has had nothing to do for ten seconds, or ends. */
async function endReaders(): Promise<void> {
  const ended = await service.dataSource.query<{ ended: boolean }[]>(
    `SELECT pg_terminate_backend(pid, 10000) AS ended FROM pg_stat_activity
      WHERE datname = current_database() AND application_name = 'inference-gateway reads'`,
  );
  expect(ended.every((reader) => reader.ended)).toBe(true);
}

/** By the indexes that have calls of all projects in the order of their ids. */
async function readOfEverybodys(): Promise<number> {
  const [row] = await service.dataSource.query<{ read: string }[]>(
    `SELECT coalesce(sum(pg_stat_get_tuples_returned(indexrelid)), 0) AS read FROM pg_index
      WHERE indisprimary AND indrelid IN (SELECT inhrelid FROM pg_inherits WHERE inhparent = 'calls'::regclass)`,
  );
  return Number(row?.read);
}
/** How often the indexes were asked that have those of a project, and those of a term. */
async function scansOfOwn(): Promise<number[]> {
  const scansOf = async (names: string): Promise<number> => {
    const [row] = await service.dataSource.query<{ scans: string }[]>(
      'SELECT coalesce(sum(idx_scan), 0) AS scans FROM pg_stat_user_indexes WHERE indexrelname LIKE $1',
      [names],
    );
    return Number(row?.scans);
  };
  return [await scansOf('call_terms%'), await scansOf('calls%project%')];
}

/** Ids of a page and their calls are looked up one by one; what there is beyond the page is not. */
it('a page of a project without new calls reads none of what others had since, nor more of its own, whatever it is filtered by', async () => {
  await endReaders();
  const [before, [ofTerms = 0, own = 0]] = [await readOfEverybodys(), await scansOfOwn()];
  const queries = ['&tag=common', '', '&from=2026-01-01T00:00:00Z', '&status=ok'];
  for (const query of queries) {
    const { body } = await admin.get(`/projects/${quiet.projectId}/calls?limit=50${query}`);
    expect(body.data).toHaveLength(50);
  }
  await endReaders();
  const [terms = 0, looked = 0] = await scansOfOwn();
  expect(terms).toBeGreaterThan(ofTerms);
  expect(looked - own).toBeGreaterThanOrEqual(queries.length - 1);
  expect(looked - own).toBeLessThan(FEW);
  expect((await readOfEverybodys()) - before).toBeLessThan(FEW);
});

it('pages follow each other both ways, to the last call', async () => {
  const seen: string[] = [];
  for (let after = ''; ;) {
    const { body } = await admin.get(`/projects/${quiet.projectId}/calls?limit=100${after}`);
    seen.push(...body.data.map(({ id }: { id: string }) => id));
    if (body.has_more !== true) break;
    after = `&after=${body.last_id}`;
  }
  expect(seen).toHaveLength(CALLS);
  expect(seen).toEqual(seen.toSorted().toReversed());
  const { body } = await admin.get(`/projects/${quiet.projectId}/calls?limit=100&before=${seen[150]}`);
  expect(body.data.map(({ id }: { id: string }) => id)).toEqual(seen.slice(50, 150));
});
