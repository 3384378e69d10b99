// Spans in both stores, one after the other, by the same requests over HTTP: what an export waits, and how long lists and single traces
// take. ClickHouse is CLICKHOUSE_TEST_URL (test/support/clickhouse-server.mjs, or a real server). Needs a build; bench/README.md.
import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Pool } from 'undici';
import { busyCores, machineFacts } from './machine-facts.mjs';
import { freePort, startNode, stopAllProcesses, waitUntilAnswering } from './processes.mjs';
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

function readOptions(argv) {
  const options = { spans: 1_000_000, seconds: 120, batch: 512, connections: 4, reads: 40 };
  for (let index = 0; index < argv.length; index += 2) {
    const name = argv[index].replace(/^--/, '');
    const value = Number(argv[index + 1]);
    if (!(name in options) || !Number.isInteger(value) || value < 1) throw new Error(USAGE);
    options[name] = value;
  }
  return options;
}

async function startGateway(databaseUrl, tracesUrl) {
  const port = await freePort();
  const adminToken = randomBytes(24).toString('hex');
  const handle = startNode({
    name: 'gateway',
    args: [fileURLToPath(new URL('../dist/main.js', import.meta.url))],
    cwd: folder,
    logFile: join(folder, 'gateway.log'),
    env: {
      NODE_ENV: 'production',
      PORT: String(port),
      BATCH_GATEWAY_PORT: 'off',
      DATA_DIR: join(folder, 'gateway'),
      DATABASE_URL: databaseUrl,
      ADMIN_TOKEN: adminToken,
      SIMULATOR: 'off',
      LOG_LEVEL: 'warn',
      SHUTDOWN_GRACE: '2s',
      ...(tracesUrl !== undefined && { TRACES_URL: tracesUrl }),
    },
  });
  const url = `http://127.0.0.1:${port}`;
  await waitUntilAnswering(handle, `${url}/readyz`, 120_000);
  const manage = async (method, path, body) => {
    const answer = await fetch(`${url}/api/v1/admin${path}`, {
      method,
      headers: { authorization: `Bearer ${adminToken}`, 'content-type': 'application/json' },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${text.slice(0, 300)}`);
    return JSON.parse(text);
  };
  const { id } = await manage('POST', '/organizations', {
    name: 'Benchmark',
    rate_limits: { traces: 'unlimited' },
  });
  const project = await manage('POST', `/organizations/${id}/projects`, { name: 'traces' });
  const { key } = await manage('POST', `/projects/${project.id}/keys`, { name: 'bench' });
  return { handle, url, manage, projectId: project.id, key };
}

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
  const options = readOptions(process.argv.slice(2));
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
      const gateway = await startGateway(postgres.url, tracesUrl);
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
