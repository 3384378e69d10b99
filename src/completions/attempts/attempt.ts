import type { RetryReason } from '../../billing/calls/call-record.js';
import type { CatalogModel } from '../../catalog/catalog-model.js';
import type { RegisteredEndpoint } from '../../endpoints/endpoint-directory.service.js';
import type { ThinkingOff } from '../../upstreams/shaping/chat-shape.js';
import type { ChatTarget } from '../../upstreams/shaping/chat-target.js';

/** One upstream request of a chat call. */
export type Attempt = HostedAttempt | EndpointAttempt;

export interface HostedAttempt {
  readonly kind: 'hosted';
  readonly target: ChatTarget;
  readonly thinkingOff: ThinkingOff;
  readonly retryReason: RetryReason | undefined;
  /** Nothing of the history's thinking goes up. */
  readonly withoutThinking: boolean;
  /** The Small model of a cascade: its answer is checked before anybody sees it. */
  readonly cascadeFirst: boolean;
}

export interface EndpointAttempt {
  readonly kind: 'endpoint';
  readonly endpoint: RegisteredEndpoint;
  readonly publicId: string;
  readonly retryReason: undefined;
}

export function publicIdOf(attempt: Attempt): string {
  return attempt.kind === 'hosted' ? attempt.target.publicId : attempt.publicId;
}

export function providerOf(attempt: Attempt): string {
  return attempt.kind === 'hosted' ? attempt.target.upstream : 'endpoint';
}

export function modelOf(attempt: Attempt): CatalogModel | undefined {
  return attempt.kind === 'hosted' ? attempt.target.model : undefined;
}

/** What signed thinking is bound to: the model, under whatever id it was asked. */
export function makerOf({ model, upstreamModelId }: ChatTarget): string {
  return model?.id ?? upstreamModelId;
}

/** Its answers come in provider A's dialect. */
export function isAnthropic(attempt: Attempt): boolean {
  return attempt.kind === 'hosted' && attempt.target.upstream === 'provider_a';
}
