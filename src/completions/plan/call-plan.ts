import type { AnchorRequest } from '../../routing/routers/anchored-routers.service.js';
import type { Router } from '../../routing/routers/router-directory.service.js';
import type { RegisteredEndpoint } from '../../endpoints/endpoint-directory.service.js';
import type { DecidedBy } from '../../billing/calls/call-record.js';
import type { ChatTarget } from '../../upstreams/shaping/chat-target.js';

/** Where a chat call goes and why. */
export type CallPlan = HostedPlan | EndpointPlan;

/** On an account of ours: metered and billed. */
export interface HostedPlan {
  readonly kind: 'hosted';
  /** The decided model. */
  readonly target: ChatTarget;
  readonly tier: string;
  readonly routerId: Router['id'] | undefined;
  /** The call is the first that names the model: its router is created when the provider knows the model. */
  readonly routerToCreate: AnchorRequest | undefined;
  readonly groupId: string | undefined;
  /** How hard the task of a group looked, 0 to 1. */
  readonly complexity: number | undefined;
  /** What the router's decision went by; absent where no router decided. */
  readonly decidedBy: DecidedBy | undefined;
  readonly reasons: readonly string[];
  /** The gateway turns thinking off for this call. */
  readonly thinkingOff: boolean;
  /** Where an answer that was filtered away may be asked again, in order; empty when the caller chose the model. */
  readonly fallbacks: readonly ChatTarget[];
  /** Where the call may go on when its provider fails, in order: other tiers, of a router that wants it. */
  readonly detours: readonly ChatTarget[];
  /** The router's Small model, which answers first and is checked. */
  readonly cascadeFirst: ChatTarget | undefined;
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
