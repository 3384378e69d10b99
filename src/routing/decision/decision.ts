import type { ServableModelId } from '../../catalog/ids/parsed-model-id.js';
import type { AnchorRequest } from '../routers/anchored-routers.service.js';
import type { TaskKind } from '../classify/classification.js';
import type { Ask } from '../question/request-asks.js';
import type { Router } from '../routers/router-directory.service.js';
import type { ReasoningControl } from '../../wire/openai/read-reasoning-control.js';
import type { ChatView } from '../../wire/openai/chat-view.js';
import type { RegisteredEndpoint } from '../../endpoints/endpoint-directory.service.js';
import type { GatewayError } from '../../lib/gateway-error.js';
import type { Tier } from './choose-tier.js';

/** The way in that a request comes by, or would: what serves on the one may not on the other. */
export type DecidedSurface = 'chat' | 'responses';

/** What a decision is asked about. */
export interface RouteQuestion {
  readonly surface: DecidedSurface;
  /** As the caller wrote it; empty when absent. */
  readonly modelText: string;
  readonly view: ChatView;
  /** What it asks of the model beside text. */
  readonly asks: readonly Ask[];
  readonly promptBytes: number;
  readonly maxTokens: number | undefined;
  readonly reasoning: ReasoningControl;
  readonly sessionId: string | undefined;
  /** Why no model of ours takes the request; the caller's own endpoint may. */
  readonly refusal: GatewayError | undefined;
  /** A stream never cascades. */
  readonly stream: boolean;
  /** A decision alone is asked for and nothing is sent: every figure of it is wanted, also those that changed nothing. */
  readonly explain: boolean;
  /** Somebody tries a router: nothing comes of the question. No router or group is made, no request counted, no pick moved. */
  readonly preview?: true;
}

/** The answer to a question: most often a decision. */
export type RouteOutcome =
  | Decision
  /** The project has no routers: the named model is forwarded. */
  | { readonly kind: 'client'; readonly candidate: ServableModelId; readonly thinkingOff: boolean }
  /** The id runs on an endpoint that the caller registered. */
  | EndpointOutcome
  /** There is nothing to decide with; chat answers with the error, the decision endpoint with its reason. */
  | { readonly kind: 'unconfigured'; readonly error: GatewayError };

export interface EndpointOutcome {
  readonly kind: 'endpoint';
  readonly tier: Tier;
  readonly endpoint: RegisteredEndpoint;
  readonly publicId: string;
  readonly reasons: readonly string[];
}

/** The router that decided. Without an id it is not there yet: a call is the first that names its model. */
export interface DecidingRouter extends Pick<Router, 'name' | 'anchorModel'> {
  readonly id: Router['id'] | undefined;
  /** Present while it is not there: what it is to be created from, once the provider has not said that there is no such model. */
  readonly toCreate: AnchorRequest | undefined;
}

export interface Decision {
  readonly kind: 'decision';
  readonly id: string;
  readonly tier: Tier;
  readonly candidate: ServableModelId;
  /** Absent for a named model while smart routing is off. */
  readonly router: DecidingRouter | undefined;
  readonly group: { readonly id: string; readonly name: string } | undefined;
  readonly shape: 'conversation' | 'machine';
  readonly task: TaskKind | undefined;
  /** 0–1 */
  readonly complexity: number;
  readonly threshold: number;
  /** The gateway turns thinking off for this call. */
  readonly thinkingOff: boolean;
  /** The router's Small model, which answers first and is checked. */
  readonly cascadeFirst: ServableModelId | undefined;
  readonly session: { readonly id: string; readonly pinnedUntil: Date } | undefined;
  /** Other models of the router for an answer that was filtered away, cheapest first; none where the caller chose the model. */
  readonly fallbacks: readonly ServableModelId[];
  /** Where the call may go on when the provider of the candidate fails, in order. */
  readonly detours: readonly ServableModelId[];
  /** The models of the router that could serve the request: the chosen one, and the others, cheapest first. */
  readonly considered: readonly ServableModelId[];
  /** Plain words, for people. */
  readonly reasons: readonly string[];
}
