// What a call costs in CPU, builds beside one another: the same load in short turns, so that a busy machine hurts all
// alike. How to read it: bench/README.md.
//
//   node bench/builds.mjs --builds old=/path/to/another/checkout,new=.,bare [--loads chat,messages] [--turns 24]
//        [--milliseconds 500] [--break-in 6] [--node '--max-semi-space-size=32']
//
// One build under other settings of Node.js beside itself: --builds a=.,b=.@--min-semi-space-size=16 (further ones behind `+`).
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { startGatewayPeer, stopLeftDatabase } from './gateway-peer.mjs';
import { startLoad } from './load.mjs';
import { startBarePeer } from './peers.mjs';
import { probe } from './probe.mjs';
import { threadMicroseconds } from './process-costs.mjs';
import { startScript, stopAllProcesses } from './processes.mjs';
import { median, shuffled } from './statistics.mjs';
import { WORKLOADS } from './workloads.mjs';

const CHUNKS = 50;
const STREAM_CONNECTIONS = 16;
const CONNECTIONS = 32;

const { values: options } = parseArgs({
  options: {
    builds: { type: 'string', default: 'new=.' },
    loads: { type: 'string', default: 'chat' },
    turns: { type: 'string', default: '24' },
    milliseconds: { type: 'string', default: '500' },
    'break-in': { type: 'string', default: '6' },
    node: { type: 'string', default: '' },
  },
});

const folder = mkdtempSync(join(tmpdir(), 'gateway-builds-'));
chmodSync(folder, 0o755);

/** Those of processes that have ended count still. */
function costs(peer) {
  const main = threadMicroseconds(peer.pid);
  peer.databaseCosts ??= new Map();
  for (const pid of peer.databasePids()) {
    const now = threadMicroseconds(pid).all;
    if (now > 0) peer.databaseCosts.set(pid, now);
  }
  return {
    main: main.main,
    process: main.all,
    database: [...peer.databaseCosts.values()].reduce((sum, one) => sum + one, 0),
  };
}

async function prepare(peer, name) {
  const workload = WORKLOADS[name];
  return {
    port: peer.port,
    path: peer.path(workload),
    headers: peer.headers(workload),
    body: workload.body(peer.model(workload)),
    expected: await probe(peer, workload, CHUNKS),
    connections: workload.streamed ? STREAM_CONNECTIONS : CONNECTIONS,
  };
}

async function turn(contestant, seconds) {
  let before;
  let after;
  const result = await startLoad({
    ...contestant.target,
    seconds,
    warmUpSeconds: 0.1,
    onWindowStart: () => (before = costs(contestant.peer)),
    onWindowEnd: () => (after = costs(contestant.peer)),
  }).finished;
  if (Object.keys(result.faults).length > 0) console.error(contestant.key, result.faults);
  const of = (name) => (after[name] - before[name]) / result.calls;
  const all = Object.values(result.statuses).reduce((sum, times) => sum + times, 0);
  return {
    perSecond: result.callsPerSecond,
    calls: result.calls,
    all,
    main: of('main'),
    process: of('process'),
    database: of('database'),
  };
}

function quantile(values, share) {
  const sorted = [...values].sort((left, right) => left - right);
  return sorted[Math.floor((sorted.length - 1) * share)];
}

function stop() {
  return stopAllProcesses()
    .then(() => Promise.all(folders.map(stopLeftDatabase)))
    .then(() => rmSync(folder, { recursive: true, force: true }));
}

/** A peer for each build that was asked for; `bare` is the proxy that does nothing. */
async function startPeer(text, upstream) {
  const [, name, path, flags = ''] = /^(\w+)(?:=([^@]+))?(?:@(.+))?$/.exec(text);
  if (name === 'bare') return startBarePeer(upstream);
  const own = join(folder, name);
  mkdirSync(own);
  folders.push(own);
  return startGatewayPeer(upstream, own, {
    entry: resolve(path, 'dist/main.js'),
    nodeOptions: [...options.node.split(' '), ...flags.split('+')].filter(Boolean),
  });
}

async function startContestants(upstream) {
  const contestants = [];
  for (const text of options.builds.split(',')) {
    const peer = await startPeer(text, upstream);
    for (const load of options.loads.split(','))
      contestants.push({
        key: `${text.split('=')[0]} ${load}`,
        load,
        peer,
        target: await prepare(peer, load),
        turns: [],
        all: 0,
      });
  }
  return contestants;
}

/** A turn beside the turn of the first build in the same round: what the machine does for minutes hurts both. */
function showBesideFirst({ key, load, turns }, _index, contestants) {
  const first = contestants.find((one) => one.load === load);
  if (first.turns === turns) return;
  const of = (name) => {
    const ratios = turns.map((one, index) => one[name] / first.turns[index][name]);
    const [low, middle, high] = [0.25, 0.5, 0.75].map((share) => quantile(ratios, share).toFixed(3));
    return `${name} ${middle} (${low} – ${high})`;
  };
  console.log(`${key.padEnd(24)} ${['perSecond', 'process', 'main'].map(of).join('; ')}`);
}

function show({ key, turns }) {
  const of = (name) => {
    const values = turns.map((one) => one[name]);
    const [middle, quarter, least] = [0.5, 0.25, 0].map((share) => quantile(values, share).toFixed(0));
    return `${name} ${middle} (${quarter}, ${least})`;
  };
  const rate = median(turns.map(({ perSecond }) => perSecond)).toFixed(0);
  console.log(`${key.padEnd(24)} ${rate}/s; ${['process', 'main', 'database'].map(of).join('; ')}`);
}

const folders = [];
for (const signal of ['SIGINT', 'SIGTERM'])
  process.on(signal, () => void stop().then(() => process.exit(130)));
try {
  const script = fileURLToPath(new URL('fake-upstream.mjs', import.meta.url));
  const upstream = await startScript({ name: 'upstream', script, env: { CHUNKS: String(CHUNKS) } });
  const contestants = await startContestants(upstream);
  for (const contestant of contestants) await turn(contestant, Number(options['break-in']));
  const begun = new Map(contestants.map(({ peer }) => [peer, costs(peer)]));
  for (let index = 0; index < Number(options.turns); index++)
    for (const contestant of shuffled(contestants)) {
      const one = await turn(contestant, Number(options.milliseconds) / 1_000);
      contestant.turns.push(one);
      contestant.all += one.all;
    }
  console.log('µs of CPU a call: median (first quarter, least) of the turns');
  contestants.forEach(show);
  console.log('÷ the first build, by rounds: median (quarters)');
  contestants.forEach(showBesideFirst);
  for (const [peer, first] of begun) {
    const own = contestants.filter((one) => one.peer === peer);
    const calls = own.reduce((sum, { all }) => sum + all, 0);
    const now = costs(peer);
    const [gateway, database] = ['process', 'database'].map((name) =>
      ((now[name] - first[name]) / calls).toFixed(0),
    );
    // Between its turns too, in which calls are added up.
    console.log(
      `${own[0].key}: ${calls} calls, ${gateway} + ${database} of the database from the first turn to the last`,
    );
  }
} finally {
  await stop();
}
