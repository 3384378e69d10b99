import { lookup as systemLookup, type LookupAddress, type LookupAllOptions } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { EndpointAddressRefusedError } from './endpoint-errors.js';
import { isPublicAddress } from './is-public-address.js';

export type Resolve = (
  host: string,
  options: LookupAllOptions,
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

/**
 * A look-up that answers only addresses it has checked, so that the checked address is the one connected to: a name that
 * changes its mind between check and connection finds no gap. One address that is not public refuses the name whole.
 */
export function createPinnedLookup({
  allowPrivate,
  resolve = systemLookup,
}: {
  allowPrivate: boolean;
  resolve?: Resolve;
}): LookupFunction {
  return (host, options, callback) => {
    resolve(host, { ...options, all: true }, (error, addresses) => {
      if (error !== null) {
        callback(error, '', 0);
        return;
      }
      const refused = !allowPrivate && addresses.some(({ address }) => !isPublicAddress(address));
      const [first] = addresses;
      if (refused || first === undefined) {
        callback(
          new EndpointAddressRefusedError({
            status: 502,
            reason: 'its host does not resolve to a public address',
          }),
          '',
          0,
        );
      } else if (options.all === true) callback(null, addresses);
      else callback(null, first.address, first.family);
    });
  };
}
