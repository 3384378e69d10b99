import type { LookupAddress } from 'node:dns';
import { once } from 'node:events';
import { createServer, type AddressInfo, type LookupFunction } from 'node:net';
import { describe, expect, it } from 'vitest';
import { buildConnector } from 'undici';
import { createPinnedLookup } from './pinned-lookup.js';
import { isPublicAddress } from './is-public-address.js';
import type { ResolveHost } from './resolve-host.js';

const answering =
  (...answers: string[][]): ResolveHost =>
  () =>
    Promise.resolve(
      (answers.length > 1 ? answers.shift() : answers[0])?.map((address) => ({
        address,
        family: address.includes(':') ? 6 : 4,
      })) ?? [],
    );

const refusePrivate = (address: string): string | undefined =>
  isPublicAddress(address) ? undefined : 'its address is not a public one';

function lookUp(lookup: LookupFunction, options = {}): Promise<string | LookupAddress[]> {
  return new Promise((resolve, reject) => {
    lookup('models.example.com', options, (error, found) => {
      if (error !== null) reject(error);
      else resolve(found);
    });
  });
}

describe('the pinned look-up', () => {
  it('answers the checked addresses, the ones that are then dialled', async () => {
    const lookup = createPinnedLookup({
      resolve: answering(['93.184.216.34', '2606:4700::1111']),
      refuse: refusePrivate,
    });
    expect(await lookUp(lookup, { all: true })).toEqual([
      { address: '93.184.216.34', family: 4 },
      { address: '2606:4700::1111', family: 6 },
    ]);
    expect(await lookUp(lookup)).toBe('93.184.216.34');
  });

  it.each([
    ['one private address among public ones', ['93.184.216.34', '10.0.0.1']],
    ['a private address behind public ones', ['2606:4700::1111', '93.184.216.34', 'fd00::1']],
    ['loopback written as IPv6', ['::ffff:127.0.0.1']],
    ['no address', []],
  ])('refuses a name with %s', async (_what, addresses) => {
    const lookup = createPinnedLookup({ resolve: answering(addresses), refuse: refusePrivate });
    for (const options of [{ all: true }, {}]) {
      await expect(lookUp(lookup, options)).rejects.toMatchObject({
        code: 'endpoint_address_refused',
        status: 502,
      });
    }
  });

  it('checks each look-up: a name that was public a moment ago is refused when it turns private', async () => {
    const lookup = createPinnedLookup({
      resolve: answering(['93.184.216.34'], ['127.0.0.1']),
      refuse: refusePrivate,
    });
    expect(await lookUp(lookup)).toBe('93.184.216.34');
    await expect(lookUp(lookup)).rejects.toMatchObject({ code: 'endpoint_address_refused' });
  });

  it('hands on the failure of the resolver as it is', async () => {
    const failure = Object.assign(new Error('queryA ENOTFOUND models.example.com'), { code: 'ENOTFOUND' });
    const lookup = createPinnedLookup({ resolve: () => Promise.reject(failure), refuse: refusePrivate });
    await expect(lookUp(lookup)).rejects.toBe(failure);
  });

  it('lets no connection be made to a refused address', async () => {
    const server = createServer(() => expect.unreachable('a connection was made'));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const lookup = createPinnedLookup({ resolve: answering(['127.0.0.1']), refuse: refusePrivate });
    const connect = buildConnector({ lookup });
    const error = await new Promise((resolve) => {
      const target = { hostname: 'models.example.com', protocol: 'http:', port: String(port) };
      connect(target, (...[failure]) => resolve(failure));
    });
    expect(error).toMatchObject({ code: 'endpoint_address_refused', status: 502 });
    server.close();
  });
});
