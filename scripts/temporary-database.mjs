import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/** An empty PostgreSQL of its own, gone when stopped. */
export async function createTemporaryDatabase() {
  const { startEmbeddedPostgres } =
    await import('../dist/database/embedded-postgres/start-embedded-postgres.js');
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'gateway-scripts-'));
  const postgres = await startEmbeddedPostgres({ dataDir, log: console.error });
  return {
    url: postgres.url,
    stop: async () => {
      await postgres.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
