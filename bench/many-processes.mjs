// What many processes on one PostgreSQL cost each other: 1, 2, 4, 8 of them commit calls as `Metering` does (one commit in flight,
// what comes meanwhile is the next one), all of one organization or of a thousand. Only metering runs: no HTTP, no upstream, so
// that two cores carry eight of them. Needs a build; it brings its own PostgreSQL, with `fsync` on.
//
//   node bench/many-processes.mjs [--processes 1,2,4,8] [--rate 150] [--in-flight 64] [--seconds 5] [--rounds 3]
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { createTemporaryDatabase } from '../scripts/temporary-database.mjs';
import { machineFacts } from './machine-facts.mjs';
import { distribution, median, shuffled } from './statistics.mjs';

const { runMigrations } = await import('../dist/database/run-migrations.js');

const { values: options } = parseArgs({
  options: {
    processes: { type: 'string', default: '1,2,4,8' },
    rate: { type: 'string', default: '150' },
    'in-flight': { type: 'string', default: '64' },
    seconds: { type: 'string', default: '5' },
    rounds: { type: 'string', default: '3' },
  },
});
const PROCESSES = options.processes.split(',').map(Number);
const ORGANIZATIONS = 1_000;
const KINDS = { 'one organization': 1, 'a thousand': ORGANIZATIONS };
const LOADS = [
  { name: `${options.rate} calls/s a process`, rate: Number(options.rate) },
  { name: `${options['in-flight']} in flight a process`, inFlight: Number(options['in-flight']) },
];
const COMMITTER = fileURLToPath(new URL('committer.mjs', import.meta.url));
const SAMPLE_MS = 20;
const round = (value) =>
  value === undefined ? '–' : value >= 10 ? Math.round(value) : Math.round(value * 100) / 100;

const database = await createTemporaryDatabase();
const client = new pg.Client(database.url);
try {
  await runMigrations(database.url);
  await client.connect();
  await client.query(
    `INSERT INTO organizations (id, name) SELECT 'org_' || n, 'bench' FROM generate_series(0, $1 - 1) AS n`,
    [ORGANIZATIONS],
  );
  await client.query(
    `INSERT INTO projects (id, organization_id, name) SELECT 'prj_' || n, 'org_' || n, 'bench' FROM generate_series(0, $1 - 1) AS n`,
    [ORGANIZATIONS],
  );
  await client.query(
    `INSERT INTO balances (organization_id, balance_usd) SELECT id, 1000000 FROM organizations`,
  );
  await measure();
  await showSizes();
  await checkMoney();
} finally {
  await client.end();
  await database.stop();
}

async function measure() {
  console.log(`${JSON.stringify(machineFacts())}, load ${readFileSync('/proc/loadavg', 'utf8').trim()}\n`);
  for (const load of LOADS) {
    console.log(
      `| ${load.name} | calls/s | calls a commit | p50, ms | p99, ms | database, µs of CPU a call | WAL, KB a call | waits for a row |`,
    );
    console.log('| --- | --- | --- | --- | --- | --- | --- | --- |');
    for (const processes of PROCESSES) {
      const results = new Map(Object.keys(KINDS).map((kind) => [kind, []]));
      for (let turn = 0; turn < Number(options.rounds); turn += 1)
        for (const kind of shuffled(Object.keys(KINDS)))
          results.get(kind).push(await slice({ processes, organizations: KINDS[kind], load }));
      for (const [kind, slices] of results) {
        const of = (read) => round(median(slices.map(read)));
        console.log(
          `| ${processes}, ${kind} | ${of((one) => one.callsPerSecond)} | ${of((one) => one.callsPerCommit)} | ${of((one) => one.times.p50)} | ${of((one) => one.times.p99)} | ${of((one) => one.databaseCpu)} | ${of((one) => one.walKb)} | ${of((one) => one.waiting * 100)} % |`,
        );
      }
    }
    console.log();
  }
}

async function slice({ processes, organizations, load }) {
  const children = Array.from({ length: processes }, (_, index) =>
    fork(COMMITTER, [
      JSON.stringify({
        url: database.url,
        organizations,
        seconds: Number(options.seconds),
        seed: index,
        ...load,
      }),
    ]),
  );
  await Promise.all(children.map((child) => once(child, 'message')));
  for (const child of children) child.send('go');
  const done = Promise.all(children.map((child) => once(child, 'message').then(([result]) => result)));
  let isOver = false;
  const cpuBefore = await databaseCpu();
  const walBefore = await walBytes();
  const samples = sampleWaits(() => isOver);
  const results = await done;
  isOver = true;
  const cpu = (await databaseCpu()) - cpuBefore;
  const wal = (await walBytes()) - walBefore;
  const waiting = await samples;
  for (const child of children) child.disconnect();
  await Promise.all(children.map((child) => once(child, 'exit')));
  const times = results.flatMap((result) => result.times);
  const commits = results.reduce((sum, result) => sum + result.commits, 0);
  return {
    callsPerSecond: times.length / Number(options.seconds),
    callsPerCommit: times.length / commits,
    times: distribution(times),
    databaseCpu: cpu / times.length,
    walKb: wal / times.length / 1_024,
    waiting,
  };
}

/** The share of commits under way that wait for a row or a transaction of another one. */
async function sampleWaits(isOver) {
  let [running, waiting] = [0, 0];
  while (!isOver()) {
    const { rows } = await client.query(
      `SELECT wait_event_type = 'Lock' AS waits FROM pg_stat_activity
        WHERE application_name = 'inference-gateway commits' AND state = 'active'`,
    );
    running += rows.length;
    waiting += rows.filter(({ waits }) => waits).length;
    await new Promise((resolve) => setTimeout(resolve, SAMPLE_MS));
  }
  return running === 0 ? 0 : waiting / running;
}

async function walBytes() {
  const { rows } = await client.query(`SELECT pg_current_wal_lsn() - '0/0'::pg_lsn AS bytes`);
  return Number(rows[0].bytes);
}

/** Of the backends that commit, in microseconds. */
async function databaseCpu() {
  const { rows } = await client.query(
    `SELECT pid FROM pg_stat_activity WHERE application_name = 'inference-gateway commits'`,
  );
  return rows.reduce(
    (sum, { pid }) => sum + Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ', 1)[0]) / 1_000,
    0,
  );
}

/** With indexes, before any vacuum. */
async function showSizes() {
  for (const table of ['calls', 'ledger_entries']) {
    const { rows } = await client.query(
      `SELECT sum(pg_total_relation_size(id)) / (SELECT count(*) FROM ${table}) AS bytes, (SELECT count(*) FROM ${table}) AS rows
         FROM (SELECT '${table}'::regclass AS id UNION SELECT relid FROM pg_partition_tree('${table}')) AS parts`,
    );
    console.log(`${table}: ${rows[0].rows} rows, ${Math.round(rows[0].bytes)} bytes each on disk`);
  }
}

/** Whatever met, every balance is what its rows come to. */
async function checkMoney() {
  const { rows } = await client.query(
    `SELECT count(*) AS wrong FROM balances b WHERE balance_usd <> 1000000 +
       (SELECT coalesce(sum(amount_usd), 0) FROM ledger_entries l WHERE l.organization_id = b.organization_id)`,
  );
  console.log(`balances that differ from their rows: ${rows[0].wrong}`);
}
