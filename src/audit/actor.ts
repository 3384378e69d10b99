import { AsyncLocalStorage } from 'node:async_hooks';
import { Observable } from 'rxjs';

/** Who stands behind a change. */
export interface Actor {
  /** `operator`, an admin token's id, or `automatic-updates`. */
  readonly who: string;
  readonly name: string | null;
  readonly requestId: string;
}

/** What automatic updates writes down of itself: no request stands behind it. */
export const AUTOMATIC_UPDATES: Actor = { who: 'automatic-updates', name: null, requestId: '' };

const actors = new AsyncLocalStorage<Actor>();
let acting = 0;

/**
 * Everything that the work does until it ends is done by this actor. A storage that is in use makes every promise of the process
 * dearer (on Node 20 and 22), those of model calls too, so it is switched off while nobody acts.
 */
export function actAs<T>(actor: Actor, work: () => Observable<T>): Observable<T> {
  return new Observable((subscriber) => {
    acting += 1;
    const subscription = actors.run(actor, () => work().subscribe(subscriber));
    subscription.add(() => {
      acting -= 1;
      if (acting === 0) actors.disable();
    });
    return subscription;
  });
}

/** `undefined` outside of such work: what the service does by itself is no entry of the log. */
export function currentActor(): Actor | undefined {
  return actors.getStore();
}
