import { InvalidRequestError } from '../lib/gateway-error.js';
import { scanBody } from '../surface/scan-body.js';
import { readBoolean, readJson, readNumber, readString } from '../wire/json-bytes/read-member.js';
import type { TopLevelMembers } from '../wire/json-bytes/scan-top-level.js';
import {
  readReasoningControl,
  REASONING_FIELDS,
  type ReasoningControl,
} from '../wire/openai/read-reasoning-control.js';

/** What we read of a chat-completions body. The bytes stay as they came; what we do not read is forwarded. */
export interface ChatRequest {
  readonly scan: TopLevelMembers;
  /** As the caller wrote it; empty when absent. */
  readonly model: string;
  readonly stream: boolean;
  readonly maxTokens: number | undefined;
  readonly reasoning: ReasoningControl;
  readonly sessionId: string | undefined;
}

/** Members that a model reads as its prompt. */
export const CHAT_PROMPT_MEMBERS = ['messages', 'tools', 'functions', 'response_format'] as const;
const OPTIONAL = { nullIs: 'absent' } as const;
const MAX_SESSION_ID_LENGTH = 200;

/**
 * Reads and checks a chat-completions body (spec 4.2).
 * @throws InvalidRequestError (400) that names the field.
 */
export function readChatRequest(bytes: Buffer, sessionHeader: string | undefined): ChatRequest {
  const scan = scanBody(bytes);
  const model = readString(scan, 'model', OPTIONAL) ?? '';
  const stream = readBoolean(scan, 'stream', OPTIONAL) ?? false;
  checkMessages(scan);
  checkStreamOptions(scan);
  const maxTokens = readTokenLimit(scan, 'max_completion_tokens') ?? readTokenLimit(scan, 'max_tokens');
  return {
    scan,
    model,
    stream,
    maxTokens,
    reasoning: readReasoning(scan),
    sessionId: readSessionId(scan, sessionHeader),
  };
}

function checkMessages(scan: TopLevelMembers): void {
  const member = scan.find('messages');
  if (member === undefined) {
    throw new InvalidRequestError({
      param: 'messages',
      message: '`messages` is missing. Send the conversation as an array of at least one message.',
    });
  }
  if (member.kind !== 'array')
    throw new InvalidRequestError({ param: 'messages', message: '`messages` must be an array of messages.' });
  if (isEmptyArray(scan.bytes, member.valueStart, member.valueEnd)) {
    throw new InvalidRequestError({
      param: 'messages',
      message: '`messages` is empty. Send at least one message.',
    });
  }
}

function isEmptyArray(bytes: Buffer, start: number, end: number): boolean {
  const WHITE_SPACE = 0x20;
  for (let index = start + 1; index < end - 1; index += 1)
    if ((bytes[index] ?? 0) > WHITE_SPACE) return false;
  return true;
}

/** We write into it, so it has to be what provider B says that it is. */
function checkStreamOptions(scan: TopLevelMembers): void {
  const kind = scan.find('stream_options')?.kind ?? 'null';
  if (kind === 'object' || kind === 'null') return;
  throw new InvalidRequestError({
    param: 'stream_options',
    message: '`stream_options` must be an object.',
  });
}

function readTokenLimit(scan: TopLevelMembers, name: string): number | undefined {
  const value = readNumber(scan, name, OPTIONAL);
  if (value === undefined) return undefined;
  if (!Number.isSafeInteger(value) || value < 1) {
    throw new InvalidRequestError({
      param: name,
      message: `\`${name}\` must be a whole number of at least 1.`,
    });
  }
  return value;
}

function readReasoning(scan: TopLevelMembers): ReasoningControl {
  const fields = REASONING_FIELDS.filter((name) => scan.find(name) !== undefined);
  if (fields.length === 0) return { kind: 'absent' };
  return readReasoningControl(Object.fromEntries(fields.map((name) => [name, readJson(scan, name)])));
}

/** The body's id wins over the header's (contract section 5). */
function readSessionId(scan: TopLevelMembers, header: string | undefined): string | undefined {
  const sessionId = readString(scan, 'session_id', OPTIONAL) ?? (header === '' ? undefined : header);
  if (sessionId === undefined) return undefined;
  if (sessionId.length > MAX_SESSION_ID_LENGTH) {
    throw new InvalidRequestError({
      param: 'session_id',
      message: `\`session_id\` is longer than ${MAX_SESSION_ID_LENGTH} characters.`,
    });
  }
  if (sessionId.includes('\u0000'))
    throw new InvalidRequestError({ param: 'session_id', message: '`session_id` holds a NUL character.' });
  return sessionId;
}
