import type { CatalogModel, ModelVendor, UpstreamId } from '../catalog-model.js';

/** `auto`, or no model named. */
export interface AutoModelId {
  readonly kind: 'auto';
}

/** A priced model of the catalogue. */
export interface CatalogueModelId {
  readonly kind: 'chat' | 'embedding';
  /** Where chat or embeddings run. The passthrough and batches send open models to the hosted provider as `model.bareId`. */
  readonly upstream: UpstreamId;
  /** What that upstream is sent: the id as the caller wrote it less our prefix; for open models the upstream's own spelling. */
  readonly upstreamId: string;
  /** The id as `x-svc-model` shows it: canonical prefix and the id as written (dates kept), or the open model's id. */
  readonly publicId: string;
  readonly model: CatalogModel;
  readonly chineseLab: boolean;
}

/** An `<org>/<model>[:variant]` outside the catalogue: no price of ours, costs what the marketplace reports. */
export interface MarketplaceModelId {
  readonly kind: 'marketplace';
  readonly upstream: 'marketplace';
  readonly upstreamId: string;
  readonly publicId: string;
  readonly model: undefined;
  /** The catalogue's open model that this is a variant of: for its capabilities, never for its price. */
  readonly variantOf?: CatalogModel;
  readonly chineseLab: boolean;
}

/** `name:tag` or a fine-tuned id: runs only on an endpoint that the caller registered for `id`. */
export interface LocalModelId {
  readonly kind: 'local';
  readonly form: 'tagged' | 'fine-tuned';
  readonly id: string;
  readonly publicId: string;
  readonly chineseLab: boolean;
}

/** A model of provider B that runs on the Responses API alone. */
export interface ResponsesOnlyModelId {
  readonly kind: 'responses-only';
  readonly publicId: string;
  /** What provider B is sent. */
  readonly upstreamId: string;
  /** Absent: no price is known, so it runs nowhere. */
  readonly model: CatalogModel | undefined;
  /** The chat model to name instead, with our prefix. */
  readonly useInstead: string;
  readonly chineseLab: boolean;
}

/** An id of provider A or B, or of a hosted-only model, that no price is known for. */
export interface UnpricedModelId {
  readonly kind: 'unpriced';
  readonly vendor: ModelVendor;
  readonly family: 'chat' | 'embedding';
  readonly publicId: string;
  /** A catalogue id that the caller may have meant. */
  readonly useInstead?: string;
  readonly chineseLab: boolean;
}

/** No spelling of anything that could be called. */
export interface UnknownModelId {
  readonly kind: 'unknown';
  readonly id: string;
  readonly useInstead?: string;
  readonly chineseLab: boolean;
}

/** Not an id at all. `reason` completes "The model id …" and never repeats the text. */
export interface InvalidModelId {
  readonly kind: 'invalid';
  readonly reason: string;
}

/** What can be served with an account of ours. */
export type ServableModelId = CatalogueModelId | MarketplaceModelId;

export type ParsedModelId =
  | AutoModelId
  | ServableModelId
  | LocalModelId
  | ResponsesOnlyModelId
  | UnpricedModelId
  | UnknownModelId
  | InvalidModelId;
