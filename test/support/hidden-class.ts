import { setFlagsFromString } from 'node:v8';
import { runInThisContext } from 'node:vm';

setFlagsFromString('--allow-natives-syntax');
// The engine's own questions, which no source file could hold: they are syntax only with the flag above.
/** Whether the engine gives both one hidden class that is no dictionary. */
export const areOfOneHiddenClass = runInThisContext(
  '(one, other) => %HaveSameMap(one, other) && %HasFastProperties(one)',
) as (one: object, other: object) => boolean;

/** The engine has then seen what there is to see, and does as it does for each call. */
const WARM_UP = 20;

/**
 * Whether the engine gives all that `make` makes one hidden class, and not a dictionary either. What runs for each call must not
 * get a new class each time: that takes microseconds, and each class lives until the next full collection.
 */
export function makesOneHiddenClass(make: () => object): boolean {
  for (let turn = 0; turn < WARM_UP; turn += 1) make();
  return areOfOneHiddenClass(make(), make());
}
