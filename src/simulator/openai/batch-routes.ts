import type { Exchange } from '../http/exchange.js';
import { notFound } from '../http/simulated-fault.js';
import type { BatchStore } from './batch-store.js';

const MAX_BODY_BYTES = 1_024 * 1_024;

/** `/batches`, `/batches/{id}` and `/batches/{id}/cancel`. @throws SimulatedFault 400, 404 or 409. */
export async function handleBatches(exchange: Exchange, batches: BatchStore): Promise<void> {
  const [, id, rest] = exchange.path.slice(1).split('/');
  if (id === undefined && exchange.method === 'POST') {
    exchange.sendJson(200, batches.create(await exchange.readJson(MAX_BODY_BYTES)));
  } else if (id === undefined && exchange.method === 'GET') {
    exchange.sendJson(200, batches.list(exchange.query));
  } else if (id !== undefined && rest === undefined && exchange.method === 'GET') {
    exchange.sendJson(200, await batches.poll(id));
  } else if (id !== undefined && rest === 'cancel' && exchange.method === 'POST') {
    exchange.sendJson(200, await batches.cancel(id));
  } else {
    throw notFound(`Invalid URL (${exchange.method} ${exchange.path})`);
  }
}
