import { createHmac } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { startSimulator, type RunningSimulator } from '../../src/simulator/start-simulator.js';
import { codeBlocks, readDocument } from '../support/code-blocks.js';
import { seedTenant } from '../support/seed.js';
import { startTestApplication, type TestApplication } from '../support/start-application.js';

/** Packages that are no dependencies of ours: their examples are not run. */
const NOT_HERE = ['@ai-sdk/anthropic'];
const PRINTED_URL = 'http://127.0.0.1:8080';
const PRINTED_BATCH_GATEWAY = 'http://127.0.0.1:8081';
const CLIENTS = 'docs/guides/clients.md';
const BATCHES = 'docs/guides/batches.md';
/** Beside the packages that the examples import. */
const FOLDER = path.resolve(import.meta.dirname, '../../node_modules/.cache/readme-examples');

const importsOf = (code: string): string => /from '(.*?)'/.exec(code)?.[1] ?? '';
const examples = ['README.md', CLIENTS]
  .flatMap((file) => codeBlocks(readDocument(file), 'js'))
  .map((code): [string, string] => [importsOf(code), code])
  .filter(([name]) => !NOT_HERE.includes(name));

let simulator: RunningSimulator;
let service: TestApplication;
beforeAll(async () => {
  simulator = await startSimulator({ port: 0, pace: 0 });
  service = await startTestApplication({
    simulatorUrl: simulator.url,
    environment: { BATCH_GATEWAY_PORT: '0' },
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

/** Runs an example in a file of its own. @returns what it exports, and what it printed */
async function run(name: string, code: string): Promise<{ exported: object; printed: unknown[][] }> {
  const file = path.join(FOLDER, `${name}.mjs`);
  const here = code
    .replaceAll(PRINTED_URL, service.url)
    .replaceAll(PRINTED_BATCH_GATEWAY, service.batchGatewayUrl ?? '')
    // Simulated batches end at once.
    .replaceAll('5_000', '5');
  await writeFile(file, here);
  const print = vi.spyOn(console, 'log').mockReturnValue();
  const exported = (await import(/* @vite-ignore */ pathToFileURL(file).href)) as object;
  return { exported, printed: print.mock.calls };
}

describe('the README and the guide of clients', () => {
  it('show every client that is tested here', () => {
    expect(examples.map(([name]) => name)).toEqual([
      'openai',
      '@anthropic-ai/sdk',
      'openai',
      '@ai-sdk/openai',
      '@openai/agents',
      '@langchain/openai',
    ]);
  });

  it.each(examples.map(([name, code], index): [string, string, number] => [name, code, index]))(
    'have an example for %s that runs as it is printed',
    async (_name, code, index) => {
      expect(code).toContain(PRINTED_URL);
      const { printed } = await run(String(index), code);
      expect(printed).toHaveLength(1);
      expect(printed[0]?.[0]).toContain('[simulated]');
    },
  );

  it("have a provider for Codex's configuration that answers", async () => {
    const [block = ''] = codeBlocks(readDocument(CLIENTS), 'toml');
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

describe('the guide of batches', () => {
  const [openAi = '', anthropic = '', verify = ''] = codeBlocks(readDocument(BATCHES), 'js');

  it("has a batch of OpenAI's that ends with its results", async () => {
    const { printed } = await run('openai-batch', openAi);
    expect(printed).toHaveLength(2);
    expect(String(printed[1]?.[0]).match(/\[simulated\]/g)).toHaveLength(2);
  });

  it("has a batch of Anthropic's that ends with its results", async () => {
    const { printed } = await run('anthropic-batch', anthropic);
    expect(printed).toEqual([['one', 'succeeded']]);
  });

  it('has a function that knows the posts of the gateway', async () => {
    const { exported } = await run('verify', `${verify}\nexport { isFromGateway };`);
    const { isFromGateway } = exported as {
      isFromGateway: (body: string, header: string | undefined, secret: string) => boolean;
    };
    const sign = (time: number): string =>
      `t=${time},v1=${createHmac('sha256', 's').update(`${time}.{}`).digest('hex')}`;
    const now = Math.floor(Date.now() / 1000);
    const answers = [sign(now), sign(now - 400), undefined].map((header) => isFromGateway('{}', header, 's'));
    expect([...answers, isFromGateway('{ }', sign(now), 's')]).toEqual([true, false, false, false]);
  });
});
