import { execFile } from 'node:child_process';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { startSimulator, type RunningSimulator } from '../../src/simulator/start-simulator.js';
import { AdminClient } from '../e2e/admin-client.js';
import { seedTenant, type Tenant } from '../support/seed.js';
import { ADMIN_TOKEN, startTestApplication, type TestApplication } from '../support/start-application.js';

const ROOT = path.resolve(import.meta.dirname, '../..');
/** Beside the packages that the examples import. */
const FOLDER = path.join(ROOT, 'node_modules/.cache/guide-examples');

let simulator: RunningSimulator;
let service: TestApplication;
let tenant: Tenant;
beforeAll(async () => {
  simulator = await startSimulator({ port: 0, pace: 0 });
  service = await startTestApplication({
    environment: {
      PROVIDER_A_BASE_URL: `${simulator.url}/provider-a`,
      PROVIDER_B_BASE_URL: `${simulator.url}/provider-b/v1`,
    },
  });
  tenant = await seedTenant(service.dataSource);
  vi.stubEnv('GATEWAY_KEY', tenant.apiKey);
  await mkdir(FOLDER, { recursive: true });
});
afterAll(async () => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  await rm(FOLDER, { recursive: true, force: true });
  await service.stop();
  await simulator.close();
});

it('the example of the guide says whom its call is for, and the request behind it finds the call', async () => {
  const guide = await readFile(path.join(ROOT, 'docs/guides/who-spends-what.md'), 'utf8');
  const [, code = ''] = /^```js\n(.*?)^```$/ms.exec(guide) ?? [];
  const file = path.join(FOLDER, 'said.mjs');
  await writeFile(file, code.replace('http://127.0.0.1:8080', service.url));
  const print = vi.spyOn(console, 'log').mockImplementation(() => undefined);
  await import(pathToFileURL(file).href);
  const callId = String(print.mock.calls[0]?.[1]);

  const [, query = ''] = /\/calls\?([^"]*)"/.exec(guide) ?? [];
  const { body } = await new AdminClient(service.url).get(`/projects/${tenant.projectId}/calls?${query}`);
  expect(body.data).toEqual([
    expect.objectContaining({
      id: callId,
      tags: ['team-search', 'nightly'],
      end_user: 'customer-42',
      metadata: { order: '7' },
    }),
  ]);
});

const commandsOf = async (guide: string): Promise<string> =>
  [...(await readFile(path.join(ROOT, 'docs/guides', guide), 'utf8')).matchAll(/^```sh\n(.*?)^```$/gms)]
    .map(([, code]) => code)
    .join('');

it('the commands of the guides run as they are printed, one after the other', async () => {
  const commands = `${await commandsOf('who-spends-what.md')}${await commandsOf('usage.md')}`
    .replace('http://127.0.0.1:8080', service.url)
    .replace('svc_live_…', tenant.apiKey)
    .replace('svc_operator_…', ADMIN_TOKEN)
    // Names are looked up when an address is set, which needs a network.
    .replace('https://example.com/', 'https://93.184.215.14/');
  // Each says what it was answered, which a person would read.
  const watched = `set -eu\ncurl() { command curl --fail-with-body -sS -w '\\n' "$@"; }\n${commands}`;
  const { stdout } = await promisify(execFile)('sh', ['-c', watched]).catch(
    (error: unknown) => error as { stdout: string },
  );
  expect(stdout).toContain('"limit_period":"month"');
  expect(stdout).toContain('"alias":"support-bot"');
  expect(stdout).toContain('"balance_below_usd":5');
  expect(stdout).toContain('"object":"chat.completion"');
  expect(stdout).toContain('Say hello.');
  expect(stdout).toContain('tag,model,requests,input_tokens');
  expect(stdout).not.toContain('"error"');
});
