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
import { fault, ok, skipped, withoutSecrets, type Finding } from './finding.js';

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
  const secrets = secretsThatAreThere(settings);
  const found = await Promise.all([
    Promise.resolve([
      runtime,
      ok('settings', 'are valid'),
      ...checkFiles(settings),
      ...checkCompanions(settings),
    ]),
    settings.databaseUrl === undefined
      ? Promise.resolve([skipped('database', 'the embedded one, which the gateway starts and answers for')])
      : checkDatabase(settings.databaseUrl, secrets?.secretsKey),
    settings.redisUrl === undefined
      ? Promise.resolve([skipped('redis', 'REDIS_URL is not set')])
      : checkRedis(settings.redisUrl).then((one) => [one]),
    settings.tracesUrl === undefined
      ? Promise.resolve([])
      : checkTraces(settings.tracesUrl).then((one) => [one]),
    checkObjects(settings.objectStore).then((one) => [one]),
    checkProviders(settings),
    checkGateway({ url: url ?? addressOf(settings), adminToken: secrets?.adminToken, version }),
  ]);
  const hidden = secretsOf(settings, secrets);
  return found.flat().map((finding) => withoutSecrets(finding, hidden));
}

/** A doctor makes no secrets. */
function secretsThatAreThere(settings: Settings): Secrets | undefined {
  const isThere = (given: unknown, file: string): boolean =>
    given !== undefined || existsSync(path.resolve(settings.dataDir, file));
  if (!isThere(settings.adminToken, 'admin-token') || !isThere(settings.secretsKey, 'secrets-key'))
    return undefined;
  return loadSecrets(settings);
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
    return [password, decodeURIComponent(password)];
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
