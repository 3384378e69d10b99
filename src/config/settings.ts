import path from 'node:path';
import { parseUsd, type PicoUsd } from '../lib/money.js';
import { DAY_MS, HOUR_MS, MINUTE_MS, parseDurationMs, SECOND_MS } from '../lib/durations.js';
import { readObjectStoreAddress, type ObjectStoreAddress } from './object-store-address.js';

/** `api` takes calls and does no scheduled work; `worker` does that alone and answers only probes. */
export type Role = 'all' | 'api' | 'worker';
export type SimulatorMode = 'auto' | 'on' | 'off';
export type LogLevel = 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent';

export interface ProviderSettings {
  readonly baseUrl: string | undefined;
  readonly apiKey: string | undefined;
}

export interface OtlpExportSettings {
  /** The whole address that spans are posted to. */
  readonly url: string;
  /** May hold credentials. */
  readonly headers: Readonly<Record<string, string>>;
  readonly serviceName: string;
}

/** All that the environment decides, typed and checked once at start. Frozen; the only form in which other modules see it. */
export interface Settings {
  readonly host: string;
  readonly port: number;
  readonly publicBaseUrl: string | undefined;
  readonly batchGatewayPort: number | 'off';
  readonly dataDir: string;
  readonly databaseUrl: string | undefined;
  readonly redisUrl: string | undefined;
  readonly role: Role;
  readonly workers: number | 'auto';
  readonly adminToken: string | undefined;
  readonly secretsKey: Buffer | undefined;
  readonly providerA: ProviderSettings;
  readonly providerB: ProviderSettings;
  readonly marketplace: ProviderSettings;
  readonly hosted: ProviderSettings & { readonly messagesBaseUrl: string | undefined };
  readonly simulator: SimulatorMode;
  /** A simulator that runs already: how a primary tells its workers. */
  readonly simulatorUrl: string | undefined;
  readonly catalogPath: string | undefined;
  readonly idPrefixA: string;
  readonly idPrefixB: string;
  readonly headerPrefix: string;
  readonly keyPrefix: string;
  readonly providerABetaHeader: string;
  readonly objectStore: ObjectStoreAddress;
  readonly compressorUrl: string | undefined;
  readonly judgeModel: string | undefined;
  readonly judgeSampleRate: number;
  /** Providers whose accounts keep nothing by agreement; the marketplace is asked with each call. */
  readonly zeroRetentionProviders: ReadonlySet<RetentionProvider>;
  /** What the judge model may cost the service on one day (UTC), over all processes. */
  readonly judgeDailyBudget: PicoUsd;
  readonly payments: 'sandbox' | 'stripe';
  readonly stripe: StripeSettings;
  readonly batchCapacity: number;
  readonly allowPrivateEndpoints: boolean;
  readonly liveCallTimeoutMs: number;
  readonly sessionPinTtlMs: number;
  readonly uploadUrlTtlMs: number;
  readonly uploadRetentionMs: number;
  readonly batchResultsRetentionMs: number;
  readonly traceRetentionMs: number;
  readonly shutdownGraceMs: number;
  /** Where the gateway's own spans are exported to, by OTLP/HTTP. */
  readonly otlpExport: OtlpExportSettings | undefined;
  readonly logLevel: LogLevel;
}

export interface StripeSettings {
  readonly apiKey: string | undefined;
  /** Signs what Stripe posts to us; without one its posts are refused. */
  readonly webhookSecret: string | undefined;
  readonly apiBaseUrl: string;
}
const RETENTION_PROVIDERS = ['provider_a', 'provider_b', 'hosted'] as const;
export type RetentionProvider = (typeof RETENTION_PROVIDERS)[number];

export type Environment = Readonly<Record<string, string | undefined>>;

/** The start must stop: one line per fault, naming the variable, what it got and what it takes. */
export class InvalidSettingsError extends Error {
  constructor(readonly faults: readonly string[]) {
    super(faults.join('\n'));
    this.name = 'InvalidSettingsError';
  }
}

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
const SECRETS_KEY_BYTES = 32;
const DEFAULT_DATA_DIR = '.data';
const OBJECT_STORE_TAKES =
  'file:///directory or s3://bucket/prefix?endpoint=…&region=…&path_style=true|false';
const MAX_TIMER_MS = 2 ** 31 - 1;

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
    dataDir: reader.text('DATA_DIR') ?? DEFAULT_DATA_DIR,
    databaseUrl: reader.url('DATABASE_URL', ['postgres:', 'postgresql:']),
    redisUrl: reader.url('REDIS_URL', ['redis:', 'rediss:']),
    role: reader.oneOf('ROLE', ['all', 'api', 'worker'], 'all'),
    workers: reader.workers(),
    adminToken: reader.secret('ADMIN_TOKEN', 16),
    secretsKey: reader.base64Key('SECRETS_KEY', SECRETS_KEY_BYTES),
    providerA: {
      baseUrl: reader.url('PROVIDER_A_BASE_URL', ['http:', 'https:']) ?? 'https://api.anthropic.com',
      apiKey: reader.secret('PROVIDER_A_API_KEY', 1) ?? reader.secret('ANTHROPIC_API_KEY', 1),
    },
    providerB: {
      baseUrl: reader.url('PROVIDER_B_BASE_URL', ['http:', 'https:']) ?? 'https://api.openai.com/v1',
      apiKey: reader.secret('PROVIDER_B_API_KEY', 1) ?? reader.secret('OPENAI_API_KEY', 1),
    },
    marketplace: {
      baseUrl: reader.url('MARKETPLACE_BASE_URL', ['http:', 'https:']) ?? 'https://openrouter.ai/api/v1',
      apiKey: reader.secret('MARKETPLACE_API_KEY', 1) ?? reader.secret('OPENROUTER_API_KEY', 1),
    },
    hosted: {
      baseUrl: reader.url('HOSTED_BASE_URL', ['http:', 'https:']),
      messagesBaseUrl: reader.url('HOSTED_MESSAGES_BASE_URL', ['http:', 'https:']),
      apiKey: reader.secret('HOSTED_API_KEY', 1),
    },
    simulator: reader.oneOf('SIMULATOR', ['auto', 'on', 'off'], 'auto'),
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
    liveCallTimeoutMs: reader.duration('LIVE_CALL_TIMEOUT', 5 * MINUTE_MS, { min: 10 }),
    sessionPinTtlMs: reader.duration('SESSION_PIN_TTL', DAY_MS, { min: SECOND_MS }),
    uploadUrlTtlMs: reader.duration('UPLOAD_URL_TTL', 2 * HOUR_MS, { min: SECOND_MS }),
    uploadRetentionMs: reader.duration('UPLOAD_RETENTION', 48 * HOUR_MS, { min: SECOND_MS }),
    batchResultsRetentionMs: reader.duration('BATCH_RESULTS_RETENTION', 29 * DAY_MS, { min: SECOND_MS }),
    traceRetentionMs: reader.duration('TRACE_RETENTION', 30 * DAY_MS, { min: SECOND_MS }),
    shutdownGraceMs: reader.duration('SHUTDOWN_GRACE', 30 * SECOND_MS, { min: 0 }),
    otlpExport: reader.otlpExport(),
    logLevel: reader.oneOf('LOG_LEVEL', LOG_LEVELS, 'info'),
  };
  reader.checkDistinctPrefixes(settings);
  reader.checkStripeKey(settings);
  reader.checkRole(settings);
  reader.finish();
  return Object.freeze(settings);
}

class SettingsReader {
  private readonly faults: string[] = [];

  constructor(private readonly environment: Environment) {}

  text(name: string): string | undefined {
    const value = this.environment[name]?.trim();
    return value === undefined || value === '' ? undefined : value;
  }

  /** A secret's value is never repeated in a fault. */
  secret(name: string, minLength: number): string | undefined {
    const value = this.text(name);
    if (value === undefined) return undefined;
    if (value.length < minLength)
      this.fault(name, 'a value that is too short', `at least ${minLength} characters`);
    if (!/^[\x21-\x7e]+$/.test(value))
      this.fault(name, 'a value with blanks or non-ASCII characters', 'printable ASCII');
    return value;
  }

  oneOf<const T extends string>(name: string, choices: readonly T[], fallback: T): T {
    const value = this.text(name);
    if (value === undefined) return fallback;
    const choice = choices.find((candidate) => candidate === value);
    if (choice === undefined) this.fault(name, quote(value), `one of ${choices.join(', ')}`);
    return choice ?? fallback;
  }

  /** A list with commas; `none` is the empty one. */
  someOf<const T extends string>(name: string, choices: readonly T[], fallback: readonly T[]): readonly T[] {
    const value = this.text(name);
    if (value === undefined) return fallback;
    if (value === 'none') return [];
    const words = value.split(',').map((word) => word.trim());
    const known = choices.filter((choice) => words.includes(choice));
    if (words.some((word) => !choices.some((choice) => choice === word)))
      this.fault(name, quote(value), `none, or some of ${choices.join(', ')} with commas between`);
    return known;
  }

  matching(name: string, pattern: RegExp, fallback: string, takes: string): string {
    const value = this.text(name);
    if (value === undefined) return fallback;
    if (!pattern.test(value)) this.fault(name, quote(value), takes);
    return value;
  }

  flag(name: string, fallback: boolean): boolean {
    return this.oneOf(name, ['true', 'false'], fallback ? 'true' : 'false') === 'true';
  }

  port(name: string, fallback: number): number {
    const value = this.text(name);
    if (value === undefined) return fallback;
    const port = /^\d{1,5}$/.test(value) ? Number(value) : Number.NaN;
    if (!(port >= 0 && port <= 65_535))
      this.fault(name, quote(value), 'a port from 0 (any free one) to 65535');
    return port;
  }

  portOrOff(name: string, fallback: number): number | 'off' {
    return this.text(name) === 'off' ? 'off' : this.port(name, fallback);
  }

  workers(): number | 'auto' {
    const value = this.text('WORKERS');
    if (value === undefined) return 1;
    if (value === 'auto') return 'auto';
    const count = /^\d{1,3}$/.test(value) ? Number(value) : Number.NaN;
    if (!(count >= 1 && count <= 256)) this.fault('WORKERS', quote(value), 'a number from 1 to 256, or auto');
    return count;
  }

  url(name: string, protocols: readonly string[]): string | undefined {
    const value = this.text(name);
    if (value === undefined) return undefined;
    const takes = `an address that starts with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`;
    // Addresses may hold a password: the fault never repeats them.
    if (!URL.canParse(value) || !protocols.includes(new URL(value).protocol)) {
      this.fault(name, 'something else', takes);
      return undefined;
    }
    return value.replace(/\/+$/, '');
  }

  objectStore(): ObjectStoreAddress {
    const byDefault: ObjectStoreAddress = {
      kind: 'disk',
      directory: path.resolve(this.text('DATA_DIR') ?? DEFAULT_DATA_DIR, 'objects'),
    };
    const value = this.text('OBJECT_STORE_URL');
    if (value === undefined) return byDefault;
    const address = readObjectStoreAddress(value);
    if (address === undefined) this.fault('OBJECT_STORE_URL', 'something else', OBJECT_STORE_TAKES);
    return address ?? byDefault;
  }

  duration(name: string, fallback: number, { min }: { min: number }): number {
    const value = this.text(name);
    if (value === undefined) return fallback;
    const ms = parseDurationMs(value);
    if (ms === undefined || ms < min || ms > MAX_TIMER_MS * 400) {
      this.fault(name, quote(value), `a duration such as 250ms, 30s, 5m, 24h, 29d, at least ${min}ms`);
      return fallback;
    }
    return ms;
  }

  share(name: string, fallback: number): number {
    const value = this.text(name);
    if (value === undefined) return fallback;
    const share = /^\d(\.\d+)?$/.test(value) ? Number(value) : Number.NaN;
    if (!(share >= 0 && share <= 1)) this.fault(name, quote(value), 'a share from 0 to 1');
    return share;
  }

  usd(name: string, fallback: string): PicoUsd {
    const value = this.text(name) ?? fallback;
    if (/^\d{1,9}(\.\d{1,12})?$/.test(value)) return parseUsd(value);
    this.fault(name, quote(value), 'an amount of USD such as 5 or 0.50');
    return 0n;
  }

  count(name: string, fallback: number): number {
    const value = this.text(name);
    if (value === undefined) return fallback;
    const count = /^\d{1,12}$/.test(value) ? Number(value) : Number.NaN;
    if (!(count >= 1)) this.fault(name, quote(value), 'a whole number of at least 1');
    return count;
  }

  base64Key(name: string, bytes: number): Buffer | undefined {
    const value = this.text(name);
    if (value === undefined) return undefined;
    const key = Buffer.from(value, 'base64');
    if (key.length !== bytes)
      this.fault(name, `a value that decodes to ${key.length} bytes`, `${bytes} bytes in base64`);
    return key;
  }

  /** By the names that OpenTelemetry gives them; off without an endpoint. */
  otlpExport(): OtlpExportSettings | undefined {
    const own = this.url('OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', ['http:', 'https:']);
    const common = this.url('OTEL_EXPORTER_OTLP_ENDPOINT', ['http:', 'https:']);
    const headers = this.headers('OTEL_EXPORTER_OTLP_HEADERS');
    const url = own ?? (common === undefined ? undefined : `${common}/v1/traces`);
    const serviceName = this.text('OTEL_SERVICE_NAME') ?? 'inference-gateway';
    return url === undefined ? undefined : { url, headers, serviceName };
  }

  /** `name=value` pairs with commas between them, values percent-encoded. They may be secrets: a fault repeats none. */
  private headers(name: string): Readonly<Record<string, string>> {
    const pairs = this.text(name)?.split(',') ?? [];
    const headers: Record<string, string> = {};
    for (const pair of pairs) {
      const match = /^\s*([A-Za-z0-9-]+)\s*=\s*((?:[^%\s]|%[0-9A-Fa-f]{2}| )*?)\s*$/.exec(pair);
      if (match === null) this.fault(name, 'something else', 'name=value pairs with commas between them');
      else
        headers[(match[1] ?? '').toLowerCase()] = Buffer.from(
          unescapeBytes(match[2] ?? ''),
          'latin1',
        ).toString();
    }
    return headers;
  }

  checkDistinctPrefixes({ idPrefixA, idPrefixB }: Settings): void {
    if (idPrefixA === idPrefixB)
      this.fault('ID_PREFIX_B', quote(idPrefixB), 'another value than ID_PREFIX_A');
  }

  checkStripeKey({ payments, stripe }: Settings): void {
    if (payments === 'stripe' && stripe.apiKey === undefined)
      this.fault('STRIPE_API_KEY', 'nothing', 'a secret key of Stripe, because PAYMENTS is stripe');
  }

  checkRole({ role, databaseUrl }: Settings): void {
    if (role !== 'all' && databaseUrl === undefined)
      this.fault('ROLE', quote(role), 'DATABASE_URL besides, because other processes do the rest');
  }

  finish(): void {
    if (this.faults.length > 0) throw new InvalidSettingsError(this.faults);
  }

  private fault(name: string, got: string, takes: string): void {
    this.faults.push(`${name}: got ${got}; it takes ${takes}.`);
  }
}

/** Percent-encoded bytes as characters of their value; unlike `decodeURIComponent` it takes any. */
function unescapeBytes(value: string): string {
  return value.replace(/%([0-9A-Fa-f]{2})/g, (_all, hex: string) => String.fromCharCode(parseInt(hex, 16)));
}

function quote(value: string): string {
  return JSON.stringify(value.length > 60 ? `${value.slice(0, 60)}…` : value);
}
