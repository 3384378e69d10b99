import { readFileSync, realpathSync } from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { isAlive } from './is-alive.js';
import type { PostmasterPidFile } from './postmaster-pid-file.js';

const ANSWER_TIMEOUT_MS = 500;

/** PostgreSQL's SSLRequest message: length 8, code 80877103. Every server answers one byte, even while it stops. */
const SSL_REQUEST = Buffer.from([0, 0, 0, 8, 0x04, 0xd2, 0x16, 0x2f]);

/**
 * Whether the recorded process is really the postmaster of this cluster: after a crash its id may belong to anybody, or
 * to a zombie. Linux is asked about the process (a postmaster's working directory is its cluster); elsewhere it counts
 * when something at its port speaks PostgreSQL.
 */
export async function isPostmasterOf(clusterDir: string, { pid, port }: PostmasterPidFile): Promise<boolean> {
  if (!isAlive(pid)) return false;
  if (process.platform === 'linux') return runsPostgresIn(clusterDir, pid);
  return port !== undefined && (await speaksPostgres(port));
}

function runsPostgresIn(clusterDir: string, pid: number): boolean {
  try {
    // A zombie has an empty command line.
    const [executable = ''] = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
    return (
      path.basename(executable) === 'postgres' &&
      realpathSync(`/proc/${pid}/cwd`) === realpathSync(clusterDir)
    );
  } catch {
    // Gone meanwhile, or not ours to look at: our own postmaster would be.
    return false;
  }
}

/** Exported for its test: asks the port on the loopback address for one byte of PostgreSQL's protocol. */
export function speaksPostgres(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = net.connect({ host: '127.0.0.1', port }, () => socket.write(SSL_REQUEST));
    const settle = (answer: boolean) => {
      socket.destroy();
      resolve(answer);
    };
    socket.setTimeout(ANSWER_TIMEOUT_MS, () => settle(false));
    socket.once('data', (bytes) => settle(bytes.length === 1 && /^[NS]$/.test(bytes.toString('latin1'))));
    socket.once('error', () => settle(false));
    socket.once('close', () => settle(false));
  });
}
