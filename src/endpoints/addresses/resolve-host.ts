import { lookup, Resolver } from 'node:dns/promises';
import type { LookupAddress } from 'node:dns';

/** All addresses of a host name, never none. */
export type ResolveHost = (host: string) => Promise<LookupAddress[]>;

const ONE_TRY_MS = 1_000;
const TRIES = 2;
/** A name server that does not answer holds a connection, or a registration, no longer than this. */
const RESOLVE_WITHIN_MS = 3_000;

/**
 * Asks the name servers, and nothing else: not the hosts file, no search domains, so that a name means what it means in public.
 * Unlike the system's look-up it does not occupy a thread: slow name servers of one caller cannot hold up everybody's look-ups.
 * @throws Error with the resolver's code (`ENOTFOUND`, `ETIMEOUT`, `ECANCELLED`, …) when neither kind of address is known.
 */
export async function askNameServers(host: string, servers?: readonly string[]): Promise<LookupAddress[]> {
  const resolver = new Resolver({ timeout: ONE_TRY_MS, tries: TRIES });
  if (servers !== undefined) resolver.setServers(servers);
  const timer = setTimeout(() => resolver.cancel(), RESOLVE_WITHIN_MS);
  try {
    const [four, six] = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
    const addresses = [
      ...(four.status === 'fulfilled' ? four.value.map((address) => ({ address, family: 4 })) : []),
      ...(six.status === 'fulfilled' ? six.value.map((address) => ({ address, family: 6 })) : []),
    ];
    if (addresses.length === 0 && four.status === 'rejected') throw four.reason;
    return addresses;
  } finally {
    clearTimeout(timer);
  }
}

/** As every program on this machine does, hosts file and container names included: for development. */
export function askSystem(host: string): Promise<LookupAddress[]> {
  return lookup(host, { all: true });
}
