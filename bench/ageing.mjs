// What age costs: reads of a call log of 1 %, 10 % and 100 % of `--calls`, its conversion into partitions while two connections commit
// calls, commits into one table and into many partitions in turns, and the archive of the ledger while calls commit. Needs a build; it
// brings its own PostgreSQL.
//
//   node bench/ageing.mjs [--calls 2000000] [--partitions 24] [--repeats 60] [--turns 30]
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { createTemporaryDatabase } from '../scripts/temporary-database.mjs';
import { bulkFill } from './bulk-fill.mjs';
import { callRecord } from './call-record.mjs';
import { distribution, median } from './statistics.mjs';

const load = (file) => import(`../dist/${file}.js`);
const { CallLog } = await load('billing/calls/call-log.service');
const { createDataSource } = await load('database/data-source');
const { ENTITIES } = await load('entities');
const { Dialer } = await load('database/dialer');
const { IdPartitions, makeWhole } = await load('database/partitions/id-partitions');
const { ArchiveFiles } = await load('billing/ledger/archive/archive-files.service');
const { ArchivedEntries } = await load('billing/ledger/archive/archived-entries.service');
const { BillingReports } = await load('billing/usage/billing-reports.service');
const { DiskObjectStore } = await load('storage/disk-object-store');
const { LedgerArchiving } = await load('billing/ledger/archive/ledger-archiving.service');
const { LedgerChecks } = await load('billing/ledger/ledger-checks.service');
const { newId } = await load('lib/ids');
const { PacedWork } = await load('lib/paced-work');
const { runMigrations } = await load('database/run-migrations');
const { SlowQueries } = await load('database/slow-queries.service');
const { UsageCommitRepository } = await load('billing/metering/usage-commit.repository');
const { UsageFoldRepository } = await load('billing/usage/folding/usage-fold.repository');
const { UsageReports } = await load('billing/usage/reading/usage-reports.service');

const { values: options } = parseArgs({
  options: {
    calls: { type: 'string', default: '2000000' },
    partitions: { type: 'string', default: '24' },
    repeats: { type: 'string', default: '60' },
    turns: { type: 'string', default: '30' },
  },
});
const CALLS = Number(options.calls);
const CALLS_TABLE = { table: 'calls', column: 'id', prefix: 'call' };
const TENANT = { organizationId: 'org_1', projectId: 'prj_1' };
const DAY_MS = 86_400_000;
/** As src/lib/ids.ts writes times: many rows a second, which a function for each would not be. */
const TIME = Array.from(
  { length: 10 },
  (_, place) =>
    `substr('0123456789abcdefghjkmnpqrstvwxyz', 1 + ((ms >> ${45 - 5 * place}) & 31)::integer, 1)`,
).join(' || ');
const SPAN_MS = 364 * DAY_MS;
const BEGINNING_MS = Date.now() - SPAN_MS;
/** Calls of a year, whatever their number. */
const numbered = (first, last, calls) => `
SELECT n, 'call_' || ${TIME} || substr(md5(n::text), 1, 13) AS id, to_timestamp(ms / 1000.0) AS at
  FROM (SELECT n, (${BEGINNING_MS}::float8 + n * ${SPAN_MS / calls}::float8)::bigint AS ms
          FROM generate_series(${first}::bigint, ${last}::bigint) AS n) AS timed`;
const CALL_COLUMNS = [
  'id',
  'created_at',
  'organization_id',
  'project_id',
  'key_id',
  'surface',
  'stream',
  'status',
  'tier',
  'router_id',
  'requested_model',
  'decided_model',
  'served_model',
  'input_tokens',
  'output_tokens',
  'cost_usd',
  'billed_usd',
  'response_id',
  'detail',
];
const callsOf = (first, last, calls) => `
SELECT id, at, 'org_1', 'prj_1', 'key_' || n % 10, 'chat', n % 2 = 0, CASE WHEN n / 100 % 100 = 7 THEN 500 ELSE 200 END, 'strong',
       'rtr_' || n % 3, 'auto', 'model-' || n % 5, 'model-' || n % 5, 800, 100, 0.0025, 0.0025, 'chatcmpl-' || n,
       '{"usage":{"input_tokens":800,"output_tokens":100},"reasons":["The request is shaped by a program: one instruction and its input.","Its difficulty is 0.71, above the threshold of 0.6: Big answers."],"attempts":[{"model":"model-1","provider":"provider_a","status":200,"cost_usd":"0.0025","billed":true,"duration_ms":812.5,"start_ms":1.25}],"timings":{"gateway_ms":1.5,"upstream_ms":812.5,"first_byte_ms":320.25},"trace_id":null}'
  FROM (${numbered(first, last, calls)}) AS numbered`;
const CHARGE_COLUMNS = ['organization_id', 'kind', 'amount_usd', 'reference', 'created_at'];
const chargesOf = (first, last, calls) => `
SELECT 'org_1', 'usage', -0.0025, id, at FROM (${numbered(first, last, calls)}) AS numbered`;
/** Nothing is being recorded. */
const IDLE = { settled: () => Promise.resolve() };
const CLOCK = { now: () => new Date(), monotonicMs: () => performance.now() };
const QUIET = { error() {}, warn() {}, info() {} };
/** What is proved of files and of carried entries is read beside. */
const NOTHING_READ = { check: () => [] };
const ARCHIVE_DAYS = 60;
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const round = (ms) => Math.round(ms * 100) / 100;
const show = ({ p50, p99, max }) => `p50 ${round(p50)} ms, p99 ${round(p99)} ms, longest ${round(max)} ms`;

const server = await createTemporaryDatabase();
try {
  await measure(server.url);
} finally {
  await server.stop();
}

async function measure(serverUrl) {
  const urlOf = (name) => Object.assign(new URL(serverUrl), { pathname: `/${name}` }).href;
  await ask(serverUrl, 'CREATE DATABASE cut');
  await runMigrations(urlOf('cut'));
  await inOnePiece(urlOf('cut'));
  let filled = 0;
  for (const share of [0.01, 0.1, 1]) {
    filled = Math.round(CALLS * share);
    await fill(urlOf('cut'), filled);
    await read(urlOf('cut'), `${filled} calls in one piece`, filled);
  }
  await ask(serverUrl, 'CREATE DATABASE whole TEMPLATE cut');
  await convert(urlOf('cut'));
  await read(urlOf('cut'), `${filled} calls, first and last partition`, filled);
  const names = await addPartitions(urlOf('cut'), Number(options.partitions));
  await read(urlOf('cut'), `${filled} calls, ${names} partitions`, filled);
  // In the order in which they were made, as a ledger is.
  await ask(serverUrl, 'CREATE DATABASE aged');
  await runMigrations(urlOf('aged'));
  await inOnePiece(urlOf('aged'));
  await fill(urlOf('aged'), CALLS);
  await archive(urlOf('aged'));
  for (const rows of [1, 16]) await commitInTurns({ whole: urlOf('whole'), cut: urlOf('cut') }, rows);
}

async function ask(url, ...statements) {
  const client = new pg.Client(url);
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

async function withDataSource(url, work) {
  const dataSource = await createDataSource(url, { entities: ENTITIES }).initialize();
  const reads = new SlowQueries(dataSource, new Dialer(url));
  try {
    return await work(dataSource, reads);
  } finally {
    await reads.onApplicationShutdown();
    await dataSource.destroy();
  }
}

async function inOnePiece(url) {
  const { organizationId, projectId } = TENANT;
  await withDataSource(url, async (dataSource) => {
    await makeWhole(dataSource, CALLS_TABLE);
    await dataSource.query(`INSERT INTO organizations (id, name) VALUES ($1, 'bench')`, [organizationId]);
    await dataSource.query(`INSERT INTO projects (id, organization_id, name) VALUES ($1, $2, 'bench')`, [
      projectId,
      organizationId,
    ]);
    await dataSource.query(`INSERT INTO balances (organization_id, balance_usd) VALUES ($1, 1000)`, [
      organizationId,
    ]);
  });
}

/** Anew: old rows are written as such only into an empty table. */
async function fill(url, calls) {
  const began = performance.now();
  const client = new pg.Client(url);
  await client.connect();
  await bulkFill(client, {
    table: 'calls',
    columns: CALL_COLUMNS,
    select: (first, last) => callsOf(first, last, calls),
    rows: calls,
  });
  await bulkFill(client, {
    table: 'ledger_entries',
    columns: CHARGE_COLUMNS,
    select: (first, last) => chargesOf(first, last, calls),
    rows: calls,
  });
  await client.end();
  // Sums of a year are another question (bench/usage.mjs): calls count as added up.
  await ask(
    url,
    'UPDATE usage_progress SET folded_to = pg_snapshot_xmin(pg_current_snapshot())::text::bigint',
    'UPDATE call_terms_progress SET folded_to = pg_snapshot_xmin(pg_current_snapshot())::text::bigint',
  );
  console.log(`filled ${calls} calls in ${Math.round((performance.now() - began) / 1_000)} s`);
}

const checksOn = (dataSource, slow) =>
  new LedgerChecks(dataSource, slow, QUIET, { ledgerDiffered() {} }, NOTHING_READ, NOTHING_READ);

async function read(url, what, calls) {
  await withDataSource(url, async (dataSource, slow) => {
    const log = new CallLog(dataSource, slow, IDLE);
    const reports = new UsageReports(slow);
    const checks = checksOn(dataSource, slow);
    const { projectId, organizationId } = TENANT;
    const ids = await dataSource.query(
      'SELECT id FROM calls TABLESAMPLE SYSTEM (' +
        (calls > 100_000 ? 0.1 : 100) +
        ') ORDER BY random() LIMIT 200',
    );
    const anyId = () => ids[Math.floor(Math.random() * ids.length)].id;
    const month = { from: new Date(Date.now() - 28 * DAY_MS), to: new Date() };
    const day = { from: new Date(Date.now() - DAY_MS) };
    const questions = {
      'page, newest 50 of a day': () => log.pageTexts(projectId, day, { limit: 51 }),
      'page, newest 50 without a period': () => log.pageTexts(projectId, {}, { limit: 51 }),
      'page, somewhere': () => log.pageTexts(projectId, {}, { limit: 51, after: anyId() }),
      'receipt by id': () => log.find(anyId()),
      'usage, what it asks of the log': () =>
        reports.usage({ projectIds: [projectId], ...month, groupBy: 'model' }),
      'fold without calls': () => new UsageFoldRepository(dataSource, CLOCK).fold(),
      'ledger check, nothing carried': () => checks.check(organizationId),
    };
    console.log(`\n${what}`);
    for (const [name, question] of Object.entries(questions)) {
      const repeats = name.startsWith('ledger check') ? 5 : Number(options.repeats);
      const times = [];
      for (let turn = -2; turn < repeats; turn += 1) {
        const began = performance.now();
        await question();
        if (turn >= 0) times.push(performance.now() - began);
      }
      console.log(`  ${name}: ${show(distribution(times))}`);
    }
    const [{ locks }] = await dataSource.transaction(async (manager) => {
      await manager.query('SELECT id FROM calls WHERE project_id = $1 ORDER BY id DESC LIMIT 50', [
        projectId,
      ]);
      return manager.query('SELECT count(*) AS locks FROM pg_locks WHERE pid = pg_backend_pid()');
    });
    console.log(`  locks of a page without a period: ${locks}`);
  });
}

async function convert(url) {
  await withDataSource(url, (dataSource) =>
    whileCallsCommit(url, 'converted', () =>
      new IdPartitions(dataSource, CALLS_TABLE).keepAhead(Date.now(), 'month'),
    ),
  );
}

/** Two processes commit a call at a time, one after the other: ten seconds before, meanwhile, and ten after. */
async function whileCallsCommit(url, what, work) {
  const taken = [];
  let isDone = false;
  const writers = [0, 1].map(async () => {
    const repository = new UsageCommitRepository(new Dialer(url));
    while (!isDone) {
      const began = performance.now();
      await repository.commit(records(1));
      taken.push({ began, ms: performance.now() - began });
    }
    await repository.close();
  });
  await pause(10_000);
  const began = performance.now();
  const result = await work();
  const ended = performance.now();
  await pause(10_000);
  isDone = true;
  await Promise.all(writers);
  const during = (from, to) =>
    taken.filter((one) => one.began + one.ms >= from && one.began < to).map(({ ms }) => ms);
  console.log(`\n${what} in ${Math.round(ended - began)} ms`);
  for (const [name, times] of Object.entries({
    before: during(0, began),
    meanwhile: during(began, ended),
    after: during(ended, Infinity),
  }))
    console.log(`  commits ${name}: ${times.length}, ${show(distribution(times))}`);
  return result;
}

/** Looks, fifty times a second, whether a commit waits for a lock that another than a commit has. */
function watchWaits(url) {
  let [looks, found, isOver] = [0, 0, false];
  const looking = (async () => {
    const client = new pg.Client(url);
    await client.connect();
    for (; !isOver; looks += 1) {
      const { rows } = await client.query(
        `SELECT FROM pg_stat_activity AS waiting CROSS JOIN unnest(pg_blocking_pids(waiting.pid)) AS by (pid)
           JOIN pg_stat_activity AS holding ON holding.pid = by.pid
          WHERE waiting.application_name LIKE '%commits' AND holding.application_name NOT LIKE '%commits'`,
      );
      found += rows.length;
      await pause(20);
    }
    await client.end();
  })();
  const end = async () => {
    isOver = true;
    await looking;
    return `${looks} looks at who waits: ${found} commits waited for a lock of the archive`;
  };
  return { end };
}

/** What is older than 60 days of the year goes into files. */
async function archive(url) {
  const directory = mkdtempSync(path.join(os.tmpdir(), 'ageing-'));
  await withDataSource(url, async (dataSource, slow) => {
    const files = new ArchiveFiles(new DiskObjectStore(directory));
    const settings = { ledgerArchiveMs: ARCHIVE_DAYS * DAY_MS };
    const archiving = new LedgerArchiving(
      dataSource,
      files,
      CLOCK,
      new PacedWork(CLOCK),
      { ledgerArchiveFailed() {} },
      settings,
      QUIET,
    );
    const waits = watchWaits(url);
    const archived = await whileCallsCommit(url, `archived what is older than ${ARCHIVE_DAYS} days`, () =>
      archiving.sweep(),
    );
    console.log(`  ${await waits.end()}`);
    const [{ files: count, bytes }] = await dataSource.query(
      'SELECT count(*) AS files, sum(bytes) AS bytes FROM ledger_archive_files',
    );
    console.log(`  ${archived} charges in ${count} files of ${Math.round(bytes / count / 1_024)} KB`);
    const { organizationId } = TENANT;
    const checks = checksOn(dataSource, slow);
    const [{ last }] = await dataSource.query('SELECT max(last_sequence) AS last FROM ledger_archive_sums');
    const somewhere = () => `led_${1 + Math.floor(Math.random() * Number(last))}`;
    // Nothing is kept in memory of a file that was read before.
    const reports = () =>
      new BillingReports(
        dataSource,
        slow,
        new ArchivedEntries(dataSource, slow, new ArchiveFiles(new DiskObjectStore(directory))),
      );
    const questions = {
      'ledger, newest 50': () => reports().ledger(organizationId, {}, { limit: 51 }),
      'ledger, 50 archived ones somewhere': () =>
        reports().ledger(organizationId, {}, { limit: 51, after: somewhere() }),
      'ledger check, nothing carried': () => checks.check(organizationId),
    };
    for (const [name, question] of Object.entries(questions)) {
      const times = [];
      for (let turn = 0; turn < 20; turn += 1) {
        const began = performance.now();
        await question();
        times.push(performance.now() - began);
      }
      console.log(`  ${name}: ${show(distribution(times))}`);
    }
  });
  rmSync(directory, { recursive: true });
}

async function addPartitions(url, count) {
  return withDataSource(url, async (dataSource) => {
    const partitions = new IdPartitions(dataSource, CALLS_TABLE);
    for (let month = 1; (await partitions.read()).length < count; month += 1)
      await partitions.keepAhead(Date.now() + month * 30 * DAY_MS, 'month');
    return (await partitions.read()).length;
  });
}

/** CPU of the backends, which no other load of the machine is in. */
async function commitInTurns(urls, rows) {
  const sides = await Promise.all(
    Object.entries(urls).map(async ([name, url]) => {
      const repository = new UsageCommitRepository(new Dialer(url));
      for (let turn = 0; turn < 20; turn += 1) await repository.commit(records(rows));
      return { name, repository, pid: await backendOf(url), times: [], cpu: [] };
    }),
  );
  for (let turn = 0; turn < Number(options.turns); turn += 1)
    for (const { repository, pid, times, cpu } of turn % 2 === 0 ? sides : sides.toReversed()) {
      const before = cpuOf(pid);
      const began = performance.now();
      for (let commit = 0; commit < 20; commit += 1) await repository.commit(records(rows));
      times.push((performance.now() - began) / 20);
      cpu.push((cpuOf(pid) - before) / 20 / rows);
    }
  console.log(`\ncommits of ${rows}, ${options.turns} turns of 20`);
  for (const { name, times, cpu, repository } of sides) {
    const least = cpu.toSorted((one, other) => one - other)[Math.floor(cpu.length / 10)];
    console.log(
      `  ${name}: ${round(median(times))} ms, CPU a call: lowest tenth ${Math.round(least)} µs, median ${Math.round(median(cpu))} µs`,
    );
    await repository.close();
  }
}

function cpuOf(pid) {
  return Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ', 1)[0]) / 1_000;
}

async function backendOf(url) {
  const client = new pg.Client(url);
  await client.connect();
  const { rows } = await client.query(
    `SELECT pid FROM pg_stat_activity WHERE application_name = 'inference-gateway commits' AND datname = current_database()`,
  );
  await client.end();
  return rows[0].pid;
}

function records(count) {
  return Array.from({ length: count }, () => callRecord(newId, TENANT));
}
