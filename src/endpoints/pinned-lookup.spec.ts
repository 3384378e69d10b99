import type { LookupAddress } from 'node:dns';
import { describe, expect, it } from 'vitest';
import { createPinnedLookup, type Resolve } from './pinned-lookup.js';

const answering =
  (addresses: string[]): Resolve =>
  (_host, _options, callback) =>
    callback(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    );

function lookUp(addresses: string[], allowPrivate = false): Promise<LookupAddress[]> {
  const lookup = createPinnedLookup({ allowPrivate, resolve: answering(addresses) });
  return new Promise((resolve, reject) => {
    lookup('models.example.com', { all: true }, (error, found) => {
      if (error !== null) reject(error);
      else resolve(found as LookupAddress[]);
    });
  });
}

describe('the pinned look-up', () => {
  it('answers the checked addresses, the ones that are then dialled', async () => {
    expect(await lookUp(['93.184.216.34', '2606:4700::1111'])).toHaveLength(2);
  });

  it('refuses a name with one address that is not public', async () => {
    await expect(lookUp(['93.184.216.34', '10.0.0.1'])).rejects.toMatchObject({
      code: 'endpoint_address_refused',
      status: 502,
    });
    await expect(lookUp([])).rejects.toMatchObject({ code: 'endpoint_address_refused' });
  });

  it('lets private addresses pass in development', async () => {
    expect(await lookUp(['127.0.0.1'], true)).toEqual([{ address: '127.0.0.1', family: 4 }]);
  });
});
