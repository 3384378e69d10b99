import type { TopLevelMembers } from '../../json-bytes/scan-top-level.js';

/** What the model called a tool, told back in the caller's words. `ToolNames` of the request is one. */
export interface AnswerToolNames {
  lookup(wireName: string): {
    readonly kind: 'function' | 'custom';
    readonly name: string;
    readonly namespace: string | undefined;
  };
}

export type ItemIdPrefix = 'msg' | 'fc' | 'ctc' | 'rs';

/** What a response object says of its request, with defaults filled in, and what the gateway knows of it. */
export interface ResponseEcho {
  /** Of the caller's own body: its tools, text format and metadata go back as they came. */
  readonly requestScan: TopLevelMembers;
  readonly responseId: string;
  readonly createdSeconds: number;
  /** Unix seconds, asked when the response ends. */
  readonly nowSeconds: () => number;
  /** The id we served, as the caller would write it. */
  readonly model: string;
  readonly store: boolean;
  readonly previousResponseId: string | undefined;
  /** `include` asked for `reasoning.encrypted_content`. */
  readonly showEncrypted: boolean;
  readonly toolNames: AnswerToolNames;
  /** Makes `encrypted_content` of an entry in the shape of chat's `reasoning_details`. */
  readonly seal: (details: unknown) => string;
  /** Ids of items that the gateway makes; random ones when absent. */
  readonly newItemId?: (prefix: ItemIdPrefix) => string;
}

/** A response object as JSON. */
export interface BuiltResponse {
  /** What the caller gets, `usage.cost` in it. */
  readonly shown: Buffer;
  /** The same with every `encrypted_content`: what is stored. The very same buffer where nothing is hidden. */
  readonly kept: Buffer;
  readonly status: 'completed' | 'incomplete' | 'failed';
  /** False: no `encrypted_content` stands in it. */
  readonly mayHoldEncrypted: boolean;
}

/** What is stored of one that was told in events: the same, in pieces, of which long ones are bytes of the request. */
export interface MadeResponse {
  readonly kept: readonly Buffer[];
  readonly status: BuiltResponse['status'];
}
