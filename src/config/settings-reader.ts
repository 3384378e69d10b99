import path from 'node:path';
import { withoutApiPath } from '../lib/api-path.js';
import { NO_HOSTS, parseAllowedHosts, type AllowedHosts } from '../lib/allowed-hosts.js';
import { parseFaultPlan } from '../lib/fault-plan.js';
import { DAY_MS, parseDurationMs, printDuration } from '../lib/durations.js';
import { parseUsd, type PicoUsd } from '../lib/money.js';
import { readAccounts, withModels } from './read-accounts.js';
import { readObjectStoreAddress, type ObjectStoreAddress } from './object-store-address.js';
import {
  InvalidSettingsError,
  type AccountSettings,
  type AllowedOrigins,
  type Environment,
  type OtlpExportSettings,
  type Settings,
} from './settings.js';

export const DEFAULT_DATA_DIR = '.data';
const OBJECT_STORE_TAKES =
  'file:///directory or s3://bucket/prefix?endpoint=…&public_endpoint=…&region=…&path_style=true|false';
const BASE64 = /^[A-Za-z0-9+/_-]+={0,2}$/;
/** 27 years: beyond it is a slip. */
const LONGEST_MS = 9_942 * DAY_MS;
/** Node's timers take 2^31 - 1 ms, and what is longer is over at once; some are this and a little more. */
const LONGEST_TIMER_MS = 24 * DAY_MS;

/** Reads variables one by one, each by its form, and gathers what is wrong with them; `finish` throws that together. */
export class SettingsReader {
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
    if (!URL.canParse(value) || !protocols.includes(new URL(value).protocol)) {
      this.fault(name, kindOfAddress(value), takes);
      return undefined;
    }
    return value.replace(/\/+$/, '');
  }

  /** An address whose user, password and path are read by decoding them; a `%` that begins no character would end the start. */
  decodableUrl(name: string, protocols: readonly string[]): string | undefined {
    const value = this.url(name, protocols);
    if (value === undefined) return undefined;
    const { username, password, pathname } = new URL(value);
    if ([username, password, pathname].every(canBeDecoded)) return value;
    this.fault(name, 'an address with a % that begins no encoded character', 'a % of its own as %25');
    return undefined;
  }

  /** Origins with commas between, or `*`. A browser writes the scheme and host in lower case and leaves out the usual port. */
  origins(name: string): AllowedOrigins | undefined {
    const value = this.text(name);
    if (value === undefined || value === '*') return value;
    const origins = value.split(',').map((origin) => origin.trim());
    if (!origins.every(isOrigin))
      this.fault(
        name,
        quote(value),
        '*, or origins as browsers send them (https://app.example.com, http://localhost:3000) with commas between',
      );
    return new Set(origins);
  }

  /** An address that paths are appended to. */
  baseUrl(name: string): string | undefined {
    const value = this.url(name, ['http:', 'https:']);
    if (value !== undefined && withoutApiPath(value) !== value)
      this.fault(
        name,
        'an address with the path of a call at its end',
        'the address that such paths are appended to',
      );
    return value;
  }

  objectStore(): ObjectStoreAddress {
    const byDefault: ObjectStoreAddress = {
      kind: 'disk',
      directory: path.resolve(this.text('DATA_DIR') ?? DEFAULT_DATA_DIR, 'objects'),
    };
    const value = this.text('OBJECT_STORE_URL');
    if (value === undefined) return byDefault;
    const address = readObjectStoreAddress(value);
    if (address === undefined) this.fault('OBJECT_STORE_URL', kindOfAddress(value), OBJECT_STORE_TAKES);
    return address ?? byDefault;
  }

  /** What a timer waits for. */
  wait(name: string, fallback: number, { min }: { min: number }): number {
    return this.duration(name, fallback, { min, max: LONGEST_TIMER_MS });
  }

  duration(name: string, fallback: number, { min, max = LONGEST_MS }: { min: number; max?: number }): number {
    const value = this.text(name);
    if (value === undefined) return fallback;
    const ms = parseDurationMs(value);
    if (ms === undefined || ms < min || ms > max) {
      const bounds = `from ${printDuration(min)} to ${printDuration(max)}`;
      this.fault(name, quote(value), `a duration such as 250ms, 30s, 5m, 24h, 29d, ${bounds}`);
      return fallback;
    }
    return ms;
  }

  /** `none`, as when it is not given: for ever. */
  durationOrNone(name: string, bounds: { min: number }): number | undefined {
    const value = this.text(name);
    return value === undefined || value === 'none' ? undefined : this.duration(name, 0, bounds);
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
    return value === undefined ? undefined : this.readKey(name, value, bytes);
  }

  /** Several with commas between. */
  base64Keys(name: string, bytes: number): readonly Buffer[] {
    const values = this.text(name)?.split(',') ?? [];
    return values.map((value) => this.readKey(name, value.trim(), bytes));
  }

  private readKey(name: string, value: string, bytes: number): Buffer {
    const key = Buffer.from(value, 'base64');
    // What is no base64 is passed over by the decoder, and a damaged key would be another key.
    if (!BASE64.test(value)) this.fault(name, 'a value that is no base64', `${bytes} bytes in base64`);
    else if (key.length !== bytes)
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

  /**
   * A provider's accounts: of `…_API_KEYS`, which wins, or the single one of `…_API_KEY` or its usual name. No fault repeats a key.
   * @param provider what the names of its variables begin with
   */
  accounts(provider: string, usualName?: string): readonly AccountSettings[] {
    const several = this.text(`${provider}_API_KEYS`);
    const single =
      this.secret(`${provider}_API_KEY`, 1) ??
      (usualName === undefined ? undefined : this.secret(usualName, 1));
    let accounts: readonly AccountSettings[] =
      single === undefined ? [] : [{ name: 'default', apiKey: single, weight: 1, models: undefined }];
    if (several !== undefined)
      accounts = this.reading(`${provider}_API_KEYS`, 'name=key@weight with commas between', accounts, () =>
        readAccounts(several),
      );
    const models = this.text(`${provider}_ACCOUNT_MODELS`);
    if (models === undefined) return accounts;
    return this.reading(`${provider}_ACCOUNT_MODELS`, 'name=model|model with commas between', accounts, () =>
      withModels(accounts, models),
    );
  }

  private reading<T>(name: string, takes: string, fallback: T, read: () => T): T {
    try {
      return read();
    } catch (error) {
      this.fault(name, error instanceof Error ? error.message : 'something else', takes);
      return fallback;
    }
  }

  allowedHosts(name: string): AllowedHosts {
    const value = this.text(name) ?? '';
    const takes =
      'host names, *.suffix and CIDRs (10.0.0.0/8, fd00::/8) with commas between, without scheme and port';
    return this.reading(name, takes, NO_HOSTS, () => parseAllowedHosts(value));
  }

  /** A plan of the simulator's faults. */
  faultPlan(name: string): string {
    const value = this.text(name) ?? '';
    return this.reading(name, 'rules like vendora/*=529@0.2 with commas between', value, () => {
      parseFaultPlan(value);
      return value;
    });
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

  checkDistinctPorts({ port, batchGatewayPort, role }: Settings): void {
    if (role !== 'worker' && port !== 0 && port === batchGatewayPort)
      this.fault('BATCH_GATEWAY_PORT', quote(String(port)), 'another port than PORT, or off');
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

/** As in an `Origin` header. Apps have schemes of their own (`tauri://localhost`), of which the parser knows no origin. */
function isOrigin(value: string): boolean {
  if (!URL.canParse(value)) return false;
  const { protocol, origin } = new URL(value);
  const isWeb = protocol === 'http:' || protocol === 'https:';
  return isWeb ? origin === value : /^[a-z][a-z0-9+.-]*:\/\/[^\s/?#@]+$/.test(value);
}

function canBeDecoded(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

/** Addresses may hold a password, and are never repeated whole. */
function kindOfAddress(value: string): string {
  return URL.canParse(value)
    ? `an address that starts with ${new URL(value).protocol}`
    : 'text that is no address';
}

function quote(value: string): string {
  return JSON.stringify(value.length > 60 ? `${value.slice(0, 60)}…` : value);
}
