import type { IncomingMessage } from 'node:http';

const arrivals = new WeakSet<IncomingMessage>();

/** Remembers that a request came in by the batch gateway's listener, where large batch creates are taken. */
export function markBatchGatewayRequest(request: IncomingMessage): void {
  arrivals.add(request);
}

export function isBatchGatewayRequest(request: IncomingMessage): boolean {
  return arrivals.has(request);
}
