/**
 * Gives something up when it was not heard of for so long. What has arrived by then is read first: a process that was busy itself
 * must not take its own silence for the server's.
 */
export function unlessHeard(milliseconds: number, giveUp: () => void): { stop(): void } {
  let isHeard = false;
  const timer = setTimeout(() => {
    // Timers come before reads in a turn of the event loop, and one read may bring the next: two turns.
    setImmediate(() => setImmediate(() => isHeard || giveUp()));
  }, milliseconds);
  return {
    stop: () => {
      isHeard = true;
      clearTimeout(timer);
    },
  };
}
