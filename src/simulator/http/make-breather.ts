import { setImmediate as nextTurn } from 'node:timers/promises';

const SLICE_MS = 5;

/** Lets long loops give way to other calls: `await breathe()` in each round lets the event loop turn every few milliseconds. */
export function makeBreather(): () => Promise<void> {
  let sliceStart = performance.now();
  return async () => {
    if (performance.now() - sliceStart < SLICE_MS) return;
    await nextTurn();
    sliceStart = performance.now();
  };
}
