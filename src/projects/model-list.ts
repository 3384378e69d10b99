import type { CatalogModel } from '../catalog/catalog-model.js';
import type { ParsedModelId } from '../catalog/ids/parsed-model-id.js';
import { GatewayError } from '../lib/gateway-error.js';

/** The models that a key may call; read once from what is kept: ids as the catalogue spells them, and `lab/*`. */
export interface ModelList {
  readonly ids: ReadonlySet<string>;
  /** What an id begins with, the slash included. */
  readonly labs: readonly string[];
}

/** A model in any spelling: those of the catalogue share its entry. */
export interface ListedModel {
  readonly publicId: string;
  readonly model?: Pick<CatalogModel, 'id'> | undefined;
}

export const LAB_WILDCARD = '/*';

export function readModelList(entries: readonly string[] | null): ModelList | undefined {
  if (entries === null) return undefined;
  const isLab = (entry: string): boolean => entry.endsWith(LAB_WILDCARD);
  return {
    ids: new Set(entries.filter((entry) => !isLab(entry))),
    labs: entries.filter(isLab).map((entry) => entry.slice(0, -1)),
  };
}

/** A key without a list may call all that its project may. */
export function isOnList(list: ModelList | undefined, { publicId, model }: ListedModel): boolean {
  if (list === undefined) return true;
  return list.ids.has(model?.id ?? publicId) || list.labs.some((lab) => publicId.startsWith(lab));
}

/** The key may not call the model: 403. Never substituted. */
export class ModelNotAllowedError extends GatewayError {
  constructor(modelId: string) {
    super({
      status: 403,
      code: 'model_not_allowed',
      param: 'model',
      message: `\`${modelId}\` is not among the models of this API key. Name one that it may call (GET /api/v1/route/models lists them), or have its list changed.`,
    });
  }
}

/** A router has models, and none of them that can serve is among those of the key: 403. */
export class NoListedModelError extends GatewayError {
  constructor(routerName: string) {
    super({
      status: 403,
      code: 'model_not_allowed',
      param: 'model',
      message: `The router ${JSON.stringify(routerName)} has no model that can serve this and is among those of this API key. Name a model that it may call (GET /api/v1/route/models lists them), or have its list changed.`,
    });
  }
}

/** @throws ModelNotAllowedError (403); what is no model anywhere is refused as that, by whoever reads the id */
export function refuseOffList(parsed: ParsedModelId, list: ModelList | undefined): void {
  if (list === undefined || !('publicId' in parsed) || parsed.kind === 'unpriced') return;
  if (!isOnList(list, parsed)) throw new ModelNotAllowedError(parsed.publicId);
}
