import type { TopLevelMembers } from '../../wire/json-bytes/scan-top-level.js';
import type { ChatView } from '../../wire/openai/chat-view.js';
import { startsWithWord } from '../../wire/json-bytes/walk-members.js';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const SLASH = 0x2f;
const COLON = 0x3a;
const SPACE = 0x20;
/** About what a picture costs as tokens, in bytes of text. */
const BYTES_FOR_A_PICTURE = 6_000;
/** Media types are shorter. */
const DATA_URL_HEAD_BYTES = 128;
/** Words are not so long. */
const BASE64_SAMPLE_BYTES = 200;
/** Provider A's sources: `{"type":"base64","data":"…"}`. */
const DATA_KEY = '"data"';
const BASE64_BYTE = tableOfBase64();

/** Members of a chat body that a model reads beside its messages. */
const CHAT_MEMBERS_BESIDE_MESSAGES = ['tools', 'functions', 'response_format'] as const;
const RESPONSES_MEMBERS_BESIDE_INPUT = ['tools', 'text'] as const;

/**
 * The bytes of text that a prompt comes to, for estimates; `promptMembers` are those that a model reads. A text counts as what it
 * says, however its JSON is written. Base64 data is not read as text: a picture or file in it counts as much as a typical picture.
 */
export function promptBytes(scan: TopLevelMembers, promptMembers: readonly string[]): number {
  let total = 0;
  for (const name of promptMembers) {
    const member = scan.find(name);
    if (member === undefined) continue;
    total += member.textBytes + scan.sumLongStrings(member.valueStart, member.valueEnd, mediaBytes);
  }
  return total;
}

/**
 * The same of a chat body. Its view tells where parts are that are no text, so only those are searched for base64: what a text
 * quotes is text.
 */
export function chatPromptBytes(scan: TopLevelMembers, view: Pick<ChatView, 'mediaAt'>): number {
  return promptBytes(scan, CHAT_MEMBERS_BESIDE_MESSAGES) + conversationBytes(scan, 'messages', view);
}

/** The same of a Responses body that holds all that it refers to. */
export function responsesPromptBytes(scan: TopLevelMembers, view: Pick<ChatView, 'mediaAt'>): number {
  const instructions = scan.find('instructions')?.textBytes ?? 0;
  return (
    instructions + promptBytes(scan, RESPONSES_MEMBERS_BESIDE_INPUT) + conversationBytes(scan, 'input', view)
  );
}

function conversationBytes(
  scan: TopLevelMembers,
  name: string,
  { mediaAt }: Pick<ChatView, 'mediaAt'>,
): number {
  let total = scan.find(name)?.textBytes ?? 0;
  for (let index = 0; index < mediaAt.length; index += 2)
    total += scan.sumLongStrings(mediaAt[index] ?? 0, mediaAt[index + 1] ?? 0, mediaBytes);
  return total;
}

/** What must be added to count a string of media as one picture: mostly a negative number. */
function mediaBytes(bytes: Buffer, quote: number, textBytes: number): number {
  return isDataUrl(bytes, quote) || isSourceData(bytes, quote) ? BYTES_FOR_A_PICTURE - textBytes : 0;
}

/** Provider B's way. */
function isDataUrl(bytes: Buffer, quote: number): boolean {
  if (!startsWithWord(bytes, quote, '"data:')) return false;
  return bytes.subarray(quote, quote + DATA_URL_HEAD_BYTES).includes(';base64,');
}

/** Provider A's way, and that of sound at provider B: the value of a `data` that looks like base64. */
function isSourceData(bytes: Buffer, quote: number): boolean {
  const colon = lastBefore(bytes, quote);
  if (bytes[colon] !== COLON) return false;
  const keyEnd = lastBefore(bytes, colon) + 1;
  return startsWithWord(bytes, keyEnd - DATA_KEY.length, DATA_KEY) && looksLikeBase64(bytes, quote + 1);
}

function lastBefore(bytes: Buffer, position: number): number {
  position -= 1;
  while ((bytes[position] ?? QUOTE) <= SPACE) position -= 1;
  return position;
}

function looksLikeBase64(bytes: Buffer, start: number): boolean {
  for (let position = start; position < start + BASE64_SAMPLE_BYTES; position += 1) {
    const byte = bytes[position] ?? 0;
    const isEscapedSlash = byte === BACKSLASH && bytes[position + 1] === SLASH;
    if (BASE64_BYTE[byte] !== 1 && !isEscapedSlash) return false;
  }
  return true;
}

function tableOfBase64(): Uint8Array {
  return Uint8Array.from({ length: 256 }, (_, byte) =>
    /[A-Za-z0-9+/=_-]/.test(String.fromCharCode(byte)) ? 1 : 0,
  );
}
