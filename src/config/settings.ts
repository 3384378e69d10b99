import type { AllowedHosts } from '../lib/allowed-hosts.js';
import type { PicoUsd } from '../lib/money.js';
import type { ObjectStoreAddress } from './object-store-address.js';

/** `api` takes calls and does no scheduled work; `worker` does that alone and answers only probes. */
export type Role = 'all' | 'api' | 'worker';
export type SimulatorMode = 'auto' | 'on' | 'off';
export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** One of several keys that the service has at a provider. */
export interface AccountSettings {
  readonly name: string;
  readonly apiKey: string;
  /** Above 0: how large a part of the calls it takes, against the weights of the others. */
  readonly weight: number;
  /** As the provider knows them; undefined: all. */
  readonly models: readonly string[] | undefined;
}

export interface ProviderSettings {
  readonly baseUrl: string | undefined;
  /** None: the provider is not configured. */
  readonly accounts: readonly AccountSettings[];
}

export interface OtlpExportSettings {
  /** The whole address that spans are posted to. */
  readonly url: string;
  /** May hold credentials. */
  readonly headers: Readonly<Record<string, string>>;
  readonly serviceName: string;
}

export interface StripeSettings {
  readonly apiKey: string | undefined;
  /** Signs what Stripe posts to us; without one its posts are refused. */
  readonly webhookSecret: string | undefined;
  readonly apiBaseUrl: string;
}

export const RETENTION_PROVIDERS = ['provider_a', 'provider_b', 'hosted'] as const;
export type RetentionProvider = (typeof RETENTION_PROVIDERS)[number];

/** Pages of which origins may call the service from a browser: any, or these. */
export type AllowedOrigins = '*' | ReadonlySet<string>;

/** All that the environment decides, typed and checked once at start. Frozen; the only form in which other modules see it. */
export interface Settings {
  readonly host: string;
  readonly port: number;
  readonly publicBaseUrl: string | undefined;
  readonly batchGatewayPort: number | 'off';
  /** Undefined: no page of another origin may. */
  readonly corsOrigins: AllowedOrigins | undefined;
  readonly dataDir: string;
  readonly databaseUrl: string | undefined;
  readonly redisUrl: string | undefined;
  /** A ClickHouse server for spans; undefined: PostgreSQL keeps them. */
  readonly tracesUrl: string | undefined;
  readonly role: Role;
  readonly workers: number | 'auto';
  /** Whether the web console and its sessions are served. */
  readonly console: boolean;
  readonly adminToken: string | undefined;
  readonly secretsKey: Buffer | undefined;
  /** Keys that it took the place of: they still open what they sealed. */
  readonly formerSecretsKeys: readonly Buffer[];
  readonly providerA: ProviderSettings;
  readonly providerB: ProviderSettings;
  readonly marketplace: ProviderSettings;
  readonly hosted: ProviderSettings & { readonly messagesBaseUrl: string | undefined };
  readonly simulator: SimulatorMode;
  /** How its calls fail (`src/lib/fault-plan.ts`); empty: they do not. */
  readonly simulatorFaults: string;
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
  /** Endpoints may be there over http and in private networks. */
  readonly endpointAllowedHosts: AllowedHosts;
  readonly liveCallTimeoutMs: number;
  /** How long a stream may send nothing before another account or model is asked. */
  readonly firstByteTimeoutMs: number;
  /** Memory for request bodies in work, of one process. */
  readonly bodyMemoryBytes: number;
  /** What any body may take to arrive; long ones have more. */
  readonly bodyTimeoutMs: number;
  readonly sessionPinTtlMs: number;
  readonly uploadUrlTtlMs: number;
  readonly uploadRetentionMs: number;
  readonly batchResultsRetentionMs: number;
  /** How long calls are kept in the call log; undefined: for ever. */
  readonly callRetentionMs: number | undefined;
  /** After how long charges leave the ledger into files; undefined: never. */
  readonly ledgerArchiveMs: number | undefined;
  readonly traceRetentionMs: number;
  readonly responseRetentionMs: number;
  /** How long a stopping process still takes calls while its probe says that it stops. */
  readonly shutdownDelayMs: number;
  readonly shutdownGraceMs: number;
  /** Where the gateway's own spans are exported to, by OTLP/HTTP. */
  readonly otlpExport: OtlpExportSettings | undefined;
  readonly logLevel: LogLevel;
}

export type Environment = Readonly<Record<string, string | undefined>>;

/** The start must stop: one line per fault, naming the variable, what it got and what it takes. */
export class InvalidSettingsError extends Error {
  constructor(readonly faults: readonly string[]) {
    super(faults.join('\n'));
    this.name = 'InvalidSettingsError';
  }
}
