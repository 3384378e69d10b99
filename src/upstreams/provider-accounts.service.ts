import { Inject, Injectable } from '@nestjs/common';
import type { UpstreamId } from '../catalog/catalog-model.js';
import { SETTINGS } from '../config/config.module.js';
import type { ProviderSettings, Settings } from '../config/settings.js';
import { GatewayError } from '../lib/gateway-error.js';
import { ConfiguredUpstreams } from '../projects/configured-upstreams.js';
import { SIMULATOR_ADDRESS, type SimulatorAddress } from './simulator-address.js';

export class ProviderNotConfiguredError extends GatewayError {
  constructor(upstream: UpstreamId) {
    super({
      status: 503,
      code: 'provider_not_configured',
      message: `No account is configured for ${upstream} on this gateway, so this model cannot be called. Its operator can set the provider's API key.`,
      // SDKs would wait out two minutes before they show it, for a setting that only the operator can change.
      headers: { 'retry-after': '60', 'x-should-retry': 'false' },
    });
  }
}

/** Where one of our own provider accounts is reached, and with which headers. */
export interface ProviderAccount {
  readonly origin: string;
  /** Path prefix without a trailing slash. */
  readonly basePath: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Path of chat in the account's own dialect. */
  readonly chatPath: string;
  /** Headers of a chat request, made once: for a whole answer, and for a stream. */
  readonly wholeHeaders: Readonly<Record<string, string>>;
  readonly streamHeaders: Readonly<Record<string, string>>;
}

/** The service's accounts at the providers; with the simulator on, all of them lead there. */
@Injectable()
export class ProviderAccounts extends ConfiguredUpstreams {
  private readonly chat: ReadonlyMap<UpstreamId, ProviderAccount>;
  private readonly upstreams: ReadonlySet<UpstreamId>;
  private readonly hostedMessages: ProviderAccount | undefined;

  constructor(@Inject(SETTINGS) settings: Settings, @Inject(SIMULATOR_ADDRESS) simulator: SimulatorAddress) {
    super();
    const { providerA, providerB, marketplace, hosted } =
      simulator.url === undefined ? settings : simulated(simulator.url);
    const accounts: [UpstreamId, ProviderAccount | undefined][] = [
      ['provider_a', anthropicAccount(providerA.baseUrl, providerA.apiKey)],
      ['provider_b', bearerAccount(providerB)],
      ['marketplace', bearerAccount(marketplace)],
      ['hosted', bearerAccount(hosted)],
    ];
    this.chat = new Map(
      accounts.filter((entry): entry is [UpstreamId, ProviderAccount] => entry[1] !== undefined),
    );
    this.upstreams = new Set(this.chat.keys());
    this.hostedMessages = anthropicAccount(hosted.messagesBaseUrl, hosted.apiKey);
  }

  /** Upstreams that have an account. */
  override list(): ReadonlySet<UpstreamId> {
    return this.upstreams;
  }

  /** @throws ProviderNotConfiguredError (503) */
  get(upstream: UpstreamId): ProviderAccount {
    const account = this.chat.get(upstream);
    if (account === undefined) throw new ProviderNotConfiguredError(upstream);
    return account;
  }

  get hasHostedMessages(): boolean {
    return this.hostedMessages !== undefined;
  }

  /** The hosted provider's Messages-compatible address. @throws ProviderNotConfiguredError (503) */
  getHostedMessages(): ProviderAccount {
    if (this.hostedMessages === undefined) throw new ProviderNotConfiguredError('hosted');
    return this.hostedMessages;
  }
}

const JSON_HEADERS = { 'content-type': 'application/json', 'accept-encoding': 'identity' };
/** What calls that we build ourselves speak (wire notes 1.1). */
const ANTHROPIC_VERSION = { 'anthropic-version': '2023-06-01' };

function bearerAccount({ baseUrl, apiKey }: ProviderSettings): ProviderAccount | undefined {
  if (baseUrl === undefined || apiKey === undefined) return undefined;
  return account({
    baseUrl,
    chat: '/chat/completions',
    headers: { authorization: `Bearer ${apiKey}` },
    chatHeaders: JSON_HEADERS,
  });
}

function anthropicAccount(
  baseUrl: string | undefined,
  apiKey: string | undefined,
): ProviderAccount | undefined {
  if (baseUrl === undefined || apiKey === undefined) return undefined;
  const chatHeaders = { ...JSON_HEADERS, ...ANTHROPIC_VERSION };
  return account({ baseUrl, chat: '/v1/messages', headers: { 'x-api-key': apiKey }, chatHeaders });
}

function account({
  baseUrl,
  chat,
  headers,
  chatHeaders,
}: {
  baseUrl: string;
  chat: string;
  headers: Record<string, string>;
  chatHeaders: Record<string, string>;
}): ProviderAccount {
  const { origin, pathname } = new URL(baseUrl);
  const basePath = pathname.replace(/\/+$/, '');
  return {
    origin,
    basePath,
    headers,
    chatPath: `${basePath}${chat}`,
    wholeHeaders: { ...headers, ...chatHeaders, accept: 'application/json' },
    streamHeaders: { ...headers, ...chatHeaders, accept: 'text/event-stream' },
  };
}

function simulated(url: string): Pick<Settings, 'providerA' | 'providerB' | 'marketplace' | 'hosted'> {
  const apiKey = 'key-of-the-simulator';
  return {
    providerA: { baseUrl: `${url}/provider-a`, apiKey },
    providerB: { baseUrl: `${url}/provider-b/v1`, apiKey },
    marketplace: { baseUrl: `${url}/marketplace/api/v1`, apiKey },
    hosted: { baseUrl: `${url}/hosted/v1`, messagesBaseUrl: `${url}/hosted/anthropic`, apiKey },
  };
}
