import { chmodSync, mkdirSync, readFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import {
  chooseDataArgument,
  DATABASE_USER,
  ensureCluster,
  findClusterOwner,
  layOutCluster,
} from './cluster.js';
import { lockDataDir } from './data-dir-lock.js';
import { EmbeddedPostgresUnavailableError } from './embedded-postgres-unavailable.error.js';
import { findFreePort } from './free-port.js';
import { stopLeftoverServer } from './leftover-server.js';
import { findInstalledNativeDir } from './postgres-package.js';
import { chooseServerAccount, parsePasswd, type PasswdEntry, type ServerAccount } from './server-account.js';
import { prepareServerBinaries, type ServerBinaries } from './server-binaries.js';
import { ServerProcess } from './server-process.js';
import { becomesReady } from './server-readiness.js';
import { serverArguments } from './server-settings.js';
import { classifyStartFailure, summarizeServerLog } from './start-failure.js';
import { SupervisedServer, type SupervisedServerInputs } from './supervised-server.js';

/** A running PostgreSQL of our own. */
export interface EmbeddedPostgres {
  /** `postgres://…@127.0.0.1:port/postgres`, with the password. */
  url: string;
  /** Stops the server in good order and frees the data directory. May be called twice. */
  stop: () => Promise<void>;
}

const START_ATTEMPTS = 5;
const RETRY_DELAY_MS = 200;
/** Closed, read-only, or no directory at all. */
const UNUSABLE_PLACE = new Set(['EACCES', 'EPERM', 'EROFS', 'EEXIST', 'ENOTDIR']);

/**
 * Starts the bundled PostgreSQL below `dataDir/postgres`, creating it at the first start. The server lives as long as this
 * process: `stop()` ends it, and so does our death in any form; when it dies itself, it is started again. It listens on a random
 * port of the loopback address.
 *
 * @param log one line about anything unexpected later (the server died).
 * @throws DataDirInUseError when another process runs on this directory.
 * @throws EmbeddedPostgresUnavailableError when this machine needs a `DATABASE_URL` instead.
 */
export async function startEmbeddedPostgres({
  dataDir,
  log,
}: {
  dataDir: string;
  log: (line: string) => void;
}): Promise<EmbeddedPostgres> {
  const directory = path.resolve(dataDir);
  try {
    mkdirSync(directory, { recursive: true });
    const lock = await lockDataDir(directory);
    try {
      const started = await startLocked(directory);
      const server = new SupervisedServer({ ...started, log });
      return { url: started.url, stop: () => server.stop().then(lock.release) };
    } catch (error) {
      lock.release();
      throw error;
    }
  } catch (error) {
    throw explainFileFault(error, directory);
  }
}

type StartedServer = Omit<SupervisedServerInputs, 'log'>;

async function startLocked(directory: string): Promise<StartedServer> {
  const layout = layOutCluster(directory);
  const nativeDir = await findInstalledNativeDir({ platform: process.platform, arch: process.arch });
  const account = chooseServerAccount({
    currentUid: process.getuid?.(),
    clusterOwner: findClusterOwner(layout),
    passwd: readPasswd(),
  });
  mkdirSync(layout.homeDir, { recursive: true });
  // The server's account passes through this folder; what is inside has modes of its own.
  if (account !== undefined) chmodSync(layout.homeDir, 0o711);
  const copyDirs = [layout.homeDir, os.tmpdir(), '/var/tmp'];
  const binaries = prepareServerBinaries({ nativeDir, account, copyDirs });
  const password = await ensureCluster({ layout, binaries, account });
  const dataArgument = chooseDataArgument(layout, account);
  return startServer({ binaries, account, clusterDir: layout.clusterDir, dataArgument, password });
}

async function startServer({
  binaries,
  account,
  clusterDir,
  dataArgument,
  password,
}: {
  binaries: ServerBinaries;
  account: ServerAccount | undefined;
  clusterDir: string;
  dataArgument: string;
  password: string;
}): Promise<StartedServer> {
  let serverLog = '';
  for (let attempt = 1; attempt <= START_ATTEMPTS; attempt += 1) {
    await stopLeftoverServer(clusterDir);
    const port = await findFreePort();
    const url = `postgres://${DATABASE_USER}:${password}@127.0.0.1:${port}/postgres`;
    const spawnServer = (): ServerProcess =>
      new ServerProcess({
        binaries,
        serverArguments: serverArguments({ dataArgument, port }),
        clusterDir,
        account,
      });
    const server = spawnServer();
    if (await becomesReady(server, url)) return { server, spawnAgain: spawnServer, url, clusterDir };
    serverLog = server.recentLog;
    if (classifyStartFailure(serverLog) === 'fatal') break;
    await delay(attempt * RETRY_DELAY_MS);
  }
  throw new Error(`The embedded PostgreSQL in ${clusterDir} did not start: ${summarizeServerLog(serverLog)}`);
}

function readPasswd(): PasswdEntry[] {
  try {
    return parsePasswd(readFileSync('/etc/passwd', 'utf8'));
  } catch {
    return [];
  }
}

/** A closed or read-only directory is the operator's to open, a file there another's: name it instead of a system call. */
function explainFileFault(error: unknown, directory: string): unknown {
  const { code, path: place } = error as NodeJS.ErrnoException;
  if (code === undefined || !UNUSABLE_PLACE.has(code)) return error;
  const what = code === 'EEXIST' || code === 'ENOTDIR' ? 'is no directory' : 'cannot be used by this account';
  const reason = `${place ?? directory} ${what} (${code}); set DATA_DIR to a directory of its own`;
  return new EmbeddedPostgresUnavailableError(reason, { cause: error });
}
