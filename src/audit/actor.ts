import { AsyncLocalStorage } from 'node:async_hooks';
import { Observable } from 'rxjs';

/** Who stands behind a change that the management API makes. */
export interface Actor {
  /** `operator`, or an admin token's id. */
  readonly who: string;
  readonly name: string | null;
  readonly requestId: string;
}

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
