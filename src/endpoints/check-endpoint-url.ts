import { isIP } from 'node:net';
import { isPublicAddress } from './is-public-address.js';

export interface EndpointUrlRules {
  /** Tests and development: http and private addresses pass. */
  readonly allowPrivate: boolean;
  /** Host names and addresses of this service and its providers, in lower case. */
  readonly ownHosts: ReadonlySet<string>;
}

export type EndpointUrlVerdict = { readonly url: URL } | { readonly refusal: string };

const MAX_URL_LENGTH = 2_048;
/** Names that resolve inside a network only. */
const INTERNAL_SUFFIXES = [
  '.localhost',
  '.local',
  '.internal',
  '.intranet',
  '.lan',
  '.home',
  '.corp',
  '.home.arpa',
  '.in-addr.arpa',
  '.ip6.arpa',
];

/**
 * Judges the text of a registered endpoint's address; where its name resolves to is judged when a connection is made.
 * `URL` normalizes every notation of an IPv4 address (decimal, octal, hexadecimal, short), so the literal that is judged is the one dialled.
 */
export function checkEndpointUrl(text: string, rules: EndpointUrlRules): EndpointUrlVerdict {
  if (text.length > MAX_URL_LENGTH) return { refusal: `it is longer than ${MAX_URL_LENGTH} characters` };
  if (!URL.canParse(text)) return { refusal: 'it is not a URL' };
  const url = new URL(text);
  const refusal = refuseForm(url, rules) ?? refuseHost(hostOf(url), rules);
  return refusal === undefined ? { url } : { refusal };
}

/** The host as it is dialled: without brackets and trailing dot, in lower case. */
export function hostOf(url: URL): string {
  return url.hostname
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '')
    .toLowerCase();
}

function refuseForm(url: URL, { allowPrivate }: EndpointUrlRules): string | undefined {
  const schemes = allowPrivate ? ['https:', 'http:'] : ['https:'];
  if (!schemes.includes(url.protocol)) return 'it does not start with https://';
  if (url.username !== '' || url.password !== '')
    return 'it holds a user name or password; send the key as api_key';
  if (url.search !== '' || url.hash !== '') return 'it holds a query or a fragment';
  return undefined;
}

function refuseHost(host: string, { allowPrivate, ownHosts }: EndpointUrlRules): string | undefined {
  if (host === '') return 'it names no host';
  if (ownHosts.has(host)) return "it is one of the service's own hosts";
  if (allowPrivate) return undefined;
  if (isIP(host) !== 0) return isPublicAddress(host) ? undefined : 'its address is not a public one';
  if (!host.includes('.') || host === 'localhost') return 'its host is not a public name';
  return INTERNAL_SUFFIXES.some((suffix) => host.endsWith(suffix))
    ? 'its host is not a public name'
    : undefined;
}
