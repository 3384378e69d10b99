// What usage by one or two dimensions takes over a year of a project with 100 million calls.
// How to read it: bench/README.md. Needs a build, 5 GB and a quarter of an hour; with `--data DIR` what was made is kept there for the next time.
import 'reflect-metadata';
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { createTemporaryDatabase } from '../scripts/temporary-database.mjs';
import { DAYS, fillUsage } from './usage-store.mjs';

const { createDataSource } = await import('../dist/database/data-source.js');
const { ENTITIES } = await import('../dist/entities.js');
const { Dialer } = await import('../dist/database/dialer.js');
const { SlowQueries } = await import('../dist/database/slow-queries.service.js');
const { runMigrations } = await import('../dist/database/run-migrations.js');
const { UsageReports } = await import('../dist/billing/usage/reading/usage-reports.service.js');
const { UsageFoldRepository } = await import('../dist/billing/usage/folding/usage-fold.repository.js');
const { printUsage } = await import('../dist/admin/usage/print-usage.js');
const { startOfDate } = await import('../dist/lib/zones/zone-slots.js');
const { atOnce } = await import('../dist/lib/steps.js');
const { startEmbeddedPostgres } =
  await import('../dist/database/embedded-postgres/start-embedded-postgres.js');

const DAY_MS = 86_400_000;
const END = Date.parse('2026-11-30');
const PROJECT = 'prj_bench';
const BOUNDS = { rows: 100_000, facts: 300_000 };
const TIMES = 3;
const {
  positionals: [zones = 'Europe/Berlin,Asia/Tokyo,UTC,Asia/Kathmandu'],
  values: { data: dataDir },
} = parseArgs({ allowPositionals: true, options: { data: { type: 'string' } } });
const ZONES = zones.split(',');
const GROUPINGS = [
  ['model', 'group'],
  ['day', 'model'],
  ['day', 'group'],
  ['hour', 'surface'],
  ['tag'],
  ['tag', 'model'],
  ['tag', 'group'],
  ['user'],
  ['user', 'model'],
  ['user', 'group'],
  ['user', 'tag'],
  ['session', 'model'],
];

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

/** As the service makes them, of the sums and facts that there are; packs too. */
async function sealFurther(dataSource) {
  const repository = new UsageFoldRepository(dataSource, { now: () => new Date(END) });
  await repository.fold();
  while (await repository.sealFurther());
  const start = performance.now();
  while (await repository.pack());
  console.error(JSON.stringify({ packed_ms: Math.round(performance.now() - start) }));
  await dataSource.query('VACUUM ANALYZE usage_sums, usage_packs');
}

async function ask(dataSource, reports, question) {
  const best = { wall: Infinity, database: Infinity, service: Infinity, print: Infinity, bytes: 0 };
  for (let time = 0; time < TIMES; time += 1) {
    const [database, service, start] = [await databaseMs(dataSource), process.cpuUsage(), performance.now()];
    const report = await reports.report(question, BOUNDS);
    best.wall = Math.min(best.wall, performance.now() - start);
    const { user, system } = process.cpuUsage(service);
    best.service = Math.min(best.service, (user + system) / 1_000);
    best.database = Math.min(best.database, (await databaseMs(dataSource)) - database);
    const print = process.cpuUsage();
    best.bytes = atOnce(printUsage({ ...report, names: undefined })).length;
    const printed = process.cpuUsage(print);
    best.print = Math.min(best.print, (printed.user + printed.system) / 1_000);
  }
  return best;
}

/** Nothing where it was filled before. */
async function fillOnce(url) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query(
    'INSERT INTO usage_projects (project_id) VALUES ($1) ON CONFLICT DO NOTHING RETURNING id',
    [PROJECT],
  );
  const log = (filled) => console.error(JSON.stringify(filled));
  if (rows.length > 0) await fillUsage(client, { project: rows[0].id, end: END, log });
  await client.end();
}

const database =
  dataDir === undefined
    ? await createTemporaryDatabase()
    : await startEmbeddedPostgres({ dataDir, log: console.error });
try {
  await runMigrations(database.url);
  await fillOnce(database.url);
  const dataSource = await createDataSource(database.url, { entities: ENTITIES }).initialize();
  await sealFurther(dataSource);
  const reads = new SlowQueries(dataSource, new Dialer(database.url));
  const reports = new UsageReports(reads);
  console.log('zone, grouping: wall ms; CPU ms of database, service, printing thread; bytes');
  for (const zone of ZONES)
    for (const [groupBy, thenBy] of GROUPINGS) {
      const to = Math.min(END, startOfDate(END, zone));
      const from = startOfDate(END - DAYS * DAY_MS, zone);
      const question = {
        projectIds: [PROJECT],
        from: new Date(from),
        to: new Date(to),
        groupBy,
        thenBy,
        zone,
      };
      const told = await ask(dataSource, reports, question).then(
        (best) =>
          `${best.wall.toFixed(0)}; ${best.database.toFixed(0)}, ${best.service.toFixed(0)}, ${best.print.toFixed(0)}; ${best.bytes}`,
        (error) => error.message,
      );
      console.log(`${zone}, ${groupBy}${thenBy === undefined ? '' : `,${thenBy}`}: ${told}`);
    }
  await reads.onApplicationShutdown();
  await dataSource.destroy();
} finally {
  await database.stop();
}
