import { createHash } from 'node:crypto';
import { UPSTREAM_IDS, type UpstreamId } from '../../catalog/catalog-model.js';
import type { AccountSettings, ProviderSettings, Settings } from '../../config/settings.js';
import type { OwnKeyProvider } from '../../projects/provider-keys/provider-key.js';
import type { PooledAccount } from './account-pool.js';

/** Where a provider is reached with one key, and with which headers. */
export interface AccountDoor {
  readonly origin: string;
  /** Path prefix without a trailing slash. */
  readonly basePath: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Path of chat in the provider's own dialect. */
  readonly chatPath: string;
  /** Headers of a chat request, made once: for a whole answer, and for a stream. */
  readonly wholeHeaders: Readonly<Record<string, string>>;
  readonly streamHeaders: Readonly<Record<string, string>>;
}

/** One of the service's own accounts at a provider. */
export interface ProviderAccount extends AccountDoor, PooledAccount {
  readonly provider: UpstreamId;
  /** Tells this key from another one of the same name, and not what it is. */
  readonly fingerprint: string;
  /** The provider's Messages-compatible address; of the hosted provider, where it has one. */
  readonly messages: AccountDoor | undefined;
}

const JSON_HEADERS = { 'content-type': 'application/json', 'accept-encoding': 'identity' };
/** What calls that we build ourselves speak (wire notes 1.1). */
const ANTHROPIC_VERSION = { 'anthropic-version': '2023-06-01' };
const FINGERPRINT_CHARACTERS = 16;

type OwnKeySettings = 'providerA' | 'providerB' | 'marketplace';
const OWN_KEY_SETTINGS: Readonly<Record<OwnKeyProvider, OwnKeySettings>> = {
  provider_a: 'providerA',
  provider_b: 'providerB',
  marketplace: 'marketplace',
};
const SIMULATED_PATHS: Readonly<Record<OwnKeyProvider, string>> = {
  provider_a: '/provider-a',
  provider_b: '/provider-b/v1',
  marketplace: '/marketplace/api/v1',
};

type Providers = Pick<Settings, 'providerA' | 'providerB' | 'marketplace' | 'hosted'>;

/** All accounts of the settings; of the simulator at `simulatorUrl` when it is on, under the same names. */
export function accountsOf(
  settings: Providers,
  simulatorUrl: string | undefined,
): Map<UpstreamId, ProviderAccount[]> {
  const { providerA, providerB, marketplace, hosted } =
    simulatorUrl === undefined ? settings : simulated(settings, simulatorUrl);
  const providers: Record<UpstreamId, ProviderSettings & { messagesBaseUrl?: string | undefined }> = {
    provider_a: providerA,
    provider_b: providerB,
    marketplace,
    hosted,
  };
  return new Map(
    UPSTREAM_IDS.map((provider) => {
      const { baseUrl, messagesBaseUrl, accounts } = providers[provider];
      if (baseUrl === undefined) return [provider, []];
      const opened = accounts.map((account) => ({
        ...doorOf(provider, baseUrl, account.apiKey),
        ...identityOf(provider, account),
        messages: messagesBaseUrl === undefined ? undefined : anthropicDoor(messagesBaseUrl, account.apiKey),
      }));
      return [provider, opened];
    }),
  );
}

/** The name of the account that a project's own key opens. */
export const OWN_ACCOUNT = 'own';

/** A project's own account; with the simulator on, which knows accounts by their names, that key too stays here. */
export function ownAccount(
  settings: Pick<Settings, OwnKeySettings>,
  simulatorUrl: string | undefined,
  { provider, apiKey }: { readonly provider: OwnKeyProvider; readonly apiKey: string },
): ProviderAccount {
  const { baseUrl } = settings[OWN_KEY_SETTINGS[provider]];
  const address = simulatorUrl === undefined ? baseUrl : simulatorUrl + SIMULATED_PATHS[provider];
  // Each of these has an address without being told one.
  if (address === undefined) throw new Error(`${provider} has no address`);
  const sent = simulatorUrl === undefined ? apiKey : `key-of-the-simulator.${OWN_ACCOUNT}`;
  const identity = identityOf(provider, { name: OWN_ACCOUNT, apiKey, weight: 1, models: undefined });
  return { ...doorOf(provider, address, sent), ...identity, messages: undefined };
}

/** How a provider is called with a key. */
export function doorOf(provider: UpstreamId, baseUrl: string, apiKey: string): AccountDoor {
  return provider === 'provider_a' ? anthropicDoor(baseUrl, apiKey) : bearerDoor(baseUrl, apiKey);
}

function identityOf(provider: UpstreamId, { name, apiKey, weight, models }: AccountSettings) {
  const fingerprint = createHash('sha256').update(apiKey).digest('hex').slice(0, FINGERPRINT_CHARACTERS);
  return { provider, name, weight, models, fingerprint };
}

function bearerDoor(baseUrl: string, apiKey: string): AccountDoor {
  const headers = { authorization: `Bearer ${apiKey}` };
  return door({ baseUrl, chat: '/chat/completions', headers, chatHeaders: JSON_HEADERS });
}

function anthropicDoor(baseUrl: string, apiKey: string): AccountDoor {
  const chatHeaders = { ...JSON_HEADERS, ...ANTHROPIC_VERSION };
  return door({ baseUrl, chat: '/v1/messages', headers: { 'x-api-key': apiKey }, chatHeaders });
}

function door({
  baseUrl,
  chat,
  headers,
  chatHeaders,
}: {
  baseUrl: string;
  chat: string;
  headers: Record<string, string>;
  chatHeaders: Record<string, string>;
}): AccountDoor {
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

const SIMULATED: readonly AccountSettings[] = [
  { name: 'default', apiKey: 'key-of-the-simulator', weight: 1, models: undefined },
];

/** The real keys stay here: the simulator knows accounts by their names. */
function simulated(settings: Providers, url: string): Providers {
  const at = ({ accounts }: ProviderSettings): readonly AccountSettings[] =>
    accounts.length === 0
      ? SIMULATED
      : accounts.map((account) => ({
          ...account,
          apiKey:
            account.name === 'default' ? 'key-of-the-simulator' : `key-of-the-simulator.${account.name}`,
        }));
  return {
    providerA: { baseUrl: url + SIMULATED_PATHS.provider_a, accounts: at(settings.providerA) },
    providerB: { baseUrl: url + SIMULATED_PATHS.provider_b, accounts: at(settings.providerB) },
    marketplace: { baseUrl: url + SIMULATED_PATHS.marketplace, accounts: at(settings.marketplace) },
    hosted: {
      baseUrl: `${url}/hosted/v1`,
      messagesBaseUrl: `${url}/hosted/anthropic`,
      accounts: at(settings.hosted),
    },
  };
}
