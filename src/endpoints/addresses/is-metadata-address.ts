import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Services inside clouds that hand out a machine's credentials to whoever asks from it. */
const METADATA_IPV4: ReadonlySet<string> = new Set([
  '169.254.169.254',
  '100.100.100.200',
  '169.254.170.2',
  '169.254.170.23',
  '168.63.129.16',
  '192.0.0.192',
  '169.254.42.42',
  '169.254.0.23',
]);
const METADATA_IPV6: ReadonlySet<string> = new Set([
  'fd00:ec2::254',
  'fd00:ec2::23',
  'fd20:ce::254',
  'fd00:42::42',
]);
/** Where the ways of writing IPv4 inside IPv6 put its bytes: the last four, 6to4, and RFC 6052 by length of the prefix. */
const IPV4_PLACES: readonly (readonly [number, number, number, number])[] = [
  [12, 13, 14, 15],
  [2, 3, 4, 5],
  [4, 5, 6, 7],
  [5, 6, 7, 9],
  [6, 7, 9, 10],
  [7, 9, 10, 11],
  [9, 10, 11, 12],
];
/** Teredo writes its client's address inverted. */
const INVERTED = 0xff;

/**
 * Whether an address literal is a metadata service's, or carries one's in any of the forms in which IPv6 carries IPv4. The forms
 * are looked for under every prefix, since networks translate under prefixes of their own.
 */
export function isMetadataAddress(address: string): boolean {
  const [bare = ''] = address.split('%');
  if (isIP(bare) === 0) return false;
  const parsed = ipaddr.process(bare);
  if (METADATA_IPV4.has(parsed.toString()) || METADATA_IPV6.has(parsed.toString())) return true;
  return parsed instanceof ipaddr.IPv6 && carriedBy(parsed).some((carried) => METADATA_IPV4.has(carried));
}

function carriedBy(address: ipaddr.IPv6): string[] {
  const bytes = address.toByteArray();
  const inverted = bytes.slice(12).map((byte) => byte ^ INVERTED);
  return [...IPV4_PLACES.map((places) => places.map((place) => bytes[place])), inverted].map((four) =>
    four.join('.'),
  );
}
