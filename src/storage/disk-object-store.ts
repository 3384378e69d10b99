import { constants } from 'node:fs';
import { mkdir, open, opendir, rename, rm, rmdir, stat, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { randomChars } from '../lib/ids.js';
import { checkFolder, checkObjectName } from './object-name.js';
import { ObjectStore, type ReadOptions, type WriteOptions, type WrittenObject } from './object-store.js';
import { SourceMeter } from './source-meter.js';
import { asStorageFailure, ObjectMissingError } from './storage-errors.js';

const OWNER_ONLY_DIRECTORY = 0o700;
const OWNER_ONLY_FILE = 0o600;
/**
 * Small for who works on what is read: a piece is then done with before the engine has collected its young objects twice, after
 * which it would stay until a full collection, and with it all that were read since.
 */
const PIECE_BYTES = 65_536;
/** For who only hands it on: fewer reads. */
const LARGE_PIECE_BYTES = 262_144;
const RANDOM_NAME_CHARS = 24;
/** A name that no object can have. */
const INCOMING = '.incoming';
/** A folder can vanish between its making and its use, when its last object is removed just then. */
const PLACING_ATTEMPTS = 5;

/**
 * Objects as files of one directory, readable by the owner only. A write goes to a temporary file that is flushed to the disk
 * and then renamed into place, so it is whole or not there, also after a power cut.
 */
export class DiskObjectStore extends ObjectStore {
  private readonly incoming: string;

  /** @param root absolute; made when it is not there */
  constructor(private readonly root: string) {
    super();
    this.incoming = path.join(root, INCOMING);
  }

  async write(
    name: string,
    source: AsyncIterable<Buffer>,
    { maxBytes }: WriteOptions = {},
  ): Promise<WrittenObject> {
    const target = this.fileOf(name);
    const temporary = path.join(this.incoming, randomChars(RANDOM_NAME_CHARS));
    const meter = new SourceMeter(maxBytes);
    try {
      await makeDirectory(this.incoming);
      await writeWhole(temporary, meter.read(source));
      await place(temporary, target);
    } catch (error) {
      // What cannot be removed now is removed when it is old; the caller hears what went wrong first.
      await rm(temporary, { force: true }).catch(() => undefined);
      throw meter.failure ?? asStorageFailure(error);
    }
    return meter.total();
  }

  async read(name: string, { pieces = 'small' }: ReadOptions = {}): Promise<Readable> {
    const handle = await open(this.fileOf(name), 'r').catch((error: unknown) => {
      throw missingOr(error, name);
    });
    if (!(await handle.stat()).isFile()) {
      await handle.close();
      throw new ObjectMissingError(name);
    }
    return handle.createReadStream({ highWaterMark: pieces === 'large' ? LARGE_PIECE_BYTES : PIECE_BYTES });
  }

  async stat(name: string): Promise<{ readonly bytes: number } | undefined> {
    const found = await statIfThere(this.fileOf(name));
    return found?.isFile() ? { bytes: found.size } : undefined;
  }

  async copy(from: string, to: string): Promise<void> {
    checkObjectName(to);
    await this.write(to, (await this.read(from)) as AsyncIterable<Buffer>);
  }

  async remove(name: string): Promise<void> {
    const file = this.fileOf(name);
    await rm(file, { force: true }).catch((error: unknown) => {
      throw asStorageFailure(error);
    });
    await this.pruneFolders(file);
  }

  async removeBefore(prefix: string, before: Date): Promise<number> {
    checkFolder(prefix);
    try {
      await removeOldFiles(this.incoming, before);
      return await removeOldFiles(path.join(this.root, prefix), before, (file) => this.pruneFolders(file));
    } catch (error) {
      throw asStorageFailure(error);
    }
  }

  private fileOf(name: string): string {
    checkObjectName(name);
    return path.join(this.root, name);
  }

  /** Removes the folders that a file leaves empty. One that is in use stays: `rmdir` refuses it. */
  private async pruneFolders(file: string): Promise<void> {
    let folder = path.dirname(file);
    while (folder !== this.root) {
      const isRemoved = await rmdir(folder).then(
        () => true,
        () => false,
      );
      if (!isRemoved) return;
      folder = path.dirname(folder);
    }
  }
}

async function writeWhole(file: string, chunks: AsyncIterable<Buffer>): Promise<void> {
  const handle = await open(file, 'wx', OWNER_ONLY_FILE);
  try {
    for await (const chunk of chunks) await writeAll(handle, chunk);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function writeAll(handle: FileHandle, chunk: Buffer): Promise<void> {
  let written = 0;
  while (written < chunk.length) {
    const { bytesWritten } = await handle.write(chunk, written);
    written += bytesWritten;
  }
}

/** Renames into a folder that may not be there yet, and makes the new name durable. */
async function place(source: string, target: string): Promise<void> {
  const folder = path.dirname(target);
  for (let attempt = 1; ; attempt += 1) {
    await makeDirectory(folder);
    try {
      await rename(source, target);
      break;
    } catch (error) {
      const isFolderGone = isMissing(error) && (await statIfThere(source)) !== undefined;
      if (!isFolderGone || attempt >= PLACING_ATTEMPTS) throw error;
    }
  }
  await syncDirectory(folder);
}

/** With what is above it. A new folder is a new name in the one above, which has to be made durable too. */
async function makeDirectory(directory: string): Promise<void> {
  const first = await mkdir(directory, { recursive: true, mode: OWNER_ONLY_DIRECTORY });
  if (first === undefined) return;
  for (let made = directory; made.length >= first.length; made = path.dirname(made))
    await syncDirectory(path.dirname(made));
}

async function syncDirectory(directory: string): Promise<void> {
  // Windows opens no directories, and needs no such flush.
  if (process.platform === 'win32') return;
  const handle = await open(directory, constants.O_RDONLY).catch((error: unknown) => {
    // Emptied and removed by now: nothing of it is left to be made durable.
    if (!isMissing(error)) throw error;
  });
  try {
    await handle?.sync();
  } finally {
    await handle?.close();
  }
}

async function removeOldFiles(
  directory: string,
  before: Date,
  onRemoved?: (file: string) => Promise<void>,
): Promise<number> {
  let removed = 0;
  for await (const file of filesIn(directory)) {
    const found = await statIfThere(file);
    if (found === undefined || found.mtimeMs >= before.getTime()) continue;
    await rm(file, { force: true });
    removed += 1;
    await onRemoved?.(file);
  }
  return removed;
}

async function* filesIn(directory: string): AsyncGenerator<string, void, undefined> {
  const entries = await opendir(directory).catch((error: unknown) => {
    if (isMissing(error)) return undefined;
    throw asStorageFailure(error);
  });
  for await (const entry of entries ?? []) {
    const inside = path.join(directory, entry.name);
    if (entry.isDirectory()) yield* filesIn(inside);
    else yield inside;
  }
}

async function statIfThere(file: string) {
  return stat(file).catch((error: unknown) => {
    if (isMissing(error)) return undefined;
    throw asStorageFailure(error);
  });
}

function missingOr(error: unknown, name: string): unknown {
  return isMissing(error) ? new ObjectMissingError(name, { cause: error }) : asStorageFailure(error);
}

/** Also when a segment of the name is an object itself. */
function isMissing(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return code === 'ENOENT' || code === 'ENOTDIR';
}
