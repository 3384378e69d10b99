import type { IncomingMessage } from 'node:http';
import { GatewayError } from '../lib/gateway-error.js';
import { expectsTheUnknown } from './bodies/expect-continue.js';

const NO_HOST = new GatewayError({
  status: 400,
  code: 'invalid_http',
  message: 'The request has no Host header, which HTTP/1.1 asks for. Send one with the name of this service.',
});
const UNKNOWN_EXPECTATION = new GatewayError({
  status: 417,
  code: 'expectation_failed',
  message:
    'The Expect header of the request asks for something unknown here. Send 100-continue, or leave it out.',
});

/** What HTTP wants refused before anyone looks at the path; Node would do so without a word about why. */
export function findHeadFault(request: IncomingMessage): GatewayError | undefined {
  if (request.headers.host === undefined && request.httpVersion === '1.1') return NO_HOST;
  return expectsTheUnknown(request) ? UNKNOWN_EXPECTATION : undefined;
}
