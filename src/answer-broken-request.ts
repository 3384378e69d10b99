import type { Socket } from 'node:net';
import { renderError } from './http/envelopes/render-error.js';
import { makeRequestId } from './http/request-id.js';
import { GatewayError } from './lib/gateway-error.js';

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
    const error = toGatewayError(fault.code);
    const requestId = makeRequestId(undefined);
    const body = renderError({ error, envelope: 'openai', requestId });
    const head = [
      `HTTP/1.1 ${error.status} ${REASONS[error.status] ?? 'Bad Request'}`,
      'content-type: application/json; charset=utf-8',
      `content-length: ${Buffer.byteLength(body)}`,
      `x-request-id: ${requestId}`,
      `${headerPrefix}error-source: ${error.source}`,
      'connection: close',
    ];
    socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
  };
}

const REASONS: Readonly<Record<number, string>> = {
  408: 'Request Timeout',
  431: 'Request Header Fields Too Large',
};

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
