import { createServer, connect, type AddressInfo, type Server, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RateLimitStore } from '../../src/rate-limits/rate-limit-store.js';
import { seedTenant } from '../support/seed.js';
import { startTestApplication, type TestApplication } from '../support/start-application.js';
import { eventually, openChat } from './stream-call.js';
import { SOON_MS } from '../support/soon.js';

const REDIS_URL = process.env['REDIS_TEST_URL'];

/** A door in front of Redis that a test may shut (connections die) or hold (nothing passes). */
class RedisDoor {
  private readonly sockets = new Set<Socket>();
  private isShut = false;

  private constructor(
    private readonly server: Server,
    private readonly target: URL,
  ) {}

  static async open(url: string): Promise<RedisDoor> {
    const server = createServer();
    const door = new RedisDoor(server, new URL(url));
    server.on('connection', (socket) => door.carry(socket));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return door;
  }

  get url(): string {
    const url = new URL(this.target);
    url.host = `127.0.0.1:${(this.server.address() as AddressInfo).port}`;
    return url.href;
  }

  shut(): void {
    this.isShut = true;
    for (const socket of this.sockets) socket.destroy();
  }

  hold(): void {
    for (const socket of this.sockets) socket.pause();
  }

  async close(): Promise<void> {
    this.shut();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private carry(socket: Socket): void {
    if (this.isShut) {
      socket.destroy();
      return;
    }
    const inner = connect(Number(this.target.port || 6379), this.target.hostname);
    for (const one of [socket, inner]) {
      this.sockets.add(one);
      one.on('error', () => undefined);
      one.on('close', () => this.sockets.delete(one));
    }
    socket.pipe(inner).pipe(socket);
  }
}

describe.skipIf(REDIS_URL === undefined)('rate limits in Redis', () => {
  let door: RedisDoor;
  let service: TestApplication;
  let replica: TestApplication;
  beforeAll(async () => {
    door = await RedisDoor.open(REDIS_URL ?? '');
    const environment = { REDIS_URL: door.url };
    service = await startTestApplication({ environment });
    replica = await startTestApplication({
      environment,
      database: service.database,
      provider: service.provider,
    });
    for (const { app } of [service, replica]) {
      // The first takes may come before the connection is there, and are then this process's own.
      const store = app.get(RateLimitStore, { strict: false });
      await eventually(async () => {
        const before = await store.take(`warm-up:${service.url}`, { perSecond: 0.001, burst: 2 });
        const other = await (app === service.app ? replica : service).app
          .get(RateLimitStore, { strict: false })
          .take(`warm-up:${service.url}`, { perSecond: 0.001, burst: 2 });
        return before.allowed && other.allowed ? undefined : true;
      }, 'Redis');
    }
  });
  afterAll(async () => {
    await replica.stop();
    await service.stop();
    await door.close();
  });

  it('give a key one bucket, however many replicas it calls', async () => {
    const { apiKey } = await seedTenant(service.dataSource, {
      rateLimits: { inference: { per_second: 0.01, burst: 6 } },
    });
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        openChat((index % 2 === 0 ? service : replica).url, { apiKey }),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(6);
    const refused = answers.find(({ status }) => status === 429);
    expect(refused?.headers['retry-after']).toMatch(/^[1-9]\d*$/);
  });

  it('do not make a key wait for a slower limit that it had before', async () => {
    const store = service.app.get(RateLimitStore, { strict: false });
    const take = async (perSecond: number) =>
      (await store.take(`slower:${service.url}`, { perSecond, burst: 1 })).allowed;
    expect([await take(0.001), await take(0.001), await take(25)]).toEqual([true, false, true]);
  });

  it.each(['hold', 'shut'] as const)('do not keep calls waiting when Redis goes away (%s)', async (how) => {
    const { apiKey } = await seedTenant(service.dataSource, {
      rateLimits: { inference: { per_second: 0.01, burst: 3 } },
    });
    expect((await openChat(service.url, { apiKey })).status).toBe(200);
    door[how]();
    const startedAt = performance.now();
    const answers = await Promise.all(Array.from({ length: 10 }, () => openChat(service.url, { apiKey })));
    expect(performance.now() - startedAt).toBeLessThan(SOON_MS);
    // The process limits alone, with a bucket of its own, of which the first call may have taken.
    const passed = answers.filter(({ status }) => status === 200).length;
    expect([2, 3]).toContain(passed);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(10 - passed);
  });
});
