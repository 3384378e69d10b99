import { createServer, type Server } from 'node:http';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { Settings } from '../config/settings.js';
import { holdExpectations } from '../http/bodies/expect-continue.js';
import { markBatchGatewayRequest } from '../batches/batch-gateway-request.js';

const HEADERS_TIMEOUT_MS = 30_000;
const KEEP_ALIVE_MS = 65_000;

/**
 * The batch gateway: a second listener of the same application. Its requests take the same way, marked, so that batch creates
 * may be as large as SDKs make them. @returns undefined when it is off, or the process takes no calls; throws when the port is taken
 */
export async function listenForBatches(
  app: NestFastifyApplication,
  { batchGatewayPort, host, role }: Settings,
): Promise<Server | undefined> {
  if (batchGatewayPort === 'off' || role === 'worker') return undefined;
  const fastify = app.getHttpAdapter().getInstance();
  const server = createServer({ requireHostHeader: false }, (request, response) => {
    markBatchGatewayRequest(request);
    fastify.routing(request, response);
  });
  holdExpectations(server);
  server.headersTimeout = HEADERS_TIMEOUT_MS;
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  // A large create takes its time; what stalls is ended by whoever reads it.
  server.requestTimeout = 0;
  for (const event of ['clientError', 'connect'])
    for (const listener of fastify.server.listeners(event)) server.on(event, listener as () => void);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port: batchGatewayPort, host }, () => {
      server.off('error', reject);
      resolve();
    });
  });
  return server;
}
