import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** NAT64 (RFC 6052): the last 32 bits are an IPv4 address that the network translates to. */
const NAT64 = ipaddr.IPv6.parse('64:ff9b::');
const NAT64_BITS = 96;
/** All that was ever given out for the IPv6 internet (IANA, global unicast): what lies outside is reserved or not yet anyone's. */
const GLOBAL_IPV6 = ipaddr.IPv6.parse('2000::');
const GLOBAL_IPV6_BITS = 3;
/** Public by its range, but answered inside every machine of one cloud: the platform's own services. */
const PLATFORM_ADDRESSES: ReadonlySet<string> = new Set(['168.63.129.16']);

/**
 * Whether an address literal is one of the public internet. Everything that leads elsewhere is not: loopback, private,
 * link-local, carrier-grade NAT, documentation, multicast, reserved, tunnels (6to4, Teredo), and IPv4 written as IPv6.
 * Only plain notations are read; what a resolver or `URL` would never print is not public.
 */
export function isPublicAddress(address: string): boolean {
  const dialled = dialledAddress(address);
  if (dialled === undefined || PLATFORM_ADDRESSES.has(dialled)) return false;
  const parsed = ipaddr.parse(dialled);
  if (parsed instanceof ipaddr.IPv6 && !parsed.match(GLOBAL_IPV6, GLOBAL_IPV6_BITS)) return false;
  return parsed.range() === 'unicast';
}

/**
 * The address that a connection ends at, in its one spelling: IPv4 written as IPv6 (`::ffff:…`) or translated (NAT64) becomes
 * plain IPv4. `undefined` for what is no address, or one of a single link (`fe80::1%eth0`).
 */
export function dialledAddress(address: string): string | undefined {
  if (isIP(address) === 0 || address.includes('%')) return undefined;
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv6 && parsed.match(NAT64, NAT64_BITS))
    return ipaddr.fromByteArray(parsed.toByteArray().slice(12)).toString();
  return parsed.toString();
}

/** Where IPv6 carries IPv4 by rules of the internet: IPv4-compatible, translated (RFC 6145), NAT64 and 6to4. */
const IPV4_CARRIERS: readonly { readonly prefix: ipaddr.IPv6; readonly bits: number; readonly at: number }[] =
  [
    { prefix: ipaddr.IPv6.parse('::'), bits: 96, at: 12 },
    { prefix: ipaddr.IPv6.parse('::ffff:0:0:0'), bits: 96, at: 12 },
    { prefix: NAT64, bits: NAT64_BITS, at: 12 },
    { prefix: ipaddr.IPv6.parse('2002::'), bits: 16, at: 2 },
  ];

/** The IPv4 addresses that an address literal carries; mapped ones (`::ffff:…`) are IPv4 already. */
export function ipv4Inside(address: string): string[] {
  if (isIP(address) === 0 || address.includes('%')) return [];
  const parsed = ipaddr.process(address);
  if (!(parsed instanceof ipaddr.IPv6)) return [];
  return IPV4_CARRIERS.filter(({ prefix, bits }) => parsed.match(prefix, bits)).map(({ at }) =>
    parsed
      .toByteArray()
      .slice(at, at + 4)
      .join('.'),
  );
}
