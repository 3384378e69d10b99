import type { PicoUsd } from '../lib/money.js';
import type { ObjectStoreAddress } from './object-store-address.js';

/** `api` takes calls and does no scheduled work; `worker` does that alone and answers only probes. */
export type Role = 'all' | 'api' | 'worker';
export type SimulatorMode = 'auto' | 'on' | 'off';
export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

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
  readonly role: Role;
  readonly workers: number | 'auto';
  /** Whether the web console and its sessions are served. */
  readonly console: boolean;
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
  /** Memory for request bodies in work, of one process. */
  readonly bodyMemoryBytes: number;
  /** What any body may take to arrive; long ones have more. */
  readonly bodyTimeoutMs: number;
  readonly sessionPinTtlMs: number;
  readonly uploadUrlTtlMs: number;
  readonly uploadRetentionMs: number;
  readonly batchResultsRetentionMs: number;
  readonly traceRetentionMs: number;
  readonly responseRetentionMs: number;
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
