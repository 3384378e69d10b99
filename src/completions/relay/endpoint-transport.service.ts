import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { EndpointAgents } from '../../endpoints/endpoint-agents.service.js';
import type { RegisteredEndpoint } from '../../endpoints/endpoint-directory.service.js';
import { createUpstreamAgent, UndiciTransport } from '../../upstreams/undici-transport.js';
import { withSecrets } from '../../upstreams/strike-credentials.js';
import type { UpstreamBody, UpstreamRequest, UpstreamTransport } from '../../upstreams/upstream-transport.js';

/** Sends to registered endpoints: the address is checked where the connection is really made, and no redirect is followed. */
@Injectable()
export class EndpointTransport implements OnApplicationShutdown {
  private readonly transport: UndiciTransport;

  constructor(private readonly agents: EndpointAgents) {
    this.transport = new UndiciTransport(createUpstreamAgent(agents.connector));
  }

  /** @throws EndpointAddressRefusedError (502) when the address is no longer allowed. */
  forEndpoint(endpoint: RegisteredEndpoint): UpstreamTransport {
    this.agents.refuseUnsafe(endpoint.baseUrl);
    return this.transport;
  }

  request(endpoint: RegisteredEndpoint, body: UpstreamBody): UpstreamRequest {
    const { origin, pathname, search } = new URL(endpoint.baseUrl);
    const own = endpoint.headers;
    const headers: Record<string, string> = {
      ...own,
      'content-type': 'application/json',
      'accept-encoding': 'identity',
    };
    if (endpoint.apiKey !== undefined) headers['authorization'] = `Bearer ${endpoint.apiKey}`;
    return {
      origin,
      path: `${pathname.replace(/\/+$/, '')}/chat/completions${search}`,
      headers: withSecrets(headers, Object.values(own)),
      body,
    };
  }

  async onApplicationShutdown(): Promise<void> {
    await this.transport.close();
  }
}
