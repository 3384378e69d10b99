import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { plainPeer } from './peers.mjs';
import { freePort, startNode, waitUntilAnswering } from './processes.mjs';

const VERSION = '1.15.2';
const INSTALL_LIMIT_MS = 120_000;
const START_LIMIT_MS = 20_000;

/** Kept between runs, outside of the repository. */
const folder = join(tmpdir(), `inference-gateway-bench-portkey-${VERSION}`);
const entry = join(folder, 'node_modules', '@portkey-ai', 'gateway', 'build', 'start-server.js');

export function isPortkeyInstalled() {
  return existsSync(entry);
}

/** Starts @portkey-ai/gateway as its README says, installing it first when needed; throws when that fails. */
export async function startPortkeyPeer(upstream, logFolder) {
  if (!isPortkeyInstalled()) await install();
  const port = await freePort();
  const handle = startNode({
    name: 'portkey',
    args: [entry, '--headless', `--port=${port}`],
    cwd: folder,
    logFile: join(logFolder, 'portkey.log'),
    env: { NODE_ENV: 'production' },
  });
  await waitUntilAnswering(handle, `http://127.0.0.1:${port}/`, START_LIMIT_MS);
  return plainPeer({
    name: 'portkey',
    port,
    pid: handle.pid,
    headers: {
      'x-portkey-provider': 'openai',
      'x-portkey-custom-host': `http://127.0.0.1:${upstream.port}/v1`,
    },
  });
}

async function install() {
  mkdirSync(folder, { recursive: true });
  const manifest = {
    private: true,
    dependencies: { '@portkey-ai/gateway': VERSION },
    // With the newest @hono/node-server its streams answer 500 ("immutable" headers): the versions of its time.
    overrides: { '@hono/node-server': '1.13.5', hono: '4.9.7' },
  };
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest, null, 2));
  await promisify(execFile)('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund'], {
    cwd: folder,
    timeout: INSTALL_LIMIT_MS,
  });
}
