import type { IncomingMessage, Server, ServerResponse } from 'node:http';

const held = new WeakMap<IncomingMessage, ServerResponse>();

/**
 * Takes requests with an `Expect` header as all others. Left alone, Node would ask for the body (`100 Continue`) before a key or
 * a length was looked at, and answer other expectations by itself.
 */
export function holdExpectations(server: Server): void {
  server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    held.set(request, response);
    server.emit('request', request, response);
  });
  server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
    server.emit('request', request, response);
  });
}

/** Whether the client waits for something else than `100 Continue`. HTTP/1.0 knows no expectations. */
export function expectsTheUnknown(request: IncomingMessage): boolean {
  return request.headers.expect !== undefined && request.httpVersion === '1.1' && !held.has(request);
}

/** For whoever is about to read a body: tells a client that waits for it (`Expect: 100-continue`) to send it. */
export function askForBody(request: IncomingMessage): void {
  if (request.headers.expect === undefined) return;
  const response = held.get(request);
  if (response !== undefined && !response.headersSent && !response.destroyed) response.writeContinue();
}
