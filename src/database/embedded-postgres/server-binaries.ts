import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs';
import path from 'node:path';
import { EmbeddedPostgresUnavailableError } from './embedded-postgres-unavailable.error.js';
import { linkLibraries } from './library-links.js';
import { canReach, runAs } from './run-as.js';
import type { ServerAccount } from './server-account.js';

export interface ServerBinaries {
  initdb: string;
  postgres: string;
  pgCtl: string;
}

const EXECUTABLE_BITS = 0o111;
const WRITABLE_BY_OTHERS = 0o022;

/**
 * Binaries that the account can really run: those in `node_modules` where possible. Otherwise (a home closed to other
 * accounts, a read-only folder without the library links) a copy of 61 MB in the first folder that works.
 *
 * @param copyDirs existing folders where a copy may be kept, in order of preference.
 * @throws EmbeddedPostgresUnavailableError when the system cannot run them, or cannot run them as this account.
 */
export function prepareServerBinaries({
  nativeDir,
  account,
  copyDirs,
}: {
  nativeDir: string;
  account: ServerAccount | undefined;
  copyDirs: readonly string[];
}): ServerBinaries {
  if (linkLibraries(nativeDir)) {
    const fault = findFault(nativeDir, undefined);
    if (fault !== undefined) throw new EmbeddedPostgresUnavailableError(fault);
    if (account === undefined || findFault(nativeDir, account) === undefined) return binariesIn(nativeDir);
  }
  const faults: string[] = [];
  for (const copyDir of copyDirs) {
    const fault = tryCopy({ nativeDir, account, copyDir });
    if (typeof fault !== 'string') return fault;
    faults.push(fault);
  }
  throw new EmbeddedPostgresUnavailableError(
    `no place was found where its account may execute the server (${faults.join('; ')})`,
  );
}

function binariesIn(nativeDir: string): ServerBinaries {
  const suffix = process.platform === 'win32' ? '.exe' : '';
  const binary = (name: string) => path.join(nativeDir, 'bin', name + suffix);
  return { initdb: binary('initdb'), postgres: binary('postgres'), pgCtl: binary('pg_ctl') };
}

/** Why the server does not run as this account; `undefined` when it does. */
function findFault(nativeDir: string, account: ServerAccount | undefined): string | undefined {
  const { postgres } = binariesIn(nativeDir);
  const result = runAs(account, postgres, ['--version']);
  if (result.status === 0) return undefined;
  // The file is there, so what the kernel did not find is its loader: musl instead of glibc.
  const cause: NodeJS.ErrnoException | undefined = result.error;
  if (cause?.code === 'ENOENT' && existsSync(postgres)) {
    return 'its binaries need glibc, which this system does not have';
  }
  const reason = cause?.message ?? result.stderr.trim().split('\n')[0] ?? '';
  return `${postgres} does not run: ${reason === '' ? `exit ${result.status ?? result.signal ?? 'unknown'}` : reason}`;
}

function tryCopy({
  nativeDir,
  account,
  copyDir,
}: {
  nativeDir: string;
  account: ServerAccount | undefined;
  copyDir: string;
}): ServerBinaries | string {
  if (!canReach(account, copyDir)) return `${copyDir} is closed to it`;
  const copy = path.join(copyDir, `inference-gateway-postgres-${readPackageVersion(nativeDir)}`);
  try {
    if (!existsSync(copy)) copyTree(nativeDir, copy);
    if (!isOurs(copy)) return `${copy} belongs to somebody else`;
  } catch (error) {
    return (error as Error).message;
  }
  return findFault(copy, account) ?? binariesIn(copy);
}

function readPackageVersion(nativeDir: string): string {
  const manifest = JSON.parse(readFileSync(path.join(nativeDir, '../package.json'), 'utf8')) as {
    version: string;
  };
  return manifest.version;
}

/** Under a new name first: a copy that was cut off must never look like a whole one. */
function copyTree(nativeDir: string, copy: string): void {
  const unfinished = mkdtempSync(`${copy}-`);
  try {
    cpSync(nativeDir, unfinished, { recursive: true, verbatimSymlinks: true });
    linkLibraries(unfinished);
    openForReading(unfinished);
    renameSync(unfinished, copy);
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true });
    // Somebody else finished the same copy meanwhile.
    if (!existsSync(copy)) throw error;
  }
}

/** A strict umask at installation must not keep the server's account out of the copy. */
function openForReading(folder: string): void {
  chmodSync(folder, 0o755);
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const child = path.join(folder, entry.name);
    if (entry.isDirectory()) openForReading(child);
    else if (entry.isFile())
      chmodSync(child, (lstatSync(child).mode & EXECUTABLE_BITS) === 0 ? 0o644 : 0o755);
  }
}

/** In a shared folder such as /tmp, somebody else may have put a server of his own there before us. */
function isOurs(copy: string): boolean {
  const stats = lstatSync(copy);
  if (!stats.isDirectory()) return false;
  if (process.getuid === undefined) return true;
  return stats.uid === process.getuid() && (stats.mode & WRITABLE_BY_OTHERS) === 0;
}
