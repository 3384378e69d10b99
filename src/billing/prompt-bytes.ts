import type { TopLevelMembers } from '../wire/json-bytes/scan-top-level.js';
import type { ChatView } from '../wire/openai/chat-view.js';
import { skipColon } from '../wire/json-bytes/skip-value.js';

/** Provider B's data URLs, and provider A's sources: `{"type":"base64","data":"…"}`. */
const DATA_URL_MARK = Buffer.from(';base64,');
const DATA_MEMBER_MARK = Buffer.from('"data"');
const QUOTE = 0x22;
const SPACE = 0x20;
/** About what a picture costs as tokens, in bytes of text. */
const BYTES_FOR_A_PICTURE = 6_000;
/** Text has a space within so many bytes; base64 never. */
const SPACE_WITHIN_BYTES = 200;

/** Members of a chat body that a model reads beside its messages. */
const CHAT_MEMBERS_BESIDE_MESSAGES = ['tools', 'functions', 'response_format'] as const;

/**
 * The bytes of text that a prompt comes to, for estimates; `promptMembers` are those that a model reads. Base64 data is not
 * read as text: a picture or file in it counts as much as a typical picture.
 */
export function promptBytes(scan: TopLevelMembers, promptMembers: readonly string[]): number {
  let total = 0;
  for (const name of promptMembers) {
    const member = scan.find(name);
    if (member !== undefined) total += textBytes(scan.bytes.subarray(member.valueStart, member.valueEnd));
  }
  return total;
}

/**
 * The same of a chat body. Its view tells where parts are that are no text, so only those are searched for base64: what a text
 * quotes is text.
 */
export function chatPromptBytes(scan: TopLevelMembers, { mediaAt }: Pick<ChatView, 'mediaAt'>): number {
  const messages = scan.find('messages');
  let total = promptBytes(scan, CHAT_MEMBERS_BESIDE_MESSAGES);
  if (messages !== undefined) total += messages.valueEnd - messages.valueStart;
  for (let index = 0; index < mediaAt.length; index += 2) {
    const part = scan.bytes.subarray(mediaAt[index], mediaAt[index + 1]);
    total += textBytes(part) - part.length;
  }
  return total;
}

function textBytes(value: Buffer): number {
  const media =
    mediaBytes(value, DATA_URL_MARK, (end) => end) + mediaBytes(value, DATA_MEMBER_MARK, openText);
  return Math.max(0, value.length + media);
}

/** What must be added to count each piece of media behind a mark as one picture: mostly a negative number. */
function mediaBytes(
  value: Buffer,
  mark: Buffer,
  startOf: (afterMark: number, value: Buffer) => number | undefined,
): number {
  let total = 0;
  for (let at = value.indexOf(mark); at >= 0;) {
    const start = startOf(at + mark.length, value);
    const quote = start === undefined ? -1 : value.indexOf(QUOTE, start);
    const end = quote < 0 ? at + mark.length : quote;
    if (start !== undefined && quote >= 0) total += BYTES_FOR_A_PICTURE - (end - start);
    at = value.indexOf(mark, end);
  }
  return total;
}

/** The first byte of a `"data"` member's text when it is long and looks like base64. */
function openText(afterKey: number, value: Buffer): number | undefined {
  const quote = skipColon(value, afterKey);
  if (quote < 0 || value[quote] !== QUOTE) return undefined;
  const start = quote + 1;
  const sample = value.subarray(start, start + SPACE_WITHIN_BYTES);
  return sample.length < SPACE_WITHIN_BYTES || sample.includes(SPACE) || sample.includes(QUOTE)
    ? undefined
    : start;
}
