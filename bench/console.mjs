// What the console asks for over a million calls: how long its pages take, and what ten open tabs do to chat calls.
// How to read it: bench/README.md. Needs a build.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { Pool } from 'undici';
import { DAYS, fillCalls, settle } from './call-store.mjs';
import { startGatewayPeer } from './gateway-peer.mjs';
import { startLoad } from './load.mjs';
import { busyCores, machineFacts } from './machine-facts.mjs';
import { probe } from './probe.mjs';
import { mainThreadMicroseconds, processesInside, startCpuMeter } from './process-costs.mjs';
import { logTail, pause, startScript, stopAllProcesses } from './processes.mjs';
import { readNumbers } from './read-numbers.mjs';
import { distribution, median, shuffled } from './statistics.mjs';
import { WORKLOADS } from './workloads.mjs';

const USAGE = `node bench/console.mjs [options]

  --calls N      calls in the log (1000000)
  --pages N      requests for each page (40)
  --rounds N     rounds of chat with and without open tabs (5)
  --seconds N    of chat in each slice (6)
  --rate N       chat calls a second (150)
  --tabs N       open tabs, each with its poll (10)`;

const GOAL_MS = 100;
const POLL_MS = 10_000;
/** As console/src/api/poll-pace.ts: a page of which nothing is left by the next poll is asked for a third as often. */
const SELDOM_POLL_MS = 3 * POLL_MS;
const CONNECTIONS = 16;
const CHUNKS = 50;
const DAY_MS = 86_400_000;

const folder = mkdtempSync(join(tmpdir(), 'gateway-bench-console-'));
chmodSync(folder, 0o755);
let postgres = null;

const DEFAULTS = { calls: 1_000_000, pages: 40, rounds: 5, seconds: 6, rate: 150, tabs: 10 };

const daysAgo = (days) => new Date(Date.now() - days * DAY_MS).toISOString();

/** As the console asks: always with a period, but where a row says otherwise. */
function pagesOf({ organizationId, projectId }) {
  const calls = `/projects/${projectId}/calls`;
  const day = `from=${daysAgo(1)}`;
  const week = `from=${daysAgo(7)}`;
  const middle = `from=${daysAgo(14)}&to=${daysAgo(13)}`;
  return [
    ['newest page', `${calls}?limit=100&${day}`],
    ['newest page, as it is polled', `${calls}?limit=50&${day}`],
    ['newest page without a period', `${calls}?limit=100`],
    ['errors, a day', `${calls}?limit=100&${day}&status=error`],
    ['errors without a period', `${calls}?limit=100&status=error`],
    ['a model, a day', `${calls}?limit=100&${day}&model=vendorb/gpt-4o-mini`],
    ['a rare tier, a day', `${calls}?limit=100&${day}&tier=group-record`],
    ['a rare tier, a week', `${calls}?limit=100&${week}&tier=group-record`],
    ['a page two weeks ago', `${calls}?limit=100&${middle}`],
    ['the page before one of two weeks ago', `${calls}?limit=100&before=@middle`],
    ['histogram, a day', `${calls}/histogram?${day}`],
    ['histogram, a week', `${calls}/histogram?${week}`],
    [`histogram, ${DAYS} days: all calls`, `${calls}/histogram?from=${daysAgo(DAYS)}`],
    ['histogram of errors, a week', `${calls}/histogram?${week}&status=error`],
    ['histogram of a key, a week', `${calls}/histogram?${week}&key=key_3`],
    ['histogram of a model, a day', `${calls}/histogram?${day}&model=vendorb/gpt-4o-mini`],
    ['histogram of a model, a week', `${calls}/histogram?${week}&model=vendorb/gpt-4o-mini`],
    ['overview, a day', `/projects/${projectId}/overview?${day}`],
    ['keys with their last use', `/projects/${projectId}/keys?usage=true`],
    ['usage by model, a month', `/projects/${projectId}/usage?group_by=model`],
    ['ledger, newest page', `/organizations/${organizationId}/ledger?limit=100`],
    ['ledger, a day two weeks ago', `/organizations/${organizationId}/ledger?limit=100&${middle}`],
    ['ledger, reloads', `/organizations/${organizationId}/ledger?limit=100&kind=reload`],
  ];
}

async function measurePages(gateway, ask, options) {
  const { admin } = gateway;
  const middle = (
    await ask(`/projects/${admin.projectId}/calls?limit=1&from=${daysAgo(14)}&to=${daysAgo(13)}`)
  ).body.first_id;
  const rows = [];
  for (const [name, path] of pagesOf(admin)) {
    const times = [];
    const mainBefore = mainThreadMicroseconds(gateway.pid);
    const gatewayCpu = startCpuMeter(() => [gateway.pid]);
    const databaseCpu = startCpuMeter(() => processesInside(join(folder, 'postgres'), process.pid));
    let last;
    for (let index = 0; index <= options.pages; index += 1) {
      const startedMs = performance.now();
      last = await ask(path.replace('@middle', middle));
      times.push(performance.now() - startedMs);
    }
    rows.push({
      name,
      rows: (last.body.data ?? last.body.hours).length,
      kb: last.bytes / 1_024,
      mainMs: (mainThreadMicroseconds(gateway.pid) - mainBefore) / 1_000 / times.length,
      cpuMs: [gatewayCpu, databaseCpu].map((read) => read() / 1_000 / times.length),
      first: times[0],
      ...distribution(times.slice(1)),
    });
  }
  return rows;
}

const newestOf = (ask, projectId) => ask(`/projects/${projectId}/calls?limit=50&from=${daysAgo(1)}`);

/** How often a tab asks while calls come as they do now. */
async function paceOfTabs(ask, projectId) {
  const { data, has_more: hasMore } = (await newestOf(ask, projectId)).body;
  const lastsMs = Date.parse(data.at(0).created_at) - Date.parse(data.at(-1).created_at);
  return hasMore && lastsMs < POLL_MS ? SELDOM_POLL_MS : POLL_MS;
}

/** Tabs on the screen of the calls, whose one poll is the dearest of all screens; out of step, and open for a while. */
function openTabs(ask, { tabs }, { projectId }, paceMs) {
  const polls = [];
  const poll = () => polls.push(newestOf(ask, projectId));
  const begin = Math.random();
  const timers = Array.from({ length: tabs }, (_, index) =>
    setTimeout(
      () => {
        poll();
        timers[index] = setInterval(poll, paceMs);
      },
      ((index + begin) * paceMs) / tabs,
    ),
  );
  return async () => {
    for (const timer of timers) clearTimeout(timer);
    await Promise.all(polls);
    return polls.length;
  };
}

async function measureChat(gateway, ask, options) {
  const workload = WORKLOADS.chat;
  const target = {
    port: gateway.port,
    path: gateway.path(workload),
    headers: gateway.headers(workload),
    body: workload.body(gateway.model(workload)),
    expected: await probe(gateway, workload, CHUNKS),
    connections: CONNECTIONS,
  };
  const chat = (seconds) =>
    startLoad({ ...target, seconds, warmUpSeconds: 1, ratePerSecond: options.rate }).finished;
  await startLoad({ ...target, seconds: 6 }).finished;
  await chat(1);
  const paceMs = await paceOfTabs(ask, gateway.admin.projectId);
  const slices = { none: [], tabs: [] };
  const faults = {};
  for (let round = 0; round < options.rounds; round += 1)
    for (const kind of shuffled(['none', 'tabs'])) {
      const close = kind === 'tabs' ? openTabs(ask, options, gateway.admin, paceMs) : async () => 0;
      const result = await chat(options.seconds);
      slices[kind].push({ ...result.latency, polls: await close() });
      for (const [fault, times] of Object.entries(result.faults))
        faults[fault] = (faults[fault] ?? 0) + times;
    }
  return { slices, faults, paceMs };
}

const show = (number, digits = 1) => (Number.isFinite(number) ? number.toFixed(digits) : '–');

function report({ facts, pages, chat, options }) {
  for (const [name, value] of Object.entries(facts)) console.log(`${name}: ${value}`);
  console.log(`
| Page over ${options.calls} calls | rows | KB sent | first, ms | p50, ms | p99, ms | CPU, gateway + database, ms | of it the main thread, ms |
| --- | --- | --- | --- | --- | --- | --- | --- |`);
  for (const row of pages)
    console.log(
      `| ${row.name} | ${row.rows} | ${show(row.kb)} | ${show(row.first)} | ${show(row.p50)} | ${show(row.p99)} | ${row.cpuMs.map((ms) => show(ms)).join(' + ')} | ${show(row.mainMs)} |`,
    );
  const { none, tabs } = chat.slices;
  const ratio = (name) => median(none.map((slice, index) => tabs[index][name] / slice[name]));
  console.log(`
| Chat at ${options.rate} calls/s | p50, ms | p99, ms |
| --- | --- | --- |
| no tab open, median of ${options.rounds} rounds | ${show(median(none.map(({ p50 }) => p50)), 2)} | ${show(median(none.map(({ p99 }) => p99)), 2)} |
| ${options.tabs} tabs, each asking every ${chat.paceMs / 1_000} s, ${median(tabs.map(({ polls }) => polls))} requests a slice | ${show(median(tabs.map(({ p50 }) => p50)), 2)} | ${show(median(tabs.map(({ p99 }) => p99)), 2)} |
| ratio, median of the rounds | ${show(ratio('p50'), 2)} | ${show(ratio('p99'), 2)} |
| faults | ${JSON.stringify(chat.faults)} | |`);
}

async function main() {
  const options = readNumbers(process.argv.slice(2), { defaults: DEFAULTS, usage: USAGE });
  const { startEmbeddedPostgres } =
    await import('../dist/database/embedded-postgres/start-embedded-postgres.js');
  postgres = await startEmbeddedPostgres({ dataDir: join(folder, 'postgres'), log: console.error });
  const facts = machineFacts();
  const busyBefore = await busyCores(1);
  const upstream = await startScript({
    name: 'upstream',
    script: fileURLToPath(new URL('fake-upstream.mjs', import.meta.url)),
    env: { PORT: '0', CHUNKS: String(CHUNKS), PACE_MS: '0' },
  });
  const gateway = await startGatewayPeer(upstream, folder, { databaseUrl: postgres.url });
  const pool = new Pool(`http://127.0.0.1:${gateway.port}`, { connections: 10 });
  const ask = async (path) => {
    const answer = await pool.request({
      method: 'GET',
      path: `/api/v1/admin${path}`,
      headers: { authorization: `Bearer ${gateway.admin.token}` },
    });
    const text = await answer.body.text();
    if (answer.statusCode !== 200)
      throw new Error(`${path} answered ${answer.statusCode}: ${text.slice(0, 300)}`);
    return { body: JSON.parse(text), bytes: text.length };
  };
  const client = new pg.Client({ connectionString: postgres.url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    console.error(`filling the log with ${options.calls} calls …`);
    await fillCalls(client, { ...gateway.admin, calls: options.calls });
    await settle(client, { pause });
    console.error('asking for pages …');
    const pages = await measurePages(gateway, ask, options);
    console.error('calling with and without open tabs …');
    const chat = await measureChat(gateway, ask, options);
    facts['Cores busy before and after'] = `${busyBefore} and ${await busyCores(1)}`;
    report({ facts, pages, chat, options });
    const isSlow = pages.some(({ p50 }) => p50 >= GOAL_MS);
    return isSlow || Object.keys(chat.faults).length > 0 ? 1 : 0;
  } catch (error) {
    console.error(logTail(gateway.handle));
    throw error;
  } finally {
    await client.end();
    await pool.close();
  }
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
