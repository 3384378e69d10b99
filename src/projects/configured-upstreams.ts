import type { UpstreamId } from '../catalog/catalog-model.js';

/** Which upstreams have an account: what a new project's default router can be made of. */
export abstract class ConfiguredUpstreams {
  abstract list(): ReadonlySet<UpstreamId>;
}
