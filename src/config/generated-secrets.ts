import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Settings } from './settings.js';

/** Secrets that a zero-set-up start makes for itself and keeps in `DATA_DIR`, readable by the owner only. */
export interface Secrets {
  readonly adminToken: string;
  readonly secretsKey: Buffer;
}

const OWNER_ONLY = 0o600;

/** What the environment gives wins; what it does not give is generated once. Safe when several processes start at once. */
export function loadSecrets(settings: Pick<Settings, 'adminToken' | 'secretsKey' | 'dataDir'>): Secrets {
  const { adminToken, secretsKey, dataDir } = settings;
  return {
    adminToken:
      adminToken ??
      keptSecret(dataDir, 'admin-token', () => `svc_operator_${randomBytes(24).toString('base64url')}`),
    secretsKey:
      secretsKey ??
      Buffer.from(
        keptSecret(dataDir, 'secrets-key', () => randomBytes(32).toString('base64')),
        'base64',
      ),
  };
}

function keptSecret(dataDir: string, name: string, generate: () => string): string {
  mkdirSync(dataDir, { recursive: true });
  const file = path.join(dataDir, name);
  try {
    writeFileSync(file, generate(), { mode: OWNER_ONLY, flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  return readFileSync(file, 'utf8').trim();
}
