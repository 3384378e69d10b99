import type { IncomingMessage, ServerResponse } from 'node:http';

/**
 * Calls once when an exchange is over, whether it was answered or its client left; at once when it is already. Both ends are asked:
 * an answer that waits behind another one on its connection never closes when that connection does, and who left while something
 * was looked up for him closes nothing any more.
 */
export function onceOver(
  { request, response }: { readonly request: IncomingMessage; readonly response: ServerResponse },
  listener: () => void,
): void {
  const { socket } = request;
  if (response.destroyed || socket.destroyed) {
    listener();
    return;
  }
  const end = (): void => {
    response.off('close', end);
    socket.off('close', end);
    listener();
  };
  response.once('close', end);
  socket.once('close', end);
}
