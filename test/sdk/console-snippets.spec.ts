import { execFile } from 'node:child_process';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  callsOfOneTask,
  exporterSettings,
  firstBatch,
  firstCall,
  newOrganization,
  newProject,
} from '../../console/src/parts/commands/commands.js';
import { PLACEHOLDER, snippetsFor } from '../../console/src/screens/settings/snippets.js';
import { startSimulator, type RunningSimulator } from '../../src/simulator/start-simulator.js';
import { AdminClient } from '../e2e/admin-client.js';
import { seedTenant, type Tenant } from '../support/seed.js';
import { ADMIN_TOKEN, startTestApplication, type TestApplication } from '../support/start-application.js';

/** Beside the packages that the snippets import. */
const FOLDER = path.resolve(import.meta.dirname, '../../node_modules/.cache/console-snippets');

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
  tenant = await seedTenant(service.dataSource, {
    tiers: {
      big: 'vendora/claude-sonnet-5-5',
      medium: 'vendorb/gpt-6.1-terra',
      small: 'vendorb/gpt-6.1-terra',
    },
  });
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
  return code.replaceAll(PLACEHOLDER, tenant.apiKey);
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

describe('the commands of the console', () => {
  /** In a shell, with what the hint beside each says to export. */
  async function run(command: string): Promise<string> {
    const failing = 'curl() { command curl --silent --show-error --fail-with-body "$@"; }\nset -e\n';
    const { stdout } = await promisify(execFile)('sh', ['-c', failing + command], {
      env: { ...process.env, GATEWAY_KEY: tenant.apiKey, ADMIN_TOKEN },
    });
    return stdout;
  }
  const operator = (): AdminClient => new AdminClient(service.url);
  const listOf = async (path: string): Promise<Record<string, unknown>[]> =>
    (await operator().get(path)).body.data;

  it('make a first call', async () => {
    expect(await run(firstCall(service.url))).toContain('[simulated]');
  });

  it('make a batch', async () => {
    const { id } = JSON.parse(await run(firstBatch(service.url)));
    expect(await listOf(`/projects/${tenant.projectId}/batches`)).toEqual([expect.objectContaining({ id })]);
  });

  it('make a task group', async () => {
    await run(callsOfOneTask(service.url));
    await vi.waitFor(
      async () =>
        expect(await listOf(`/projects/${tenant.projectId}/groups`)).toEqual([
          expect.objectContaining({ name: expect.stringContaining('Classify this ticket') }),
        ]),
      { timeout: 30_000 },
    );
  });

  it('make a project', async () => {
    const { id } = JSON.parse(await run(newProject(service.url, tenant.organizationId)));
    expect(await listOf(`/organizations/${tenant.organizationId}/projects`)).toContainEqual(
      expect.objectContaining({ id, name: 'First project' }),
    );
  });

  it('make an organization with a project', async () => {
    const { organization_id: organizationId } = JSON.parse(await run(newOrganization(service.url)));
    expect(organizationId).not.toBe(tenant.organizationId);
    expect(await listOf('/organizations')).toContainEqual(
      expect.objectContaining({ id: organizationId, name: 'First organization' }),
    );
  });

  it('let an exporter of OpenTelemetry send spans', async () => {
    const exporter = `
      import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
      import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
      const provider = new TracerProvider({ spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter() })] });
      provider.getTracer('any').startSpan('first').end();
      await provider.shutdown();`;
    await run(
      `${exporterSettings(service.url)}\n"${process.execPath}" --input-type=module --eval "${exporter}"`,
    );
    expect(await listOf(`/projects/${tenant.projectId}/traces`)).toHaveLength(1);
  });
});
