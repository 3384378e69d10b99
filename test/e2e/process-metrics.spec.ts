import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { FakeProvider } from '../support/fake-provider.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';
import { buildGateway, GatewayProcess, temporaryDirectory, workersOf } from './process-gateway.js';
import { eventually, openChat } from './stream-call.js';

let provider: FakeProvider;
let database: TestDatabase;
let directory: ReturnType<typeof temporaryDirectory>;

beforeAll(async () => {
  provider = await FakeProvider.start();
  database = await createTestDatabase();
  directory = temporaryDirectory();
  buildGateway();
});
afterEach(() => GatewayProcess.endAll());
afterAll(async () => {
  await provider.close();
  await database.drop();
  directory.remove();
});

/** A call each on a connection of its own, so that each worker may get some. */
async function call(url: string, apiKey: string, count: number): Promise<void> {
  const answers = Array.from({ length: count }, async () => {
    const answer = await openChat(url, { apiKey });
    await answer.whole();
    return answer.status;
  });
  expect(new Set(await Promise.all(answers))).toEqual(new Set([200]));
}

const pidsOf = (text: string, name: string): Set<number> =>
  new Set([...text.matchAll(new RegExp(`^${name}\\{.*pid="(\\d+)"\\}`, 'gm'))].map(([, pid]) => Number(pid)));

function sumOf(text: string, name: string): number {
  return [...text.matchAll(new RegExp(`^${name}(?:\\{.*\\})? (\\S+)$`, 'gm'))].reduce(
    (sum, [, value]) => sum + Number(value),
    0,
  );
}

describe('a scrape of several workers', () => {
  it(
    'is of all of them, whichever is asked, also when one was started anew',
    { timeout: 180_000 },
    async () => {
      const gateway = GatewayProcess.start(
        {
          DATABASE_URL: database.url,
          PROVIDER_B_BASE_URL: `${provider.url}/b/v1`,
          PROVIDER_B_API_KEY: 'key-of-provider-b',
          WORKERS: '2',
        },
        directory.path,
      );
      const { url, apiKey = '', adminToken } = await gateway.welcome();
      const scrape = async (): Promise<string> => {
        const answer = await fetch(`${url}/metrics`, {
          headers: { authorization: `Bearer ${adminToken}`, connection: 'close' },
        });
        return answer.text();
      };
      const workers = workersOf(gateway.pid);
      await call(url, apiKey, 12);
      // Rows are counted behind the answers.
      for (let time = 0; time < 4; time += 1) {
        const text = await eventually(async () => {
          const asked = await scrape();
          return sumOf(asked, 'gateway_calls_total') === 12 ? asked : undefined;
        }, 'a scrape with all calls');
        expect(pidsOf(text, 'process_uptime_seconds')).toEqual(new Set(workers));
        expect(text.match(/^# TYPE gateway_calls_total counter$/gm)).toHaveLength(1);
        expect(sumOf(text, 'gen_ai_server_request_duration_seconds_count')).toBe(12);
        expect(sumOf(text, 'gateway_processes_scraped')).toBe(2);
      }

      process.kill(workers[0] ?? 0, 'SIGKILL');
      const after = await eventually(
        async () => {
          const text = await scrape().catch(() => '');
          return pidsOf(text, 'process_uptime_seconds').size === 2 && !text.includes(`"${workers[0]}"`)
            ? text
            : undefined;
        },
        'a scrape with the new worker',
        60_000,
      );
      expect(pidsOf(after, 'process_uptime_seconds')).toEqual(new Set(workersOf(gateway.pid)));
    },
  );
});
