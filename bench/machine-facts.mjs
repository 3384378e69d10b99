import { execFileSync } from 'node:child_process';
import os from 'node:os';
import { fileURLToPath } from 'node:url';
import { machineTicks } from './process-costs.mjs';

/** What a reader must know to compare two reports. */
export function machineFacts() {
  const cpus = os.cpus();
  return {
    Date: new Date().toISOString().slice(0, 16).replace('T', ' ') + ' UTC',
    Commit: commit(),
    Cores: `${cpus.length} × ${cpus[0]?.model ?? 'unknown'}`,
    Memory: `${Math.round(os.totalmem() / 2 ** 30)} GiB`,
    System: `${os.type()} ${os.release()}, ${os.arch()}`,
    Node: process.version,
    'Load average before': os.loadavg()[0].toFixed(2),
  };
}

/** Cores that are busy on average while the benchmark only waits: what other work takes away from it. */
export async function busyCores(seconds) {
  const before = machineTicks();
  await new Promise((resolve) => setTimeout(resolve, seconds * 1_000));
  const after = machineTicks();
  const share = (after.busy - before.busy) / (after.total - before.total);
  return Number.isFinite(share) ? (share * os.cpus().length).toFixed(2) : 'not known';
}

function commit() {
  const git = (...args) =>
    execFileSync('git', args, {
      cwd: fileURLToPath(new URL('.', import.meta.url)),
      stdio: ['ignore', 'pipe', 'ignore'],
    })
      .toString()
      .trim();
  try {
    return (
      git('rev-parse', '--short', 'HEAD') +
      (git('status', '--porcelain') === '' ? '' : ', with local changes')
    );
  } catch {
    return 'not known';
  }
}
