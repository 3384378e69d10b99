import { accessSync, constants } from 'node:fs';
import path from 'node:path';

/** The first ones have what tests look at and no more: the same engine for two thirds of the CPU. */
const NAMES = [
  'chromium-headless-shell',
  'chrome-headless-shell',
  'chromium',
  'google-chrome',
  'google-chrome-stable',
  'chromium-browser',
];

/** The browser that the tests use: `CHROMIUM_PATH`, else one of this machine; undefined where there is none. */
export function findChromium(): string | undefined {
  const named = process.env['CHROMIUM_PATH'];
  const folders = ['/usr/bin', ...(process.env['PATH'] ?? '').split(path.delimiter)];
  const places = NAMES.flatMap((name) => folders.map((folder) => path.join(folder, name)));
  return (named === undefined || named === '' ? places : [named]).find(isProgram);
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
