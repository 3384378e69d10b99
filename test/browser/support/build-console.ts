import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { build } from 'vite';
import { findChromium } from './find-chromium.js';

const CONSOLE = path.resolve(import.meta.dirname, '../../../console');
const STAMP = path.join(CONSOLE, 'dist/.test-stamp');

/** Builds console/dist where a browser will look at it, unless it is that of these sources. */
export default async function setUp(): Promise<void> {
  if (findChromium() === undefined) return;
  const state = stateOfSources();
  if (readStamp() === state) return;
  await build({ configFile: path.join(CONSOLE, 'vite.config.ts'), mode: 'production', logLevel: 'warn' });
  writeFileSync(STAMP, state);
}

function stateOfSources(): string {
  const hash = createHash('sha256');
  for (const folder of ['src', 'build', 'public', 'index.html', 'vite.config.ts', '../package-lock.json'])
    for (const file of filesIn(path.join(CONSOLE, folder))) hash.update(file).update(readFileSync(file));
  return hash.digest('hex');
}

function filesIn(place: string): string[] {
  if (!statSync(place).isDirectory()) return [place];
  const found = readdirSync(place, { recursive: true, withFileTypes: true });
  return found
    .filter((entry) => entry.isFile() && !/\.spec\.tsx?$/.test(entry.name))
    .map((entry) => path.join(entry.parentPath, entry.name))
    .sort();
}

function readStamp(): string | undefined {
  try {
    return readFileSync(STAMP, 'utf8');
  } catch {
    return undefined;
  }
}
