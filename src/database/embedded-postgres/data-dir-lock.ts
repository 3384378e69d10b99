import { createHash, randomUUID } from 'node:crypto';
import {
  closeSync,
  constants,
  linkSync,
  openSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { DataDirInUseError } from './data-dir-in-use.error.js';
import { isAlive } from './is-alive.js';

export interface DataDirLock {
  release: () => void;
}

/** `O_EXLOCK` of macOS: open and lock (flock) in one step. Node does not name it. */
const DARWIN_O_EXLOCK = 0x20;

/** The winner of two starts at the same instant may need a moment to write down its process id. */
const HOLDER_PID_WAIT_MS = 500;
const HOLDER_PID_POLL_MS = 20;

/**
 * Locks a data directory for this process. The kernel keeps the lock, so it ends with the process however that ends:
 * no stale lock can exist, and of two starts at the same instant exactly one gets it.
 *
 * The lock on Linux and Windows is a local socket name that only one process can listen on (an abstract socket, a named
 * pipe: neither leaves a file), on macOS an exclusively locked file. `gateway.pid` only serves the error message.
 *
 * @param dataDir an existing directory.
 * @throws DataDirInUseError at once when another process has it.
 */
export async function lockDataDir(dataDir: string): Promise<DataDirLock> {
  const releaseKernelLock = await takeKernelLock(dataDir);
  if (releaseKernelLock === undefined)
    throw new DataDirInUseError({ dataDir, pid: await findHolder(dataDir) });
  try {
    writeFileSync(pidFileOf(dataDir), `${process.pid}\n`);
  } catch (error) {
    releaseKernelLock();
    throw error;
  }
  return {
    release: () => {
      rmSync(pidFileOf(dataDir), { force: true });
      releaseKernelLock();
    },
  };
}

const pidFileOf = (dataDir: string): string => path.join(dataDir, 'gateway.pid');

async function takeKernelLock(dataDir: string): Promise<(() => void) | undefined> {
  if (process.platform === 'darwin') return lockFile(path.join(dataDir, 'gateway.lock'));
  return listenOn(lockName(dataDir));
}

function lockFile(file: string): (() => void) | undefined {
  try {
    const flags = constants.O_RDWR | constants.O_CREAT | constants.O_NONBLOCK | DARWIN_O_EXLOCK;
    const descriptor = openSync(file, flags, 0o600);
    return () => closeSync(descriptor);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EAGAIN') return undefined;
    throw error;
  }
}

function listenOn(name: string): Promise<(() => void) | undefined> {
  return new Promise((resolve, reject) => {
    const server = net.createServer((socket) => socket.destroy());
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') resolve(undefined);
      else reject(error);
    });
    // `exclusive` keeps a cluster worker from asking its primary for a shared handle.
    server.listen({ path: name, exclusive: true }, () => {
      server.unref();
      resolve(() => server.close());
    });
  });
}

/**
 * The path tells a running directory from its copy; the id inside tells two containers apart that share the network
 * (and with it the names of abstract sockets) and use the same path for different volumes.
 */
function lockName(dataDir: string): string {
  const digest = createHash('sha256')
    .update(`${realpathSync(dataDir)}\n${readOrCreateId(dataDir)}`)
    .digest('hex');
  const name = `inference-gateway-${digest.slice(0, 32)}`;
  return process.platform === 'win32' ? `\\\\.\\pipe\\${name}` : `\0${name}`;
}

/** Written aside and linked into place: a start at the same instant must not read half an id. */
function readOrCreateId(dataDir: string): string {
  const file = path.join(dataDir, 'lock-id');
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  const unfinished = `${file}.${randomUUID()}`;
  writeFileSync(unfinished, randomUUID());
  try {
    linkSync(unfinished, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(unfinished);
  }
  return readFileSync(file, 'utf8');
}

async function findHolder(dataDir: string): Promise<number | undefined> {
  for (let waitedMs = 0; waitedMs <= HOLDER_PID_WAIT_MS; waitedMs += HOLDER_PID_POLL_MS) {
    const pid = readPid(pidFileOf(dataDir));
    if (pid !== undefined && isAlive(pid)) return pid;
    await delay(HOLDER_PID_POLL_MS);
  }
  return undefined;
}

function readPid(file: string): number | undefined {
  try {
    const pid = Number(readFileSync(file, 'utf8'));
    return Number.isInteger(pid) && pid > 0 ? pid : undefined;
  } catch {
    return undefined;
  }
}
