import { isIP } from 'node:net';
import { dialledAddress, isPublicAddress } from './is-public-address.js';

export interface EndpointUrlRules {
  /** Tests and development: http and private addresses pass. */
  readonly allowPrivate: boolean;
  /** Host names and addresses of this service, in lower case: refused whatever the port. */
  readonly ownHosts: ReadonlySet<string>;
  /** Addresses of this machine: refused in production; in development refused with `ownPorts`. */
  readonly ownAddresses: () => ReadonlySet<string>;
  /** Ports that this service listens on. */
  readonly ownPorts: () => ReadonlySet<number>;
}

export type EndpointUrlVerdict = { readonly url: URL } | { readonly refusal: string };

const MAX_URL_LENGTH = 2_048;
/** Nothing that `URL` would silently drop or turn round (blanks, controls, `\`), and the two slashes written out. */
const PLAIN_URL = /^[a-z][a-z0-9+.-]*:\/\/[^\s\\\p{C}]+$/iu;
/** Names that resolve inside a network only, or nowhere. */
const INTERNAL_SUFFIXES = [
  '.localhost',
  '.localdomain',
  '.local',
  '.internal',
  '.intranet',
  '.private',
  '.lan',
  '.home',
  '.corp',
  '.test',
  '.invalid',
  '.onion',
  '.arpa',
];
const DEFAULT_PORTS: Readonly<Record<string, number>> = { 'https:': 443, 'http:': 80 };

/**
 * Judges the text of a registered endpoint's address; where its name resolves to is judged when a connection is made.
 * `URL` normalizes every notation of an IPv4 address (decimal, octal, hexadecimal, short) and of a name (case, Unicode), so what
 * is judged is what is dialled. A query is refused: paths are appended to the address.
 */
export function checkEndpointUrl(text: string, rules: EndpointUrlRules): EndpointUrlVerdict {
  if (text.length > MAX_URL_LENGTH) return { refusal: `it is longer than ${MAX_URL_LENGTH} characters` };
  if (!PLAIN_URL.test(text) || !URL.canParse(text)) return { refusal: 'it is not a URL' };
  const url = new URL(text);
  const refusal = refuseForm(text, url, rules) ?? refuseHost(hostOf(url), url, rules);
  return refusal === undefined ? { url } : { refusal };
}

/** The host as it is dialled: without brackets and trailing dot, in lower case. */
export function hostOf(url: URL): string {
  return url.hostname
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '')
    .toLowerCase();
}

/** Why a connection to this address is refused; `undefined` when it may be made. */
export function refuseAddress(
  address: string,
  { allowPrivate, ownHosts, ownAddresses }: EndpointUrlRules,
): string | undefined {
  const dialled = dialledAddress(address);
  if (dialled === undefined) return 'its address is not a public one';
  if (ownHosts.has(dialled)) return "it is one of the service's own hosts";
  if (allowPrivate) return undefined;
  if (!isPublicAddress(dialled)) return 'its address is not a public one';
  return ownAddresses().has(dialled) ? "it is one of the service's own hosts" : undefined;
}

function refuseForm(text: string, url: URL, { allowPrivate }: EndpointUrlRules): string | undefined {
  const schemes = allowPrivate ? ['https:', 'http:'] : ['https:'];
  if (!schemes.includes(url.protocol)) return 'it does not start with https://';
  if (url.username !== '' || url.password !== '')
    return 'it holds a user name or password; send the key as api_key';
  if (/[?#]/.test(text)) return 'it holds a query or a fragment';
  return undefined;
}

function refuseHost(host: string, url: URL, rules: EndpointUrlRules): string | undefined {
  if (host.split('.').includes('')) return 'it names no host';
  if (rules.ownHosts.has(host) || isOwnListener(host, url, rules))
    return "it is one of the service's own hosts";
  if (isIP(host) !== 0) return refuseAddress(host, rules);
  return rules.allowPrivate || isPublicName(host) ? undefined : 'its host is not a public name';
}

/** On a development machine an endpoint may share the service's address, but not its port: the call would come back for ever. */
function isOwnListener(host: string, url: URL, { ownAddresses, ownPorts }: EndpointUrlRules): boolean {
  const port = url.port === '' ? DEFAULT_PORTS[url.protocol] : Number(url.port);
  return port !== undefined && ownPorts().has(port) && isThisMachine(host, ownAddresses);
}

function isThisMachine(host: string, ownAddresses: EndpointUrlRules['ownAddresses']): boolean {
  if (host === 'localhost' || host.endsWith('.localhost')) return true;
  const address = dialledAddress(host);
  if (address === undefined) return false;
  return /^(?:127\.|0\.0\.0\.0$|::1?$)/.test(address) || ownAddresses().has(address);
}

function isPublicName(host: string): boolean {
  return host.includes('.') && !INTERNAL_SUFFIXES.some((suffix) => host.endsWith(suffix));
}
