import { describe, expect, it } from 'vitest';
import { readSettings } from './read-settings.js';
import { InvalidSettingsError } from './settings.js';

function faultsOf(environment: Record<string, string>): readonly string[] {
  try {
    readSettings(environment);
  } catch (error) {
    if (error instanceof InvalidSettingsError) return error.faults;
    throw error;
  }
  return [];
}

describe('settings', () => {
  it('has the documented defaults when nothing is set', () => {
    expect(readSettings({})).toMatchObject({
      host: '127.0.0.1',
      port: 8080,
      batchGatewayPort: 8081,
      dataDir: '.data',
      role: 'all',
      workers: 1,
      console: true,
      simulator: 'auto',
      idPrefixA: 'vendora',
      headerPrefix: 'x-svc-',
      keyPrefix: 'svc_live_',
      liveCallTimeoutMs: 300_000,
      callRetentionMs: undefined,
      ledgerArchiveMs: undefined,
      shutdownGraceMs: 30_000,
    });
  });

  it('takes an empty value as not set', () => {
    expect(readSettings({ PORT: '', REDIS_URL: ' ' })).toMatchObject({ port: 8080, redisUrl: undefined });
  });

  it.each([
    ['PORT', '70000', '"70000"'],
    ['PORT', '8080x', '"8080x"'],
    ['BATCH_GATEWAY_PORT', '8080', '"8080"'],
    ['WORKERS', '0', '"0"'],
    ['ROLE', 'boss', '"boss"'],
    ['CONSOLE', 'no', '"no"'],
    ['LIVE_CALL_TIMEOUT', '5 minutes', '"5 minutes"'],
    ['SHUTDOWN_GRACE', '-1s', '"-1s"'],
    ['SIMULATOR', 'yes', '"yes"'],
    ['SIMULATOR_FAULTS', 'gpt-4o=delay', '"gpt-4o=delay"'],
    ['ALLOW_PRIVATE_ENDPOINTS', '1', '"1"'],
    ['ENDPOINT_ALLOWED_HOSTS', 'ollama, 10.0.0.0/33', '"10.0.0.0/33"'],
    ['ENDPOINT_ALLOWED_HOSTS', 'http://ollama', '"http://ollama"'],
    ['SECRETS_KEY', 'c2hvcnQ=', '5 bytes'],
    ['SECRETS_KEY_OLD', `${Buffer.alloc(32, 1).toString('base64')},c2hvcnQ=`, '5 bytes'],
    ['SECRETS_KEY', `!${Buffer.alloc(32, 1).toString('base64')}`, 'no base64'],
    ['DATABASE_URL', 'mysql://root:hunter2@db', 'an address that starts with mysql:'],
    ['REDIS_URL', 'redis://:100%@redis', 'a % that begins no encoded character'],
    ['REDIS_URL', 'redis://%ff:a@redis', 'a % that begins no encoded character'],
    ['TRACES_URL', 'clickhouse://u:100%zz@traces/db', 'a % that begins no encoded character'],
    ['TRACES_URL', 'clickhouse://u:a@traces/100%', 'a % that begins no encoded character'],
    ['PUBLIC_BASE_URL', 'gateway.example.com', 'text that is no address'],
    ['COMPRESSOR_URL', 'ftp://there', 'an address that starts with ftp:'],
    ['ID_PREFIX_B', 'vendora', '"vendora"'],
    ['LOG_LEVEL', 'loud', '"loud"'],
    ['JUDGE_SAMPLE_RATE', '1.5', '"1.5"'],
    ['JUDGE_DAILY_BUDGET_USD', '-1', '"-1"'],
    ['CALL_RETENTION', '23h', '"23h"'],
    ['LEDGER_ARCHIVE', '30d', '"30d"'],
    ['ZERO_RETENTION_PROVIDERS', 'marketplace', '"marketplace"'],
    ['BATCH_CAPACITY', '0', '"0"'],
    ['SESSION_PIN_TTL', '1 day', '"1 day"'],
    ['OBJECT_STORE_URL', 'https://bucket', 'an address that starts with https:'],
    ['PAYMENTS', 'cash', '"cash"'],
    ['PROVIDER_B_BASE_URL', 'https://api.openai.com/v1/chat/completions', 'the path of a call'],
    ['HOSTED_MESSAGES_BASE_URL', 'https://a.example/v1/messages/', 'the path of a call'],
    ['CORS_ORIGINS', 'app.example.com', '"app.example.com"'],
    ['CORS_ORIGINS', 'https://app.example.com/', '"https://app.example.com/"'],
    ['CORS_ORIGINS', 'https://app.example.com/path', '/path'],
    ['CORS_ORIGINS', 'https://App.example.com', 'App'],
    ['CORS_ORIGINS', 'https://app.example.com:443', ':443'],
    ['CORS_ORIGINS', 'https://*.example.com/', '*.example'],
    ['CORS_ORIGINS', 'https://a.example,*', ',*'],
    ['CORS_ORIGINS', 'https://a.example,,https://b.example', ',,'],
    ['CORS_ORIGINS', 'null', '"null"'],
  ])('refuses %s=%s in one line that names the variable and what it got', (name, value, got) => {
    const faults = faultsOf({ [name]: value });
    expect(faults).toHaveLength(1);
    expect(faults[0]).toMatch(new RegExp(`^${name}: got `));
    expect(faults[0]).toContain(got);
    expect(faults[0]).toContain('it takes');
  });

  // A timer of Node's that is longer than 24.8 days is over at once: each call was ended as too long.
  it.each(['LIVE_CALL_TIMEOUT', 'FIRST_BYTE_TIMEOUT', 'BODY_TIMEOUT', 'SHUTDOWN_DELAY', 'SHUTDOWN_GRACE'])(
    'takes no %s that is longer than a timer can be',
    (name) => {
      expect(faultsOf({ [name]: '24d' })).toEqual([]);
      expect(faultsOf({ [name]: '25d' })).toEqual([
        expect.stringMatching(/got "25d"; .* from \d+ms to 24d\./),
      ]);
    },
  );

  it('says in words of its own between which bounds a duration must be', () => {
    expect(faultsOf({ CALL_RETENTION: '99999d' })).toEqual([expect.stringContaining('from 1d to 9942d')]);
    expect(faultsOf({ LEDGER_ARCHIVE: '30d' })).toEqual([expect.stringContaining('from 31d to 9942d')]);
    expect(faultsOf({ SESSION_PIN_TTL: '0' })).toEqual([expect.stringContaining('from 1s to 9942d')]);
  });

  it('wants a key of Stripe when payments go there, and only then', () => {
    expect(faultsOf({ PAYMENTS: 'stripe' })).toEqual([
      expect.stringMatching(/^STRIPE_API_KEY: got nothing; it takes /),
    ]);
    expect(faultsOf({ PAYMENTS: 'stripe', STRIPE_API_KEY: 'sk_test' })).toEqual([]);
    expect(readSettings({}).stripe.apiBaseUrl).toBe('https://api.stripe.com');
  });

  it.each(['api', 'worker'])('wants a database that processes share when ROLE is %s', (role) => {
    expect(faultsOf({ ROLE: role })).toEqual([
      expect.stringMatching(/^ROLE: got "\w+"; it takes DATABASE_URL besides/),
    ]);
    expect(readSettings({ ROLE: role, DATABASE_URL: 'postgres://somewhere/x' }).role).toBe(role);
  });

  it('lists every fault at once and repeats no secret', () => {
    const faults = faultsOf({
      PORT: 'x',
      DATABASE_URL: 'mysql://u:hunter2@db',
      ADMIN_TOKEN: 'short hunter2',
    });
    expect(faults.length).toBeGreaterThanOrEqual(3);
    expect(faults.join()).not.toContain('hunter2');
  });

  it('reads the aliases of the provider keys', () => {
    const settings = readSettings({ ANTHROPIC_API_KEY: 'a', OPENAI_API_KEY: 'b', OPENROUTER_API_KEY: 'c' });
    const { providerA, providerB, marketplace, hosted } = settings;
    expect([providerA, providerB, marketplace, hosted].map(({ accounts }) => accounts)).toEqual([
      [expect.objectContaining({ name: 'default', apiKey: 'a' })],
      [expect.objectContaining({ name: 'default', apiKey: 'b' })],
      [expect.objectContaining({ name: 'default', apiKey: 'c' })],
      [],
    ]);
  });

  it('takes several accounts of a provider before the single one, and shows no key of a bad one', () => {
    const { providerA } = readSettings({
      PROVIDER_A_API_KEY: 'single',
      PROVIDER_A_API_KEYS: 'main=one@3,backup=two',
      PROVIDER_A_ACCOUNT_MODELS: 'backup=claude-haiku-4-5',
    });
    expect(providerA.accounts).toEqual([
      { name: 'main', apiKey: 'one', weight: 3, models: undefined },
      { name: 'backup', apiKey: 'two', weight: 1, models: ['claude-haiku-4-5'] },
    ]);
    for (const [name, value] of [
      ['PROVIDER_B_API_KEYS', 'main=hunter2@0'],
      ['MARKETPLACE_API_KEYS', 'hunter2,'],
      ['HOSTED_ACCOUNT_MODELS', 'main=a'],
    ] as const) {
      const faults = faultsOf({ [name]: value });
      expect(faults).toEqual([expect.stringMatching(new RegExp(`^${name}: got .+; it takes `))]);
      expect(faults.join()).not.toContain('hunter2');
    }
  });

  it("reads where the gateway's own spans go by OpenTelemetry's names", () => {
    expect(readSettings({}).otlpExport).toBeUndefined();
    const OTEL_EXPORTER_OTLP_HEADERS = 'api-key=a%20b=, X-Team = %ff';
    expect(
      readSettings({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318/', OTEL_EXPORTER_OTLP_HEADERS })
        .otlpExport,
    ).toMatchObject({ url: 'http://collector:4318/v1/traces', headers: { 'api-key': 'a b=' } });
    const faults = faultsOf({ OTEL_EXPORTER_OTLP_HEADERS: 'hunter2' });
    expect(faults.join()).toMatch(/^OTEL_EXPORTER_OTLP_HEADERS: got something else/);
  });
});
