import type { LookupAddress } from 'node:dns';
import { isIP, type AddressInfo, type Server } from 'node:net';
import { Inject, Injectable } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { buildConnector } from 'undici';
import { InvalidRequestError } from '../lib/gateway-error.js';
import { SETTINGS } from '../config/config.module.js';
import type { Settings } from '../config/settings.js';
import { checkEndpointUrl, hostOf, refuseAddress, type EndpointUrlRules } from './check-endpoint-url.js';
import { EndpointAddressRefusedError } from './endpoint-errors.js';
import { machineAddresses, ownHostsOf } from './own-hosts.js';
import { createPinnedLookup } from './pinned-lookup.js';
import { askNameServers, askSystem } from './resolve-host.js';

const CONNECT_TIMEOUT_MS = 10_000;

/** Nest's own, where a process that only works on queues has no adapter. */
interface ListeningHost {
  readonly httpAdapter?: { getHttpServer(): Pick<Server, 'address'> };
}

/** The address rules of this installation, and the connector that keeps them where a connection is really made. */
@Injectable()
export class EndpointAgents {
  readonly rules: EndpointUrlRules;
  readonly connector: buildConnector.connector;

  constructor(
    @Inject(SETTINGS) private readonly settings: Settings,
    @Inject(HttpAdapterHost) private readonly adapterHost: ListeningHost,
  ) {
    this.rules = {
      allowPrivate: settings.allowPrivateEndpoints,
      ownHosts: ownHostsOf(settings),
      ownAddresses: machineAddresses,
      ownPorts: () => this.ownPorts(),
    };
    this.connector = buildConnector({
      timeout: CONNECT_TIMEOUT_MS,
      lookup: createPinnedLookup({
        resolve: (host) => this.resolve(host),
        refuse: (address) => refuseAddress(address, this.rules),
      }),
    });
  }

  /** All addresses of a host. @throws Error when the name does not resolve within 3 s */
  resolve(host: string): Promise<LookupAddress[]> {
    return this.rules.allowPrivate ? askSystem(host) : askNameServers(host);
  }

  /** An address literal is never looked up, and rules may have become stricter since registration. @throws EndpointAddressRefusedError (502) */
  refuseUnsafe(baseUrl: string): void {
    const verdict = checkEndpointUrl(baseUrl, this.rules);
    if ('refusal' in verdict) throw new EndpointAddressRefusedError({ status: 502, reason: verdict.refusal });
  }

  /** What a registration must pass: the text, and where its name leads now. @throws EndpointAddressRefusedError (400) */
  async refuseUnsafeRegistration(baseUrl: string): Promise<void> {
    const verdict = checkEndpointUrl(baseUrl, this.rules);
    if ('refusal' in verdict) throw new EndpointAddressRefusedError({ status: 400, reason: verdict.refusal });
    const host = hostOf(verdict.url);
    // A development machine may register a server that is not up yet.
    if (this.rules.allowPrivate || isIP(host) !== 0) return;
    const addresses = await this.resolve(host).catch(() => []);
    const isPublic = addresses.every(({ address }) => refuseAddress(address, this.rules) === undefined);
    if (addresses.length > 0 && isPublic) return;
    throw new EndpointAddressRefusedError({
      status: 400,
      reason: 'its host does not resolve to a public address',
    });
  }

  /** The address of a callback keeps the rules of registered endpoints. @throws InvalidRequestError (400) */
  async refuseUnsafeCallback(url: string): Promise<void> {
    try {
      await this.refuseUnsafeRegistration(withoutQuery(url));
    } catch (error) {
      if (!(error instanceof EndpointAddressRefusedError)) throw error;
      throw new InvalidRequestError({
        code: 'callback_url_refused',
        param: 'callback_url',
        message: `\`callback_url\` cannot be used: ${error.reason}. Name a public https address.`,
      });
    }
  }

  /** The rules may have become stricter since the submission. @throws EndpointAddressRefusedError (502) */
  refuseCallback(url: string): void {
    this.refuseUnsafe(withoutQuery(url));
  }

  /** The port that was set, and the one that is listened on when any free one was asked for. */
  private ownPorts(): ReadonlySet<number> {
    const { port, batchGatewayPort } = this.settings;
    const bound = this.adapterHost.httpAdapter?.getHttpServer().address();
    const ports = [port, batchGatewayPort, isBound(bound) ? bound.port : undefined];
    return new Set(ports.filter((candidate) => typeof candidate === 'number'));
  }
}

/** A callback is posted to as it is, so that, unlike an address that paths are appended to, it may hold a query. */
function withoutQuery(url: string): string {
  const mark = url.indexOf('?');
  return mark < 0 || url.includes('#') ? url : url.slice(0, mark);
}

function isBound(address: ReturnType<Server['address']> | undefined): address is AddressInfo {
  return typeof address === 'object' && address !== null;
}
