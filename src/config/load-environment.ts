import { existsSync, readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { readSettings } from './read-settings.js';
import type { Settings } from './settings.js';

/** Settings of this process: the environment, and below it the `.env` of the working directory. */
export function loadSettings(): Settings {
  const file = existsSync('.env') ? parseEnv(readFileSync('.env', 'utf8')) : {};
  return readSettings({ ...file, ...process.env });
}
