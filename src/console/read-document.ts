import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { ContentCoding } from '../http/choose-encoding.js';

export const DOCUMENT = 'index.html';
const SUFFIXES: Record<ContentCoding, string> = { br: '.br', gzip: '.gz' };
const TAG_CHARS = 22;

/** The page of every screen, as it goes out. */
export interface Document {
  readonly bytes: Buffer;
  /** Undefined: as it is. */
  readonly coding: ContentCoding | undefined;
  /** Of what it says: a page of another build may have the same length, and the same time when the build is reproducible. */
  readonly tag: string;
}

/**
 * Read for each who opens the console: a build under a running service is there at once, together with the files it names.
 * @returns `undefined` when the console is not built
 */
export async function readDocument(
  folder: string,
  coding: ContentCoding | undefined,
): Promise<Document | undefined> {
  const file = path.join(folder, DOCUMENT);
  const compressed = coding && (await readIfThere(file + SUFFIXES[coding]));
  const bytes = compressed ?? (await readIfThere(file));
  if (bytes === undefined) return undefined;
  const digest = createHash('sha256').update(bytes).digest('base64url').slice(0, TAG_CHARS);
  return { bytes, coding: compressed && coding, tag: `"${digest}"` };
}

async function readIfThere(file: string): Promise<Buffer | undefined> {
  try {
    return await readFile(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
