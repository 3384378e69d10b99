import type { Router } from '../../api/types.js';
import type { PickOption } from '../../ui/picker/match-options.js';
import { text } from './text.js';

/** What `model` may say: `auto`, the models that routers are anchored on, and the others with their prices. Pure. */
export function modelChoices(
  routers: readonly Router[],
  models: readonly PickOption[],
): readonly PickOption[] {
  const auto = routers.find((router) => router.auto);
  const anchored = routers.flatMap(({ anchor_model: model, name }) =>
    model === null ? [] : [{ value: model, detail: text.anchored(name) }],
  );
  const named = new Set(anchored.map(({ value }) => value));
  return [
    { value: 'auto', ...(auto !== undefined && { detail: text.auto(auto.name) }) },
    ...anchored,
    ...models.filter(({ value }) => !named.has(value)),
  ];
}
