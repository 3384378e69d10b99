import type { TopLevelMembers } from '../../json-bytes/scan-top-level.js';

/** A tool by the caller's own words. */
export interface CallersTool {
  /** `custom`: called with free text. */
  readonly kind: 'function' | 'custom';
  readonly name: string;
  readonly namespace: string | undefined;
}

/** Tools of a request as upstreams that know functions alone are told of them. */
export interface ToolNames {
  /** What the caller calls the function that went up under this name; a name that never went up is taken as it is. */
  lookup(wireName: string): CallersTool;
}

/** A Responses request in the words of chat completions. */
export interface ChatForm {
  readonly body: Buffer;
  /** Fields that were left out because they change no meaning, for `x-svc-ignored`: `tools[8]`, `prompt_cache_key`. */
  readonly ignored: readonly string[];
  readonly toolNames: ToolNames;
  /** A mark of system texts, tools and turns together: what the answer's thinking is made behind. */
  readonly promptMark: () => string;
}

/** A thinking block as its maker gave it. */
export interface OpenedReasoning {
  /** The id of the model that made it. */
  readonly maker: string;
  /** One entry of chat's `reasoning_details`, exact. */
  readonly details: unknown;
  /** `ChatForm.promptMark` of the request that it answered. */
  readonly behind?: string | undefined;
}

export interface ToChatInput {
  /** The body with all that it refers to in it (`resolveInput`). */
  readonly scan: TopLevelMembers;
  readonly upstream: 'provider_a' | 'marketplace' | 'hosted' | 'endpoint';
  /** The model that is asked, as callers write it: thinking of another one is left out. Absent: thinking of any is kept. */
  readonly model?: string;
  /** Opens what was sealed here; `undefined`: foreign or unreadable, and left out. */
  readonly openReasoning: (encrypted: string) => OpenedReasoning | undefined;
  /** How many items of `input` stand for `previous_response_id`: errors name the caller's own places. Absent: none. */
  readonly chainItems?: number;
}
