import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, request as httpRequest } from 'node:http';
import net from 'node:net';
import path from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import { FakeProvider } from '../support/fake-provider.js';
import { CHAT_USAGE, chatCompletion, chatEvents } from '../support/recordings/openai-answers.js';
import { gate, HANG, jsonAnswer, script, streamAnswer } from '../support/recordings/script.js';
import { GatewayProcess, simulatorOf, workersOf, type Welcome } from './process-gateway.js';
import { eachOnItsOwnSite } from './process-site.js';
import { CHAT_PATH, eventsOf, eventually, openChat, sendChat, type SentCall } from './stream-call.js';
import { SOON_MS } from '../support/soon.js';

/** A busy machine takes its time to load everything. */
const LOADING_MS = 60_000;

let provider: FakeProvider;

beforeAll(async () => {
  provider = await FakeProvider.start();
});
afterEach(() => provider.reset());
afterAll(() => provider.close());
const site = eachOnItsOwnSite();

function start(environment: Record<string, string> = {}): GatewayProcess {
  return GatewayProcess.start(
    {
      DATABASE_URL: site.database.url,
      PROVIDER_B_BASE_URL: `${provider.url}/b/v1`,
      PROVIDER_B_API_KEY: 'key-of-provider-b',
      ...environment,
    },
    site.directory.path,
  );
}

async function served(environment: Record<string, string> = {}): Promise<{
  gateway: GatewayProcess;
  welcome: Welcome;
  apiKey: string;
}> {
  const gateway = start(environment);
  const welcome = await gateway.welcome();
  return { gateway, welcome, apiKey: welcome.apiKey ?? '' };
}

async function chargesOf(callId: string): Promise<number> {
  const { rowCount } = await site.db.query(
    `SELECT FROM ledger_entries WHERE kind = 'usage' AND reference = $1`,
    [callId],
  );
  return rowCount ?? 0;
}

async function balancesEqualLedger(): Promise<boolean> {
  const { rows } = await site.db.query<{ equal: boolean }>(
    `SELECT bool_and(b.balance_usd = (SELECT sum(amount_usd) FROM ledger_entries l WHERE l.organization_id = b.organization_id)) AS equal FROM balances b`,
  );
  return rows[0]?.equal ?? false;
}

/** By connections of their own: one that is kept from before would still be served. */
async function untilPortCloses(url: string): Promise<void> {
  const { hostname, port } = new URL(url);
  const isRefused = (): Promise<true | undefined> =>
    new Promise((resolve) => {
      const socket = net.connect(Number(port), hostname, () => {
        socket.destroy();
        resolve(undefined);
      });
      socket.once('error', () => resolve(true));
    });
  await eventually(isRefused, 'a port that is closed');
}

describe('a start with nothing set', () => {
  it('prints a call that works, guards its data, and stops with code 0', { timeout: 120_000 }, async () => {
    const first = GatewayProcess.start({}, site.directory.path);
    const welcome = await first.welcome();
    expect(welcome.apiKey).toMatch(/^svc_live_/);
    expect(welcome.adminToken).not.toBe('');
    const [, address = '', ...rest] =
      /^curl (\S+) -H '([^']+)' -H '([^']+)' -d '([^']+)'$/.exec(welcome.curl) ?? [];
    const [authorization = '', contentType = '', body = ''] = rest;
    const headers = Object.fromEntries([authorization, contentType].map((line) => line.split(': ')));
    const answer = await fetch(address, { method: 'POST', headers: headers as Record<string, string>, body });
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({
      object: 'chat.completion',
      usage: { cost: expect.any(Number) as number },
    });

    const second = GatewayProcess.start({}, site.directory.path);
    expect((await second.exited).code).toBe(1);
    expect(second.stderr.trim().split('\n')).toHaveLength(1);
    expect((await fetch(`${welcome.url}/readyz`)).status).toBe(200);

    first.signal('SIGTERM');
    expect(await first.exited).toEqual({ code: 0, signal: null });

    const third = GatewayProcess.start({}, site.directory.path);
    const again = await third.welcome();
    expect(again.apiKey).toBeUndefined();
    expect(again.adminToken).toBe(welcome.adminToken);
    const known = await openChat(again.url, { apiKey: welcome.apiKey ?? '' });
    expect(known.status).toBe(200);
    third.signal('SIGINT');
    expect(await third.exited).toEqual({ code: 0, signal: null });
  });
});

describe('a signal during the start', () => {
  it('ends it with code 0, and the next start finds everything in order', { timeout: 120_000 }, async () => {
    const settings = { DATABASE_URL: '', PROVIDER_B_API_KEY: '' };
    const early = start(settings);
    const dataDir = path.join(site.directory.path, 'data');
    await eventually(
      () => (existsSync(path.join(dataDir, 'secrets-key')) ? true : undefined),
      'a start that is under way',
      LOADING_MS,
    );
    early.signal('SIGTERM');
    expect(await early.exited).toEqual({ code: 0, signal: null });
    expect(existsSync(path.join(dataDir, 'postgres/cluster/postmaster.pid'))).toBe(false);

    const next = start(settings);
    expect((await fetch(`${(await next.welcome()).url}/readyz`)).status).toBe(200);
    next.signal('SIGTERM');
    expect(await next.exited).toEqual({ code: 0, signal: null });
  });
});

describe('Ctrl-C while the database is created', () => {
  it('ends the start with code 0, leaves no half of it, and says nothing', { timeout: 120_000 }, async () => {
    const settings = { DATABASE_URL: '', PROVIDER_B_API_KEY: '' };
    const early = start(settings);
    const home = path.join(site.directory.path, 'data/postgres');
    const unfinished = (): string[] =>
      existsSync(home) ? readdirSync(home).filter((name) => name.startsWith('cluster.new-')) : [];
    const isBeingMade = (): boolean =>
      unfinished().some((name) => existsSync(path.join(home, name, 'cluster/PG_VERSION')));
    await eventually(() => (isBeingMade() ? true : undefined), 'a cluster that is being made', LOADING_MS);
    early.interrupt();
    expect(await early.exited).toEqual({ code: 0, signal: null });
    expect([early.stdout, early.stderr]).toEqual(['', '']);
    expect(unfinished()).toEqual([]);

    const next = start(settings);
    expect((await fetch(`${(await next.welcome()).url}/readyz`)).status).toBe(200);
    next.interrupt();
    expect(await next.exited).toEqual({ code: 0, signal: null });
  });
});

describe('a signal before the service is loaded', () => {
  it('ends the start with code 0', async () => {
    const [preload, taken] = [
      path.join(site.directory.path, 'preload.cjs'),
      path.join(site.directory.path, 'taken'),
    ];
    // When somebody begins to listen for signals: notes how many modules were loaded, and sends one. From here it might come too late.
    const note = `require('fs').writeFileSync(process.env.NOTE + '.new', String(Object.keys(require.cache).length)), require('fs').renameSync(process.env.NOTE + '.new', process.env.NOTE)`;
    writeFileSync(
      preload,
      `let isNoted = false; process.on('newListener', (name) => { if (name !== 'SIGINT' || isNoted) return; isNoted = true; process.nextTick(() => { ${note}; process.kill(process.pid, process.env.SIGNAL); }); });`,
    );
    for (const signal of ['SIGTERM', 'SIGINT'] as const) {
      const early = start({ NODE_OPTIONS: `--require ${preload}`, NOTE: taken, SIGNAL: signal });
      expect(await early.exited).toEqual({ code: 0, signal: null });
      expect(Number(readFileSync(taken, 'utf8'))).toBeLessThan(5);
      expect(existsSync(path.join(site.directory.path, 'data'))).toBe(false);
      rmSync(taken);
    }
  });
});

describe('a simulator that dies', () => {
  it('is started again at its address', async () => {
    const gateway = start({ PROVIDER_B_API_KEY: '' });
    const welcome = await gateway.welcome();
    const apiKey = welcome.apiKey ?? '';
    expect((await openChat(welcome.url, { apiKey })).status).toBe(200);
    const simulator = simulatorOf(gateway.pid);
    process.kill(simulator, 'SIGKILL');
    await eventually(
      async () => ((await openChat(welcome.url, { apiKey })).status === 200 ? true : undefined),
      'a simulator that answers again',
    );
    expect(simulatorOf(gateway.pid)).not.toBe(simulator);
    gateway.signal('SIGTERM');
    expect(await gateway.exited).toEqual({ code: 0, signal: null });
  });
});

describe('a start with bad settings', () => {
  it('prints one line a fault and ends with code 1', async () => {
    const gateway = start({
      PORT: 'eighty',
      WORKERS: '0',
      LIVE_CALL_TIMEOUT: '5 minutes',
      LOG_LEVEL: 'loud',
    });
    expect((await gateway.exited).code).toBe(1);
    const lines = gateway.stderr.trim().split('\n');
    expect(lines).toHaveLength(4);
    for (const name of ['PORT', 'WORKERS', 'LIVE_CALL_TIMEOUT', 'LOG_LEVEL'])
      expect(
        lines.filter((line) => line.startsWith(`${name}: got `) && line.includes('it takes')),
      ).toHaveLength(1);
    expect(gateway.stdout).toBe('');
  });

  it.each([
    [
      { DATABASE_URL: 'postgres://gateway:pass-word@127.0.0.1:1/gateway' },
      /^DATABASE_URL: [^\n]*ECONNREFUSED/,
    ],
    [{ HOST: '192.0.2.7' }, /^HOST: "192\.0\.2\.7" is no address of this machine/],
    [{ CATALOG_PATH: '/nowhere.json' }, /^CATALOG_PATH: [^\n]*ENOENT/],
    [{ JUDGE_MODEL: 'foo' }, /^JUDGE_MODEL: got "foo"/],
    [
      { DATABASE_URL: '', DATA_DIR: '/etc/passwd' },
      /^DATA_DIR: "\/etc\/passwd" is no directory [^\n]* set DATA_DIR/,
    ],
    [{ DATA_DIR: '/etc/passwd/x' }, /^DATA_DIR: "\/etc\/passwd\/x" is no directory/],
    // Nothing can be made there, and Node's own recursive mkdir tries for ever.
    [{ DATABASE_URL: '', DATA_DIR: '/proc/x' }, /^DATA_DIR: "\/proc\/x" cannot be used \(ENOENT\)/],
    [{ DATA_DIR: '/proc/x' }, /^DATA_DIR: "\/proc\/x" cannot be used \(ENOENT\)/],
    [{ OBJECT_STORE_URL: 'file:///proc/x' }, /^OBJECT_STORE_URL: "\/proc\/x" cannot be used/],
  ])('says in one line what %o lacks', async (environment, line) => {
    const gateway = start(environment);
    expect((await gateway.exited).code).toBe(1);
    expect(gateway.stderr.trim().split('\n')).toHaveLength(1);
    expect(gateway.stderr).toMatch(line);
    expect(gateway.stderr).not.toContain('pass-word');
  });

  it('says in one line that the port is taken', async () => {
    const { welcome } = await served();
    const second = start({ PORT: new URL(welcome.url).port });
    expect((await second.exited).code).toBe(1);
    expect(second.stderr.trim().split('\n')).toHaveLength(1);
    expect(second.stderr).toContain('PORT');
  });
});

describe('a graceful stop', () => {
  it('lets a running stream end, refuses new calls, and ends with code 0', async () => {
    const { gateway, welcome, apiKey } = await served();
    const held = gate();
    const [role = '', first = '', ...rest] = chatEvents(['one'], { usage: CHAT_USAGE });
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const idle = await openChat(welcome.url, { apiKey, agent });
    await idle.whole();
    provider.enqueue(streamAnswer(role, first, held, ...rest));
    const answer = await openChat(welcome.url, { apiKey, body: { stream: true } });
    gateway.signal('SIGTERM');
    await eventually(async () => {
      const refused = await openChat(welcome.url, { apiKey }).then(
        () => undefined,
        () => true as const,
      );
      return refused;
    }, 'a port that is closed');
    expect(answer.isOver).toBe(false);
    held.open();
    expect((await answer.whole()).toString()).toContain('data: [DONE]');
    expect(await gateway.exited).toEqual({ code: 0, signal: null });
    expect(await chargesOf(answer.callId)).toBe(1);
    agent.destroy();
  });

  it('answers a management request that is under way', async () => {
    const { gateway, welcome } = await served();
    const headers = { authorization: `Bearer ${welcome.adminToken}`, 'content-type': 'application/json' };
    const organizations = `${welcome.url}/api/v1/admin/organizations`;
    const { data } = (await (await fetch(organizations, { headers })).json()) as { data: { id: string }[] };
    await site.db.query('BEGIN; LOCK TABLE ledger_entries IN ACCESS EXCLUSIVE MODE');
    const credits = fetch(`${organizations}/${data[0]?.id ?? ''}/credits`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ amount_usd: 5, note: 'while it stops' }),
    });
    await eventually(async () => {
      const { rowCount } = await site.db.query(
        `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      );
      return rowCount === 1 ? true : undefined;
    }, 'a change that waits');
    gateway.signal('SIGTERM');
    await untilPortCloses(welcome.url);
    await site.db.query('ROLLBACK');
    expect((await credits).status).toBe(200);
    expect(await gateway.exited).toEqual({ code: 0, signal: null });
    expect(await balancesEqualLedger()).toBe(true);
  });

  it('sends the next call of a kept connection elsewhere', async () => {
    const { gateway, welcome, apiKey } = await served();
    const held = gate();
    provider.enqueue(script(held, ...jsonAnswer(chatCompletion()).steps));
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const sent = sendChat(welcome.url, { apiKey, agent });
    await held.reached;
    gateway.signal('SIGTERM');
    await untilPortCloses(welcome.url);
    held.open();
    const answer = await sent.answer;
    expect(answer.headers.connection).toBe('close');
    await answer.whole();
    expect(await chargesOf(answer.callId)).toBe(1);
    expect(await gateway.exited).toEqual({ code: 0, signal: null });
    agent.destroy();
  });

  it('after the grace cuts a stream with an error event, bills it, and ends with code 0', async () => {
    const { gateway, welcome, apiKey } = await served({ SHUTDOWN_GRACE: '200ms' });
    provider.enqueue(streamAnswer(...chatEvents(['one']).slice(0, 2), HANG));
    const answer = await openChat(welcome.url, { apiKey, body: { stream: true } });
    await answer.until('one');
    gateway.signal('SIGTERM');
    expect(eventsOf(await answer.whole()).at(-1)).toMatchObject({ error: { code: 'shutting_down' } });
    expect(await gateway.exited).toEqual({ code: 0, signal: null });
    expect(await chargesOf(answer.callId)).toBe(1);
    expect(await balancesEqualLedger()).toBe(true);
  });

  it('is not held up by clients that do not read, do not send, or stay connected', async () => {
    const { gateway, welcome, apiKey } = await served({ SHUTDOWN_GRACE: '200ms' });
    const agent = new Agent({ keepAlive: true });
    await (await openChat(welcome.url, { apiKey, agent })).whole();
    const event = chatEvents(['x'.repeat(64_000)])[1] ?? '';
    provider.enqueue(streamAnswer(...Array.from({ length: 400 }, () => event), HANG));
    const deaf = await openChat(welcome.url, { apiKey, body: { stream: true }, unread: true });
    const silent = httpRequest(welcome.url + CHAT_PATH, {
      method: 'POST',
      headers: { authorization: `Bearer ${apiKey}`, 'content-length': '100' },
      agent: false,
    });
    silent.on('error', () => undefined);
    silent.flushHeaders();
    await once(silent, 'socket');
    const stoppedAt = performance.now();
    gateway.signal('SIGTERM');
    expect(await gateway.exited).toEqual({ code: 0, signal: null });
    expect(performance.now() - stoppedAt).toBeLessThan(3 * SOON_MS);
    expect(await chargesOf(deaf.callId)).toBe(1);
    agent.destroy();
  });
});

describe('a gateway that is killed under load', () => {
  it('has every call that a client saw whole on the ledger exactly once', { timeout: 60_000 }, async () => {
    let apiKey: string | undefined;
    const whole: string[] = [];
    for (let round = 0; round < 3; round += 1) {
      const { gateway, welcome } = await served();
      apiKey ??= welcome.apiKey;
      const key = apiKey ?? '';
      let isKilled = false;
      const oneAfterTheOther = async (stream: boolean): Promise<void> => {
        while (!isKilled) {
          try {
            const answer = await openChat(welcome.url, { apiKey: key, body: { stream } });
            const bytes = await answer.whole();
            expect(answer.status).toBe(200);
            if (!stream || bytes.includes('data: [DONE]')) whole.push(answer.callId);
          } catch {
            return;
          }
        }
      };
      const before = whole.length;
      const load = Array.from({ length: 8 }, (_, index) => oneAfterTheOther(index % 2 === 0));
      await eventually(() => (whole.length >= before + 40 + round * 17 ? true : undefined), 'some calls');
      gateway.signal('SIGKILL');
      isKilled = true;
      expect((await gateway.exited).signal).toBe('SIGKILL');
      await Promise.all(load);
    }
    const { gateway } = await served();
    for (const callId of whole) expect(await chargesOf(callId)).toBe(1);
    expect(await balancesEqualLedger()).toBe(true);
    gateway.signal('SIGTERM');
    expect((await gateway.exited).code).toBe(0);
  });
});

describe('two gateways at once on one empty database', () => {
  it('both come up, and one of them shows the first key', async () => {
    const name = new URL(site.database.url).pathname.slice(1);
    const server = new pg.Client({ connectionString: inject('postgresUrl') });
    await server.connect();
    await server.query(`CREATE DATABASE ${name}_empty`);
    try {
      const url = new URL(site.database.url);
      url.pathname = `/${name}_empty`;
      const gateways = [start({ DATABASE_URL: url.href }), start({ DATABASE_URL: url.href })];
      const welcomes = await Promise.all(gateways.map((gateway) => gateway.welcome()));
      const [apiKey, ...others] = welcomes.flatMap((welcome) => welcome.apiKey ?? []);
      expect(others).toEqual([]);
      for (const welcome of welcomes)
        expect((await openChat(welcome.url, { apiKey: apiKey ?? '' })).status).toBe(200);
      for (const gateway of gateways) {
        gateway.signal('SIGTERM');
        expect((await gateway.exited).code).toBe(0);
      }
    } finally {
      await GatewayProcess.endAll();
      await server.query(`DROP DATABASE ${name}_empty WITH (FORCE)`);
      await server.end();
    }
  });
});

describe('several workers', () => {
  it(
    'share a port and the limits of a key, outlive one of them, and stop with code 0',
    { timeout: 60_000 },
    async () => {
      const { gateway, welcome, apiKey } = await served({ WORKERS: '2' });
      const answers = await Promise.all(Array.from({ length: 40 }, () => openChat(welcome.url, { apiKey })));
      expect(answers.every(({ status }) => status === 200)).toBe(true);

      const limits = { inference: { per_second: 0.01, burst: 5 } };
      await site.db.query('UPDATE organizations SET rate_limits = $1', [JSON.stringify(limits)]);
      const { rows } = await site.db.query<{ id: string }>('SELECT id FROM organizations');
      await site.db.query(`SELECT pg_notify('gateway_changes', $1)`, [
        JSON.stringify({ organizationId: rows[0]?.id }),
      ]);
      const created = await fetch(`${welcome.url}/api/v1/admin/projects/${await projectId()}/keys`, {
        method: 'POST',
        headers: { authorization: `Bearer ${welcome.adminToken}`, 'content-type': 'application/json' },
        body: '{"name":"limited"}',
      });
      const { key } = (await created.json()) as { key: string };
      const limited = await Promise.all(
        Array.from({ length: 30 }, () => openChat(welcome.url, { apiKey: key })),
      );
      expect(limited.filter(({ status }) => status === 200)).toHaveLength(5);
      expect(limited.filter(({ status }) => status === 429)).toHaveLength(25);

      await site.db.query(
        `UPDATE organizations SET rate_limits = '{"inference":{"per_second":100000,"burst":100000}}'`,
      );
      await site.db.query(`SELECT pg_notify('gateway_changes', $1)`, [
        JSON.stringify({ organizationId: rows[0]?.id }),
      ]);
      const victims = workersOf(gateway.pid);
      expect(victims).toHaveLength(2);
      let isOver = false;
      const running = new Set<SentCall>();
      const load = Array.from({ length: 8 }, async () => {
        while (!isOver) {
          const sent = sendChat(welcome.url, { apiKey });
          running.add(sent);
          await sent.answer.then(
            (answer) => answer.ending(),
            () => undefined,
          );
          running.delete(sent);
        }
      });
      process.kill(victims[0] ?? 0, 'SIGKILL');
      await eventually(() => {
        const now = workersOf(gateway.pid);
        return now.length === 2 && !now.includes(victims[0] ?? 0) ? true : undefined;
      }, 'a worker in place of the dead one');
      isOver = true;
      // A connection that was being handed to the dead worker is nobody's: its client gives up by itself.
      for (const sent of running) sent.leave();
      await Promise.all(load);
      await eventually(
        async () => ((await openChat(welcome.url, { apiKey })).status === 200 ? true : undefined),
        'a call that passes',
      );
      gateway.signal('SIGTERM');
      expect(await gateway.exited).toEqual({ code: 0, signal: null });
      expect(await balancesEqualLedger()).toBe(true);
    },
  );

  async function projectId(): Promise<string> {
    const { rows } = await site.db.query<{ id: string }>('SELECT id FROM projects');
    return rows[0]?.id ?? '';
  }
});
