import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { startSimulator, type RunningSimulator } from '../../src/simulator/start-simulator.js';
import { seedTenant } from '../support/seed.js';
import { startTestApplication, type TestApplication } from '../support/start-application.js';

/** Packages that are no dependencies of ours: their examples are not run. */
const NOT_HERE = ['@ai-sdk/anthropic'];
const PRINTED_URL = 'http://127.0.0.1:8080';
const ROOT = path.resolve(import.meta.dirname, '../..');
/** Beside the packages that the examples import. */
const FOLDER = path.join(ROOT, 'node_modules/.cache/readme-examples');

const readme = await readFile(path.join(ROOT, 'README.md'), 'utf8');
const clients = readme.slice(readme.indexOf('## A first call'), readme.indexOf('### Model ids'));

function blocksOf(language: string): string[] {
  return [...clients.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, 'gms'))].map(
    ([, code = '']) => code,
  );
}

const examples = blocksOf('js')
  .map((code): [string, string] => [/from '(.*?)'/.exec(code)?.[1] ?? '', code])
  .filter(([name]) => !NOT_HERE.includes(name));

let simulator: RunningSimulator;
let service: TestApplication;
beforeAll(async () => {
  simulator = await startSimulator({ port: 0, pace: 0 });
  service = await startTestApplication({
    environment: {
      PROVIDER_A_BASE_URL: `${simulator.url}/provider-a`,
      PROVIDER_B_BASE_URL: `${simulator.url}/provider-b/v1`,
    },
  });
  const { apiKey } = await seedTenant(service.dataSource);
  vi.stubEnv('GATEWAY_KEY', apiKey);
  await mkdir(FOLDER, { recursive: true });
});
afterEach(() => vi.restoreAllMocks());
afterAll(async () => {
  vi.unstubAllEnvs();
  await rm(FOLDER, { recursive: true, force: true });
  await service.stop();
  await simulator.close();
});

describe('the README', () => {
  it('shows every client that is tested here', () => {
    expect(examples.map(([name]) => name)).toEqual([
      'openai',
      'openai',
      '@anthropic-ai/sdk',
      '@ai-sdk/openai',
      '@openai/agents',
      '@langchain/openai',
    ]);
  });

  it.each(examples.map(([name, code], index): [string, string, number] => [name, code, index]))(
    'has an example for %s that runs as it is printed',
    async (_name, code, index) => {
      expect(code).toContain(PRINTED_URL);
      const file = path.join(FOLDER, `${index}.mjs`);
      await writeFile(file, code.replaceAll(PRINTED_URL, service.url));
      const printed = vi.spyOn(console, 'log').mockReturnValue();
      await import(/* @vite-ignore */ pathToFileURL(file).href);
      expect(printed).toHaveBeenCalledOnce();
      expect(printed.mock.calls[0]?.[0]).toContain('[simulated]');
    },
  );

  it("has a provider for Codex's configuration that answers", async () => {
    const [block = ''] = blocksOf('toml');
    const told = Object.fromEntries(
      [...block.matchAll(/^(\w+) = "(.*)"$/gm)].map(([, key, value]) => [key, value]),
    );
    expect(told).toMatchObject({ model_provider: 'gateway', env_key: 'GATEWAY_KEY' });
    const address = `${String(told['base_url'])}/${String(told['wire_api'])}`;
    const answer = await fetch(address.replace(PRINTED_URL, service.url), {
      method: 'POST',
      headers: {
        authorization: `Bearer ${process.env['GATEWAY_KEY'] ?? ''}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ model: told['model'], input: 'Hi', store: false, stream: true }),
    });
    expect([answer.status, await answer.text()]).toEqual([
      200,
      expect.stringContaining('response.completed'),
    ]);
  });
});
