import { fileURLToPath } from 'node:url';
import { startScript } from './processes.mjs';

const PLAIN_MODELS = { a: 'claude-haiku-4-5', b: 'gpt-4o-mini', embeddings: 'text-embedding-3-small' };

/**
 * A peer is somewhere to send the workloads: `name`, `port`, `pid` (null for the upstream itself), `path(workload)`,
 * `headers(workload)`, `model(workload)`, `databasePids()`, and `servesOwnModel` when its answers name the model that
 * served. `directPeer` is the fake upstream without anything in between.
 */
export function directPeer(upstream) {
  return plainPeer({ name: 'direct', port: upstream.port, pid: null });
}

/** `node:http` in and out: see bare-proxy.mjs. */
export async function startBarePeer(upstream, name = 'bare') {
  const script = fileURLToPath(new URL('bare-proxy.mjs', import.meta.url));
  const handle = await startScript({ name, script, env: { UPSTREAM_PORT: String(upstream.port) } });
  return plainPeer({ name, port: handle.port, pid: handle.pid });
}

/**
 * A second bare proxy in the place of the gateway: every ratio should then be 1.00 within the noise of the machine.
 * It translates nothing, so provider A's streams become provider B's.
 */
export async function startStandIn(upstream) {
  const peer = await startBarePeer(upstream, 'gateway');
  return { ...peer, model: (workload) => PLAIN_MODELS[workload.vendor === 'a' ? 'b' : workload.vendor] };
}

export function plainPeer({ name, port, pid, headers = {} }) {
  return {
    name,
    port,
    pid,
    path: (workload) => `/v1/${workload.surface}`,
    headers: () => ({ authorization: 'Bearer dummy', ...headers }),
    model: (workload) => PLAIN_MODELS[workload.vendor],
    databasePids: () => [],
  };
}
