import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { ApplicationInputs } from '../app.module.js';
import { createApplication } from '../create-application.js';
import type { Settings } from '../config/settings.js';
import { EndpointAgents } from '../endpoints/endpoint-agents.service.js';
import { LiveCalls } from '../live-calls/live-calls.service.js';
import { listenForBatches } from './listen-batch-gateway.js';
import { explainListenFault } from './listen-fault.js';

/** Beyond the grace, for what has its own limits: last bytes, bills, connections. A database that stands still has none. */
const AFTER_GRACE_MS = 20_000;

/** A process that listens. */
export interface RunningServer {
  readonly app: NestFastifyApplication;
  /** As the listener itself knows it: the port that was given when the setting was 0. */
  readonly url: string;
  /** Where the batch gateway listens; undefined when it is off. */
  readonly batchGatewayUrl: string | undefined;
  /**
   * Says at `/readyz` that it stops, for `SHUTDOWN_DELAY`; then takes no new calls, lets running ones end within the grace, cuts the rest with an error event, and closes everything.
   * Rejects when that does not come to an end.
   */
  stop(): Promise<void>;
}

/**
 * Builds the application and listens.
 *
 * @param beforeListening - what a process of its own does between the two
 * @throws when the port is taken
 */
export async function serve(
  inputs: ApplicationInputs,
  beforeListening?: () => Promise<void>,
): Promise<RunningServer> {
  const { settings } = inputs;
  const app = await createApplication(inputs);
  await beforeListening?.();
  const batchGateway = await listen(app, settings);
  let stopping: Promise<void> | undefined;
  return {
    app,
    url: urlOf(app.getHttpAdapter().getInstance().server, settings.host),
    batchGatewayUrl: batchGateway && urlOf(batchGateway, settings.host),
    stop: () =>
      (stopping ??= within(
        settings.shutdownDelayMs + settings.shutdownGraceMs + AFTER_GRACE_MS,
        stopServing(app, batchGateway, settings),
      )),
  };
}

/** @returns the batch gateway's listener */
async function listen(app: NestFastifyApplication, settings: Settings): Promise<Server | undefined> {
  try {
    // Nest's own `listen` would log a taken port besides; the caller says it in one line.
    await app.getHttpAdapter().getInstance().listen({ port: settings.port, host: settings.host });
  } catch (error) {
    await app.close();
    throw explainListenFault(error, { name: 'PORT', port: settings.port, host: settings.host });
  }
  try {
    const batchGateway = await listenForBatches(app, settings);
    if (batchGateway !== undefined)
      app.get(EndpointAgents).listensOn((batchGateway.address() as AddressInfo).port);
    return batchGateway;
  } catch (error) {
    await app.close();
    throw explainListenFault(error, {
      name: 'BATCH_GATEWAY_PORT',
      port: settings.batchGatewayPort,
      host: settings.host,
    });
  }
}

async function stopServing(
  app: NestFastifyApplication,
  batchGateway: Server | undefined,
  { shutdownDelayMs, shutdownGraceMs }: Settings,
): Promise<void> {
  const liveCalls = app.get(LiveCalls);
  if (shutdownDelayMs > 0) {
    // A connection that a proxy was just choosing would be refused, and a kept one closed under its next call.
    liveCalls.drain();
    await sleep(shutdownDelayMs);
  }
  // New connections are refused from here on; those that are open may bring their running calls to an end.
  for (const server of [app.getHttpAdapter().getInstance().server, batchGateway]) {
    server?.close();
    server?.closeIdleConnections();
  }
  await liveCalls.stop(shutdownGraceMs);
  batchGateway?.closeAllConnections();
  await app.close();
}

/** @throws Error when it takes longer. */
async function within(limitMs: number, stopped: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(
      () => reject(new Error(`The stop was broken off after ${limitMs / 1_000} s: something did not end.`)),
      limitMs,
    );
  });
  try {
    await Promise.race([stopped, late]);
  } finally {
    clearTimeout(timer);
  }
}

function urlOf(server: Server, host: string): string {
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const name =
    host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '[::1]' : host.includes(':') ? `[${host}]` : host;
  return `http://${name}:${port}`;
}
