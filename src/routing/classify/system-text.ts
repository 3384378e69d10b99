import type { MessageView } from '../../wire/openai/chat-view.js';

/** Beyond this a system prompt's text says nothing new about the kind of a request. */
const SYSTEM_TEXT = 4_000;

/** The system prompts, joined. */
export function systemTextOf(messages: readonly MessageView[]): string {
  let text = '';
  for (const message of messages) {
    if (message.role !== 'system') continue;
    text += text === '' ? message.text : `\n${message.text}`;
    if (text.length > SYSTEM_TEXT) break;
  }
  return text;
}
