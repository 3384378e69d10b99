import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import net from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chatEvents } from '../support/recordings/openai-answers.js';
import { gate, HANG, script, streamAnswer } from '../support/recordings/script.js';
import { seedTenant, type Tenant } from '../support/seed.js';
import { ADMIN_TOKEN, startTestApplication, type TestApplication } from '../support/start-application.js';
import { eventually, openChat, sendChat } from '../e2e/stream-call.js';
import { inProject } from './read-yaml.js';

/** Debian's package; the gate installs it. */
function hasHaproxy(): boolean {
  try {
    execFileSync('haproxy', ['-v'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

async function freePort(): Promise<number> {
  const server = net.createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as net.AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

const portOf = (url: string | undefined): string => new URL(url ?? '').port;

describe.skipIf(!hasHaproxy())('the proxy of deploy/haproxy, a real one', () => {
  let applications: TestApplication[];
  let proxy: ChildProcess;
  let url: string;
  let batchUrl: string;
  let tenant: Tenant;

  beforeAll(async () => {
    const environment = { BATCH_GATEWAY_PORT: '0', SHUTDOWN_DELAY: '6s', SHUTDOWN_GRACE: '10s' };
    const first = await startTestApplication({ environment });
    const second = await startTestApplication({
      environment,
      database: first.database,
      provider: first.provider,
    });
    applications = [first, second];
    tenant = await seedTenant(first.dataSource);
    const [port, batchPort] = [await freePort(), await freePort()];
    [url, batchUrl] = [`http://127.0.0.1:${port}`, `http://127.0.0.1:${batchPort}`];
    proxy = spawn('haproxy', ['-f', inProject('deploy/haproxy/haproxy.cfg')], {
      env: {
        PATH: process.env['PATH'],
        BIND_GATEWAY: `127.0.0.1:${port}`,
        BIND_BATCH_GATEWAY: `127.0.0.1:${batchPort}`,
        API_1: '127.0.0.1',
        API_2: '127.0.0.1',
        API_PORT_1: portOf(first.url),
        API_PORT_2: portOf(second.url),
        BATCH_PORT_1: portOf(first.batchGatewayUrl),
        BATCH_PORT_2: portOf(second.batchGatewayUrl),
      },
      stdio: 'ignore',
    });
    for (const address of [url, batchUrl])
      await eventually(
        () =>
          fetch(`${address}/healthz`).then(
            (answer) => (answer.ok ? true : undefined),
            () => undefined,
          ),
        'a proxy that answers',
      );
  });
  afterAll(async () => {
    proxy.kill('SIGKILL');
    for (const application of [...applications].reverse()) await application.stop();
  });

  const provider = (): TestApplication['provider'] => {
    const [first] = applications;
    if (first === undefined) throw new Error('nothing runs');
    return first.provider;
  };

  it('hands on each event of a stream as it comes', async () => {
    const held = gate();
    const [role = '', first = '', ...rest] = chatEvents(['one']);
    provider().enqueue(streamAnswer(role, first, held, ...rest));
    const answer = await openChat(url, { apiKey: tenant.apiKey, body: { stream: true } });
    await answer.until('one');
    expect(answer.isOver).toBe(false);
    held.open();
    expect((await answer.whole()).toString()).toContain('data: [DONE]');
  });

  it('ends the call of a client that leaves before anything was answered', async () => {
    const reached = gate();
    provider().enqueue(script(reached, HANG));
    const call = sendChat(url, { apiKey: tenant.apiKey });
    await reached.reached;
    const request = provider().requests.at(-1);
    reached.open();
    call.leave();
    expect((await request?.closed)?.aborted).toBe(true);
  });

  it('lets large bodies through, to the batch gateway too', async () => {
    const headers = { authorization: `Bearer ${tenant.apiKey}`, 'content-type': 'application/json' };
    const requests = [
      {
        custom_id: 'a',
        body: { model: 'vendorb/gpt-4o-mini', messages: [{ role: 'user', content: 'x'.repeat(6_000_000) }] },
      },
    ];
    const answer = await fetch(`${batchUrl}/api/v1/route/batches`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ requests }),
    });
    // The scripted provider takes no batches; that it was asked means that all was read.
    expect(await answer.json()).toMatchObject({ error: { code: 'batch_refused' } });
  });

  it('keeps the numbers of single processes to itself', async () => {
    for (const path of ['/metrics', '/readyz']) {
      const answer = await fetch(`${url}${path}`, { headers: { authorization: `Bearer ${ADMIN_TOKEN}` } });
      expect(answer.status).toBe(404);
    }
  });

  it('loses no call when one of the two stops', async () => {
    const [, second] = applications;
    let over = false;
    const statuses: number[] = [];
    const client = async (): Promise<void> => {
      while (!over) {
        const answer = await openChat(url, { apiKey: tenant.apiKey });
        await answer.whole();
        statuses.push(answer.status);
      }
    };
    const clients = [client(), client(), client()];
    await eventually(() => (statuses.length > 10 ? true : undefined), 'calls');
    await second?.stop();
    applications.pop();
    const before = statuses.length;
    await eventually(() => (statuses.length > before + 20 ? true : undefined), 'calls after the stop');
    over = true;
    await Promise.all(clients);
    expect(new Set(statuses)).toEqual(new Set([200]));
  });
});
