import type { FastifyRequest } from 'fastify';
import type { Settings } from '../config/settings.js';

/** A name or an address, and a port: nothing that could become another part of a URL. */
const HOST = /^(?:[A-Za-z0-9_.-]{1,255}|\[[0-9A-Fa-f:.]{2,45}\])(?::\d{1,5})?$/;

/**
 * Where the client finds this service, without a trailing slash: `PUBLIC_BASE_URL`, or what the client dialled. Behind a proxy
 * that ends TLS that is https, when the proxy says so; it concerns only the address that the client itself is told.
 */
export function dialledBaseUrl(
  request: Pick<FastifyRequest, 'headers' | 'raw'>,
  { publicBaseUrl }: Pick<Settings, 'publicBaseUrl'>,
): string {
  if (publicBaseUrl !== undefined) return publicBaseUrl;
  // Each proxy adds its own word; the first is what the client used.
  const scheme = /^https(?:,|$)/.test(String(request.headers['x-forwarded-proto'])) ? 'https' : 'http';
  const { host = '' } = request.headers;
  return `${scheme}://${HOST.test(host) ? host : socketAddress(request)}`;
}

/** HTTP/1.0 without a host, or one that is none: the end of the connection that the client did reach. */
function socketAddress({ raw: { socket } }: Pick<FastifyRequest, 'raw'>): string {
  const { localAddress = '127.0.0.1', localPort = 80 } = socket;
  return `${localAddress.includes(':') ? `[${localAddress}]` : localAddress}:${localPort}`;
}
