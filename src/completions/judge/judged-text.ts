import { FIRST_MESSAGES, type ChatView } from '../../wire/openai/chat-view.js';
import { clipText } from './clip-text.js';
import type { JudgedText } from './judge-question.js';

const MAX_TASK = 12_000;
const MAX_ANSWER = 8_000;

/**
 * What the judge reads of a call, bounded however long the call was; `undefined` where text is not the whole of it: images and
 * files in the task, or an answer without text (a tool call), would be judged by what cannot be seen.
 */
export function judgedText(view: ChatView, answer: string): JudgedText | undefined {
  if (view.media > 0 || answer.trim() === '') return undefined;
  const parts = view.messages.map(({ role, text }) => `[${role}]\n${text}`);
  if (view.messageCount > view.messages.length) parts.splice(FIRST_MESSAGES, 0, '[messages left out]');
  return { task: clipText(parts.join('\n\n'), MAX_TASK), answer: clipText(answer, MAX_ANSWER) };
}
