import type { UpstreamId } from '../catalog/catalog-model.js';
import { GatewayError } from '../lib/gateway-error.js';

/** A model was named whose provider keeps what it is sent, for an organization with zero retention. Never substituted. */
export class ZeroRetentionError extends GatewayError {
  constructor(modelId: string) {
    super({
      status: 403,
      code: 'zero_retention_unavailable',
      param: 'model',
      message: `\`${modelId}\` runs at a provider that may keep what it is sent, and this organization's data policy is zero retention. Name another model, or let the operator arrange zero retention with that provider.`,
    });
  }
}

/** What an organization demands, and what the operator has agreed on with providers. */
export interface RetentionPolicy {
  readonly zeroRetention: boolean;
  readonly agreed: ReadonlySet<UpstreamId>;
}

/**
 * The data-retention policy (contract section 5), asked where a model is about to be called. Of an organization with zero retention
 * only providers serve that the operator has an agreement with (`ZERO_RETENTION_PROVIDERS`), and the marketplace, where each call
 * carries `zdr: true`, so that it is routed to hosts that keep nothing, or refused.
 */
export function isRetentionAllowed(
  { zeroRetention, agreed }: RetentionPolicy,
  upstream: UpstreamId,
): boolean {
  return !zeroRetention || upstream === 'marketplace' || agreed.has(upstream);
}
