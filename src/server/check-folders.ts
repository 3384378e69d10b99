import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { InvalidSettingsError, type Settings } from '../config/settings.js';

/** Far below what file systems take, and within what PostgreSQL takes for all that it keeps below it. */
const MAX_PATH_BYTES = 800;

/**
 * Makes the directories that the settings name, and tries whether files can be written there. Before anything is started: later
 * the same fault is a system call's, from whoever met it first.
 * @throws InvalidSettingsError with one line a fault
 */
export function checkFolders(
  settings: Pick<Settings, 'dataDir' | 'databaseUrl' | 'adminToken' | 'secretsKey' | 'objectStore'>,
): void {
  const faults = new Map<string, string>();
  for (const [name, directory] of foldersOf(settings)) {
    // What is wrong with a directory is wrong with all below it.
    const fault = faults.has(name) ? undefined : findFault(name, directory);
    if (fault !== undefined) faults.set(name, fault);
  }
  if (faults.size > 0) throw new InvalidSettingsError([...faults.values()]);
}

function* foldersOf({
  dataDir,
  databaseUrl,
  adminToken,
  secretsKey,
  objectStore,
}: Parameters<typeof checkFolders>[0]): Generator<readonly [name: string, directory: string]> {
  // A service that is given all that it would keep there may run without it.
  const isNeeded = databaseUrl === undefined || adminToken === undefined || secretsKey === undefined;
  if (isNeeded) yield ['DATA_DIR', path.resolve(dataDir)];
  if (databaseUrl === undefined) yield ['DATA_DIR', path.resolve(dataDir, 'postgres')];
  if (objectStore.kind !== 'disk') return;
  const isOwnFolder = objectStore.directory === path.resolve(dataDir, 'objects');
  if (!isOwnFolder) yield ['OBJECT_STORE_URL', objectStore.directory];
  else if (isNeeded || existsSync(objectStore.directory)) yield ['DATA_DIR', objectStore.directory];
}

function findFault(name: string, directory: string): string | undefined {
  const wayOut = `set ${name} to a directory that this account may write.`;
  if (Buffer.byteLength(directory) > MAX_PATH_BYTES)
    return `${name}: ${JSON.stringify(`${directory.slice(0, 60)}…`)} is longer than ${MAX_PATH_BYTES} bytes; ${wayOut}`;
  try {
    makeDirectory(directory);
    tryWriting(directory);
    return undefined;
  } catch (error) {
    const { code = String(error) } = error as NodeJS.ErrnoException;
    return `${name}: ${JSON.stringify(directory)} ${FAULTS[code] ?? 'cannot be used'} (${code}); ${wayOut}`;
  }
}

const FAULTS: Readonly<Record<string, string>> = {
  EEXIST: 'is no directory',
  ENOTDIR: 'is no directory',
  EACCES: 'may not be written by this account',
  EPERM: 'may not be written by this account',
  EROFS: 'is on a file system that cannot be written',
  ENAMETOOLONG: 'has a name that is too long',
};

/** One by one: where nothing can be made though its parent is there (`/proc`), Node's recursive `mkdir` never ends. */
function makeDirectory(directory: string): void {
  const missing: string[] = [];
  for (let place = directory; !isDirectory(place); place = path.dirname(place)) missing.unshift(place);
  for (const place of missing) {
    try {
      mkdirSync(place);
    } catch (error) {
      // Another start may have been faster.
      if (!isDirectory(place)) throw error;
    }
  }
}

function isDirectory(place: string): boolean {
  return statSync(place, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

function tryWriting(directory: string): void {
  const file = path.join(directory, `.try-${randomUUID()}`);
  writeFileSync(file, '', { flag: 'wx' });
  rmSync(file);
}
