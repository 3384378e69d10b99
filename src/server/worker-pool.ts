import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { answerScrapes } from '../metrics/primary-scrapes.js';
import { answerRateLimits } from '../rate-limits/primary-rate-limits.js';
import type { Secrets } from '../config/generated-secrets.js';
import type { Settings } from '../config/settings.js';
import { sealingKeyOf } from '../lib/secret-box.js';
import type { FirstCredentials } from './first-credentials.js';

export interface WorkerPool {
  readonly url: string;
  readonly first: FirstCredentials | undefined;
  stop(): Promise<void>;
}

export interface WorkerPoolInputs {
  readonly count: number;
  readonly settings: Settings;
  readonly secrets: Secrets;
  readonly databaseUrl: string;
  readonly simulatorUrl: string | undefined;
}

const RESTART_PAUSE_MS = 1_000;

/** Starts the processes that share the port, and starts another for one that dies. */
export async function startWorkers(inputs: WorkerPoolInputs): Promise<WorkerPool> {
  answerRateLimits();
  answerScrapes();
  // Workers accept by themselves: a connection that the primary was just handing to a worker that dies would have no owner.
  cluster.schedulingPolicy = cluster.SCHED_NONE;
  const environment = workerEnvironment(inputs);
  let stopping = false;
  cluster.on('exit', () => {
    if (stopping) return;
    setTimeout(() => {
      if (!stopping) cluster.fork(environment);
    }, RESTART_PAUSE_MS);
  });
  const workers = Array.from({ length: inputs.count }, () => cluster.fork(environment));
  const greetings = await Promise.all(workers.map(readGreeting));
  const stop = async (): Promise<void> => {
    stopping = true;
    await Promise.all(liveWorkers().map(end));
  };
  return {
    url: greetings[0]?.listening ?? '',
    first: greetings.find(({ first }) => first !== undefined)?.first,
    stop,
  };
}

interface Greeting {
  readonly listening: string;
  readonly first?: FirstCredentials;
}

async function readGreeting(worker: Worker): Promise<Greeting> {
  const died = once(worker, 'exit').then(([code]) => {
    throw new Error(`A worker ended at its start with code ${String(code)}.`);
  });
  const greeted = new Promise<Greeting>((resolve) => {
    worker.on('message', (message: Greeting | object) => {
      if ('listening' in message) resolve(message);
    });
  });
  died.catch(() => undefined);
  return Promise.race([greeted, died]);
}

function liveWorkers(): Worker[] {
  return Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined);
}

async function end(worker: Worker): Promise<void> {
  if (worker.isDead()) return;
  const exited = once(worker, 'exit');
  worker.process.kill('SIGTERM');
  await exited;
}

/** Workers must agree on what was generated or found at the start. */
function workerEnvironment({ secrets, databaseUrl, simulatorUrl }: WorkerPoolInputs): Record<string, string> {
  return {
    DATABASE_URL: databaseUrl,
    ADMIN_TOKEN: secrets.adminToken,
    SECRETS_KEY: sealingKeyOf(secrets.secretsKey).toString('base64'),
    ...(simulatorUrl === undefined ? {} : { SIMULATOR_URL: simulatorUrl }),
  };
}
