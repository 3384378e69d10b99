import type { MessageView, ViewRole } from './chat-view.js';
import { joinTexts } from './join-texts.js';

/** Where the parts of a message are. Nothing is decoded but its role. */
export interface MessageOutline {
  role: ViewRole;
  /** Opening quote and end of each text, in order. */
  readonly texts: number[];
  media: number;
  toolCalls: number;
}

/** The message with its text decoded; of a long text the edges. */
export function viewOfMessage(bytes: Buffer, { role, texts, media, toolCalls }: MessageOutline): MessageView {
  return { role, text: joinTexts(bytes, texts), media, toolCalls };
}
