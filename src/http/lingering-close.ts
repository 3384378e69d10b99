import type { IncomingMessage, ServerResponse } from 'node:http';
import { BYTES_FOR_A_CHUNK, paceBody } from './bodies/pace-body.js';

const MAX_DISCARDED_BYTES = 64 * 1_048_576;
const MAX_LINGER_MS = 15_000;
/** Whom nothing is taken of any more waits for everyone else. */
const BYTES_A_TURN = 65_536;

/**
 * Ends an answer that was given before the request's body was read. The answer goes out whole at once; the response ends
 * only when the client has sent the rest, which is thrown away. Closing at once would lose the answer: a client that is
 * still sending sees a reset before it reads.
 */
export function endAfterDiscarding(request: IncomingMessage, response: ServerResponse, body: Buffer): void {
  // Complete: the parser has the whole request, although nobody may have read it to its end.
  if (request.complete || request.destroyed) {
    response.end(body);
    return;
  }
  response.write(body);
  let discarded = 0;
  const finish = (): void => {
    clearTimeout(timer);
    request.off('data', discard);
    endPacing();
    if (!response.writableEnded) response.end();
    if (!request.readableEnded) request.destroy();
  };
  const discard = (chunk: Buffer): void => {
    discarded += chunk.length + BYTES_FOR_A_CHUNK;
    if (discarded > MAX_DISCARDED_BYTES) finish();
  };
  const timer = setTimeout(finish, MAX_LINGER_MS);
  request.on('data', discard);
  const endPacing = paceBody(request, BYTES_A_TURN);
  request.once('end', finish);
  request.once('close', finish);
  request.once('error', finish);
  request.resume();
}
