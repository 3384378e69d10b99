import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { processesInside } from './process-costs.mjs';
import { freePort, pause, startNode, waitUntilAnswering } from './processes.mjs';

const START_LIMIT_MS = 60_000;
const MODELS = {
  a: 'vendora/claude-haiku-4-5',
  b: 'vendorb/gpt-4o-mini',
  embeddings: 'vendorb/text-embedding-3-small',
};
const CREDIT_USD = 100_000;
const DATABASE_STOP_LIMIT_MS = 3_000;

const builtEntry = fileURLToPath(new URL('../dist/main.js', import.meta.url));

export function isGatewayBuilt() {
  return existsSync(builtEntry);
}

/**
 * Starts the built product on a fresh embedded PostgreSQL inside `folder`, with every provider pointing at the
 * upstream, and sets up an organization without rate limits, with credit and two projects: one as projects are by
 * default, one without prompt compression for the large bodies (see README.md). With `databaseUrl` it runs on that one;
 * `entry` is the build of another checkout, `nodeOptions` come before it.
 */
export async function startGatewayPeer(
  upstream,
  folder,
  { databaseUrl, entry = builtEntry, nodeOptions = [], env = {} } = {},
) {
  const port = await freePort();
  const adminToken = randomBytes(24).toString('hex');
  const dataFolder = join(folder, 'data');
  mkdirSync(dataFolder, { recursive: true });
  // PostgreSQL does not run as root: the account that it is given must be able to reach its data.
  for (const path of [folder, dataFolder]) chmodSync(path, 0o755);
  const handle = startNode({
    name: 'gateway',
    args: [...nodeOptions, entry],
    // Not the repository: an operator's .env there must not reach into a benchmark.
    cwd: folder,
    logFile: join(folder, 'gateway.log'),
    env: {
      ...gatewayEnvironment({ port, adminToken, dataFolder, upstreamPort: upstream.port }),
      ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }),
      ...env,
    },
  });
  await waitUntilAnswering(handle, `http://127.0.0.1:${port}/readyz`, START_LIMIT_MS);
  const { keys, organizationId, projectId } = await setUpTenant({ port, adminToken });
  return {
    name: 'gateway',
    port,
    pid: handle.pid,
    handle,
    servesOwnModel: true,
    admin: { token: adminToken, organizationId, projectId },
    path: ({ surface }) => (surface === 'messages' ? '/api/v1/messages' : `/api/v1/route/${surface}`),
    headers: (workload) => ({
      authorization: `Bearer ${workload.large ? keys.uncompressed : keys.standard}`,
    }),
    model: (workload) => MODELS[workload.vendor],
    databasePids: () => processesInside(dataFolder, handle.pid),
  };
}

/** After the gateway has ended: its database ends with it, or is ended here by the ids of its processes. */
export async function stopLeftDatabase(folder) {
  const deadline = Date.now() + DATABASE_STOP_LIMIT_MS;
  const dataFolder = join(folder, 'data');
  while (processesInside(dataFolder, process.pid).length > 0 && Date.now() < deadline) await pause(100);
  for (const pid of processesInside(dataFolder, process.pid)) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It ended meanwhile.
    }
  }
}

function gatewayEnvironment({ port, adminToken, dataFolder, upstreamPort }) {
  const origin = `http://127.0.0.1:${upstreamPort}`;
  return {
    NODE_ENV: 'production',
    HOST: '127.0.0.1',
    PORT: String(port),
    BATCH_GATEWAY_PORT: 'off',
    DATA_DIR: dataFolder,
    ADMIN_TOKEN: adminToken,
    WORKERS: '1',
    SIMULATOR: 'off',
    LOG_LEVEL: 'warn',
    SHUTDOWN_GRACE: '5s',
    PROVIDER_A_BASE_URL: origin,
    PROVIDER_A_API_KEY: 'dummy-a',
    PROVIDER_B_BASE_URL: `${origin}/v1`,
    PROVIDER_B_API_KEY: 'dummy-b',
    MARKETPLACE_BASE_URL: `${origin}/api/v1`,
    MARKETPLACE_API_KEY: 'dummy-marketplace',
    HOSTED_BASE_URL: `${origin}/v1`,
    HOSTED_MESSAGES_BASE_URL: origin,
    HOSTED_API_KEY: 'dummy-hosted',
  };
}

async function setUpTenant({ port, adminToken }) {
  const manage = async (method, path, body) => {
    const answer = await fetch(`http://127.0.0.1:${port}/api/v1/admin${path}`, {
      method,
      headers: { authorization: `Bearer ${adminToken}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${text.slice(0, 300)}`);
    return JSON.parse(text);
  };
  const organization = await manage('POST', '/organizations', { name: 'Benchmark' });
  await manage('PATCH', `/organizations/${organization.id}`, { rate_limits: { inference: 'unlimited' } });
  await manage('POST', `/organizations/${organization.id}/credits`, {
    amount_usd: CREDIT_USD,
    note: 'benchmark',
  });
  const createKey = async (project) => {
    const { id } = await manage('POST', `/organizations/${organization.id}/projects`, { name: project });
    if (project === 'uncompressed')
      await manage('PATCH', `/projects/${id}`, { permissions: { token_compression: false } });
    const { key } = await manage('POST', `/projects/${id}/keys`, { name: project });
    return { id, key };
  };
  const standard = await createKey('standard');
  const uncompressed = await createKey('uncompressed');
  return {
    keys: { standard: standard.key, uncompressed: uncompressed.key },
    organizationId: organization.id,
    projectId: standard.id,
  };
}
