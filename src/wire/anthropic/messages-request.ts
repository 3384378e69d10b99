import type { RawJson } from '../exact-json/raw-json.js';

/** A cache breakpoint of provider A, the only two members it takes. */
export interface CacheControl {
  readonly type: 'ephemeral';
  readonly ttl?: '5m' | '1h';
}

export interface TextBlock {
  readonly type: 'text';
  readonly text: string;
  readonly cache_control?: CacheControl;
}

export interface ToolUseBlock {
  readonly type: 'tool_use';
  readonly id: string;
  readonly name: string;
  /** The caller's own argument text where it is a JSON object. */
  readonly input: RawJson | Record<string, unknown>;
  readonly cache_control?: CacheControl;
}

export interface ToolResultBlock {
  readonly type: 'tool_result';
  readonly tool_use_id: string;
  readonly content: string | readonly RequestBlock[];
  readonly is_error?: true;
  readonly cache_control?: CacheControl;
}

export interface ThinkingBlock {
  readonly type: 'thinking';
  readonly thinking: string;
  readonly signature: string;
}

export interface RedactedThinkingBlock {
  readonly type: 'redacted_thinking';
  readonly data: string;
}

/** Images, documents and search results: we build or forward them, but never look into them again. */
export interface MediaBlock {
  readonly type: 'image' | 'document' | 'search_result';
  readonly cache_control?: CacheControl;
  readonly [member: string]: unknown;
}

export type RequestBlock =
  TextBlock | ToolUseBlock | ToolResultBlock | ThinkingBlock | RedactedThinkingBlock | MediaBlock;

export interface RequestMessage {
  readonly role: 'user' | 'assistant';
  readonly content: string | readonly RequestBlock[];
}

export interface RequestTool {
  readonly name: string;
  readonly description?: string;
  readonly input_schema: Record<string, unknown>;
  readonly strict?: true;
  readonly cache_control?: CacheControl;
}

export type RequestToolChoice =
  | { readonly type: 'auto' | 'any'; readonly disable_parallel_tool_use?: true }
  | { readonly type: 'tool'; readonly name: string; readonly disable_parallel_tool_use?: true }
  | { readonly type: 'none' };

/** `thinking` as the caller wrote it, or ours. */
export interface RequestThinking {
  readonly type: string;
  readonly [member: string]: unknown;
}
