import type { TokenPrices } from '../../catalog/catalog-model.js';
import type { ServableModelId } from '../../catalog/ids/parsed-model-id.js';

/** Ids of a router's models as callers write them; a tier that is absent is empty. */
export interface TierModels {
  readonly big?: string;
  readonly medium?: string;
  readonly small?: string;
}

export const TIERS = ['big', 'medium', 'small'] as const;
export type Tier = (typeof TIERS)[number];

/** What one input and one output token cost: two models are compared by nothing else. */
export type ComparedPrices = Pick<TokenPrices, 'input' | 'output'>;

/** The id that a router is anchored on when a caller names this model: dated ids of one catalogue entry share it. */
export function anchorIdOf(parsed: ServableModelId): string {
  return parsed.model?.id ?? parsed.publicId;
}

/**
 * The models of a router at the time of a call (contract section 5). An anchored router's Big is the anchor; its Medium and
 * Small are its own where they are set, else the auto router's, and each is kept only when it is cheaper than the anchor:
 * what a caller names is the ceiling. Every other router's are its own.
 * @param priceOf of a model id as routers keep it; `undefined` when no price is known, and then nothing is known to be cheaper
 */
export function tiersOf({
  router,
  autoRouter,
  priceOf,
}: {
  router: { readonly anchorModel: string | undefined; readonly tiers: TierModels };
  autoRouter: { readonly tiers: TierModels } | undefined;
  priceOf: (modelId: string) => ComparedPrices | undefined;
}): TierModels {
  const { anchorModel, tiers } = router;
  if (anchorModel === undefined) return tiers;
  const anchorPrice = priceOf(anchorModel);
  const underneath = (modelId: string | undefined): string | undefined =>
    modelId !== undefined && isCheaper(priceOf(modelId), anchorPrice) ? modelId : undefined;
  return {
    big: anchorModel,
    medium: underneath(tiers.medium ?? autoRouter?.tiers.medium),
    small: underneath(tiers.small ?? autoRouter?.tiers.small),
  };
}

/** Neither price higher, one of them lower. */
export function isCheaper(price: ComparedPrices | undefined, than: ComparedPrices | undefined): boolean {
  if (price === undefined || than === undefined) return false;
  const { input, output } = price;
  if (input > than.input || output > than.output) return false;
  return input < than.input || output < than.output;
}

/** One of both prices is higher. What is not known may be: it counts as dearer. */
export function isDearer(price: ComparedPrices | undefined, than: ComparedPrices | undefined): boolean {
  if (price === undefined || than === undefined) return true;
  return price.input > than.input || price.output > than.output;
}
