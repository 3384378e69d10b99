import type { CatalogModel } from '../catalog/catalog-model.js';
import type { RegisteredEndpoint } from '../endpoints/endpoint-directory.service.js';
import type { ChatTarget } from '../upstreams/shaping/chat-target.js';

/** Where a chat call goes and why. */
export type CallPlan = HostedPlan | EndpointPlan;

/** On an account of ours: metered and billed. */
export interface HostedPlan {
  readonly kind: 'hosted';
  readonly target: ChatTarget;
  readonly tier: string;
  readonly routerId: string | undefined;
  readonly reasons: readonly string[];
}

/** On the caller's own endpoint: metered, never billed. */
export interface EndpointPlan {
  readonly kind: 'endpoint';
  readonly endpoint: RegisteredEndpoint;
  readonly publicId: string;
  readonly tier: string;
  readonly reasons: readonly string[];
}

export function publicIdOf(plan: CallPlan): string {
  return plan.kind === 'hosted' ? plan.target.publicId : plan.publicId;
}

export function modelOf(plan: CallPlan): CatalogModel | undefined {
  return plan.kind === 'hosted' ? plan.target.model : undefined;
}
