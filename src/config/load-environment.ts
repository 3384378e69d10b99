import { existsSync, readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { readSettings } from './read-settings.js';
import type { Settings } from './settings.js';

/** Settings of this process: the environment, and below it the `.env` of the working directory. */
export function loadSettings(): Settings {
  const file = existsSync('.env') ? parseEnv(readFileSync('.env', 'utf8')) : {};
  handOnToAws(file);
  return readSettings({ ...file, ...process.env });
}

/** The S3 client reads the AWS variables by itself, and looks into no file of ours. */
function handOnToAws(file: Readonly<Record<string, string | undefined>>): void {
  for (const [name, value] of Object.entries(file)) if (name.startsWith('AWS_')) process.env[name] ??= value;
}

/** What opens the bucket: the S3 client reads it by itself, and others must know it only so as not to repeat it. */
export function awsSecret(): string | undefined {
  return process.env['AWS_SECRET_ACCESS_KEY'];
}
