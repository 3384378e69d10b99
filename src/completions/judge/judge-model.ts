import type { CatalogModel } from '../../catalog/catalog-model.js';
import type { ModelIds } from '../../catalog/ids/model-ids.service.js';
import { InvalidSettingsError } from '../../config/settings.js';
import type { ChatTarget } from '../../upstreams/shaping/chat-target.js';

/** Injection token of the judge model; `undefined` while none is set. */
export const JUDGE_MODEL = Symbol('JUDGE_MODEL');

/** The model that judges, on an account of the service. */
export interface JudgeModel {
  readonly target: ChatTarget;
  readonly model: CatalogModel;
}

/**
 * Only a priced model of the catalogue: without a price no budget could hold.
 * @throws InvalidSettingsError, which stops the start
 */
export function findJudgeModel(id: string | undefined, modelIds: ModelIds): JudgeModel | undefined {
  if (id === undefined) return undefined;
  const parsed = modelIds.parse(id);
  if (parsed.kind !== 'chat')
    throw new InvalidSettingsError([
      `JUDGE_MODEL: got ${JSON.stringify(id.slice(0, 100))}; it takes the id of a priced chat model of the catalogue.`,
    ]);
  const { upstream, upstreamId, publicId, model } = parsed;
  return { target: { upstream, upstreamModelId: upstreamId, publicId, model }, model };
}
