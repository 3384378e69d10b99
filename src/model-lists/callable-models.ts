import type { CatalogModel, UpstreamId } from '../catalog/catalog-model.js';
import { isOnList, type ModelList } from '../projects/model-list.js';
import { isModelAllowed } from '../projects/is-model-allowed.js';
import { isRetentionAllowed, type RetentionPolicy } from '../projects/is-retention-allowed.js';

export interface CallableRules {
  readonly models: readonly CatalogModel[];
  /** Upstreams that have an account. */
  readonly configured: ReadonlySet<UpstreamId>;
  readonly chineseModels: boolean;
  /** Of the key. */
  readonly listed: ModelList | undefined;
  readonly retention: RetentionPolicy;
}

/**
 * The catalogue's models that chat completions, Responses or embeddings serve for this project now, in the catalogue's order. Those
 * that only the Responses API serves are the last, for clients of chat fill their pickers from the list.
 */
export function callableModels({
  models,
  configured,
  chineseModels,
  listed,
  retention,
}: CallableRules): CatalogModel[] {
  const callable = models.filter(
    (model) =>
      configured.has(model.upstream) &&
      isModelAllowed({ chineseLab: model.chineseLab, chineseModels }) &&
      isOnList(listed, { publicId: model.id, model }) &&
      isRetentionAllowed(retention, model.upstream),
  );
  const isElsewhere = ({ kind }: CatalogModel): boolean => kind === 'responses-only';
  return [...callable.filter((model) => !isElsewhere(model)), ...callable.filter(isElsewhere)];
}

/** The models that the Messages API serves for this project now: provider A's, and open models of the hosted provider. */
export function callableOnMessages({
  models,
  configured,
  hostedMessages,
  chineseModels,
  listed,
  retention,
}: CallableRules & { readonly hostedMessages: boolean }): CatalogModel[] {
  return models.filter(
    (model) =>
      model.surfaces.includes('messages') &&
      (model.vendor === 'a' ? configured.has('provider_a') : hostedMessages) &&
      isModelAllowed({ chineseLab: model.chineseLab, chineseModels }) &&
      isOnList(listed, { publicId: model.id, model }) &&
      isRetentionAllowed(retention, model.vendor === 'a' ? 'provider_a' : 'hosted'),
  );
}
