import { describe, expect, it } from 'vitest';
import { isOwnHost } from './is-own-host.js';

const own = { publicBaseUrl: 'https://Gateway.example/ai', names: () => ['Box', '10.0.0.5', 'fd00::5'] };

describe('isOwnHost', () => {
  it.each([
    'localhost',
    'LOCALHOST:8080',
    '127.0.0.1:8080',
    '127.8.8.8',
    '[::1]:8080',
    'gateway.example',
    'gateway.example:444',
    'box:80',
    '10.0.0.5:8080',
    '[FD00::5]',
  ])('knows %s', (host) => {
    expect(isOwnHost(host, own)).toBe(true);
  });

  it.each([
    undefined,
    '',
    'evil.example',
    'localhost.evil.example',
    '127.0.0.1.evil.example',
    'evil.example:8080',
    '10.0.0.6',
    '[::2]',
    '::1',
    'gateway.example@evil.example',
    'localhost:x',
    'evil.example/localhost',
  ])('does not know %s', (host) => {
    expect(isOwnHost(host, own)).toBe(false);
  });
});
