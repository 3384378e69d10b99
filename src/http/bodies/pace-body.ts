import type { IncomingMessage } from 'node:http';

/**
 * Gives the event loop a turn each time that a body has brought so many bytes. Of one connection up to 2 MB are read in a turn, and
 * of forty together 80: everything else would wait for all of them.
 * @returns what ends it
 */
export function paceBody(request: IncomingMessage, bytesATurn: number): () => void {
  let left = bytesATurn;
  let isOver = false;
  const onData = (chunk: Buffer): void => {
    left -= chunk.length;
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
