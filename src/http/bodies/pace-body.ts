import type { IncomingMessage } from 'node:http';

/** What a chunk costs beside its bytes: a client may send each byte in one of its own. */
export const BYTES_FOR_A_CHUNK = 1_024;

/**
 * Gives the event loop a turn each time that a body has brought so many bytes. Of one connection up to 2 MB are read in a turn, and
 * of forty together 80: everything else would wait for all of them.
 * @returns what ends it
 */
export function paceBody(request: IncomingMessage, bytesATurn: number): () => void {
  let left = bytesATurn;
  let isOver = false;
  const onData = (chunk: Buffer): void => {
    left -= chunk.length + BYTES_FOR_A_CHUNK;
    if (left > 0 || request.isPaused()) return;
    left = bytesATurn;
    request.pause();
    setImmediate(() => {
      if (!isOver) request.resume();
    });
  };
  request.on('data', onData);
  return () => {
    isOver = true;
    request.off('data', onData);
  };
}
