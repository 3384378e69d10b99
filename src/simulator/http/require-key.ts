import type { Exchange } from './exchange.js';
import { SimulatedFault } from './simulated-fault.js';

/** Any key will do, but there must be one. @throws SimulatedFault 401. */
export function requireBearerKey(exchange: Exchange, message: string): void {
  if (/^Bearer \S+$/i.test(exchange.header('authorization') ?? '')) return;
  throw new SimulatedFault({ status: 401, message, code: 'invalid_api_key' });
}
