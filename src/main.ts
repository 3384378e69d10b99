import cluster from 'node:cluster';
import { loadSettings } from './config/load-environment.js';
import { InvalidSettingsError, type Settings } from './config/settings.js';
import { keepFreedMemory } from './server/keep-freed-memory.js';
import { runPrimary } from './server/run-primary.js';
import { runWorker } from './server/run-worker.js';

/** Entry of the service: one process, or a primary with workers that share its port. */
async function main(): Promise<void> {
  keepFreedMemory();
  const settings = readOrExit();
  if (cluster.isPrimary) await runPrimary(settings);
  else await runWorker(settings);
}

function readOrExit(): Settings {
  try {
    return loadSettings();
  } catch (error) {
    if (!(error instanceof InvalidSettingsError)) throw error;
    for (const fault of error.faults) console.error(fault);
    process.exit(1);
  }
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});
