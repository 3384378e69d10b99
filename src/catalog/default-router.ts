import type { CatalogModel, UpstreamId } from './catalog-model.js';
import type { Catalog } from './catalog.js';

/** Ids of the three models of a new project's router, as callers write them. */
export interface DefaultTiers {
  readonly big: string;
  readonly medium: string;
  readonly small: string;
}

/**
 * The tiers of a new project's router (contract section 9): for each tier the first preference of the catalogue file whose
 * upstream has a key, so that `auto` works with any one key. With none configured, the first preferences themselves: the
 * call then says which provider is missing. A tier without a preference that can run takes what another tier found,
 * and last any chat model that can run; `undefined` when the catalogue holds nothing for the configured providers.
 */
export function chooseDefaultTiers(
  catalog: Catalog,
  configured: ReadonlySet<UpstreamId>,
): DefaultTiers | undefined {
  const canRun = (model: CatalogModel | undefined): model is CatalogModel =>
    model?.kind === 'chat' && (configured.size === 0 || configured.has(model.upstream));
  const first = (ids: readonly string[]) => ids.map((id) => catalog.find(id)).find(canRun)?.id;
  const { big, medium, small } = catalog.defaultRouter;
  const found = { big: first(big), medium: first(medium), small: first(small) };
  const spare = found.medium ?? found.big ?? found.small ?? firstOutsidePreferences(catalog, canRun)?.id;
  if (spare === undefined) return undefined;
  return { big: found.big ?? spare, medium: found.medium ?? spare, small: found.small ?? spare };
}

function firstOutsidePreferences(
  catalog: Catalog,
  canRun: (model: CatalogModel) => boolean,
): CatalogModel | undefined {
  const models = catalog.list().filter(canRun);
  // A Chinese lab's model would leave the router unusable once its project switches them off.
  return models.find((model) => !model.chineseLab) ?? models[0];
}
