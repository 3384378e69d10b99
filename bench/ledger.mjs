// What the age of a ledger costs its checks: ledgers of some sizes, one after the other in a database of its own, read before anything is
// carried, while sums are carried, and after. CPU is that of the whole server. Calls commit one after the other while all is carried for
// the first time, and before and after it. Needs a build; it brings its own PostgreSQL.
//
//   node bench/ledger.mjs [--entries 20000,200000,2000000] [--repeats 10]
import { readdirSync, readFileSync } from 'node:fs';
import os from 'node:os';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { createTemporaryDatabase } from '../scripts/temporary-database.mjs';
import { callRecord } from './call-record.mjs';
import { addCharges, fillLedger, LARGE } from './ledger-rows.mjs';
import { distribution } from './statistics.mjs';

const load = (file) => import(`../dist/${file}.js`);
const { createDataSource } = await load('database/data-source');
const { Dialer } = await load('database/dialer');
const { ENTITIES } = await load('entities');
const { LedgerCarry } = await load('billing/ledger/pieces/ledger-carry.service');
const { LedgerChecks } = await load('billing/ledger/ledger-checks.service');
const { PieceProofs } = await load('billing/ledger/pieces/piece-proofs.service');
const { PacedWork } = await load('lib/paced-work');
const { runMigrations } = await load('database/run-migrations');
const { newId } = await load('lib/ids');
const { UsageCommitRepository } = await load('billing/metering/usage-commit.repository');
const { SlowQueries } = await load('database/slow-queries.service');

const { values: options } = parseArgs({
  options: {
    entries: { type: 'string', default: '20000,200000,2000000' },
    repeats: { type: 'string', default: '10' },
  },
});
const CLOCK = { now: () => new Date(), monotonicMs: () => performance.now() };
const LOGGER = { error: console.error, warn: console.error };
const METRICS = { ledgerDiffered() {} };
/** What is proved beside a check: nothing, or what the product proves. */
const NOTHING = { check: () => [] };
const TICK_MS = 10;
const NEW_ENTRIES = 100_000;
const COMMITS_ALONE_MS = 10_000;
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

const server = await createTemporaryDatabase();
try {
  const urlOf = (name) => Object.assign(new URL(server.url), { pathname: `/${name}` }).href;
  for (const entries of options.entries.split(',').map(Number)) {
    await withClient(server.url, (client) => client.query(`CREATE DATABASE of_${entries}`));
    await runMigrations(urlOf(`of_${entries}`));
    await withClient(urlOf(`of_${entries}`), (client) => measure(client, urlOf(`of_${entries}`), entries));
    await withClient(server.url, (client) => client.query(`DROP DATABASE of_${entries} WITH (FORCE)`));
  }
} finally {
  await server.stop();
}

async function measure(client, url, entries) {
  const seconds = (await fillLedger(client, entries)) / 1_000;
  console.log(`\n${entries} entries, filled in ${Math.round(seconds)} s`);
  const { rows } = await client.query('SELECT pg_backend_pid() AS pid');
  const postmaster = countersOf(rows[0].pid).parent;
  const dataSource = await createDataSource(url, { entities: ENTITIES }).initialize();
  const slow = new SlowQueries(dataSource, new Dialer(url));
  const pace = new PacedWork(CLOCK);
  const proofs = new PieceProofs(dataSource, pace, LOGGER);
  const carry = new LedgerCarry(dataSource, CLOCK, pace, LOGGER);
  const checksWith = (pieces) => new LedgerChecks(dataSource, slow, LOGGER, METRICS, NOTHING, pieces);
  const [checks, withoutProof] = [checksWith(proofs), checksWith(NOTHING)];
  const say = (what, work, times = Number(options.repeats)) => report(what, work, times, postmaster);
  await say('check, nothing carried', () => checks.check(LARGE), 2);
  await say('check of everyone, nothing carried', () => checks.reconcile(), 1);
  await whileCallsCommit(client, url, () => say('all is carried', () => carryAll(client, carry), 1));
  await say('check without a proof', () => withoutProof.check(LARGE));
  await say('check', () => checks.check(LARGE));
  await say('check of one of a thousand', () => checks.check('org_7'));
  await say('check of everyone', () => checks.reconcile());
  await say('carrying while nothing came', () => carry.run());
  await say('proofs of a sweep', () => proofs.sweep(), 2);
  await addCharges(client, NEW_ENTRIES);
  await say(`check without a proof, ${NEW_ENTRIES} entries later`, () => withoutProof.check(LARGE));
  await say('these are carried', () => carry.run(), 1);
  await say('check without a proof', () => withoutProof.check(LARGE));
  await say('check, full', () => checks.check(LARGE, true), 1);
  await slow.onApplicationShutdown();
  await dataSource.destroy();
}

/** A run has its time, and the next one goes on, until what is left is what came meanwhile. */
async function carryAll(client, carry) {
  const carried = async () =>
    Number((await client.query('SELECT sum(entries) AS sum FROM ledger_pieces')).rows[0].sum);
  let [before, now] = [0, await carried()];
  do {
    await carry.run();
    [before, now] = [now, await carried()];
  } while (now - before > NEW_ENTRIES);
}

/** Calls commit one after the other on a connection: for a while before, meanwhile, and after. Says what that took each, and its CPU. */
async function whileCallsCommit(client, url, work) {
  const repository = new UsageCommitRepository(new Dialer(url));
  let [isOver, taken] = [false, []];
  const committing = (async () => {
    while (!isOver) {
      const began = performance.now();
      await repository.commit([callRecord(newId, { organizationId: LARGE, projectId: 'prj_bench' })]);
      taken.push(performance.now() - began);
    }
  })();
  await pause(COMMITS_ALONE_MS / 4);
  const { rows } = await client.query(
    `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND application_name LIKE '%commits'`,
  );
  const ticks = () => rows.reduce((sum, { pid }) => sum + countersOf(pid).own, 0);
  for (const [name, during] of [
    ['before', () => pause(COMMITS_ALONE_MS)],
    ['meanwhile', work],
    ['after', () => pause(COMMITS_ALONE_MS)],
  ]) {
    const before = ticks();
    taken = [];
    await during();
    const { p50, p99, max } = distribution(taken);
    const cpu = (((ticks() - before) * TICK_MS) / taken.length) * 1_000;
    console.log(
      `  commits ${name}: ${taken.length}, p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)}, longest ${max.toFixed(1)}, CPU of the backend ${Math.round(cpu)} µs each`,
    );
  }
  isOver = true;
  await committing;
  await repository.close();
}

async function report(what, work, times, postmaster) {
  const cpu = cpuOf(postmaster);
  const taken = [];
  for (let turn = 0; turn < times; turn += 1) {
    const began = performance.now();
    await work().catch((error) => console.log(`  ${what}: ${error.message}`));
    taken.push(performance.now() - began);
  }
  const { p50, max } = distribution(taken);
  const each = (cpuOf(postmaster) - cpu) / times;
  console.log(
    `  ${what}: p50 ${p50.toFixed(1)} ms, longest ${max.toFixed(1)}, CPU ${each.toFixed(1)} ms, load ${os.loadavg()[0].toFixed(1)}`,
  );
}

/** Of a process, in ticks: its own time, and that of its children that ended. */
function countersOf(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ');
  const [own, ended] = [11, 13].map((first) => Number(fields[first]) + Number(fields[first + 1]));
  return { parent: fields[1], own, ended };
}

/** Of all processes of a server, those that ended too. */
function cpuOf(postmaster) {
  let ticks = countersOf(postmaster).ended;
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name)))
    try {
      const { parent, own } = countersOf(pid);
      if (parent === postmaster) ticks += own;
    } catch {
      // It ended meanwhile.
    }
  return ticks * TICK_MS;
}

async function withClient(url, work) {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
