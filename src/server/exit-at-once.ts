const SIGNALS = ['SIGTERM', 'SIGINT'] as const;

const exit = (): void => process.exit(0);

/** Until somebody has something to stop, a stop is an end with code 0. Left alone, a signal kills, which looks like a crash. */
export function exitAtOnce(): void {
  for (const signal of SIGNALS) process.on(signal, exit);
}

/** The listener takes over: it ends the process itself. No signal is missed in between. */
export function takeSignals(listener: () => void): void {
  for (const signal of SIGNALS) {
    process.on(signal, listener);
    process.off(signal, exit);
  }
}
