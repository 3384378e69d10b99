import type { TopLevelMembers } from '../../json-bytes/scan-top-level.js';
import type { ChatView } from '../../openai/chat-view.js';
import type { ReasoningControl } from '../../openai/read-reasoning-control.js';

/** An item of `input` that only its id tells of: what is kept under that id takes its place. */
export interface ItemReference {
  readonly id: string;
  /** `reference`: an `item_reference`. `bare-reasoning`: a reasoning item without its `encrypted_content`. */
  readonly kind: 'reference' | 'bare-reasoning';
  /** Its place in `input`. */
  readonly index: number;
}

/** A field of the body, as the caller writes it: `tools[3].type`. */
export interface FieldPlace {
  readonly field: string;
}

/** What a body asks for beyond its text and media, by the field that asks for it. */
export interface ResponsesNeeds {
  /** What only provider B understands: tools whose results only it reads, items that it made, settings of its own. */
  readonly providerBOnly: FieldPlace | undefined;
  /** Functions or free-text tools are offered. */
  readonly tools: FieldPlace | undefined;
  /** Among them tools that are called with free text. */
  readonly customTools: FieldPlace | undefined;
  /** A file that is fetched from an address. */
  readonly fileUrl: FieldPlace | undefined;
  /** `text.verbosity`, as it is written. */
  readonly verbosity: string | undefined;
}

/** What we read of a Responses body; the bytes stay as they came. */
export interface ResponsesOutline {
  readonly scan: TopLevelMembers;
  /** As the caller wrote it; empty when absent. */
  readonly model: string;
  readonly stream: boolean;
  /** `max_output_tokens`. */
  readonly maxTokens: number | undefined;
  /** From `reasoning.effort`. */
  readonly reasoning: ReasoningControl;
  /** Absent counts as true. */
  readonly store: boolean;
  readonly previousResponseId: string | undefined;
  /** In the order of `input`. */
  readonly references: readonly ItemReference[];
  /** `include` names `reasoning.encrypted_content`: it is shown to the caller. */
  readonly includesEncryptedReasoning: boolean;
  readonly needs: ResponsesNeeds;
  /** What routing looks at; absent where the body refers to what was kept, for then it is not all that will be sent. */
  readonly view: ChatView | undefined;
}
