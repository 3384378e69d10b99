import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SystemClock, type Clock } from '../lib/clock.js';
import { PromptCache } from './answers/prompt-cache.js';
import { makeHostedMessages, makeProviderA } from './anthropic/provider-a.js';
import { answerFaultControl, FAULTS_PATH } from './faults/fault-control.js';
import { SimulatedFaults } from './faults/simulated-faults.js';
import { Exchange } from './http/exchange.js';
import { Pacer } from './http/pacer.js';
import { notFound, toFault } from './http/simulated-fault.js';
import { makeHostedChat } from './openai/hosted-chat.js';
import { makeMarketplace } from './openai/marketplace.js';
import { makeProviderB } from './openai/provider-b.js';
import type { SimulatedProvider } from './simulated-provider.js';
import type { SimulatorContext } from './simulator-context.js';

const DEFAULT_BATCH_DELAY_MS = 2_000;
const DEFAULT_BATCH_POLLS = 3;
/** Longer than a client's pool keeps a socket, so that no request meets one that is being closed. */
const KEEP_ALIVE_MS = 75_000;

export interface SimulatorOptions {
  /** 0 = any free port. */
  port: number;
  host?: string;
  /** 1 = like a quick model, 0 = no waiting; factors between and above are fine. */
  pace?: number;
  /** Milliseconds until a batch ends by itself; 2 s at pace 1 unless given. */
  batchDelayMs?: number;
  /** Polls after which a batch ends even sooner. */
  batchPolls?: number;
  /** How calls fail, as `parseFaultPlan` reads it. */
  faults?: string;
  /** Prefixes of the ids of the two labs, for the patterns of faults. */
  labs?: { readonly a: string; readonly b: string };
  clock?: Clock;
}

export interface RunningSimulator {
  port: number;
  /** `http://host:port`; providers live below it under `/provider-a`, `/provider-b/v1`, `/marketplace/api/v1`, `/hosted/v1` and `/hosted/anthropic`. */
  url: string;
  close(): Promise<void>;
}

/** Starts all simulated providers on one port. @throws when the port cannot be listened on; InvalidFaultPlanError */
export async function startSimulator(options: SimulatorOptions): Promise<RunningSimulator> {
  const { host = '127.0.0.1', pace = 1 } = options;
  const context: SimulatorContext = {
    clock: options.clock ?? new SystemClock(),
    pacer: new Pacer(pace),
    promptCache: new PromptCache(),
    batchTempo: {
      delayMs: options.batchDelayMs ?? DEFAULT_BATCH_DELAY_MS * pace,
      polls: options.batchPolls ?? DEFAULT_BATCH_POLLS,
    },
    labs: options.labs ?? { a: 'vendora', b: 'vendorb' },
  };
  const makers = [makeProviderA, makeProviderB, makeMarketplace, makeHostedChat, makeHostedMessages];
  const faults = new SimulatedFaults(options.faults ?? '');
  const answer = makeRequestListener(
    makers.map((make) => make(context)),
    faults,
  );
  const server = createServer(
    { keepAliveTimeout: KEEP_ALIVE_MS },
    (request, response) => void answer(request, response),
  );
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, host, resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    port,
    url: `http://${host.includes(':') ? `[${host}]` : host}:${port}`,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

type RequestListener = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

function makeRequestListener(providers: SimulatedProvider[], faults: SimulatedFaults): RequestListener {
  let count = 0;
  return async (request, response) => {
    count += 1;
    const requestId = `req_simulated_${count}`;
    response.setHeader('x-simulated', 'true');
    const url = parseTarget(request.url ?? '/');
    if (url?.pathname === FAULTS_PATH) return answerFaultControl(request, response, faults);
    const provider = providers.find(({ prefix }) => url?.pathname.startsWith(`${prefix}/`));
    if (url === undefined || provider === undefined) {
      new Exchange(request, response, { path: '', query: new URLSearchParams() }).sendJson(404, {
        error: { message: 'The simulator serves no provider under this path.', type: 'not_found_error' },
      });
      return;
    }
    response.setHeader('request-id', requestId);
    response.setHeader('x-request-id', requestId);
    for (const [name, value] of Object.entries(provider.headers())) response.setHeader(name, value);
    const path = url.pathname.slice(provider.prefix.length);
    await answerSafely(
      provider,
      new Exchange(request, response, { path, query: url.searchParams }, (exchange, body) =>
        faults.meet(exchange, provider.labs, body),
      ),
      requestId,
    );
  };
}

async function answerSafely(
  provider: SimulatedProvider,
  exchange: Exchange,
  requestId: string,
): Promise<void> {
  try {
    await provider.handle(exchange);
    if (!exchange.response.headersSent && !exchange.signal.aborted) throw notFound('Not found');
  } catch (error) {
    if (exchange.signal.aborted) return;
    if (exchange.response.headersSent) {
      exchange.response.destroy();
      return;
    }
    const fault = toFault(error);
    // Node reads and drops the rest of an unread body once the answer has gone out.
    exchange.sendJson(fault.status, provider.renderFault(fault, requestId), {
      'x-should-retry': 'false',
      ...(fault.retryAfterS !== undefined && { 'retry-after': String(fault.retryAfterS) }),
    });
  }
}

function parseTarget(target: string): URL | undefined {
  return URL.canParse(target, 'http://simulator') ? new URL(target, 'http://simulator') : undefined;
}
