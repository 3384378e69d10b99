import { InvalidRequestError } from '../../lib/gateway-error.js';
import { checkSessionId, SESSION_HEADER } from '../../surface/attribution/session-id.js';
import { readJson, readNumber, readString } from '../../wire/json-bytes/read-member.js';
import type { TopLevelMembers } from '../../wire/json-bytes/scan-top-level.js';
import {
  readReasoningControl,
  REASONING_FIELDS,
  type ReasoningControl,
} from '../../wire/openai/read-reasoning-control.js';

/**
 * Members that a decision and a chat call read alike. Each reader throws InvalidRequestError (400) that names the field.
 */
const OPTIONAL = { nullIs: 'absent' } as const;

/** The more modern of the two spellings holds. */
export function readMaxTokens(scan: TopLevelMembers): number | undefined {
  return readTokenLimit(scan, 'max_completion_tokens') ?? readTokenLimit(scan, 'max_tokens');
}

export function checkMessages(scan: TopLevelMembers): void {
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

export function readReasoning(scan: TopLevelMembers): ReasoningControl {
  const fields = REASONING_FIELDS.filter((name) => scan.find(name) !== undefined);
  if (fields.length === 0) return { kind: 'absent' };
  return readReasoningControl(Object.fromEntries(fields.map((name) => [name, readJson(scan, name)])));
}

/** The body's id wins over the header's (contract section 5). An empty one is none: unset variables would all share a session. */
export function readSessionId(scan: TopLevelMembers, header: string | undefined): string | undefined {
  const inBody = readString(scan, 'session_id', OPTIONAL);
  return inBody === undefined || inBody === ''
    ? checkSessionId(header, SESSION_HEADER)
    : checkSessionId(inBody);
}
