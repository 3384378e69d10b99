import { AsyncLocalStorage } from 'node:async_hooks';

/** Who stands behind a change that the management API makes. */
export interface Actor {
  /** `operator`, or an admin token's id. */
  readonly who: string;
  readonly name: string | null;
  readonly requestId: string;
}

const actors = new AsyncLocalStorage<Actor>();

/** Everything that the work starts is done by this actor. */
export function actAs<T>(actor: Actor, work: () => T): T {
  return actors.run(actor, work);
}

/** `undefined` outside a management request: what the service does by itself is no entry of the log. */
export function currentActor(): Actor | undefined {
  return actors.getStore();
}
