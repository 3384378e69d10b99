import { loadSecrets } from '../config/generated-secrets.js';
import type { Settings } from '../config/settings.js';
import { createLogger } from '../http/logger.js';
import { exitAfter } from './exit-after.js';
import { makeFirstCredentials } from './first-credentials.js';
import { releaseStartMemory } from './release-start-memory.js';
import { serve } from './serve.js';

/** One of several processes that share the port. The primary has prepared everything and says so in the environment. */
export async function runWorker(settings: Settings): Promise<void> {
  const { databaseUrl, simulatorUrl } = settings;
  if (databaseUrl === undefined) throw new Error('a worker needs DATABASE_URL');
  const server = await serve(
    {
      settings,
      secrets: loadSecrets(settings),
      databaseUrl,
      simulatorUrl,
      logger: createLogger(settings.logLevel),
    },
    releaseStartMemory,
  );
  exitAfter(() => server.stop());
  // A primary that was killed can no longer tell us to stop.
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
  const first = await makeFirstCredentials(server.app, settings);
  process.send?.({ listening: server.url, first });
}
