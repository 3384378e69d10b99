import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../lib/durations.js';
import { DEFAULT_DATA_DIR, SettingsReader } from './settings-reader.js';
import { LOG_LEVELS, RETENTION_PROVIDERS, type Environment, type Settings } from './settings.js';

const SECRETS_KEY_BYTES = 32;
const MB = 1_048_576;

/**
 * Reads the settings of the contract's section 2 from the environment.
 * An empty value counts as not set, so that `PORT= npm start` means the default.
 * @throws InvalidSettingsError that lists every fault at once.
 */
export function readSettings(environment: Environment): Settings {
  const reader = new SettingsReader(environment);
  const settings: Settings = {
    host: reader.text('HOST') ?? '127.0.0.1',
    port: reader.port('PORT', 8080),
    publicBaseUrl: reader.url('PUBLIC_BASE_URL', ['http:', 'https:']),
    batchGatewayPort: reader.portOrOff('BATCH_GATEWAY_PORT', 8081),
    corsOrigins: reader.origins('CORS_ORIGINS'),
    dataDir: reader.text('DATA_DIR') ?? DEFAULT_DATA_DIR,
    databaseUrl: reader.url('DATABASE_URL', ['postgres:', 'postgresql:']),
    redisUrl: reader.decodableUrl('REDIS_URL', ['redis:', 'rediss:']),
    tracesUrl: reader.decodableUrl('TRACES_URL', ['clickhouse:', 'clickhouses:']),
    role: reader.oneOf('ROLE', ['all', 'api', 'worker'], 'all'),
    workers: reader.workers(),
    console: reader.oneOf('CONSOLE', ['on', 'off'], 'on') === 'on',
    adminToken: reader.secret('ADMIN_TOKEN', 16),
    secretsKey: reader.base64Key('SECRETS_KEY', SECRETS_KEY_BYTES),
    formerSecretsKeys: reader.base64Keys('SECRETS_KEY_OLD', SECRETS_KEY_BYTES),
    providerA: {
      baseUrl: reader.baseUrl('PROVIDER_A_BASE_URL') ?? 'https://api.anthropic.com',
      accounts: reader.accounts('PROVIDER_A', 'ANTHROPIC_API_KEY'),
    },
    providerB: {
      baseUrl: reader.baseUrl('PROVIDER_B_BASE_URL') ?? 'https://api.openai.com/v1',
      accounts: reader.accounts('PROVIDER_B', 'OPENAI_API_KEY'),
    },
    marketplace: {
      baseUrl: reader.baseUrl('MARKETPLACE_BASE_URL') ?? 'https://openrouter.ai/api/v1',
      accounts: reader.accounts('MARKETPLACE', 'OPENROUTER_API_KEY'),
    },
    hosted: {
      baseUrl: reader.baseUrl('HOSTED_BASE_URL'),
      messagesBaseUrl: reader.baseUrl('HOSTED_MESSAGES_BASE_URL'),
      accounts: reader.accounts('HOSTED'),
    },
    simulator: reader.oneOf('SIMULATOR', ['auto', 'on', 'off'], 'auto'),
    simulatorFaults: reader.faultPlan('SIMULATOR_FAULTS'),
    simulatorUrl: reader.url('SIMULATOR_URL', ['http:']),
    catalogPath: reader.text('CATALOG_PATH'),
    idPrefixA: reader.matching(
      'ID_PREFIX_A',
      /^[a-z0-9][a-z0-9-]{0,31}$/,
      'vendora',
      'lower-case letters, digits and -',
    ),
    idPrefixB: reader.matching(
      'ID_PREFIX_B',
      /^[a-z0-9][a-z0-9-]{0,31}$/,
      'vendorb',
      'lower-case letters, digits and -',
    ),
    headerPrefix: reader.matching(
      'HEADER_PREFIX',
      /^[a-z0-9-]{1,32}-$/,
      'x-svc-',
      'a lower-case header prefix that ends in -',
    ),
    keyPrefix: reader.matching(
      'KEY_PREFIX',
      /^[a-z0-9_]{1,32}_$/,
      'svc_live_',
      'lower-case letters, digits and _, ending in _',
    ),
    providerABetaHeader: reader.matching(
      'PROVIDER_A_BETA_HEADER',
      /^[a-z0-9-]{1,64}$/,
      'anthropic-beta',
      'a lower-case header name',
    ),
    objectStore: reader.objectStore(),
    compressorUrl: reader.url('COMPRESSOR_URL', ['http:', 'https:']),
    judgeModel: reader.text('JUDGE_MODEL'),
    judgeSampleRate: reader.share('JUDGE_SAMPLE_RATE', 0.05),
    zeroRetentionProviders: new Set(
      reader.someOf('ZERO_RETENTION_PROVIDERS', RETENTION_PROVIDERS, RETENTION_PROVIDERS),
    ),
    judgeDailyBudget: reader.usd('JUDGE_DAILY_BUDGET_USD', '5'),
    payments: reader.oneOf('PAYMENTS', ['sandbox', 'stripe'], 'sandbox'),
    stripe: {
      apiKey: reader.secret('STRIPE_API_KEY', 1),
      webhookSecret: reader.secret('STRIPE_WEBHOOK_SECRET', 1),
      apiBaseUrl: reader.url('STRIPE_API_BASE_URL', ['http:', 'https:']) ?? 'https://api.stripe.com',
    },
    batchCapacity: reader.count('BATCH_CAPACITY', 500_000),
    allowPrivateEndpoints: reader.flag('ALLOW_PRIVATE_ENDPOINTS', false),
    endpointAllowedHosts: reader.allowedHosts('ENDPOINT_ALLOWED_HOSTS'),
    firstByteTimeoutMs: reader.wait('FIRST_BYTE_TIMEOUT', 30 * SECOND_MS, { min: 10 }),
    liveCallTimeoutMs: reader.wait('LIVE_CALL_TIMEOUT', 5 * MINUTE_MS, { min: 10 }),
    bodyMemoryBytes: reader.count('BODY_MEMORY_MB', 256) * MB,
    bodyTimeoutMs: reader.wait('BODY_TIMEOUT', MINUTE_MS, { min: 10 }),
    sessionPinTtlMs: reader.duration('SESSION_PIN_TTL', DAY_MS, { min: SECOND_MS }),
    uploadUrlTtlMs: reader.duration('UPLOAD_URL_TTL', 2 * HOUR_MS, { min: SECOND_MS }),
    uploadRetentionMs: reader.duration('UPLOAD_RETENTION', 48 * HOUR_MS, { min: SECOND_MS }),
    batchResultsRetentionMs: reader.duration('BATCH_RESULTS_RETENTION', 29 * DAY_MS, { min: SECOND_MS }),
    callRetentionMs: reader.durationOrNone('CALL_RETENTION', { min: DAY_MS }),
    ledgerArchiveMs: reader.durationOrNone('LEDGER_ARCHIVE', { min: 31 * DAY_MS }),
    traceRetentionMs: reader.duration('TRACE_RETENTION', 30 * DAY_MS, { min: SECOND_MS }),
    responseRetentionMs: reader.duration('RESPONSE_RETENTION', 30 * DAY_MS, { min: SECOND_MS }),
    shutdownDelayMs: reader.wait('SHUTDOWN_DELAY', 0, { min: 0 }),
    shutdownGraceMs: reader.wait('SHUTDOWN_GRACE', 30 * SECOND_MS, { min: 0 }),
    otlpExport: reader.otlpExport(),
    logLevel: reader.oneOf('LOG_LEVEL', LOG_LEVELS, 'info'),
  };
  reader.checkDistinctPrefixes(settings);
  reader.checkStripeKey(settings);
  reader.checkRole(settings);
  reader.checkDistinctPorts(settings);
  reader.finish();
  return Object.freeze(settings);
}
