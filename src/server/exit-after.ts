import { takeSignals } from './exit-at-once.js';

/** Ends the process with code 0 once `stop` is done, on the first SIGTERM or SIGINT; further signals are waited out. */
export function exitAfter(stop: () => Promise<void>): void {
  let stopping = false;
  const onSignal = (): void => {
    if (stopping) return;
    stopping = true;
    stop().then(
      () => process.exit(0),
      (error: unknown) => {
        console.error(error instanceof Error ? error.message : error);
        process.exit(1);
      },
    );
  };
  takeSignals(onSignal);
}
