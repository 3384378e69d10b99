import { FIRST_MESSAGES, LAST_MESSAGES, type MessageView, type ViewRole } from './chat-view.js';
import { viewOfMessage, type MessageOutline } from './view-of-message.js';

/** The outlines of the messages that are looked at: the first and the last of a conversation; all are counted. */
export class KeptOutlines {
  count = 0;
  readonly counts: Record<ViewRole, number> = { system: 0, user: 0, assistant: 0, tool: 0, unknown: 0 };
  private readonly first: MessageOutline[] = [];
  /** The end of a long conversation, as a ring. */
  private readonly last: MessageOutline[] = [];

  add(outline: MessageOutline): void {
    this.counts[outline.role] += 1;
    if (this.count < FIRST_MESSAGES) this.first.push(outline);
    else this.last[(this.count - FIRST_MESSAGES) % LAST_MESSAGES] = outline;
    this.count += 1;
  }

  views(bytes: Buffer): MessageView[] {
    const rest = this.count - FIRST_MESSAGES;
    const oldest = rest > LAST_MESSAGES ? rest % LAST_MESSAGES : 0;
    const views = this.first.map((outline) => viewOfMessage(bytes, outline));
    for (let index = 0; index < this.last.length; index += 1) {
      const outline = this.last[(oldest + index) % this.last.length];
      if (outline !== undefined) views.push(viewOfMessage(bytes, outline));
    }
    return views;
  }
}

export function newOutline(): MessageOutline {
  return { role: 'unknown', texts: [], media: 0, toolCalls: 0 };
}
