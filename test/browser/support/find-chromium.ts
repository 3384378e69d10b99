import { accessSync, constants } from 'node:fs';
import path from 'node:path';

const NAMES = ['chromium', 'google-chrome', 'google-chrome-stable', 'chromium-browser'];

/** The browser that the tests use: `CHROMIUM_PATH`, else one of this machine; undefined where there is none. */
export function findChromium(): string | undefined {
  const named = process.env['CHROMIUM_PATH'];
  const folders = ['/usr/bin', ...(process.env['PATH'] ?? '').split(path.delimiter)];
  const places = folders.flatMap((folder) => NAMES.map((name) => path.join(folder, name)));
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
