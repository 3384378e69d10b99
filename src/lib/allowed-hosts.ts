import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

type Range = ReturnType<typeof ipaddr.parseCIDR>;

/** Hosts that an operator trusts though they are private, or speak plain http. */
export interface AllowedHosts {
  /** In lower case, as `URL` writes them. */
  readonly names: ReadonlySet<string>;
  /** With the dot in front: `.models.corp`. */
  readonly suffixes: readonly string[];
  readonly ranges: readonly Range[];
}

/** A text that is no list of hosts; the message says which entry and why. */
export class InvalidAllowedHostsError extends Error {}

export const NO_HOSTS: AllowedHosts = { names: new Set(), suffixes: [], ranges: [] };

const MAX_ENTRIES = 1_000;
const WILDCARD = '*.';
/** What `URL` leaves of a name, without its trailing dot: labels of letters, digits, `-` and `_`. */
const HOST_NAME = /^(?=.{1,253}$)[a-z0-9_]([a-z0-9_-]{0,62})(\.[a-z0-9_][a-z0-9_-]{0,62})*$/;
const PREFIX_LENGTH = /^\d{1,3}$/;

/**
 * Host names, `*.suffix` (names below it, not itself), addresses and CIDRs of both kinds, with commas between.
 * @throws InvalidAllowedHostsError
 */
export function parseAllowedHosts(text: string): AllowedHosts {
  const entries = text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
  if (entries.length > MAX_ENTRIES)
    throw new InvalidAllowedHostsError(`${entries.length} entries, more than ${MAX_ENTRIES}`);
  const addresses = entries.filter(isAddressEntry);
  const named = entries.filter((entry) => !isAddressEntry(entry));
  const names = named.filter((entry) => !entry.startsWith(WILDCARD));
  const wildcards = named.filter((entry) => entry.startsWith(WILDCARD));
  return {
    names: new Set(names.map((entry) => readName(entry, entry))),
    suffixes: wildcards.map((entry) => `.${readName(entry.slice(WILDCARD.length), entry)}`),
    ranges: addresses.map(readRange),
  };
}

/** @param host as `URL` writes it, in lower case, without trailing dot */
export function allowsName({ names, suffixes }: AllowedHosts, host: string): boolean {
  if (isIP(host) !== 0) return false;
  return names.has(host) || suffixes.some((suffix) => host.endsWith(suffix) && host.length > suffix.length);
}

/** An IPv4 address written as IPv6 (`::ffff:…`) is the IPv4 one; a translated one (NAT64) is what is written. */
export function allowsAddress({ ranges }: AllowedHosts, address: string): boolean {
  if (ranges.length === 0 || isIP(address) === 0 || address.includes('%')) return false;
  const parsed = ipaddr.process(address);
  return ranges.some(([base, bits]) => parsed.kind() === base.kind() && parsed.match([base, bits] as never));
}

function isAddressEntry(entry: string): boolean {
  return entry.includes('/') || entry.includes(':') || isIP(entry) !== 0;
}

function readRange(entry: string): Range {
  const [base = '', bits, ...rest] = entry.split('/');
  const version = isIP(base);
  if (version === 0 || base.includes('%') || rest.length > 0) throw refused(entry);
  const longest = version === 4 ? 32 : 128;
  const length = bits ?? String(longest);
  if (!PREFIX_LENGTH.test(length) || Number(length) > longest) throw refused(entry);
  const parsed = ipaddr.parse(base);
  // No address would ever match: those are compared as IPv4.
  if (parsed instanceof ipaddr.IPv6 && parsed.isIPv4MappedAddress()) throw refused(entry);
  return [parsed, Number(length)] as Range;
}

/** The name as `URL` writes it, so that the two can be compared. Names that are read as numbers are none. */
function readName(name: string, entry: string): string {
  if (/[\s/:@?#*\\%[\]]/.test(name) || !URL.canParse(`http://${name}`)) throw refused(entry);
  const host = new URL(`http://${name}`).hostname.replace(/\.$/, '').toLowerCase();
  if (isIP(host) !== 0 || !HOST_NAME.test(host)) throw refused(entry);
  return host;
}

function refused(entry: string): InvalidAllowedHostsError {
  return new InvalidAllowedHostsError(`${JSON.stringify(entry.slice(0, 100))} in it`);
}
