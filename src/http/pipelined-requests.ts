import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { GatewayError } from '../lib/gateway-error.js';

/** Far more than clients that send ahead have under way. */
const MAX_UNANSWERED = 32;
const REFUSED = 'refused';

export const TOO_MANY_PIPELINED = new GatewayError({
  status: 429,
  code: 'too_many_pipelined_requests',
  message: `More than ${MAX_UNANSWERED} requests on this connection wait for their answers. It is closed after this one; send fewer at once, or open more connections.`,
  headers: { 'retry-after': '1', connection: 'close' },
});

export type PipelineVerdict = 'serve' | 'refuse' | 'ignore';

/** Those that wait when there are several, or that the connection is at its end. */
type Waiting = ServerResponse[] | typeof REFUSED;

const WAITING = Symbol('unanswered requests');
/** Node keeps the response that is being written with its connection; one that comes behind it waits. */
type Pipeline = Socket & { [WAITING]?: Waiting | undefined; readonly _httpMessage?: ServerResponse | null };

/**
 * Bounds the requests that a client sends on one connection without waiting for answers: Node takes all that lie in its buffer in
 * one go, thousands of short ones, and nobody else is served meanwhile. A request that waits for no other leaves nothing behind: a
 * connection that kept its last response would keep that whole call from being collected young.
 */
export function judgePipelined({ socket }: IncomingMessage, response: ServerResponse): PipelineVerdict {
  const pipeline: Pipeline = socket;
  const waiting = pipeline[WAITING];
  if (waiting === REFUSED) return 'ignore';
  const current = pipeline._httpMessage;
  if (current === response || current === undefined || current === null) {
    if (waiting !== undefined) pipeline[WAITING] = undefined;
    return 'serve';
  }
  const unanswered = (waiting ?? [current]).filter(({ writableFinished }) => !writableFinished);
  unanswered.push(response);
  pipeline[WAITING] = unanswered;
  if (unanswered.length <= MAX_UNANSWERED) return 'serve';
  pipeline[WAITING] = REFUSED;
  // Nothing that comes behind is answered, so nothing of it is read.
  socket.pause();
  return 'refuse';
}
