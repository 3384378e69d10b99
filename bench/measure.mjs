import { startLoad } from './load.mjs';
import { probe } from './probe.mjs';
import { residentMb, startCpuMeter } from './process-costs.mjs';
import { median, shuffled } from './statistics.mjs';
import { WORKLOADS } from './workloads.mjs';

const MEMORY_SAMPLE_MS = 100;
const SETTLED_SAMPLES = 15;
const GROWTH_LIMIT_SECONDS = 90;
const BREAK_IN_CONNECTIONS = 16;
const FALLBACK_STATUSES = [404, 405, 501];

/**
 * Measures one cell: `{id, title, notes, rounds, memoryPeakMb}`; a round has a slice for each contestant whose peer is
 * there. `setup` is `{peers, upstream, chunks, rounds, sliceSeconds, warmUpSeconds, breakInSeconds, brokenIn}` with
 * peers by name; `brokenIn` is a Set that this run shares.
 */
export async function measureCell(cell, setup, log) {
  const present = cell.contestants.filter((contestant) => setup.peers.has(contestant.peer));
  const result = { id: cell.id, title: cell.title, notes: [], rounds: [], failed: {}, memoryPeakMb: null };
  const beside = cell.beside === undefined ? undefined : await chooseBeside(cell, setup, result);
  const ready = [];
  for (const contestant of present) {
    try {
      const targets = [await prepareTarget(setup, contestant.peer, contestant.workload)];
      if (beside !== undefined) targets.push(await prepareTarget(setup, contestant.peer, beside));
      await breakIn(setup, contestant, targets[0]);
      ready.push({ contestant, targets });
    } catch (error) {
      result.failed[contestant.key] = error.message;
      log(`  ${contestant.key}: ${error.message}`);
    }
  }
  await setup.upstream.control({ paceMs: cell.paceMs ?? 0 });
  for (let index = 0; index < setup.rounds + (cell.extraRounds ?? 0); index++) {
    const round = {};
    for (const { contestant, targets } of shuffled(ready)) {
      const slice = await measureSlice(cell, setup, setup.peers.get(contestant.peer), targets);
      round[contestant.key] = slice;
      if (contestant.peer === 'gateway') {
        result.memoryPeakMb = Math.max(result.memoryPeakMb ?? 0, slice.memoryPeakMb);
      }
    }
    result.rounds.push(round);
  }
  await setup.upstream.control({ paceMs: 0 });
  return result;
}

/**
 * Load until the compiler has done its work: a fresh Node process answers several thousand calls before it reaches
 * its speed, and a short warm-up would compare a half-compiled peer with a compiled one. Once a peer and workload.
 */
async function breakIn(setup, { peer, workload }, target) {
  const name = `${peer} ${workload}`;
  if (setup.brokenIn.has(name)) return;
  setup.brokenIn.add(name);
  const connections = WORKLOADS[workload].large ? 4 : BREAK_IN_CONNECTIONS;
  await startLoad({ ...target, connections, seconds: setup.breakInSeconds }).finished;
}

/** The first of the cell's large loads that the gateway serves; the others must then send the same. */
async function chooseBeside(cell, setup, result) {
  const gateway = setup.peers.get('gateway');
  for (const name of cell.beside) {
    try {
      if (gateway !== undefined) await probe(gateway, WORKLOADS[name], setup.chunks);
      return name;
    } catch (error) {
      if (!FALLBACK_STATUSES.includes(error.status)) return name;
      result.notes.push(
        `${name} answers ${error.status} on the gateway: the next large body was taken instead`,
      );
    }
  }
  return cell.beside.at(-1);
}

async function prepareTarget(setup, peerName, workloadName) {
  const peer = setup.peers.get(peerName);
  const workload = await prepared(peer, WORKLOADS[workloadName]);
  const expected = await probe(peer, workload, setup.chunks);
  return {
    port: peer.port,
    path: peer.path(workload),
    headers: peer.headers(workload),
    body: workload.body(peer.model(workload)),
    expected,
  };
}

/** Calls that come before the ones that are measured, once for each cell. */
async function prepared(peer, workload) {
  if (workload.prepare === undefined) return workload;
  const model = peer.model(workload);
  const made = await workload.prepare(async (body) => {
    const answer = await fetch(`http://127.0.0.1:${peer.port}${peer.path(workload)}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...peer.headers(workload) },
      body: JSON.stringify({ model, ...body }),
    });
    if (answer.status !== 200) throw new Error(`status ${answer.status}: ${await answer.text()}`);
    return answer.json();
  });
  const text = workload.body(model, made);
  return { ...workload, body: () => text };
}

async function measureSlice(cell, setup, peer, [target, besideTarget]) {
  const beside =
    besideTarget === undefined
      ? undefined
      : startLoad({ ...besideTarget, connections: 1, seconds: Infinity, warmUpSeconds: 0 });
  const costs = watchCosts(setup, peer);
  const result = await startLoad({
    ...cell.load,
    ...target,
    seconds: setup.sliceSeconds * (cell.slices ?? 1),
    warmUpSeconds: setup.warmUpSeconds * (cell.warmUps ?? 1),
    onWindowStart: costs.start,
    onWindowEnd: costs.end,
  }).finished;
  const slice = { ...result, ...costs.read() };
  if (beside !== undefined) {
    beside.stop();
    const along = await beside.finished;
    slice.besideCallsPerSecond = along.callsPerSecond;
    for (const [fault, times] of Object.entries(along.faults)) slice.faults[`beside: ${fault}`] = times;
  }
  return slice;
}

/** CPU of the peer's process, its database and the upstream in the window, and the peer's memory peak. */
function watchCosts(setup, peer) {
  const meters = {};
  let timer;
  let memoryPeakMb = NaN;
  const sample = () => {
    const now = peer.pid === null ? NaN : residentMb(peer.pid);
    if (!(memoryPeakMb >= now)) memoryPeakMb = now;
  };
  const cpu = {};
  return {
    start() {
      meters.process = startCpuMeter(() => (peer.pid === null ? [] : [peer.pid]));
      meters.database = startCpuMeter(() => peer.databasePids());
      meters.upstream = startCpuMeter(() => [setup.upstream.pid]);
      sample();
      timer = setInterval(sample, MEMORY_SAMPLE_MS);
    },
    end() {
      for (const [name, read] of Object.entries(meters)) cpu[name] = read();
      clearInterval(timer);
      sample();
    },
    read: () => ({ cpu, memoryPeakMb }),
  };
}

/**
 * Sends two halves of `calls` small chats over 32 connections and compares the settled memory at the end of each:
 * `{growthMb, calls, faults}`; `growthMb` is null when the machine was too slow to finish them.
 */
export async function measureGrowth(setup, calls) {
  const peer = setup.peers.get('gateway');
  const target = await prepareTarget(setup, 'gateway', 'chat');
  const faults = {};
  const ends = [];
  for (let half = 0; half < 2; half++) {
    const samples = [];
    const timer = setInterval(() => samples.push(residentMb(peer.pid)), MEMORY_SAMPLE_MS);
    const run = await startLoad({
      ...target,
      connections: 32,
      calls: calls / 2,
      seconds: GROWTH_LIMIT_SECONDS / 2,
    }).finished;
    clearInterval(timer);
    Object.assign(faults, run.faults);
    if (run.calls < calls / 2) return { growthMb: null, calls, faults };
    ends.push(median(samples.slice(-SETTLED_SAMPLES)));
  }
  return { growthMb: ends[1] - ends[0], calls, faults, endsMb: ends };
}
