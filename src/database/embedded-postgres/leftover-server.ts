import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import {
  disownPostmasterPidFile,
  parsePostmasterPidFile,
  type PostmasterPidFile,
} from './postmaster-pid-file.js';
import { isPostmasterOf } from './postmaster-process.js';

const POLL_MS = 20;

/**
 * From polite to certain, and together below the ten seconds a second start may take: a fast shutdown (writes a
 * checkpoint), an immediate one (the next start recovers from the log), the kernel's.
 */
const STOP_STEPS: readonly { signal: NodeJS.Signals; waitMs: number }[] = [
  { signal: 'SIGINT', waitMs: 4_000 },
  { signal: 'SIGQUIT', waitMs: 1_500 },
  { signal: 'SIGKILL', waitMs: 1_000 },
];

/**
 * Makes the cluster startable after whatever happened to the last server. Call it holding the lock of the data directory:
 * then a running server has lost its gateway and is about to stop, or never will.
 *
 * @throws Error when the old server survives even SIGKILL.
 */
export async function stopLeftoverServer(clusterDir: string): Promise<void> {
  const file = path.join(clusterDir, 'postmaster.pid');
  const text = readIfPresent(file);
  if (text === undefined) return;
  const postmaster = parsePostmasterPidFile(text);
  if (postmaster === undefined) {
    rmSync(file, { force: true });
    return;
  }
  if (await isPostmasterOf(clusterDir, postmaster)) await stopPostmaster(clusterDir, postmaster);
  const remains = readIfPresent(file);
  if (remains !== undefined) writeFileSync(file, disownPostmasterPidFile(remains));
}

async function stopPostmaster(clusterDir: string, postmaster: PostmasterPidFile): Promise<void> {
  for (const { signal, waitMs } of STOP_STEPS) {
    sendSignal(postmaster.pid, signal);
    for (let waitedMs = 0; waitedMs < waitMs; waitedMs += POLL_MS) {
      await delay(POLL_MS);
      if (!(await isPostmasterOf(clusterDir, postmaster))) return;
    }
  }
  throw new Error(
    `The old database server (pid ${postmaster.pid}) in ${clusterDir} cannot be stopped. Stop it and start again.`,
  );
}

function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

function readIfPresent(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
