// What a page of calls takes that is found by what callers said, among 10 million calls of one project.
// How to read it: bench/README.md. Needs a build, 8 GB and half an hour.
import 'reflect-metadata';
import { readFileSync } from 'node:fs';
import pg from 'pg';
import { createTemporaryDatabase } from '../scripts/temporary-database.mjs';
import { fillCalls } from './call-store.mjs';
import { distribution } from './statistics.mjs';

const { createDataSource } = await import('../dist/database/data-source.js');
const { ENTITIES } = await import('../dist/entities.js');
const { Dialer } = await import('../dist/database/dialer.js');
const { SlowQueries } = await import('../dist/database/slow-queries.service.js');
const { runMigrations } = await import('../dist/database/run-migrations.js');
const { CallLog } = await import('../dist/billing/calls/call-log.service.js');
const { CallTermsRepository } = await import('../dist/billing/calls/call-terms.repository.js');

const CALLS = Number(process.argv[2] ?? 10_000_000);
const CALLS_A_FOLD = 500_000;
/** Written since terms were kept last: some seconds of a busy project. */
const CALLS_BEHIND = 2_000;
const TIMES = 25;
/** Nothing is being recorded. */
const IDLE = { settled: () => Promise.resolve() };
const PAGE = { limit: 51 };
const PROJECT = 'prj_bench';
const WEEK_MS = 7 * 86_400_000;

const QUESTIONS = {
  'a tag on a fifth of all calls': { tag: 'team-0' },
  'a tag on one of 1,000': { tag: 'feature-999' },
  'a tag of the first million alone': { tag: 'launch' },
  'a tag on ten calls': { tag: 'rare' },
  'a heavy user': { user: 'user-0' },
  'a user of a few calls': { user: 'user-99999' },
  'a session': { session: 'session-123456' },
  'a pair of metadata': { metadata: { order: '7' } },
  'the batches of a heavy user': { user: 'user-0', surface: 'batch' },
  'the batches of a user of some calls': { user: 'user-5', surface: 'batch' },
  'what failed of a heavy user': { user: 'user-0', status: 'error' },
  'a tag and a user': { tag: 'team-0', user: 'user-7' },
  'a tag and a model': { tag: 'team-0', model: 'vendora/claude-sonnet-5-5' },
  'a tag and a model that none of its calls has': { tag: 'team-0', model: 'openai/gpt-oss-120b' },
  'what was dear, which nothing was': { minCost: 1_000_000_000_000n },
  'a tag, a week': {
    tag: 'team-3',
    from: new Date(Date.now() - 2 * WEEK_MS),
    to: new Date(Date.now() - WEEK_MS),
  },
};

/** By process of the database; what an idle connection took that was closed meanwhile is kept. */
const taken = new Map();

/** ms of CPU that the connections of the service have taken. */
async function databaseMs(dataSource) {
  const rows = await dataSource.query(
    `SELECT pid FROM pg_stat_activity WHERE application_name = 'inference-gateway reads'`,
  );
  for (const { pid } of rows)
    taken.set(pid, Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ', 1)[0]) / 1e6);
  return [...taken.values()].reduce((sum, ms) => sum + ms, 0);
}

const database = await createTemporaryDatabase();
try {
  await runMigrations(database.url);
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  const dataSource = await createDataSource(database.url, { entities: ENTITIES }).initialize();
  const terms = new CallTermsRepository(dataSource);
  const fill = { organizationId: 'org_bench', projectId: PROJECT, calls: CALLS, said: true };
  for (let first = 0; first < CALLS; first += CALLS_A_FOLD) {
    const until = Math.min(CALLS, first + CALLS_A_FOLD);
    await fillCalls(client, { ...fill, first, until: until === CALLS ? until - CALLS_BEHIND : until });
    await terms.fold();
    console.error(`${until} calls`);
  }
  await client.query('VACUUM ANALYZE calls, call_terms');
  await fillCalls(client, { ...fill, first: CALLS - CALLS_BEHIND, until: CALLS });
  await client.end();
  const reads = new SlowQueries(dataSource, new Dialer(database.url));
  const log = new CallLog(dataSource, reads, IDLE);
  console.log('page: rows; ms p50, p90; CPU of the database, of the service, ms a page');
  for (const [what, filters] of Object.entries(QUESTIONS)) {
    let { rows } = await log.page(PROJECT, filters, PAGE);
    const times = [];
    const [database, service] = [await databaseMs(dataSource), process.cpuUsage()];
    for (let time = 0; time < TIMES; time += 1) {
      const start = performance.now();
      ({ rows } = await log.page(PROJECT, filters, PAGE));
      times.push(performance.now() - start);
    }
    const { user, system } = process.cpuUsage(service);
    const { p50, p90 } = distribution(times);
    const each = ((await databaseMs(dataSource)) - database) / TIMES;
    console.log(
      `${what}: ${rows.length}; ${p50.toFixed(1)}, ${p90.toFixed(1)}; ${each.toFixed(1)}, ${((user + system) / 1_000 / TIMES).toFixed(1)}`,
    );
  }
  await reads.onApplicationShutdown();
  await dataSource.destroy();
} finally {
  await database.stop();
}
