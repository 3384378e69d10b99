import { randomBytes, randomUUID } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { SealingKeys } from '../lib/secret-box.js';
import { InvalidSettingsError, type Settings } from './settings.js';

/** Secrets that a zero-set-up start makes for itself and keeps in `DATA_DIR`, readable by the owner only. */
export interface Secrets {
  readonly adminToken: string;
  /** The one that seals first, then those that it took the place of. */
  readonly secretsKey: SealingKeys;
}

const OWNER_ONLY = 0o600;
const SECRETS_KEY_BYTES = 32;
const TOKEN = /^[\x21-\x7e]{16,}$/;

/**
 * What the environment gives wins; what it does not give is generated once. Safe when several processes start at once.
 * @throws InvalidSettingsError when a kept file cannot be read or holds something else
 */
export function loadSecrets(
  settings: Pick<Settings, 'adminToken' | 'secretsKey' | 'formerSecretsKeys' | 'dataDir'>,
): Secrets {
  const { adminToken, secretsKey, formerSecretsKeys, dataDir } = settings;
  const current = secretsKey ?? keptKey(dataDir);
  return {
    adminToken: adminToken ?? keptToken(dataDir),
    secretsKey: formerSecretsKeys.length === 0 ? current : [current, ...formerSecretsKeys],
  };
}

function keptToken(dataDir: string): string {
  const file = path.resolve(dataDir, 'admin-token');
  const token = keptSecret(file, () => `svc_operator_${randomBytes(24).toString('base64url')}`);
  if (!TOKEN.test(token)) throw unusable(file, 'holds no token', 'ADMIN_TOKEN');
  return token;
}

function keptKey(dataDir: string): Buffer {
  const file = path.resolve(dataDir, 'secrets-key');
  const key = Buffer.from(
    keptSecret(file, () => randomBytes(SECRETS_KEY_BYTES).toString('base64')),
    'base64',
  );
  if (key.length !== SECRETS_KEY_BYTES) throw unusable(file, 'holds no key of 32 bytes', 'SECRETS_KEY');
  return key;
}

function keptSecret(file: string, generate: () => string): string {
  try {
    mkdirSync(path.dirname(file), { recursive: true });
    return readIfThere(file) ?? create(file, generate());
  } catch (error) {
    throw unusable(file, `cannot be used (${(error as NodeJS.ErrnoException).code ?? String(error)})`);
  }
}

/** Written aside and linked into place: another start, or the next one after a power cut, must not read half a secret. */
function create(file: string, secret: string): string {
  const unfinished = `${file}.${randomUUID()}`;
  writeFileSync(unfinished, secret, { mode: OWNER_ONLY, flag: 'wx' });
  try {
    linkSync(unfinished, file);
    return secret;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return readFileSync(file, 'utf8').trim();
  } finally {
    rmSync(unfinished);
  }
}

function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

function unusable(file: string, what: string, setting?: string): InvalidSettingsError {
  const wayOut = setting === undefined ? 'make it readable' : `put back what it held, or set ${setting}`;
  return new InvalidSettingsError([
    `DATA_DIR: ${JSON.stringify(file)} ${what}; ${wayOut}, or delete it for a new one.`,
  ]);
}
