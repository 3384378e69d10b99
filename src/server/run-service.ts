import cluster from 'node:cluster';
import { loadSettings } from '../config/load-environment.js';
import { InvalidSettingsError, type Settings } from '../config/settings.js';
import { keepFreedMemory } from './keep-freed-memory.js';
import { runPrimary } from './run-primary.js';
import { runWorker } from './run-worker.js';

/** One process, or a primary with workers that share its port. */
export async function runService(): Promise<void> {
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
