import { isIP } from 'node:net';
import { allowsAddress, allowsName, type AllowedHosts } from '../../lib/allowed-hosts.js';
import { isMetadataAddress } from './is-metadata-address.js';
import { dialledAddress, ipv4Inside, isPublicAddress } from './is-public-address.js';

export interface EndpointUrlRules {
  /** Tests and development: http and private addresses pass. */
  readonly allowPrivate: boolean;
  /** The operator's list: these may be private, and be called over http; metadata addresses and the service itself never. */
  readonly allowed: AllowedHosts;
  /** Host names and addresses of this service, in lower case: refused whatever the port. */
  readonly ownHosts: ReadonlySet<string>;
  /** Addresses of this machine: refused in production; in development refused with `ownPorts`. */
  readonly ownAddresses: () => ReadonlySet<string>;
  /** Ports that this service listens on. */
  readonly ownPorts: () => ReadonlySet<number>;
}

export type EndpointUrlVerdict = { readonly url: URL } | { readonly refusal: string };

/** What of a URL decides whether an address may be connected to for it. */
export interface EndpointTarget {
  /** As `hostOf` writes it. */
  readonly host: string;
  readonly isPlainHttp: boolean;
  /** It leads to a port that this service listens on. */
  readonly isOwnPort: boolean;
}

const OWN_HOST = "it is one of the service's own hosts";
const NOT_PUBLIC = 'its address is not a public one';
export const WITH_CREDENTIALS = 'it holds a user name or password';
const NOT_HTTPS = 'it does not start with https://';
const METADATA = "its address is not a public one but a metadata service's";

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
 * is judged is what is dialled. It may hold a query, which stands behind the appended path.
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
  return plainHost(url.hostname);
}

function plainHost(hostname: string): string {
  return hostname
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '')
    .toLowerCase();
}

export function targetOf(url: URL, { ownPorts }: Pick<EndpointUrlRules, 'ownPorts'>): EndpointTarget {
  const port = url.port === '' ? DEFAULT_PORTS[url.protocol] : Number(url.port);
  return {
    host: hostOf(url),
    isPlainHttp: url.protocol === 'http:',
    isOwnPort: port !== undefined && ownPorts().has(port),
  };
}

/** Why a connection to this address is refused; `undefined` when it may be made. */
export function refuseAddress(
  address: string,
  target: EndpointTarget,
  rules: EndpointUrlRules,
): string | undefined {
  const dialled = dialledAddress(address);
  if (dialled === undefined) return NOT_PUBLIC;
  if (rules.ownHosts.has(dialled)) return OWN_HOST;
  if (target.isOwnPort && isThisMachine(address, rules)) return OWN_HOST;
  if (isMetadataAddress(address)) return METADATA;
  if (rules.allowPrivate) return undefined;
  if (allowsName(rules.allowed, target.host) || allowsAddress(rules.allowed, address)) return undefined;
  if (target.isPlainHttp) return NOT_HTTPS;
  if (!isPublicAddress(dialled)) return NOT_PUBLIC;
  return rules.ownAddresses().has(dialled) ? OWN_HOST : undefined;
}

function refuseForm(text: string, url: URL, rules: EndpointUrlRules): string | undefined {
  if (!isAllowedScheme(url, rules)) return NOT_HTTPS;
  if (url.username !== '' || url.password !== '') return WITH_CREDENTIALS;
  return text.includes('#') ? 'it holds a fragment' : undefined;
}

function isAllowedScheme({ protocol, hostname }: URL, rules: EndpointUrlRules): boolean {
  if (protocol === 'https:') return true;
  return protocol === 'http:' && (rules.allowPrivate || mayBeAllowed(hostname, rules));
}

/** The list may allow it; whether its ranges do is known when a name has been looked up. */
function mayBeAllowed(hostname: string, { allowed }: EndpointUrlRules): boolean {
  const host = plainHost(hostname);
  if (isIP(host) !== 0) return allowsAddress(allowed, host);
  return allowsName(allowed, host) || allowed.ranges.length > 0;
}

function refuseHost(host: string, url: URL, rules: EndpointUrlRules): string | undefined {
  if (host.split('.').includes('')) return 'it names no host';
  const target = targetOf(url, rules);
  if (rules.ownHosts.has(host) || (target.isOwnPort && isThisMachine(host, rules))) return OWN_HOST;
  if (isIP(host) !== 0) return refuseAddress(host, target, rules);
  return rules.allowPrivate || isPublicName(host) || mayBeAllowed(host, rules)
    ? undefined
    : 'its host is not a public name';
}

/** An endpoint may share the machine with the service, but not its port: the call would come back for ever. */
function isThisMachine(host: string, { ownAddresses }: EndpointUrlRules): boolean {
  if (host === 'localhost' || host.endsWith('.localhost')) return true;
  const dialled = dialledAddress(host);
  if (dialled === undefined) return false;
  const own = ownAddresses();
  return [dialled, ...ipv4Inside(host)].some(
    (address) => /^(?:127\.|0\.|::1?$)/.test(address) || own.has(address),
  );
}

function isPublicName(host: string): boolean {
  return host.includes('.') && !INTERNAL_SUFFIXES.some((suffix) => host.endsWith(suffix));
}
