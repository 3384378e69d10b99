import type { GatewayError } from '../../lib/gateway-error.js';
import type { Ask } from '../../routing/question/request-asks.js';
import type { TopLevelMembers } from '../../wire/json-bytes/scan-top-level.js';
import type { ChatView } from '../../wire/openai/chat-view.js';
import type { ReasoningControl } from '../../wire/openai/read-reasoning-control.js';

/** What we read of a body that asks a model for an answer. The bytes stay as they came; what we do not read is forwarded. */
export interface CallRequest {
  readonly scan: TopLevelMembers;
  /** What routing looks at. */
  readonly view: ChatView;
  /** What it asks of the model beside text. */
  readonly asks: readonly Ask[];
  /** As the caller wrote it; empty when absent. */
  readonly model: string;
  readonly stream: boolean;
  readonly maxTokens: number | undefined;
  /** `n`: how many answers are asked for. Whether it can be is the provider's to say. */
  readonly choices: number | undefined;
  readonly reasoning: ReasoningControl;
  readonly sessionId: string | undefined;
  /** Why no model of ours takes the request. */
  readonly refusal: GatewayError | undefined;
  /** Bytes of text that the prompt comes to, for estimates and for what fits a model. */
  readonly promptBytes: number;
}

/** As the call log has it. */
export function requestedModelOf({ model }: Pick<CallRequest, 'model'>): string {
  return model === '' ? 'auto' : model;
}
