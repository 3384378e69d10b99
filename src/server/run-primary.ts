import { availableParallelism } from 'node:os';
import { loadSecrets, type Secrets } from '../config/generated-secrets.js';
import type { Settings } from '../config/settings.js';
import { atMost } from '../lib/at-most.js';
import { startEmbeddedPostgres } from '../database/embedded-postgres/start-embedded-postgres.js';
import { runMigrations } from '../database/run-migrations.js';
import { createLogger } from '../http/logger.js';
import { checkFolders } from './check-folders.js';
import { checkModelSettings } from './check-model-settings.js';
import { exitAfter } from './exit-after.js';
import { printWelcome } from './print-welcome.js';
import { startSimulatorProcess, wantsSimulator } from './simulator-process.js';
import { startWorkers } from './worker-pool.js';

type Stop = () => Promise<void>;

interface Prepared {
  readonly databaseUrl: string;
  readonly simulatorUrl: string | undefined;
  readonly stop: Stop;
}

/**
 * Prepares what all processes need (database, schema, simulator), then serves alone or through workers.
 * A signal that comes before that is done ends the process as one that comes later: what was started is stopped again.
 */
export async function runPrimary(settings: Settings): Promise<void> {
  let stopping = false;
  exitAfter(async () => {
    stopping = true;
    // A start that waits for something outside holds a stop up no longer than a call would.
    const stop = await atMost(settings.shutdownGraceMs, starting);
    await stop?.();
  });
  const starting = start(settings, () => stopping).catch((error: unknown) => {
    // Ctrl-C reaches what the start runs (`initdb`, workers) as well: that it failed then is the stop, and it has cleaned up.
    if (stopping) return undefined;
    throw error;
  });
  await starting;
}

async function start(settings: Settings, isStopping: () => boolean): Promise<Stop> {
  checkModelSettings(settings);
  checkFolders(settings);
  const logger = createLogger(settings.logLevel);
  const secrets = loadSecrets(settings);
  const prepared = await prepare(settings, (line) => logger.warn(line));
  if (isStopping()) return prepared.stop;
  if (settings.allowPrivateEndpoints) {
    logger.warn(
      'ALLOW_PRIVATE_ENDPOINTS is on: registered endpoints may be private addresses. For tests and development only.',
    );
  }
  try {
    const count = settings.workers === 'auto' ? availableParallelism() : settings.workers;
    const inputs = { settings, secrets, prepared };
    // Not while the database starts: loading holds the event loop up for so long that a busy machine misses the answers to its dials.
    const serving =
      count === 1
        ? await (await import('./serve-alone.js')).serveAlone(inputs)
        : await serveThroughWorkers({ ...inputs, count });
    return () => serving.stop().finally(prepared.stop);
  } catch (error) {
    await prepared.stop();
    throw error;
  }
}

async function serveThroughWorkers({
  settings,
  secrets,
  prepared,
  count,
}: {
  settings: Settings;
  secrets: Secrets;
  prepared: Prepared;
  count: number;
}): Promise<{ readonly stop: Stop }> {
  const workers = await startWorkers({
    count,
    settings,
    secrets,
    databaseUrl: prepared.databaseUrl,
    simulatorUrl: prepared.simulatorUrl,
  });
  printWelcome({
    settings,
    url: workers.url,
    adminToken: secrets.adminToken,
    first: workers.first,
    simulated: prepared.simulatorUrl !== undefined,
  });
  return workers;
}

/** Everything that was started is stopped again when a later step fails. */
async function prepare(settings: Settings, log: (line: string) => void): Promise<Prepared> {
  const postgres =
    settings.databaseUrl === undefined
      ? await startEmbeddedPostgres({ dataDir: settings.dataDir, log })
      : undefined;
  const databaseUrl = settings.databaseUrl ?? postgres?.url ?? '';
  try {
    await runMigrations(databaseUrl);
    const simulator = wantsSimulator(settings) ? await startSimulatorProcess(settings) : undefined;
    const stop = async (): Promise<void> => {
      await simulator?.stop();
      await postgres?.stop();
    };
    return { databaseUrl, simulatorUrl: simulator?.url, stop };
  } catch (error) {
    await postgres?.stop();
    throw error;
  }
}
