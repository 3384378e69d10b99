import ipaddr from 'ipaddr.js';

/** NAT64 (RFC 6052): the last 32 bits are an IPv4 address that the network translates to. */
const NAT64 = ipaddr.IPv6.parse('64:ff9b::');
const NAT64_BITS = 96;

/**
 * Whether an address literal is one of the public internet. Everything that leads elsewhere is not: loopback, private,
 * link-local, carrier-grade NAT, documentation, multicast, reserved, tunnels (6to4, Teredo), and IPv4 written as IPv6.
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  if (parsed instanceof ipaddr.IPv6) {
    if (parsed.isIPv4MappedAddress()) return parsed.toIPv4Address().range() === 'unicast';
    if (parsed.match(NAT64, NAT64_BITS))
      return isPublicAddress(ipaddr.fromByteArray(parsed.toByteArray().slice(12)).toString());
  }
  return parsed.range() === 'unicast';
}
