import { execFile } from 'node:child_process';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { PLACEHOLDER, snippetsFor } from '../../console/src/screens/settings/snippets.js';
import { startSimulator, type RunningSimulator } from '../../src/simulator/start-simulator.js';
import { seedTenant } from '../support/seed.js';
import { startTestApplication, type TestApplication } from '../support/start-application.js';

/** Beside the packages that the snippets import. */
const FOLDER = path.resolve(import.meta.dirname, '../../node_modules/.cache/console-snippets');

let simulator: RunningSimulator;
let service: TestApplication;
let apiKey: string;
beforeAll(async () => {
  simulator = await startSimulator({ port: 0, pace: 0 });
  service = await startTestApplication({
    environment: {
      PROVIDER_A_BASE_URL: `${simulator.url}/provider-a`,
      PROVIDER_B_BASE_URL: `${simulator.url}/provider-b/v1`,
    },
  });
  ({ apiKey } = await seedTenant(service.dataSource, {
    tiers: {
      big: 'vendora/claude-sonnet-5-5',
      medium: 'vendorb/gpt-6.1-terra',
      small: 'vendorb/gpt-6.1-terra',
    },
  }));
  await mkdir(FOLDER, { recursive: true });
});
afterEach(() => vi.restoreAllMocks());
afterAll(async () => {
  await rm(FOLDER, { recursive: true, force: true });
  await service.stop();
  await simulator.close();
});

/** As somebody pastes it, with a key in the place of the placeholder. */
function codeOf(id: string): string {
  const code = snippetsFor(service.url).find((snippet) => snippet.id === id)?.code ?? '';
  expect(code).toContain(PLACEHOLDER);
  return code.replaceAll(PLACEHOLDER, apiKey);
}

describe('the snippets of the console', () => {
  it.each(['openai-js', 'anthropic', 'ai-sdk'])('%s runs as it is copied', async (id) => {
    const file = path.join(FOLDER, `${id}.mjs`);
    await writeFile(file, codeOf(id));
    const printed = vi.spyOn(console, 'log').mockReturnValue();
    await import(/* @vite-ignore */ pathToFileURL(file).href);
    expect(printed).toHaveBeenCalledOnce();
    expect(printed.mock.calls[0]?.[0]).toContain('[simulated]');
  });

  it('curl runs as it is copied', async () => {
    const { stdout } = await promisify(execFile)('sh', ['-c', codeOf('curl')]);
    expect(stdout).toContain('[simulated]');
  });
});
