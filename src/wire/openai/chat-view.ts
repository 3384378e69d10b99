/** What a message is in the conversation; `developer` reads as `system`, `function` as `tool`. */
export type ViewRole = 'system' | 'user' | 'assistant' | 'tool' | 'unknown';

/**
 * What parts beside text are: sound, a file that is sent along, a file that a provider keeps and that is named by its id. Whatever
 * has no name here counts as a picture.
 */
export type MediaKind = 'image' | 'audio' | 'file' | 'file_id';

/** One message as routing sees it. */
export interface MessageView {
  readonly role: ViewRole;
  /**
   * Its text parts, joined by line feeds. Of a long text only its first and last `TEXT_EDGE` bytes, joined by `TEXT_GAP`:
   * what a decision costs is bounded by that, not by the body.
   */
  readonly text: string;
  /** Parts that are neither text nor a refusal: images, audio, files. */
  readonly media: number;
  /** Calls that an assistant message makes. */
  readonly toolCalls: number;
}

/** `keys` are the schema's required and named properties, top level, in the schema's order. */
export interface ResponseFormatView {
  readonly type: string;
  readonly name: string | undefined;
  readonly keys: readonly string[];
}

/**
 * What a decision looks at: a bounded view of a chat-completions body. Of a long conversation the first `FIRST_MESSAGES`
 * and the last `LAST_MESSAGES` messages; `messageCount` counts all.
 */
export interface ChatView {
  readonly messages: readonly MessageView[];
  readonly messageCount: number;
  /** Messages by role over the whole conversation. */
  readonly counts: Readonly<Record<ViewRole, number>>;
  /** Names of the offered tools, in their order; an unnamed tool by its type. */
  readonly tools: readonly string[];
  readonly responseFormat: ResponseFormatView | undefined;
  /** Media parts over the whole conversation. */
  readonly media: number;
  /** Where they are in the body: start and end of each part, one after the other. */
  readonly mediaAt: readonly number[];
  readonly mediaKinds: ReadonlySet<MediaKind>;
  /** A tool, or a call of one in the history, is a custom tool of provider B: it takes free text. */
  readonly hasCustomTools: boolean;
  /** A message holds a member of another vendor's dialect (`FOREIGN_MESSAGE_MEMBERS`). */
  readonly hasForeignMembers: boolean;
}

/** Members inside messages that belong to other vendors' dialects. */
export const FOREIGN_MESSAGE_MEMBERS = [
  'cache_control',
  'thinking_blocks',
  'reasoning_content',
  'reasoning_details',
] as const;

export const TEXT_EDGE = 4_000;
export const TEXT_GAP = '\n…\n';
export const FIRST_MESSAGES = 16;
export const LAST_MESSAGES = 48;
