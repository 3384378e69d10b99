// Spans in both stores, one after the other, by the same requests over HTTP: what an export waits, and how long lists and single traces
// take. ClickHouse is CLICKHOUSE_TEST_URL (test/support/clickhouse-server.mjs, or a real server). Needs a build; bench/README.md.
import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Pool } from 'undici';
import { startTraceGateway } from './built-gateway.mjs';
import { busyCores, machineFacts } from './machine-facts.mjs';
import { stopAllProcesses } from './processes.mjs';
import { readNumbers } from './read-numbers.mjs';
import { distribution } from './statistics.mjs';
import { TraceBodies } from './trace-bodies.mjs';

const USAGE =
  'node bench/trace-stores.mjs [--spans 1000000] [--seconds 120] [--batch 512] [--connections 4] [--reads 40]';
const LISTS = [
  ['newest', '?limit=20'],
  ['a service', '?limit=20&service=bench'],
  ['a service that is not there', '?limit=20&service=nobody'],
  ['a word that is not there', '?limit=20&q=nothing'],
  ['1,000,000 tokens or more', '?limit=20&min_tokens=1000000'],
];
const folder = mkdtempSync(join(tmpdir(), 'gateway-bench-stores-'));
chmodSync(folder, 0o755);

const DEFAULTS = { spans: 1_000_000, seconds: 120, batch: 512, connections: 4, reads: 40 };

/** Until as many spans are taken, or the time is over. */
async function fill(gateway, options) {
  const bodies = new TraceBodies(options.batch);
  const pool = new Pool(gateway.url, { connections: options.connections });
  const latencies = [];
  const startedMs = performance.now();
  const endMs = startedMs + options.seconds * 1_000;
  let spans = 0;
  let faults = 0;
  const worker = async () => {
    while (spans < options.spans && performance.now() < endMs) {
      const askedMs = performance.now();
      const answer = await pool.request({
        path: '/api/v1/traces',
        method: 'POST',
        headers: { authorization: `Bearer ${gateway.key}`, 'content-type': 'application/json' },
        body: bodies.next(),
      });
      await answer.body.dump();
      if (answer.statusCode !== 200) faults += 1;
      else {
        spans += options.batch;
        latencies.push(performance.now() - askedMs);
      }
    }
  };
  await Promise.all(Array.from({ length: options.connections }, worker));
  const seconds = (performance.now() - startedMs) / 1_000;
  await pool.close();
  return { spans, faults, perSecond: spans / seconds, ...distribution(latencies) };
}

async function read(gateway, options) {
  const timed = async (path) => {
    const latencies = [];
    for (let index = 0; index < options.reads; index += 1) {
      const startedMs = performance.now();
      await gateway.manage('GET', path(index));
      latencies.push(performance.now() - startedMs);
    }
    return distribution(latencies);
  };
  const traces = `/projects/${gateway.projectId}/traces`;
  const rows = [];
  for (const [name, query] of LISTS) rows.push({ name, ...(await timed(() => traces + query)) });
  const { data } = await gateway.manage('GET', `${traces}?limit=100`);
  rows.push({
    name: 'one trace',
    ...(await timed((index) => `${traces}/${data[index % data.length].trace_id}`)),
  });
  return rows;
}

const show = (number) => (Number.isFinite(number) ? number.toFixed(1) : '–');

async function main() {
  const options = readNumbers(process.argv.slice(2), { defaults: DEFAULTS, usage: USAGE });
  const clickHouse = process.env.CLICKHOUSE_TEST_URL;
  const { startEmbeddedPostgres } =
    await import('../dist/database/embedded-postgres/start-embedded-postgres.js');
  const postgres = await startEmbeddedPostgres({ dataDir: join(folder, 'postgres'), log: console.error });
  try {
    for (const [name, value] of Object.entries(machineFacts())) console.log(`${name}: ${value}`);
    const stores = [['PostgreSQL', undefined]];
    if (clickHouse !== undefined)
      stores.push(['ClickHouse', `${clickHouse}/bench_${randomBytes(4).toString('hex')}`]);
    for (const [name, tracesUrl] of stores) {
      console.log(`\n${name} (${await busyCores(1)} cores busy before)`);
      const gateway = await startTraceGateway(folder, {
        DATABASE_URL: postgres.url,
        ...(tracesUrl !== undefined && { TRACES_URL: tracesUrl }),
      });
      const filled = await fill(gateway, options);
      console.log(
        `${filled.spans} spans, ${filled.faults} refused, ${show(filled.perSecond)} a second; an export p50 ${show(filled.p50)} p99 ${show(filled.p99)} ms`,
      );
      for (const row of await read(gateway, options))
        console.log(`${row.name}: p50 ${show(row.p50)} p99 ${show(row.p99)} ms`);
      if (tracesUrl !== undefined) console.log(`database ${new URL(tracesUrl).pathname.slice(1)}`);
      gateway.handle.child?.kill('SIGTERM');
    }
  } finally {
    await stopAllProcesses();
    await postgres.stop();
  }
}

try {
  await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.exit();
