// A process of bench/many-processes.mjs: commits calls as `Metering` does, and says how long each waited to be durable.
import { callRecord } from './call-record.mjs';

const load = (file) => import(`../dist/${file}.js`);
const { Dialer } = await load('database/dialer');
const { newId } = await load('lib/ids');
const { UsageCommitRepository } = await load('billing/metering/usage-commit.repository');

const { url, organizations, seconds, rate, inFlight, seed } = JSON.parse(process.argv[2]);
/** As src/billing/metering/metering.service.ts. */
const MAX_COMMIT_ROWS = 500;
const TICK_MS = 2;
const repository = new UsageCommitRepository(new Dialer(url));
let next = seed * 131;
let waiting = [];
let committing = false;
let commits = 0;
let endMs = 0;
const times = [];

function arrive(since) {
  next += 1;
  const n = next % organizations;
  waiting.push({ since, record: callRecord(newId, { organizationId: `org_${n}`, projectId: `prj_${n}` }) });
  if (!committing) void run();
}

async function run() {
  committing = true;
  while (waiting.length > 0) {
    await new Promise((resolve) => setImmediate(resolve));
    const batch = waiting.splice(0, MAX_COMMIT_ROWS);
    await repository.commit(batch.map(({ record }) => record));
    commits += 1;
    const now = performance.now();
    for (const { since } of batch) times.push(now - since);
    // A caller whose call ended makes the next one.
    if (inFlight !== undefined && now < endMs) for (const _ of batch) arrive(now);
  }
  committing = false;
}

async function keepRate() {
  const begun = performance.now();
  let due = 0;
  while (performance.now() < endMs) {
    for (; begun + due * (1_000 / rate) <= performance.now(); due += 1) arrive(begun + due * (1_000 / rate));
    await new Promise((resolve) => setTimeout(resolve, TICK_MS));
  }
}

// Plans and connection are there before the time counts.
for (let turn = 0; turn < 10; turn += 1) {
  arrive(performance.now());
  while (committing) await new Promise((resolve) => setImmediate(resolve));
}
times.length = 0;
commits = 0;
process.once('message', async () => {
  endMs = performance.now() + seconds * 1_000;
  if (rate !== undefined) await keepRate();
  else {
    for (let call = 0; call < inFlight; call += 1) arrive(performance.now());
    await new Promise((resolve) => setTimeout(resolve, seconds * 1_000));
  }
  while (committing) await new Promise((resolve) => setImmediate(resolve));
  process.send({ times, commits });
  process.once('disconnect', () => void repository.close().then(() => process.exit()));
});
process.send('ready');
