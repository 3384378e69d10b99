import { describe, expect, it } from 'vitest';
import { allowsAddress, allowsName, parseAllowedHosts } from './allowed-hosts.js';

describe('a list of allowed hosts', () => {
  it.each([
    ['ollama', 'ollama', true],
    ['Ollama.', 'ollama', true],
    ['bücher.example', 'xn--bcher-kva.example', true],
    ['my_model.svc', 'my_model.svc', true],
    ['ollama', 'ollama.example.com', false],
    ['*.models.corp', 'a.models.corp', true],
    ['*.models.corp', 'b.a.models.corp', true],
    ['*.models.corp', 'models.corp', false],
    ['*.models.corp', 'amodels.corp', false],
    ['*.models.corp', 'a.models.corp.evil.example', false],
    ['10.0.0.1', '10.0.0.1', false],
    ['', 'ollama', false],
  ])('%j with the name %s: %s', (text, host, allows) => {
    expect(allowsName(parseAllowedHosts(text), host)).toBe(allows);
  });

  it.each([
    ['10.0.0.0/8', '10.255.0.1', true],
    ['10.0.0.7/8', '10.255.0.1', true],
    ['10.0.0.0/8', '11.0.0.1', false],
    ['10.0.0.7', '10.0.0.7', true],
    ['10.0.0.7', '10.0.0.8', false],
    ['10.0.0.0/8', '::ffff:10.0.0.1', true],
    ['10.0.0.0/8', '64:ff9b::a00:1', false],
    ['10.0.0.0/8', '::a00:1', false],
    ['10.0.0.0/8', 'fe80::1%eth0', false],
    ['10.0.0.0/8', 'ollama', false],
    ['fd00::/8', 'fd12::1', true],
    ['fd00::/8', 'fe80::1', false],
    ['::1', '::1', true],
    ['::/0', '10.0.0.1', false],
    ['0.0.0.0/0', 'fd12::1', false],
    ['x, 192.168.0.0/16 ,*.y', '192.168.3.4', true],
  ])('%j with the address %s: %s', (text, address, allows) => {
    expect(allowsAddress(parseAllowedHosts(text), address)).toBe(allows);
  });

  it.each([
    'http://ollama',
    'ollama:11434',
    'ollama/v1',
    '10.0.0.0/33',
    'fd00::/129',
    '10.0.0/8',
    '10.0.0.0/',
    '10.0.0.0/8/8',
    '2130706433',
    '0x7f.1',
    '010.0.0.1',
    '::ffff:10.0.0.0/104',
    'fe80::1%eth0',
    '*',
    '*.',
    '*.*.corp',
    'a.*.corp',
    '*.10.0.0.1',
    'a..b',
    'user@host',
    'two words',
    '[::1]',
  ])('is not %j, which the error names', (entry) => {
    expect(() => parseAllowedHosts(`ollama,${entry}`)).toThrow(JSON.stringify(entry));
  });
});
