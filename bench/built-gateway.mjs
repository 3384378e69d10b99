import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort, startNode, waitUntilAnswering } from './processes.mjs';

const START_LIMIT_MS = 120_000;

/**
 * Starts the built product inside `folder`, without providers but for what `env` names.
 * @returns its process, its address, and `manage`, which asks the management API as the operator
 */
export async function startBuiltGateway(folder, env = {}) {
  const port = await freePort();
  const adminToken = randomBytes(24).toString('hex');
  const handle = startNode({
    name: 'gateway',
    args: [fileURLToPath(new URL('../dist/main.js', import.meta.url))],
    cwd: folder,
    logFile: join(folder, 'gateway.log'),
    env: {
      NODE_ENV: 'production',
      PORT: String(port),
      BATCH_GATEWAY_PORT: 'off',
      DATA_DIR: join(folder, 'data'),
      ADMIN_TOKEN: adminToken,
      SIMULATOR: 'off',
      LOG_LEVEL: 'warn',
      ...env,
    },
  });
  const url = `http://127.0.0.1:${port}`;
  await waitUntilAnswering(handle, `${url}/readyz`, START_LIMIT_MS);
  const manage = async (method, path, body) => {
    const answer = await fetch(`${url}/api/v1/admin${path}`, {
      method,
      headers: { authorization: `Bearer ${adminToken}`, 'content-type': 'application/json' },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${text.slice(0, 300)}`);
    return JSON.parse(text);
  };
  return { handle, url, manage };
}

/** The same for traces: with a project whose key may send as many as it likes. */
export async function startTraceGateway(folder, env) {
  const gateway = await startBuiltGateway(folder, { SHUTDOWN_GRACE: '2s', ...env });
  const { id } = await gateway.manage('POST', '/organizations', {
    name: 'Benchmark',
    rate_limits: { traces: 'unlimited' },
  });
  const project = await gateway.manage('POST', `/organizations/${id}/projects`, { name: 'traces' });
  const { key } = await gateway.manage('POST', `/projects/${project.id}/keys`, { name: 'bench' });
  return { ...gateway, projectId: project.id, key };
}
