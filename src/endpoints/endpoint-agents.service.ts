import { Inject, Injectable } from '@nestjs/common';
import { buildConnector } from 'undici';
import { SETTINGS } from '../config/config.module.js';
import type { Settings } from '../config/settings.js';
import { checkEndpointUrl, type EndpointUrlRules } from './check-endpoint-url.js';
import { EndpointAddressRefusedError } from './endpoint-errors.js';
import { createPinnedLookup } from './pinned-lookup.js';

const CONNECT_TIMEOUT_MS = 10_000;

/** The address rules of this installation, and the connector that keeps them where a connection is really made. */
@Injectable()
export class EndpointAgents {
  readonly rules: EndpointUrlRules;
  readonly connector: buildConnector.connector;

  constructor(@Inject(SETTINGS) settings: Settings) {
    const { allowPrivateEndpoints: allowPrivate } = settings;
    this.rules = { allowPrivate, ownHosts: ownHosts(settings) };
    this.connector = buildConnector({
      timeout: CONNECT_TIMEOUT_MS,
      lookup: createPinnedLookup({ allowPrivate }),
    });
  }

  /** An address literal is never looked up, and rules may have become stricter since registration. @throws EndpointAddressRefusedError (502) */
  refuseUnsafe(baseUrl: string): void {
    const verdict = checkEndpointUrl(baseUrl, this.rules);
    if ('refusal' in verdict) throw new EndpointAddressRefusedError({ status: 502, reason: verdict.refusal });
  }
}

/** This service's own public name, and the providers that our accounts are at: a key of ours must not be tricked out to them either. */
function ownHosts({
  publicBaseUrl,
  host,
  providerA,
  providerB,
  marketplace,
  hosted,
}: Settings): ReadonlySet<string> {
  const urls = [
    publicBaseUrl,
    providerA.baseUrl,
    providerB.baseUrl,
    marketplace.baseUrl,
    hosted.baseUrl,
    hosted.messagesBaseUrl,
  ];
  const hosts = urls.filter((url) => url !== undefined).map((url) => new URL(url).hostname.toLowerCase());
  // A loopback listener of a development machine is no public host; there private endpoints share it.
  return new Set(
    [...hosts, host].filter((name) => !/^(127\.|0\.0\.0\.0$|localhost$|\[?::1?\]?$)/.test(name)),
  );
}
