import { describe, expect, it } from 'vitest';
import { readSettings } from '../../config/read-settings.js';
import type { Environment } from '../../config/settings.js';
import { machineAddresses, ownHostsOf } from './own-hosts.js';

const hostsOf = (environment: Environment): string[] => [...ownHostsOf(readSettings(environment))].sort();

describe("the service's own hosts", () => {
  it('are none on a development machine with nothing configured', () => {
    expect(hostsOf({})).toEqual([]);
    expect(hostsOf({ HOST: '0.0.0.0', PUBLIC_BASE_URL: 'http://localhost:8080' })).toEqual([]);
    expect(hostsOf({ HOST: '::' })).toEqual([]);
  });

  it('are its public name and the address it listens on, in one spelling', () => {
    expect(
      hostsOf({ HOST: '2606:4700:0::AB', PUBLIC_BASE_URL: 'https://Gateway.Example.com.:8443/x' }),
    ).toEqual(['2606:4700::ab', 'gateway.example.com']);
    expect(hostsOf({ PUBLIC_BASE_URL: 'https://[2606:4700::ab]' })).toEqual(['2606:4700::ab']);
  });

  it("are the operator's own companions too, but not the providers' public addresses", () => {
    const environment = {
      PROVIDER_B_BASE_URL: 'https://egress.example.com/openai',
      HOSTED_BASE_URL: 'https://models.example.com/v1',
      COMPRESSOR_URL: 'https://compressor.example.com',
    };
    expect(hostsOf(environment)).toEqual([
      'compressor.example.com',
      'egress.example.com',
      'models.example.com',
    ]);
    expect(hostsOf({ ...environment, ALLOW_PRIVATE_ENDPOINTS: 'true' })).toEqual([]);
  });
});

describe('the addresses of this machine', () => {
  it('are those of its interfaces', () => {
    expect(machineAddresses()).toContain('127.0.0.1');
  });
});
