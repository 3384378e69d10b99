import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Collects all that nobody holds any more, so that a test can ask for the memory that is held. */
export function collectGarbage(): void {
  // The engine shows its collector only to contexts that are made while this flag is set.
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  setFlagsFromString('--no-expose-gc');
  collect();
}
