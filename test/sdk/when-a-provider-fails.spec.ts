import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { readSettings } from '../../src/config/read-settings.js';
import { EndpointAgents } from '../../src/endpoints/endpoint-agents.service.js';
import { startSimulator, type RunningSimulator } from '../../src/simulator/start-simulator.js';
import { seedTenant, type Tenant } from '../support/seed.js';
import { ADMIN_TOKEN, startTestApplication, type TestApplication } from '../support/start-application.js';

const GUIDE = path.resolve(import.meta.dirname, '../../docs/guides/when-a-provider-fails.md');
const guide = await readFile(GUIDE, 'utf8');
const blocks = [...guide.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, code = '']) => code);
const commands = blocks
  .flatMap((block) => block.split(/^(?=curl )/m))
  .filter((part) => part.startsWith('curl '));
const settings = blocks.flatMap((block) => block.split('\n')).filter((line) => /^[A-Z_]+='/.test(line));

let simulator: RunningSimulator;
let service: TestApplication;
let tenant: Tenant;
beforeAll(async () => {
  simulator = await startSimulator({ port: 0, pace: 0 });
  service = await startTestApplication({ simulatorUrl: simulator.url });
  tenant = await seedTenant(service.dataSource);
});
afterEach(() => vi.restoreAllMocks());
afterAll(async () => {
  await service.stop();
  await simulator.close();
});

describe('the guide to failing providers', () => {
  it('shows commands and settings', () => {
    expect(commands).toHaveLength(4);
    expect(settings).toHaveLength(4);
  });

  it.each(commands)('shows a command that works as it is printed: %s', async (command) => {
    // Nobody has that name.
    vi.spyOn(service.app.get(EndpointAgents), 'resolve').mockResolvedValue([
      { address: '93.184.216.34', family: 4 },
    ]);
    const strict = `curl() { command curl -sS --fail-with-body "$@"; }\n${command}`;
    const { stdout } = await promisify(execFile)('sh', ['-c', strict], {
      env: {
        PATH: process.env['PATH'],
        BASE_URL: service.url,
        ADMIN_TOKEN,
        PROJECT_ID: tenant.projectId,
        ROUTER_ID: String(tenant.routerId),
      },
    });
    expect(JSON.parse(stdout)).not.toHaveProperty('error');
  });

  it('shows settings that a start takes', () => {
    const environment = Object.fromEntries(
      settings.map((line) => {
        const [, name = '', value = ''] = /^([A-Z_]+)='([^']*)'/.exec(line) ?? [];
        return [name, value];
      }),
    );
    const { providerA, endpointAllowedHosts } = readSettings(environment);
    expect(providerA.accounts.map(({ name, weight, models }) => [name, weight, models])).toEqual([
      ['main', 3, undefined],
      ['backup', 1, ['claude-haiku-4-5', 'claude-sonnet-4-5']],
    ]);
    expect([...endpointAllowedHosts.names]).toEqual(['ollama']);
  });
});
