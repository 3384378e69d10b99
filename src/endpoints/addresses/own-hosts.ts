import { networkInterfaces } from 'node:os';
import type { Settings } from '../../config/settings.js';
import { hostOf } from './check-endpoint-url.js';
import { dialledAddress } from './is-public-address.js';

type HostSettings = Pick<
  Settings,
  | 'allowPrivateEndpoints'
  | 'publicBaseUrl'
  | 'host'
  | 'compressorUrl'
  | 'providerA'
  | 'providerB'
  | 'marketplace'
  | 'hosted'
>;

/**
 * The providers' public addresses are no hosts of ours: a fine-tuned model runs there with its owner's key. An address that the
 * operator set instead may be a server of the operator's that knows its callers by where they come from.
 */
const PUBLIC_PROVIDERS: ReadonlySet<string> = new Set([
  'api.anthropic.com',
  'api.openai.com',
  'openrouter.ai',
]);
const LOOPBACK_OR_ANY = /^(?:localhost|127\.\d+\.\d+\.\d+|0\.0\.0\.0|::1?)$/;

/**
 * Host names and addresses that no endpoint may have, whatever the port: the service's own, and in production the companions it
 * was given. A loopback listener is left out here: on a development machine private endpoints share its address (see `ownPorts`).
 */
export function ownHostsOf(settings: HostSettings): ReadonlySet<string> {
  const { allowPrivateEndpoints, publicBaseUrl, host } = settings;
  const companions = allowPrivateEndpoints ? [] : companionHosts(settings);
  const hosts = [hostOfText(publicBaseUrl), dialledAddress(host) ?? host.toLowerCase(), ...companions];
  return new Set(hosts.filter((name) => name !== undefined).filter((name) => !LOOPBACK_OR_ANY.test(name)));
}

/** Addresses of this machine as it is now: a listener on all interfaces answers at each of them. */
export function machineAddresses(): ReadonlySet<string> {
  return new Set(
    Object.values(networkInterfaces()).flatMap((entries) => (entries ?? []).map(({ address }) => address)),
  );
}

function companionHosts({ compressorUrl, providerA, providerB, marketplace, hosted }: HostSettings) {
  const urls = [
    compressorUrl,
    providerA.baseUrl,
    providerB.baseUrl,
    marketplace.baseUrl,
    hosted.baseUrl,
    hosted.messagesBaseUrl,
  ];
  return urls.map(hostOfText).filter((name) => name !== undefined && !PUBLIC_PROVIDERS.has(name));
}

function hostOfText(url: string | undefined): string | undefined {
  if (url === undefined) return undefined;
  const host = hostOf(new URL(url));
  return dialledAddress(host) ?? host;
}
