import { Session } from 'node:inspector';

/**
 * Gives the memory back that starting took: V8 collects little in an idle process, so that the modules' and the container's
 * rubbish (a third of the heap) would stay until there is load. Takes up to a second, so it comes before the process listens.
 */
export async function releaseStartMemory(): Promise<void> {
  const session = new Session();
  session.connect();
  // Resolves on failure too: the service runs without it.
  await new Promise<void>((resolve) => session.post('HeapProfiler.collectGarbage', () => resolve()));
  session.disconnect();
}
