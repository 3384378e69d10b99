// Several processes on one PostgreSQL and one Redis, as a team runs them, under a mixed load, with one of them killed or told to
// stop now and then: `npm run chaos:processes [-- --minutes 30 --processes 4 --clients 12 --every 20]`. Compares what clients saw
// with the ledger at the end, and the memory of the process that is never killed in its second quarter with the last one. Exits
// with 1 on any difference.
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { startSimulator } from '../../src/simulator/start-simulator.ts';
import { buildGateway, GatewayProcess, temporaryDirectory } from '../../test/e2e/process-gateway.ts';
import { send, KINDS } from '../chaos-kill/client.mjs';
import { Management } from '../chaos-kill/management.mjs';
import { createTemporaryDatabase } from '../temporary-database.mjs';
import { runBatches } from './batches.mjs';
import { judge } from './judge.mjs';

const { values: options } = parseArgs({
  options: {
    minutes: { type: 'string', default: '30' },
    processes: { type: 'string', default: '4' },
    clients: { type: 'string', default: '12' },
    every: { type: 'string', default: '20' },
  },
});
const PROCESSES = Number(options.processes);
const RESPONSES = '/api/v1/openai/responses';
const MODEL = 'vendorb/gpt-6.1-terra';
const MIX = [
  ...KINDS,
  { name: 'responses', path: RESPONSES, body: { model: MODEL, input: 'Hi' } },
  {
    name: 'responses stream',
    path: RESPONSES,
    body: { model: MODEL, input: 'Hi', stream: true },
    end: 'response.completed',
  },
];
/** Between two calls of a client, so that the machine is busy and not full. */
const PAUSE_MS = 40;
const SAMPLE_MS = 5_000;
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

function freePort() {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

/** One of the processes: at the same address before and after it ends. */
class Place {
  /** When it was killed, or was told to stop, and until it served again: `{from, to, mercy}` in `performance.now()`. */
  outages = [];

  constructor(environment, directory, url) {
    Object.assign(this, { environment, directory, url });
  }

  async start() {
    this.gateway = GatewayProcess.start(this.environment, this.directory);
    return this.gateway.welcome();
  }

  async replace(mercy) {
    const outage = { from: performance.now(), to: Infinity, mercy };
    this.outages.push(outage);
    this.gateway.signal(mercy ? 'SIGTERM' : 'SIGKILL');
    const { code } = await this.gateway.exited;
    if (mercy && code !== 0) throw new Error(`a process that was told to stop ended with ${code}`);
    await this.start();
    outage.to = performance.now();
  }
}

async function client(first, { places, apiKey, seen, isOver }) {
  for (let turn = first; !isOver(); turn += 1) {
    const place = places[Math.floor(Math.random() * places.length)];
    const begun = performance.now();
    const call = await send({ url: place.url, apiKey }, MIX[turn % MIX.length]);
    seen.push({ ...call, place, begun, ended: performance.now() });
    await pause(PAUSE_MS);
  }
}

async function killers(places, isOver) {
  for (let turn = 0; !isOver(); turn += 1) {
    for (let left = Number(options.every); left > 0 && !isOver(); left -= 1) await pause(1_000);
    // The first one lives through it all: its memory is looked at.
    if (!isOver()) await places[1 + (turn % (places.length - 1))].replace(turn % 2 === 1);
  }
}

async function memory(place, isOver) {
  const samples = [];
  while (!isOver()) {
    const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${place.gateway.pid}/status`, 'utf8'));
    samples.push(Number(kilobytes?.[1]) / 1_024);
    await pause(SAMPLE_MS);
  }
  return samples;
}

async function run() {
  buildGateway();
  const directory = temporaryDirectory();
  const database = await createTemporaryDatabase();
  const simulator = await startSimulator({ port: 0, pace: 0.1 });
  const redisPort = await freePort();
  const redis = spawn('redis-server', ['--port', String(redisPort), '--bind', '127.0.0.1', '--save', ''], {
    cwd: directory.path,
    stdio: 'ignore',
  });
  redis.once('error', (error) => {
    console.error(`redis-server does not start (${error.code}); it has to be installed.`);
    process.exit(1);
  });
  const shared = {
    LOG_LEVEL: 'error',
    SIMULATOR: 'off',
    DATABASE_URL: database.url,
    REDIS_URL: `redis://127.0.0.1:${redisPort}`,
    OBJECT_STORE_URL: `file://${directory.path}/objects`,
    ADMIN_TOKEN: `svc_${randomBytes(24).toString('hex')}`,
    SECRETS_KEY: randomBytes(32).toString('base64'),
    PROVIDER_A_BASE_URL: `${simulator.url}/provider-a`,
    PROVIDER_A_API_KEY: 'a',
    PROVIDER_B_BASE_URL: `${simulator.url}/provider-b/v1`,
    PROVIDER_B_API_KEY: 'b',
    HOSTED_BASE_URL: `${simulator.url}/hosted/v1`,
    HOSTED_API_KEY: 'h',
  };
  const db = new pg.Client(database.url);
  try {
    const places = [];
    let first;
    for (let index = 0; index < PROCESSES; index += 1) {
      const port = await freePort();
      const environment = { ...shared, PORT: String(port), DATA_DIR: `${directory.path}/data-${index}` };
      const place = new Place(environment, directory.path, `http://127.0.0.1:${port}`);
      const welcome = await place.start();
      first ??= welcome;
      places.push(place);
    }
    const { apiKey } = first;
    const management = new Management({ url: places[0].url, adminToken: shared.ADMIN_TOKEN });
    const organizationId = await management.prepareWithCredit();
    const end = performance.now() + Number(options.minutes) * 60_000;
    const isOver = () => performance.now() > end;
    const seen = [];
    const work = { places, apiKey, seen, isOver };
    const clients = Array.from({ length: Number(options.clients) }, (_, index) => client(index, work));
    const [samples, batches] = await Promise.all([
      memory(places[0], isOver),
      runBatches(work),
      killers(places, isOver),
      ...clients,
    ]);
    await db.connect();
    const check = await management.check(organizationId);
    const report = await judge({ db, seen, batches, check, samples, places });
    console.log(report.text);
    return report.isWrong ? 1 : 0;
  } finally {
    await GatewayProcess.endAll();
    await db.end().catch(() => undefined);
    redis.kill();
    await simulator.close();
    await database.stop();
    directory.remove();
  }
}

process.exitCode = await run();
