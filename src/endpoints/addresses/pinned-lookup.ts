import type { LookupFunction } from 'node:net';
import { EndpointAddressRefusedError } from '../endpoint-errors.js';
import type { ResolveHost } from './resolve-host.js';

export interface PinnedLookupOptions {
  readonly resolve: ResolveHost;
  /** Why an address may not be connected to for that host; `undefined` when it may. */
  readonly refuse: (address: string, host: string) => string | undefined;
}

/**
 * A look-up that answers only addresses it has checked, so that the checked address is the one connected to: a name that
 * changes its mind between check and connection finds no gap. One address that is refused refuses the name whole.
 * Address literals never come here: whoever connects checks those first (`EndpointAgents.refuseUnsafe`).
 */
export function createPinnedLookup({ resolve, refuse }: PinnedLookupOptions): LookupFunction {
  return (host, options, callback) => {
    const fail = (error: Error): void => callback(error, '', 0);
    resolve(host).then((addresses) => {
      const [first] = addresses;
      const isRefused = addresses.some(({ address }) => refuse(address, host) !== undefined);
      if (isRefused || first === undefined) fail(new EndpointAddressRefusedError(UNSAFE_NAME));
      else if (options.all === true) callback(null, addresses);
      else callback(null, first.address, first.family);
    }, fail);
  };
}

/** One reason for all: which names exist inside this network is nobody's business. */
const UNSAFE_NAME = { status: 502, reason: 'its host does not resolve to a public address' } as const;
