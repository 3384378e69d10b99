import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { EmbeddedPostgresUnavailableError } from './embedded-postgres-unavailable.error.js';
import { canReach, SERVER_ENVIRONMENT } from './run-as.js';
import type { ServerAccount } from './server-account.js';
import type { ServerBinaries } from './server-binaries.js';
import { summarizeServerLog } from './start-failure.js';

/** Where the embedded server lives below the data directory. */
export interface ClusterLayout {
  /** Ours; the server's account may pass through it, not write. */
  homeDir: string;
  clusterDir: string;
  passwordFile: string;
}

export const DATABASE_USER = 'gateway';

const PASSWORD_BYTES = 24;
const UNFINISHED_PREFIX = 'cluster.new-';

/** Names the paths below a data directory. */
export function layOutCluster(dataDir: string): ClusterLayout {
  const homeDir = path.join(dataDir, 'postgres');
  return { homeDir, clusterDir: path.join(homeDir, 'cluster'), passwordFile: path.join(homeDir, 'password') };
}

/** Owner of the existing cluster, if there is one. */
export function findClusterOwner({ clusterDir }: ClusterLayout): ServerAccount | undefined {
  const stats = statSync(clusterDir, { throwIfNoEntry: false });
  return stats === undefined ? undefined : { uid: stats.uid, gid: stats.gid };
}

/**
 * How the server must be told where its cluster is. A data directory below a folder closed to its account (root's own
 * home) cannot be named by its path; there the server is started inside the cluster and finds it as its working directory.
 *
 * @throws EmbeddedPostgresUnavailableError where the system has no `/proc`.
 */
export function chooseDataArgument(
  { homeDir, clusterDir }: ClusterLayout,
  account: ServerAccount | undefined,
): string {
  if (canReach(account, homeDir)) return clusterDir;
  if (process.platform === 'linux' && existsSync('/proc/self/cwd')) return '/proc/self/cwd';
  throw new EmbeddedPostgresUnavailableError(
    `its account cannot enter ${homeDir}; start as a normal user or set DATA_DIR to a directory outside closed homes`,
  );
}

/**
 * Creates the cluster at the first start; later starts find it. It is built under another name and renamed when whole.
 *
 * @returns the password of the database user.
 * @throws EmbeddedPostgresUnavailableError when our user id has no account entry, which initdb insists on.
 * @throws Error with initdb's own reason.
 */
export async function ensureCluster({
  layout,
  binaries,
  account,
}: {
  layout: ClusterLayout;
  binaries: ServerBinaries;
  account: ServerAccount | undefined;
}): Promise<string> {
  removeUnfinished(layout.homeDir);
  if (existsSync(layout.clusterDir)) return readFileSync(layout.passwordFile, 'utf8').trim();
  assertAccountEntry(account);
  const password = randomBytes(PASSWORD_BYTES).toString('base64url');
  writeFileSync(layout.passwordFile, password, { mode: 0o600 });
  await createCluster({ layout, binaries, account, password });
  return password;
}

function removeUnfinished(homeDir: string): void {
  for (const name of readdirSync(homeDir)) {
    if (name.startsWith(UNFINISHED_PREFIX))
      rmSync(path.join(homeDir, name), { recursive: true, force: true, maxRetries: 3 });
  }
}

function assertAccountEntry(account: ServerAccount | undefined): void {
  if (account !== undefined) return;
  try {
    os.userInfo();
  } catch (cause) {
    throw new EmbeddedPostgresUnavailableError(
      `user id ${process.getuid?.() ?? 'unknown'} has no account entry`,
      { cause },
    );
  }
}

async function createCluster({
  layout,
  binaries,
  account,
  password,
}: {
  layout: ClusterLayout;
  binaries: ServerBinaries;
  account: ServerAccount | undefined;
  password: string;
}): Promise<void> {
  const unfinished = mkdtempSync(path.join(layout.homeDir, UNFINISHED_PREFIX));
  try {
    const cluster = path.join(unfinished, 'cluster');
    const passwordCopy = path.join(unfinished, 'password');
    mkdirSync(cluster, { mode: 0o700 });
    writeFileSync(passwordCopy, password, { mode: 0o600 });
    if (account !== undefined)
      for (const target of [unfinished, cluster, passwordCopy]) chownSync(target, account.uid, account.gid);
    // Relative to the cluster, where initdb runs: the path from the root may be closed to its account.
    const dataArgument = chooseDataArgument({ ...layout, clusterDir: cluster }, account);
    await runInitdb({ initdb: binaries.initdb, account, cluster, dataArgument });
    renameSync(cluster, layout.clusterDir);
  } finally {
    // Half a cluster too, when it was broken off.
    rmSync(unfinished, { recursive: true, force: true, maxRetries: 3 });
  }
}

async function runInitdb({
  initdb,
  account,
  cluster,
  dataArgument,
}: {
  initdb: string;
  account: ServerAccount | undefined;
  cluster: string;
  dataArgument: string;
}): Promise<void> {
  const initdbArguments = [
    `--pgdata=${dataArgument}`,
    `--username=${DATABASE_USER}`,
    '--auth=scram-sha-256',
    `--pwfile=${path.join('..', 'password')}`,
    '--encoding=UTF8',
    '--locale=C',
    '--no-instructions',
  ];
  try {
    await promisify(execFile)(initdb, initdbArguments, { ...account, cwd: cluster, env: SERVER_ENVIRONMENT });
  } catch (cause) {
    const { stderr, message } = cause as Error & { stderr?: string };
    const reason = stderr === undefined || stderr.trim() === '' ? message : summarizeServerLog(stderr);
    throw new Error(`The embedded PostgreSQL could not create its cluster in ${cluster}: ${reason}`, {
      cause,
    });
  }
}
