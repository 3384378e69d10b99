import type { TopLevelMembers } from './json-bytes/scan-top-level.js';

/** Whatever an index takes: the ids of providers have 20 to 60 characters, all of them printable ASCII. */
const KEPT = /^[\x21-\x7e]{1,128}$/;
const MAX_WRITTEN_BYTES = 130;
const MESSAGE_ID = /^msg_/;

/** An answer's id, when it is one that can be looked up by. */
export function readResponseId(value: unknown): string | undefined {
  return typeof value === 'string' && KEPT.test(value) ? value : undefined;
}

/** The same from JSON text, which is not parsed: an id that needs escapes is none. Never throws. */
export function readWrittenId(json: string): string | undefined {
  if (json.length > MAX_WRITTEN_BYTES || !json.startsWith('"') || json.includes('\\')) return undefined;
  return readResponseId(json.slice(1, -1));
}

/** That of a whole answer. */
export function responseIdOf(answer: TopLevelMembers): string | undefined {
  const member = answer.find('id');
  if (member === undefined || member.valueEnd - member.valueStart > MAX_WRITTEN_BYTES) return undefined;
  return readWrittenId(answer.bytes.toString('latin1', member.valueStart, member.valueEnd));
}

/** Provider A's own id behind B's prefix: what a translated answer carries. */
export function translatedId(messageId: string): string {
  return `chatcmpl-${messageId}`;
}

/** The ids under which a call's answer may have gone out: one of provider A also translated, which its own log does not know. */
export function formsOfResponseId(responseId: string): string[] {
  return MESSAGE_ID.test(responseId) ? [responseId, translatedId(responseId)] : [responseId];
}
