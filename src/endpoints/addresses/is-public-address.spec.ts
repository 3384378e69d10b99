import { describe, expect, it } from 'vitest';
import { dialledAddress, isPublicAddress } from './is-public-address.js';

describe('an address', () => {
  it.each([
    '1.1.1.1',
    '93.184.216.34',
    '100.128.0.1',
    '172.32.0.1',
    '198.20.0.1',
    '223.255.255.255',
    '2606:4700::1111',
    '2a00:1450:4001::1',
    '::ffff:8.8.8.8',
    '64:ff9b::808:808',
  ])('%s is public', (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });

  it.each([
    ['loopback', '127.0.0.1'],
    ['loopback', '127.8.9.1'],
    ['this network', '0.0.0.0'],
    ['this network', '0.1.2.3'],
    ['private', '10.1.2.3'],
    ['private', '172.16.0.1'],
    ['private', '172.31.255.255'],
    ['private', '192.168.1.1'],
    ['link-local', '169.254.169.254'],
    ['carrier-grade NAT', '100.64.0.1'],
    ['carrier-grade NAT', '100.127.255.255'],
    ['protocol assignments', '192.0.0.192'],
    ['6to4 relay', '192.88.99.1'],
    ['benchmarking', '198.18.0.1'],
    ['benchmarking', '198.19.255.255'],
    ['documentation', '192.0.2.1'],
    ['documentation', '198.51.100.1'],
    ['documentation', '203.0.113.1'],
    ['multicast', '224.0.0.1'],
    ['reserved', '240.0.0.1'],
    ['broadcast', '255.255.255.255'],
    ["a cloud platform's own", '168.63.129.16'],
    ['unspecified', '::'],
    ['loopback', '::1'],
    ['link-local', 'fe80::1'],
    ['link-local with a zone', 'fe80::1%eth0'],
    ['with a zone', '2606:4700::1111%eth0'],
    ['site-local', 'fec0::1'],
    ['unique local', 'fc00::1'],
    ['unique local', 'fd00:ec2::254'],
    ['multicast', 'ff02::1'],
    ['mapped loopback', '::ffff:127.0.0.1'],
    ['mapped private', '::ffff:10.0.0.1'],
    ['mapped link-local', '::ffff:a9fe:a9fe'],
    ["mapped, a cloud platform's own", '::ffff:168.63.129.16'],
    ['IPv4-compatible loopback', '::7f00:1'],
    ['IPv4-compatible', '::127.0.0.1'],
    ['IPv4-compatible public', '::808:808'],
    ['translated (RFC 6145)', '::ffff:0:7f00:1'],
    ['NAT64 of loopback', '64:ff9b::7f00:1'],
    ['NAT64 of private', '64:ff9b::a00:1'],
    ['local NAT64', '64:ff9b:1::808:808'],
    ['6to4', '2002:7f00:1::'],
    ['6to4 of a public address', '2002:808:808::'],
    ['Teredo', '2001:0:7f00:1::'],
    ['benchmarking', '2001:2::1'],
    ['ORCHID', '2001:20::1'],
    ['documentation', '2001:db8::1'],
    ['documentation', '3fff::1'],
    ['discard only', '100::1'],
    ['segment routing', '5f00::1'],
    ['never given out', '4000::1'],
    ['decimal', '2130706433'],
    ['octal', '010.0.0.1'],
    ['hexadecimal', '0x8.8.8.8'],
    ['short', '8.8'],
    ['bracketed', '[2606:4700::1111]'],
    ['no address', 'models.example.com'],
    ['nothing', ''],
  ])('that is %s is not public: %j', (_kind, address) => {
    expect(isPublicAddress(address)).toBe(false);
  });
});

describe('the address that is dialled', () => {
  it.each([
    ['93.184.216.34', '93.184.216.34'],
    ['::ffff:93.184.216.34', '93.184.216.34'],
    ['64:ff9b::5db8:d822', '93.184.216.34'],
    ['2606:4700:0:0:0:0:0:1111', '2606:4700::1111'],
    ['2606:4700::ABCD', '2606:4700::abcd'],
  ])('of %s is %s', (address, dialled) => {
    expect(dialledAddress(address)).toBe(dialled);
  });
});
