import type { Secrets } from '../config/generated-secrets.js';
import type { Settings } from '../config/settings.js';
import { createLogger } from '../http/logger.js';
import { makeFirstCredentials } from './first-credentials.js';
import { printWelcome } from './print-welcome.js';
import { releaseStartMemory } from './release-start-memory.js';
import { serve } from './serve.js';

/** What a process that takes calls itself is started with. */
export interface AloneInputs {
  readonly settings: Settings;
  readonly secrets: Secrets;
  readonly prepared: { readonly databaseUrl: string; readonly simulatorUrl: string | undefined };
}

/** Takes calls in this process, and says so. */
export async function serveAlone({
  settings,
  secrets,
  prepared,
}: AloneInputs): Promise<{ stop(): Promise<void> }> {
  const { databaseUrl, simulatorUrl } = prepared;
  const server = await serve(
    { settings, secrets, databaseUrl, simulatorUrl, logger: createLogger(settings.logLevel) },
    releaseStartMemory,
  );
  // Whoever takes calls makes and shows the first key.
  const first = await makeFirstCredentials(server.app, settings);
  printWelcome({
    settings,
    url: server.url,
    adminToken: secrets.adminToken,
    first,
    simulated: simulatorUrl !== undefined,
  });
  return server;
}
