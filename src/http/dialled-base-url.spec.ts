import type { IncomingHttpHeaders } from 'node:http';
import { describe, expect, it } from 'vitest';
import { dialledBaseUrl } from './dialled-base-url.js';

function baseUrl(headers: IncomingHttpHeaders, publicBaseUrl?: string, localAddress = '10.0.0.7'): string {
  const raw = { socket: { localAddress, localPort: 8080 } };
  return dialledBaseUrl({ headers, raw } as Parameters<typeof dialledBaseUrl>[0], { publicBaseUrl });
}

describe('the address that a client is told', () => {
  it.each([
    [{ host: 'localhost:8080' }, 'http://localhost:8080'],
    [{ host: '[::1]:8081' }, 'http://[::1]:8081'],
    [{ host: 'gateway.example.com', 'x-forwarded-proto': 'https' }, 'https://gateway.example.com'],
    [{ host: 'gateway.example.com', 'x-forwarded-proto': 'https,http' }, 'https://gateway.example.com'],
    [{ host: 'gateway.example.com', 'x-forwarded-proto': 'gopher' }, 'http://gateway.example.com'],
    [{}, 'http://10.0.0.7:8080'],
    [{ host: '' }, 'http://10.0.0.7:8080'],
    [{ host: 'a.example/path?x=' }, 'http://10.0.0.7:8080'],
    [{ host: 'user@a.example' }, 'http://10.0.0.7:8080'],
    [{ host: 'a.example:99999999' }, 'http://10.0.0.7:8080'],
  ])('for %j is %s', (headers, expected) => {
    expect(baseUrl(headers)).toBe(expected);
  });

  it('is the public one when there is one', () => {
    expect(baseUrl({ host: 'localhost' }, 'https://api.example.com/gw')).toBe('https://api.example.com/gw');
  });

  it('is a valid URL without a host header on IPv6', () => {
    expect(baseUrl({}, undefined, '::1')).toBe('http://[::1]:8080');
  });
});
