// Trace intake and trace lists: spans/s taken in, memory, and how long a page over many stored spans takes.
// How to read it: bench/README.md. Needs a build.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { Pool } from 'undici';
import { startTraceGateway } from './built-gateway.mjs';
import { busyCores, machineFacts } from './machine-facts.mjs';
import { processesInside, residentMb, startCpuMeter } from './process-costs.mjs';
import { logTail, pause, stopAllProcesses } from './processes.mjs';
import { readNumbers } from './read-numbers.mjs';
import { distribution } from './statistics.mjs';
import { fillStore } from './trace-store.mjs';
import { TraceBodies } from './trace-bodies.mjs';

const USAGE = `node bench/traces.mjs [options]

  --seconds N       measured part of the intake (10), after 3 s of warm-up
  --connections N   requests under way at once (4)
  --batch N         spans a request (512, what OpenTelemetry's batch processor sends)
  --list-spans N    spans in the store for the lists (10000000; 0 leaves the lists out)
  --lists N         requests for each list (40)`;

const WARM_UP_MS = 3_000;
const MEMORY_SAMPLE_MS = 100;
const GOALS = { spansPerSecond: 20_000, residentMb: 400, listMs: 100 };
const LISTS = [
  ['newest', ''],
  ['a day', '?from=@day&to=@next'],
  ['a frequent service', '?service=service-3'],
  ['a rare service', '?service=service-rare'],
  ['a service that is gone', '?service=service-gone'],
  ['a service that is not there', '?service=nobody'],
  ['a model', '?model=model-2'],
  ['errors', '?status=error'],
  ['a frequent word', '?q=order'],
  ['a rare word', '?q=needle'],
  ['a word that is gone', '?q=gone'],
  ['a word and a service that are gone', '?service=service-gone&q=gone'],
  ['two words', '?q=order%20step7'],
  ['1,000,000 tokens or more', '?min_tokens=1000000'],
  ['1 USD or more', '?min_cost_usd=1'],
  ['model, errors and word', '?model=model-2&status=error&q=order'],
];

const folder = mkdtempSync(join(tmpdir(), 'gateway-bench-traces-'));
chmodSync(folder, 0o755);
let postgres = null;

const DEFAULTS = { seconds: 10, connections: 4, batch: 512, 'list-spans': 10_000_000, lists: 40 };

async function measureIntake(gateway, options) {
  const bodies = new TraceBodies(options.batch);
  const pool = new Pool(gateway.url, { connections: options.connections });
  const state = { counting: false, spans: 0, sent: 0, faults: {}, over: false, latencies: [] };
  const worker = async () => {
    while (!state.over) {
      const startedMs = performance.now();
      const answer = await pool.request({
        path: '/api/v1/traces',
        method: 'POST',
        headers: { authorization: `Bearer ${gateway.key}`, 'content-type': 'application/json' },
        body: bodies.next(),
      });
      const text = await answer.body.text();
      const isTaken = answer.statusCode === 200 && text === '{"partialSuccess":{}}';
      if (isTaken) state.sent += options.batch;
      else state.faults[answer.statusCode] = (state.faults[answer.statusCode] ?? 0) + 1;
      if (!state.counting || !isTaken) continue;
      state.spans += options.batch;
      state.latencies.push(performance.now() - startedMs);
    }
  };
  const workers = Array.from({ length: options.connections }, worker);
  let peakMb = 0;
  const sampler = setInterval(() => {
    peakMb = Math.max(peakMb, residentMb(gateway.handle.pid));
  }, MEMORY_SAMPLE_MS);
  await pause(WARM_UP_MS);
  const gatewayCpu = startCpuMeter(() => [gateway.handle.pid]);
  const databaseCpu = startCpuMeter(() => processesInside(join(folder, 'postgres'), process.pid));
  const startedMs = performance.now();
  state.counting = true;
  await pause(options.seconds * 1_000);
  state.counting = false;
  const seconds = (performance.now() - startedMs) / 1_000;
  const cpu = { gateway: gatewayCpu(), database: databaseCpu() };
  state.over = true;
  await Promise.all(workers);
  clearInterval(sampler);
  await pool.close();
  const { latencies, sent, faults } = state;
  return {
    sent,
    faults,
    bytesPerSpan: bodies.bytesPerSpan,
    spansPerSecond: state.spans / seconds,
    microsecondsPerSpan: { gateway: cpu.gateway / state.spans, database: cpu.database / state.spans },
    latency: distribution(latencies),
    peakMb,
  };
}

async function measureLists(gateway, options, days) {
  const rows = [];
  for (const [name, query] of LISTS) {
    const path = query.replace('@day', days.from).replace('@next', days.to);
    const latencies = [];
    let found = 0;
    for (let index = 0; index < options.lists; index += 1) {
      const startedMs = performance.now();
      const page = await gateway.manage('GET', `/projects/${gateway.projectId}/traces${path}`);
      latencies.push(performance.now() - startedMs);
      found = page.data.length;
      if (page.has_more && index === 0)
        await gateway.manage(
          'GET',
          `/projects/${gateway.projectId}/traces${path}${path === '' ? '?' : '&'}after=${page.last_id}`,
        );
    }
    rows.push({ name, found, first: latencies[0], ...distribution(latencies.slice(1)) });
  }
  return rows;
}

const show = (number, digits = 1) => (Number.isFinite(number) ? number.toFixed(digits) : '–');

function report({ facts, intake, stored, lists, options }) {
  for (const [name, value] of Object.entries(facts)) console.log(`${name}: ${value}`);
  console.log(`
| Intake (${options.connections} connections, ${options.batch} spans of ${show(intake.bytesPerSpan, 0)} bytes a request) | measured | goal |
| --- | --- | --- |
| spans/s | ${show(intake.spansPerSecond, 0)} | ${GOALS.spansPerSecond} |
| gateway, peak resident MB | ${show(intake.peakMb, 0)} | under ${GOALS.residentMb} |
| request p50 / p99, ms | ${show(intake.latency?.p50)} / ${show(intake.latency?.p99)} | |
| CPU a span, gateway + database, µs | ${show(intake.microsecondsPerSpan.gateway)} + ${show(intake.microsecondsPerSpan.database)} | |
| spans sent and stored | ${intake.sent} and ${stored} | the same |
| other answers | ${JSON.stringify(intake.faults)} | none |`);
  if (lists === undefined) return;
  console.log(`
| List over ${options['list-spans']} spans | rows | first, ms | p50, ms | p99, ms |
| --- | --- | --- | --- | --- |`);
  for (const row of lists)
    console.log(`| ${row.name} | ${row.found} | ${show(row.first)} | ${show(row.p50)} | ${show(row.p99)} |`);
}

async function main() {
  const options = readNumbers(process.argv.slice(2), { defaults: DEFAULTS, usage: USAGE, least: 0 });
  const { startEmbeddedPostgres } =
    await import('../dist/database/embedded-postgres/start-embedded-postgres.js');
  postgres = await startEmbeddedPostgres({ dataDir: join(folder, 'postgres'), log: console.error });
  const facts = machineFacts();
  const busyBefore = await busyCores(1);
  const gateway = await startTraceGateway(folder, { DATABASE_URL: postgres.url });
  const client = new pg.Client({ connectionString: postgres.url });
  client.on('error', () => undefined);
  await client.connect();
  const intake = await measureIntake(gateway, options);
  const { rows } = await client.query('SELECT count(*)::int AS count FROM trace_spans');
  let lists;
  if (options['list-spans'] > 0) {
    console.error(`filling the store with ${options['list-spans']} spans …`);
    const days = await fillStore(client, { projectId: gateway.projectId, spans: options['list-spans'] });
    lists = await measureLists(gateway, options, days);
  }
  await client.end();
  facts['Cores busy before and after'] = `${busyBefore} and ${await busyCores(1)}`;
  report({ facts, intake, stored: rows[0].count, lists, options });
  if (rows[0].count !== intake.sent || Object.keys(intake.faults).length > 0) {
    console.error(
      `Not every span was taken and stored. The gateway's last lines:\n${logTail(gateway.handle)}`,
    );
    return 1;
  }
  const slowest = Math.max(0, ...(lists ?? []).map(({ p99 }) => p99));
  const isBelow =
    intake.spansPerSecond < GOALS.spansPerSecond ||
    intake.peakMb >= GOALS.residentMb ||
    slowest >= GOALS.listMs;
  return isBelow ? 1 : 0;
}

let code = 1;
try {
  code = await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
} finally {
  await stopAllProcesses();
  await postgres?.stop();
  rmSync(folder, { recursive: true, force: true });
}
process.exit(code);
