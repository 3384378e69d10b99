import type { Call } from '../../api/calls.js';

/** What one can filter by, as far as calls have shown it. */
export interface SeenValues {
  readonly models: ReadonlySet<string>;
  /** Names by ids. */
  readonly keys: ReadonlyMap<string, string>;
}

export const NOTHING_SEEN: SeenValues = { models: new Set(), keys: new Map() };

/** With those of further calls; the same object when there is nothing new. */
export function seeCalls(seen: SeenValues, calls: readonly Call[]): SeenValues {
  const models = new Set(seen.models);
  const keys = new Map(seen.keys);
  for (const { requested_model, served_model, key_id, key_name } of calls) {
    models.add(requested_model);
    if (served_model !== null) models.add(served_model);
    keys.set(key_id, key_name ?? key_id);
  }
  return models.size === seen.models.size && keys.size === seen.keys.size ? seen : { models, keys };
}
