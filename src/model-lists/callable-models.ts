import type { CatalogModel, UpstreamId } from '../catalog/catalog-model.js';
import { isModelAllowed } from '../projects/is-model-allowed.js';

export interface CallableRules {
  readonly models: readonly CatalogModel[];
  /** Upstreams that have an account. */
  readonly configured: ReadonlySet<UpstreamId>;
  readonly chineseModels: boolean;
}

/** The catalogue's models that chat completions or embeddings serve for this project now, in the catalogue's order. */
export function callableModels({ models, configured, chineseModels }: CallableRules): CatalogModel[] {
  return models.filter(
    (model) =>
      model.kind !== 'responses-only' &&
      configured.has(model.upstream) &&
      isModelAllowed({ chineseLab: model.chineseLab, chineseModels }),
  );
}

/** The models that the Messages API serves for this project now: provider A's, and open models of the hosted provider. */
export function callableOnMessages({
  models,
  configured,
  hostedMessages,
  chineseModels,
}: CallableRules & { readonly hostedMessages: boolean }): CatalogModel[] {
  return models.filter(
    (model) =>
      model.surfaces.includes('messages') &&
      (model.vendor === 'a' ? configured.has('provider_a') : hostedMessages) &&
      isModelAllowed({ chineseLab: model.chineseLab, chineseModels }),
  );
}
