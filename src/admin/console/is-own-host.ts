import { isIP } from 'node:net';

export interface OwnNames {
  /** `PUBLIC_BASE_URL`, where there is one. */
  readonly publicBaseUrl: string | undefined;
  /** Names and addresses of this machine, in small letters. */
  readonly names: () => Iterable<string>;
}

/**
 * Whether a `Host` is one that this service is known by. A page whose name was bound to our address anew (DNS rebinding) is, to
 * its browser, of the same origin as we are: only the name in `Host` tells it apart. Ports say nothing.
 */
export function isOwnHost(host: string | undefined, { publicBaseUrl, names }: OwnNames): boolean {
  const name = nameOf(host);
  if (name === undefined) return false;
  if (name === 'localhost' || isLoopback(name)) return true;
  if (publicBaseUrl !== undefined && nameOf(new URL(publicBaseUrl).host) === name) return true;
  for (const own of names()) if (own.toLowerCase() === name) return true;
  return false;
}

const HOST = /^(?:\[([0-9a-f:.]{2,45})\]|([a-z0-9_.-]{1,255}))(?::\d{1,5})?$/i;

function nameOf(host: string | undefined): string | undefined {
  const [, address, name] = HOST.exec(host ?? '') ?? [];
  return (address ?? name)?.toLowerCase();
}

function isLoopback(name: string): boolean {
  return name === '::1' || (isIP(name) === 4 && name.startsWith('127.'));
}
