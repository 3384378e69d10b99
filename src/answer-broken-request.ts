import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Socket } from 'node:net';
import { renderError } from './error-answers/render-error.js';
import { SAFE_HEADERS } from './http/pending-headers.js';
import { retryAdvice } from './error-answers/retry-advice.js';
import { makeRequestId } from './http/request-id.js';
import { SECOND_MS } from './lib/durations.js';
import { GatewayError } from './lib/gateway-error.js';

/** Time for the client to read the answer and to close; whoever stays longer is cut off. */
const LINGER_MS = 5 * SECOND_MS;

/**
 * Answers bytes that Node's parser does not take for HTTP: there is neither a request nor a path, so the answer is written by
 * hand, in provider B's envelope, and the connection ends. A client that has left is not answered.
 */
export function brokenRequestAnswer(headerPrefix: string) {
  return (fault: Error & { code?: string }, socket: Socket): void => {
    if (fault.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy();
      return;
    }
    endWithError(socket, {
      error: toGatewayError(fault.code),
      requestId: makeRequestId(undefined),
      headerPrefix,
    });
  };
}

/** Answers `CONNECT`: Node hands over the bare connection, and would cut it without a word if nobody took it. */
export function connectAnswer(headerPrefix: string) {
  return (request: IncomingMessage, socket: Duplex): void => {
    const requestId = makeRequestId(request.headers['x-request-id']);
    endWithError(socket, { error: NO_PROXY, requestId, headerPrefix });
  };
}

const NO_PROXY = new GatewayError({
  status: 404,
  code: 'unknown_path',
  message: 'This service is no proxy, so it does not take CONNECT. The endpoints are listed under /docs.',
});

const REASONS: Readonly<Record<number, string>> = {
  404: 'Not Found',
  408: 'Request Timeout',
  431: 'Request Header Fields Too Large',
};

function endWithError(
  socket: Duplex,
  { error, requestId, headerPrefix }: { error: GatewayError; requestId: string; headerPrefix: string },
): void {
  const body = renderError({ error, envelope: 'openai', requestId });
  const head = [
    `HTTP/1.1 ${error.status} ${REASONS[error.status] ?? 'Bad Request'}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    `x-request-id: ${requestId}`,
    `${headerPrefix}error-source: ${error.source}`,
    ...Object.entries({ ...SAFE_HEADERS, ...retryAdvice(error) }).map(([name, value]) => `${name}: ${value}`),
    'connection: close',
  ];
  // Nobody else listens on a connection that was handed over.
  socket.on('error', () => undefined);
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
  // What still comes is thrown away: closing on unread bytes would take the answer away from the client.
  socket.resume();
  const linger = setTimeout(() => socket.destroy(), LINGER_MS).unref();
  socket.once('close', () => clearTimeout(linger));
}

function toGatewayError(code: string | undefined): GatewayError {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return new GatewayError({
        status: 431,
        code: 'headers_too_large',
        message: 'The headers of the request are larger than is taken. Send fewer, or shorter ones.',
      });
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new GatewayError({
        status: 408,
        code: 'request_timeout',
        message: 'The headers of the request did not arrive in time.',
      });
    case undefined:
    default:
      return new GatewayError({
        status: 400,
        code: 'invalid_http',
        message: 'The request is not valid HTTP/1.1.',
      });
  }
}
