import cluster from 'node:cluster';
import { loadSettings } from '../config/load-environment.js';
import { InvalidSettingsError, type Settings } from '../config/settings.js';
import { keepFreedMemory } from './keep-freed-memory.js';

/**
 * One process, or a primary with workers that share its port. What is loaded waits for the settings: a fault in them is told in a
 * tenth of a second instead of two, and a primary with workers loads nothing that takes calls.
 */
export async function runService(): Promise<void> {
  keepFreedMemory();
  const settings = readOrExit();
  if (cluster.isPrimary) await (await import('./run-primary.js')).runPrimary(settings);
  else await (await import('./run-worker.js')).runWorker(settings);
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
