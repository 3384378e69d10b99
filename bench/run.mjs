// The benchmark: gateway against the bare proxy, Portkey and the upstream itself, in one interleaved run.
// What it measures and how to read it: bench/README.md.
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CELLS } from './cells.mjs';
import { isGatewayBuilt, startGatewayPeer, stopLeftDatabase } from './gateway-peer.mjs';
import { judgeRows } from './judge.mjs';
import { busyCores, machineFacts } from './machine-facts.mjs';
import { measureCell, measureGrowth } from './measure.mjs';
import { PEER_NAMES, USAGE, chosenRows, readOptions } from './options.mjs';
import { directPeer, startBarePeer, startStandIn } from './peers.mjs';
import { isPortkeyInstalled, startPortkeyPeer } from './portkey-peer.mjs';
import { residentMb } from './process-costs.mjs';
import { logTail, pause, startScript, stopAllProcesses } from './processes.mjs';
import { renderReport } from './report.mjs';

const CHUNKS = 50;
const IDLE_SECONDS = 2;

const folder = mkdtempSync(join(tmpdir(), 'gateway-bench-'));
let stopping = null;

/** Ends every process that was started and removes the data; once, whoever asks first. */
function stopEverything() {
  stopping ??= (async () => {
    await stopAllProcesses();
    await stopLeftDatabase(folder);
    rmSync(folder, { recursive: true, force: true });
  })();
  return stopping;
}

async function endWith(code, message) {
  if (message !== undefined) console.error(message);
  await stopEverything();
  process.exit(code);
}

async function startUpstream() {
  const script = fileURLToPath(new URL('fake-upstream.mjs', import.meta.url));
  const handle = await startScript({ name: 'upstream', script, env: { CHUNKS: String(CHUNKS) } });
  const control = async (settings) => {
    const answer = await fetch(`http://127.0.0.1:${handle.port}/control`, {
      method: 'POST',
      body: JSON.stringify(settings),
    });
    await answer.arrayBuffer();
  };
  return { port: handle.port, pid: handle.pid, control };
}

async function startPeers(options, upstream, notes) {
  // A quick look does not install anything.
  const byDefault = PEER_NAMES.filter((name) => name !== 'portkey' || !options.quick || isPortkeyInstalled());
  const wanted = options.peers ?? byDefault;
  const peers = new Map();
  if (wanted.includes('direct')) peers.set('direct', directPeer(upstream));
  if (wanted.includes('bare')) peers.set('bare', await startBarePeer(upstream));
  if (options.standIn) {
    peers.set('gateway', await startStandIn(upstream));
    notes.push(
      'a bare proxy stood in for the gateway: this run shows the noise of the machine, not the product.',
    );
  } else if (wanted.includes('gateway')) {
    peers.set('gateway', await startGatewayPeer(upstream, folder));
  }
  if (wanted.includes('portkey')) {
    try {
      peers.set('portkey', await startPortkeyPeer(upstream, folder));
    } catch (error) {
      notes.push(`Portkey was left out: ${error.message.split('\n', 1)[0]}`);
    }
  }
  return peers;
}

async function measureAll(options, rows, setup, log) {
  const gateway = setup.peers.get('gateway');
  const memory = {};
  if (gateway !== undefined) {
    await pause(IDLE_SECONDS * 1_000);
    memory.idleMb = residentMb(gateway.pid);
  }
  const cells = new Map();
  const wantedCells = CELLS.filter((cell) => rows.some((row) => row.cell === cell.id));
  const growthWanted = gateway !== undefined && rows.some((row) => row.growth);
  let growthDone = false;
  const growOnce = async () => {
    if (!growthWanted || growthDone) return;
    growthDone = true;
    log(`memory over ${options.growthCalls} calls`);
    Object.assign(memory, await measureGrowth(setup, options.growthCalls));
  };
  for (const cell of wantedCells) {
    // Growth belongs behind the small calls and before the large bodies, which leave their own mark.
    if (cell.id.startsWith('large') || cell.id.startsWith('beside')) await growOnce();
    log(cell.title);
    cells.set(cell.id, await measureCell(cell, setup, log));
  }
  await growOnce();
  return { cells, memory };
}

function readOptionsOrExplain() {
  try {
    return readOptions(process.argv.slice(2));
  } catch (error) {
    throw new Error(`${error.message}\n\n${USAGE}`, { cause: error });
  }
}

async function main() {
  const options = readOptionsOrExplain();
  const rows = chosenRows(options);
  const gatewayWanted = !options.standIn && (options.peers?.includes('gateway') ?? true);
  if (gatewayWanted && !isGatewayBuilt()) {
    return endWith(2, 'dist/main.js is missing: run `npm run build` first (or see --stand-in and --peers).');
  }
  const startedAt = Date.now();
  const deadline = options.deadlineSeconds * 1_000;
  setTimeout(
    () => void endWith(1, `Not done after ${options.deadlineSeconds} s: given up.`),
    deadline,
  ).unref();
  const log = (text) =>
    console.error(`${((Date.now() - startedAt) / 1_000).toFixed(0).padStart(4)} s  ${text}`);
  const facts = machineFacts();
  const busyBefore = await busyCores(1);
  const notes = [];
  chmodSync(folder, 0o755);
  const upstream = await startUpstream();
  const peers = await startPeers(options, upstream, notes);
  log(`peers: ${[...peers.keys()].join(', ')}`);
  const setup = { ...options, peers, upstream, chunks: CHUNKS, brokenIn: new Set() };
  const { cells, memory } = await measureAll(options, rows, setup, log);
  facts['Cores busy before and after'] = `${busyBefore} and ${await busyCores(1)}`;
  facts.Run =
    `${options.rounds} rounds, slices of ${options.sliceSeconds} s after ${options.warmUpSeconds} s of warm-up, ` +
    `${((Date.now() - startedAt) / 1_000).toFixed(0)} s in all${options.quick ? ' (quick: not a figure to keep)' : ''}`;
  const judged = judgeRows(rows, { cells, memory });
  console.log(renderReport({ facts, rows: judged, cells, memory, notes }));
  if (options.jsonFile !== null) {
    const everything = { facts, notes, rows: judged, cells: [...cells.values()], memory };
    writeFileSync(options.jsonFile, JSON.stringify(everything, null, 2));
  }
  const gateway = peers.get('gateway');
  if (gateway?.handle !== undefined && judged.some((row) => row.verdict === 'invalid')) {
    console.error(`The gateway's last log lines:\n${logTail(gateway.handle)}`);
  }
  return endWith(judged.some((row) => row.verdict === 'below' || row.verdict === 'invalid') ? 1 : 0);
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => void endWith(130, `${signal}: stopping what was started …`));
}
for (const event of ['uncaughtException', 'unhandledRejection']) {
  process.on(event, (error) => void endWith(1, error instanceof Error ? error.stack : String(error)));
}

try {
  if (process.argv.includes('--help')) await endWith(0, USAGE);
  await main();
} catch (error) {
  await endWith(1, error.message);
}
