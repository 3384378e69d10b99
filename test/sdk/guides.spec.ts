import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startSimulator, type RunningSimulator } from '../../src/simulator/start-simulator.js';
import { codeBlocks, readDocument } from '../support/code-blocks.js';
import { seedTenant, type Tenant } from '../support/seed.js';
import { ADMIN_TOKEN, startTestApplication, type TestApplication } from '../support/start-application.js';

/** Documents whose commands are pasted in their order. Guides with a spec of their own: `who-spends-what`, `when-a-provider-fails`, `exact-cache`. */
const DOCUMENTS = [
  'README.md',
  'docs/guides/batches.md',
  'docs/guides/management-api.md',
  'docs/guides/money.md',
  'docs/guides/routing.md',
  'docs/recipes/why-a-call.md',
];
/** Blocks with one of these start or configure a program, or have a place to fill in. */
const NOT_PASTED = /\bnpm \b|\bnpx \b|…|_BASE_URL=|_ENDPOINT=|^[A-Z_]+='/m;
/** Each call to the gateway says on a line of standard error how it was answered. */
const PRELUDE = `curl() { command curl -w '%{stderr}status %{http_code}\\n' "$@"; }\n`;

let simulator: RunningSimulator;
let service: TestApplication;
let tenant: Tenant;
let folder: string;
beforeAll(async () => {
  simulator = await startSimulator({ port: 0, pace: 0 });
  service = await startTestApplication({ simulatorUrl: simulator.url });
  tenant = await seedTenant(service.dataSource);
  folder = await mkdtemp(path.join(os.tmpdir(), 'guides-'));
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await service.stop();
  await simulator.close();
});

/** As in a terminal, one block after the other. */
async function paste(blocks: readonly string[]): Promise<string[]> {
  const script = blocks.join('\n').replaceAll('http://127.0.0.1:8080', service.url);
  const { stderr } = await promisify(execFile)('sh', ['-euc', PRELUDE + script], {
    cwd: folder,
    env: {
      PATH: process.env['PATH'],
      GATEWAY_KEY: tenant.apiKey,
      ADMIN_TOKEN,
    },
  });
  return [...stderr.matchAll(/^status (\d+)$/gm)].map(([, status = '']) => status);
}

it.each(DOCUMENTS)('the commands of %s work as they are printed', async (file) => {
  const blocks = codeBlocks(readDocument(file), 'sh').filter((block) => !NOT_PASTED.test(block));
  expect(blocks).not.toEqual([]);
  const statuses = await paste(blocks);
  const calls = blocks.join('\n').match(/\bcurl /g) ?? [];
  // What is uploaded is made (201), and a batch that has not ended has no results (409).
  expect(statuses.map((status) => status.replace(/201|409/, '200'))).toEqual(calls.map(() => '200'));
});
