import type { CatalogModel, UpstreamId } from '../../catalog/catalog-model.js';

/** The model a chat request is sent to, on an account of ours. */
export interface ChatTarget {
  readonly upstream: UpstreamId;
  /** The id that the upstream is sent. */
  readonly upstreamModelId: string;
  /** The id as callers write it: `x-svc-model`. */
  readonly publicId: string;
  /** Absent for a marketplace id outside the catalogue. */
  readonly model: CatalogModel | undefined;
}
