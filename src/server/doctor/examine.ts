import { existsSync } from 'node:fs';
import path from 'node:path';
import { loadSecrets, type Secrets } from '../../config/generated-secrets.js';
import { awsSecret, loadSettings } from '../../config/load-environment.js';
import { InvalidSettingsError, type Settings } from '../../config/settings.js';
import { allKeysOf } from '../../lib/secret-box.js';
import { checkDatabase } from './check-database.js';
import { checkFiles } from './check-files.js';
import { checkGateway } from './check-gateway.js';
import { checkObjects } from './check-objects.js';
import { checkProviders } from './check-providers.js';
import { checkRedis } from './check-redis.js';
import { checkRuntime } from './check-runtime.js';
import { checkTraces } from './check-traces.js';
import { findMissingFolders, removeEmptyFolders } from './missing-folders.js';
import { fault, ok, reasonOf, skipped, withoutSecrets, type Finding } from './finding.js';

export interface Examination {
  /** Where the gateway is asked from outside; undefined: where the settings say. */
  readonly url: string | undefined;
  readonly version: string;
}

/** All checks, those that wait for others at once. Changes nothing but one object and one key that it takes away again. */
export async function examine({ url, version }: Examination): Promise<Finding[]> {
  const runtime = checkRuntime(process.version, new Date());
  let settings: Settings;
  try {
    settings = loadSettings();
  } catch (error) {
    if (!(error instanceof InvalidSettingsError)) throw error;
    const wayOut = 'Set it as the line says; nothing else can be checked before.';
    return [runtime, ...error.faults.map((said) => fault('settings', { said, wayOut }))];
  }
  const { secrets, faults } = secretsThatAreThere(settings);
  const { databaseUrl, redisUrl, tracesUrl } = settings;
  const missing = findMissingFolders(settings);
  const found = await Promise.all([
    Promise.resolve([runtime, ok('settings', 'are valid'), ...faults, ...checkCompanions(settings)]),
    examined('files', () => checkFiles(settings)),
    databaseUrl === undefined
      ? Promise.resolve([skipped('database', 'the embedded one, which the gateway starts and answers for')])
      : examined('database', () => checkDatabase(databaseUrl, secrets?.secretsKey)),
    redisUrl === undefined
      ? Promise.resolve([skipped('redis', 'REDIS_URL is not set')])
      : examined('redis', () => checkRedis(redisUrl)),
    tracesUrl === undefined ? Promise.resolve([]) : examined('traces', () => checkTraces(tracesUrl)),
    examined('objects', () => checkObjects(settings.objectStore)),
    examined('providers', () => checkProviders(settings)),
    examined('gateway', () =>
      checkGateway({ url: url ?? addressOf(settings), adminToken: secrets?.adminToken, version }),
    ),
  ]);
  removeEmptyFolders(missing);
  const hidden = secretsOf(settings, secrets);
  return found.flat().map((finding) => withoutSecrets(finding, hidden));
}

/** One check that cannot be made must not take away what the others found. */
async function examined(
  check: string,
  look: () => Finding | Finding[] | Promise<Finding | Finding[]>,
): Promise<Finding[]> {
  try {
    return [await look()].flat();
  } catch (error) {
    const wayOut = 'What it met is unexpected: look at what it names, and report it.';
    return [fault(check, { said: `could not be checked (${reasonOf(error)})`, wayOut })];
  }
}

/** A doctor makes no secrets. */
function secretsThatAreThere(settings: Settings): { secrets?: Secrets; faults: Finding[] } {
  const isThere = (given: unknown, file: string): boolean =>
    given !== undefined || existsSync(path.resolve(settings.dataDir, file));
  if (!isThere(settings.adminToken, 'admin-token') || !isThere(settings.secretsKey, 'secrets-key'))
    return { faults: [] };
  try {
    return { secrets: loadSecrets(settings), faults: [] };
  } catch (error) {
    if (!(error instanceof InvalidSettingsError)) throw error;
    return { faults: error.faults.map((said) => fault('secrets', { said, wayOut: 'See the line itself.' })) };
  }
}

/** Settings that are right one by one and not together. */
function checkCompanions({ role, objectStore, adminToken, secretsKey, redisUrl }: Settings): Finding[] {
  if (role === 'all') return [];
  const missing = [
    objectStore.kind === 'disk' ? 'OBJECT_STORE_URL (a bucket)' : undefined,
    adminToken === undefined ? 'ADMIN_TOKEN' : undefined,
    secretsKey === undefined ? 'SECRETS_KEY' : undefined,
    redisUrl === undefined ? 'REDIS_URL' : undefined,
  ].filter((name) => name !== undefined);
  if (missing.length === 0) return [];
  return [
    {
      check: 'several processes',
      state: 'warning',
      said: `ROLE is ${role}, so there are others, and these are not set: ${missing.join(', ')}`,
      wayOut:
        'Set them to the same everywhere, or share DATA_DIR; rate limits count by process without Redis.',
    },
  ];
}

function addressOf({ publicBaseUrl, host, port }: Settings): string {
  if (publicBaseUrl !== undefined) return publicBaseUrl;
  const name = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host;
  return `http://${name}:${port}`;
}

const LEAST_SECRET = 4;

function secretsOf(settings: Settings, secrets: Secrets | undefined): string[] {
  const { providerA, providerB, marketplace, hosted, stripe, databaseUrl, redisUrl, tracesUrl, otlpExport } =
    settings;
  const accounts = [providerA, providerB, marketplace, hosted].flatMap((provider) => provider.accounts);
  const passwords = [databaseUrl, redisUrl, tracesUrl].flatMap((url) => {
    const { password } = new URL(url ?? 'none:');
    return [password, decoded(password)];
  });
  return [
    secrets?.adminToken,
    ...(secrets === undefined ? [] : allKeysOf(secrets.secretsKey).map((key) => key.toString('base64'))),
    ...accounts.map(({ apiKey }) => apiKey),
    stripe.apiKey,
    stripe.webhookSecret,
    ...passwords,
    ...Object.values(otlpExport?.headers ?? {}),
    awsSecret(),
  ].filter((secret) => secret !== undefined && secret.length >= LEAST_SECRET) as string[];
}

/** As drivers read it, which take a `%` of its own as one. */
function decoded(text: string): string {
  return Buffer.from(
    text.replace(/%([0-9a-f]{2})/gi, (_all, hex: string) => String.fromCharCode(parseInt(hex, 16))),
    'latin1',
  ).toString();
}
