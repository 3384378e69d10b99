import type { LookupAddress } from 'node:dns';
import { isIP, type AddressInfo, type Server } from 'node:net';
import { Inject, Injectable } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { buildConnector } from 'undici';
import { InvalidRequestError } from '../lib/gateway-error.js';
import { SETTINGS } from '../config/config.module.js';
import type { Settings } from '../config/settings.js';
import { allowsName, NO_HOSTS } from '../lib/allowed-hosts.js';
import {
  checkEndpointUrl,
  hostOf,
  refuseAddress,
  targetOf,
  type EndpointTarget,
  type EndpointUrlRules,
} from './addresses/check-endpoint-url.js';
import { EndpointAddressRefusedError } from './endpoint-errors.js';
import { machineAddresses, ownHostsOf } from './addresses/own-hosts.js';
import { createPinnedLookup } from './addresses/pinned-lookup.js';
import { askNameServers, askSystem } from './addresses/resolve-host.js';

const CONNECT_TIMEOUT_MS = 10_000;

/** Nest's own, where a process that only works on queues has no adapter. */
interface ListeningHost {
  readonly httpAdapter?: { getHttpServer(): Pick<Server, 'address'> };
}

/** The address rules of this installation, and the connector that keeps them where a connection is really made. */
@Injectable()
export class EndpointAgents {
  readonly rules: EndpointUrlRules;
  /** Connects to registered endpoints. */
  readonly connector: buildConnector.connector;
  /** Posts go where the rules lead without the operator's list: that is about endpoints alone. */
  readonly postConnector: buildConnector.connector;
  private readonly postRules: EndpointUrlRules;
  private readonly furtherPorts = new Set<number>();

  constructor(
    @Inject(SETTINGS) private readonly settings: Settings,
    @Inject(HttpAdapterHost) private readonly adapterHost: ListeningHost,
  ) {
    this.rules = {
      allowPrivate: settings.allowPrivateEndpoints,
      allowed: settings.endpointAllowedHosts,
      ownHosts: ownHostsOf(settings),
      ownAddresses: machineAddresses,
      ownPorts: () => this.ownPorts(),
    };
    this.postRules = { ...this.rules, allowed: NO_HOSTS };
    this.connector = this.connectorBy(this.rules);
    this.postConnector = this.connectorBy(this.postRules);
  }

  /** Of a listener beside the application's own. */
  listensOn(port: number): void {
    this.furtherPorts.add(port);
  }

  /** All addresses of a host. @throws Error when the name does not resolve within 3 s */
  resolve(host: string): Promise<LookupAddress[]> {
    // Names that the operator knows may stand in the hosts file, or be a container's; whoever else could slow them down is trusted.
    return this.rules.allowPrivate || allowsName(this.rules.allowed, host)
      ? askSystem(host)
      : askNameServers(host);
  }

  /** An address literal is never looked up, and rules may have become stricter since registration. @throws EndpointAddressRefusedError (502) */
  refuseUnsafe(baseUrl: string, rules = this.rules): void {
    const verdict = checkEndpointUrl(baseUrl, rules);
    if ('refusal' in verdict) throw new EndpointAddressRefusedError({ status: 502, reason: verdict.refusal });
  }

  /** What a registration must pass: the text, and where its name leads now. @throws EndpointAddressRefusedError (400) */
  async refuseUnsafeRegistration(baseUrl: string, rules = this.rules): Promise<void> {
    const verdict = checkEndpointUrl(baseUrl, rules);
    if ('refusal' in verdict) throw new EndpointAddressRefusedError({ status: 400, reason: verdict.refusal });
    const host = hostOf(verdict.url);
    // A development machine may register a server that is not up yet.
    if (rules.allowPrivate || isIP(host) !== 0) return;
    const addresses = await this.resolve(host).catch(() => []);
    const target = targetOf(verdict.url, rules);
    const isUsable = addresses.every(({ address }) => refuseAddress(address, target, rules) === undefined);
    if (addresses.length > 0 && isUsable) return;
    throw new EndpointAddressRefusedError({
      status: 400,
      reason: 'its host does not resolve to a public address',
    });
  }

  /** The address of a callback keeps the rules of registered endpoints. @throws InvalidRequestError (400) */
  refuseUnsafeCallback(url: string): Promise<void> {
    return this.refuseUnsafePosts(url, { param: 'callback_url', code: 'callback_url_refused' });
  }

  /** The same of any address that is posted to, named as its caller named it. @throws InvalidRequestError (400) */
  async refuseUnsafePosts(url: string, { param, code }: { param: string; code: string }): Promise<void> {
    try {
      await this.refuseUnsafeRegistration(url, this.postRules);
    } catch (error) {
      if (!(error instanceof EndpointAddressRefusedError)) throw error;
      throw new InvalidRequestError({
        code,
        param,
        message: `\`${param}\` cannot be used: ${error.reason}. Name a public https address.`,
      });
    }
  }

  /** The rules may have become stricter since the submission. @throws EndpointAddressRefusedError (502) */
  refuseCallback(url: string): void {
    this.refuseUnsafe(url, this.postRules);
  }

  /** The port that was set, and the one that is listened on when any free one was asked for. */
  private ownPorts(): ReadonlySet<number> {
    const { port, batchGatewayPort } = this.settings;
    const bound = this.adapterHost.httpAdapter?.getHttpServer().address();
    const ports = [port, batchGatewayPort, isBound(bound) ? bound.port : undefined, ...this.furtherPorts];
    return new Set(ports.filter((candidate) => typeof candidate === 'number'));
  }

  /** A look-up is told the host alone, so each kind of target has one of its own. */
  private connectorBy(rules: EndpointUrlRules): buildConnector.connector {
    const connectors = new Map<string, buildConnector.connector>();
    return (options, callback) => {
      const target = targetOf(urlOf(options), rules);
      const kind = `${target.isPlainHttp}, ${target.isOwnPort}`;
      const connect = connectors.get(kind) ?? this.connectorFor(target, rules);
      connectors.set(kind, connect);
      connect(options, callback);
    };
  }

  private connectorFor(kind: EndpointTarget, rules: EndpointUrlRules): buildConnector.connector {
    return buildConnector({
      timeout: CONNECT_TIMEOUT_MS,
      lookup: createPinnedLookup({
        resolve: (host) => this.resolve(host),
        refuse: (address, host) => refuseAddress(address, { ...kind, host: nameOf(host) }, rules),
      }),
    });
  }
}

function urlOf({ protocol, hostname, port }: buildConnector.Options): URL {
  const host = isIP(hostname) === 6 ? `[${hostname}]` : hostname;
  return new URL(`${protocol}//${host}${port === '' ? '' : `:${port}`}`);
}

/** A name as the rules compare it: the connector hands it on as it was written. */
function nameOf(host: string): string {
  return host.replace(/\.$/, '').toLowerCase();
}

function isBound(address: ReturnType<Server['address']> | undefined): address is AddressInfo {
  return typeof address === 'object' && address !== null;
}
