import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { ApplicationInputs } from '../app.module.js';
import { createApplication } from '../create-application.js';
import { LiveCalls } from '../http/live-calls.service.js';

/** A process that listens. */
export interface RunningServer {
  readonly app: NestFastifyApplication;
  /** As the listener itself knows it: the port that was given when the setting was 0. */
  readonly url: string;
  /** Takes no new calls, lets running ones end within the grace, cuts the rest with an error event, and closes everything. */
  stop(): Promise<void>;
}

/** Builds the application and listens. @throws when the port is taken. */
export async function serve(inputs: ApplicationInputs): Promise<RunningServer> {
  const { settings } = inputs;
  const app = await createApplication(inputs);
  try {
    // Nest's own `listen` would log a taken port besides; the caller says it in one line.
    await app.getHttpAdapter().getInstance().listen({ port: settings.port, host: settings.host });
  } catch (error) {
    await app.close();
    throw portError(error, settings.port);
  }
  let stopping: Promise<void> | undefined;
  return {
    app,
    url: urlOf(app, settings.host),
    stop: () => (stopping ??= stopServing(app, settings.shutdownGraceMs)),
  };
}

async function stopServing(app: NestFastifyApplication, graceMs: number): Promise<void> {
  const { server } = app.getHttpAdapter().getInstance();
  // New connections are refused from here on; those that are open may bring their running calls to an end.
  server.close();
  server.closeIdleConnections();
  await app.get(LiveCalls).stop(graceMs);
  await app.close();
}

function urlOf(app: NestFastifyApplication, host: string): string {
  const address = app.getHttpAdapter().getInstance().server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const name =
    host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '[::1]' : host.includes(':') ? `[${host}]` : host;
  return `http://${name}:${port}`;
}

function portError(error: unknown, port: number): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return code === 'EADDRINUSE'
    ? new Error(`PORT: ${port} is in use by another process; set another PORT, or end that process.`, {
        cause: error,
      })
    : error;
}
