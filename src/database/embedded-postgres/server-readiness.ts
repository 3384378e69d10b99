import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import type { ServerProcess } from './server-process.js';

/** Recovery after a crash replays at most `max_wal_size` of log. */
const READY_TIMEOUT_MS = 60_000;
const READY_POLL_MS = 20;
const WRONG_PASSWORD = '28P01';

/**
 * Connects until the server lets us in; false when it ended by itself.
 *
 * @throws Error when it runs but refuses our password, or is not ready within a minute. It is stopped then.
 */
export async function becomesReady(server: ServerProcess, url: string): Promise<boolean> {
  const deadline = performance.now() + READY_TIMEOUT_MS;
  while (server.isRunning) {
    const fault = await tryConnect(url);
    if (fault === undefined) return true;
    if (fault.code === WRONG_PASSWORD || performance.now() > deadline) {
      await server.stop();
      throw new Error(`The embedded PostgreSQL runs but does not let us in: ${fault.message}`);
    }
    await Promise.race([delay(READY_POLL_MS), server.exited]);
  }
  return false;
}

async function tryConnect(url: string): Promise<(Error & { code?: string }) | undefined> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return undefined;
  } catch (error) {
    return error as Error;
  } finally {
    await client.end().catch(() => undefined);
  }
}
