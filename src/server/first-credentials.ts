import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { FirstStart } from '../admin/first-start.service.js';
import { ConsoleSignIns } from '../auth/console/console-sign-ins.service.js';
import type { Settings } from '../config/settings.js';

/** What the welcome of a first start shows, and nothing later shows again. */
export interface FirstCredentials {
  readonly apiKey: string;
  /** Signs in to the console once; only for a person who looks at a terminal, since logs are kept. */
  readonly signIn: string | undefined;
}

/** Makes the first organization and its key. @returns `undefined` when this is no first start, or the process takes no calls */
export async function makeFirstCredentials(
  app: Pick<NestFastifyApplication, 'get'>,
  settings: Pick<Settings, 'role' | 'console'>,
  { isTerminal = process.stdout.isTTY }: { readonly isTerminal?: boolean } = {},
): Promise<FirstCredentials | undefined> {
  if (settings.role === 'worker') return undefined;
  const first = await app.get(FirstStart, { strict: false }).run();
  if (first === undefined) return undefined;
  const hasLink = settings.console && isTerminal;
  return {
    apiKey: first.apiKey,
    signIn: hasLink ? await app.get(ConsoleSignIns, { strict: false }).create() : undefined,
  };
}
