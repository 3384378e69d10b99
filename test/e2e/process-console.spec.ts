import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { buildGateway, GatewayProcess, temporaryDirectory } from './process-gateway.js';
import { eventually } from './stream-call.js';

/** Of a machine that does much else. */
const START_MS = 60_000;
const MAIN = path.resolve(import.meta.dirname, '../../dist/main.js');

let directory: ReturnType<typeof temporaryDirectory>;
let terminal: ChildProcess | undefined;
beforeAll(buildGateway, 3 * START_MS);
beforeAll(() => {
  directory = temporaryDirectory();
});
afterEach(async () => {
  await endTerminal();
  await GatewayProcess.endAll();
});
afterAll(() => directory.remove());

function hasScript(): boolean {
  try {
    return execFileSync('script', ['--version']).includes('util-linux');
  } catch {
    return false;
  }
}

/** A service in a terminal of its own, as `script` makes it. @returns what stands on its screen once it serves */
async function startInTerminal(environment: Record<string, string>): Promise<string> {
  const child = spawn(
    'script',
    ['-qec', `echo $$ > pid; exec ${JSON.stringify(process.execPath)} ${MAIN}`, '/dev/null'],
    {
      cwd: directory.path,
      env: {
        PATH: process.env['PATH'],
        PORT: '0',
        BATCH_GATEWAY_PORT: 'off',
        LOG_LEVEL: 'warn',
        DATA_DIR: path.join(directory.path, 'data'),
        ...environment,
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  terminal = child;
  let screen = '';
  child.stdout.on('data', (chunk: Buffer) => (screen += chunk.toString().replaceAll('\r', '')));
  await eventually(() => (/^ {2}curl .*\n/m.test(screen) ? true : undefined), 'the welcome', START_MS);
  return screen;
}

async function endTerminal(): Promise<void> {
  if (terminal === undefined) return;
  const exited = once(terminal, 'exit');
  process.kill(Number(readFileSync(path.join(directory.path, 'pid'), 'utf8')), 'SIGTERM');
  expect(await exited).toEqual([0, null]);
  terminal = undefined;
}

function signIn(url: string, token: string): Promise<Response> {
  return fetch(`${url}/api/v1/admin/console/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token }),
  });
}

const consoleLine = (text: string) => /^Console: +(\S+)/m.exec(text)?.[1] ?? '';

describe.skipIf(!hasScript())('a service in a terminal', () => {
  it(
    'shows a link that signs in once on its first start, by each of its processes',
    { timeout: 3 * START_MS },
    async () => {
      const screen = await startInTerminal({ WORKERS: '2' });
      const link = new URL(consoleLine(screen));
      expect(link.pathname).toBe('/console');
      const page = await (await fetch(link)).text();
      const [, script = ''] = /<script type="module"[^>]* src="(\/console\/assets\/[^"]+)"/.exec(page) ?? [];
      const loaded = await fetch(new URL(script, link), { headers: { 'accept-encoding': 'br' } });
      expect([loaded.status, loaded.headers.get('content-encoding')]).toEqual([200, 'br']);
      await loaded.arrayBuffer();
      const secret = new URLSearchParams(link.hash.slice(1)).get('token') ?? '';
      expect(secret).toMatch(/^svc_signin_/);
      const answers = await Promise.all(
        Array.from({ length: 6 }, () => signIn(link.origin, secret).then(({ status }) => status)),
      );
      expect(answers.sort()).toEqual([200, 401, 401, 401, 401, 401]);

      await endTerminal();
      expect(consoleLine(await startInTerminal({}))).toMatch(/\/console$/);
    },
  );
});

describe('a service whose output is kept', () => {
  it('names its console and prints no link', { timeout: START_MS }, async () => {
    const own = temporaryDirectory();
    try {
      const gateway = GatewayProcess.start({}, own.path);
      const { url, apiKey } = await gateway.welcome();
      expect(apiKey).toBeDefined();
      expect(consoleLine(gateway.stdout)).toBe(`${url}/console`);
      expect(gateway.stdout + gateway.stderr).not.toContain('svc_signin_');
      gateway.signal('SIGTERM');
      await gateway.exited;
    } finally {
      own.remove();
    }
  });
});
