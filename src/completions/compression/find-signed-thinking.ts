import { isFault, skipValue } from '../../wire/json-bytes/skip-value.js';
import { isKey, walkArray, walkObject } from '../../wire/json-bytes/walk-members.js';

/** Bytes of a conversation, and the JSON that takes their place. */
export interface JsonEdit {
  readonly start: number;
  readonly end: number;
  readonly json: string;
}

const DEPTH = 100;
const OPEN_BRACKET = 0x5b;
const QUOTE = 0x22;
const MARKS = ['thinking_blocks', 'reasoning_details', 'signature', 'redacted_thinking'].map((word) =>
  Buffer.from(`"${word}"`),
);

/**
 * Thinking that a provider signed holds only behind the exact text it was made behind (wire notes 1.5). Finds what must be emptied
 * of the messages behind a place that is about to change: thinking without a signature is never replayed.
 */
export function emptySignedThinking(messages: Buffer, behind: number): JsonEdit[] {
  if (!MARKS.some((mark) => messages.includes(mark, behind))) return [];
  const edits: JsonEdit[] = [];
  walkArray(messages, 0, DEPTH, (_, start) => {
    if (start <= behind) return skipValue(messages, start, DEPTH);
    return walkObject(messages, start, DEPTH, (__, keyStart, keyEnd, valueStart) => {
      const isList = messages[valueStart] === OPEN_BRACKET;
      if (isList && isKey(messages, keyStart, keyEnd, 'content'))
        return walkArray(messages, valueStart, DEPTH, (___, partStart) =>
          emptyPart(messages, partStart, edits),
        );
      const end = skipValue(messages, valueStart, DEPTH);
      const isThinking =
        isKey(messages, keyStart, keyEnd, 'thinking_blocks') ||
        isKey(messages, keyStart, keyEnd, 'reasoning_details');
      if (isList && isThinking && !isFault(end)) edits.push({ start: valueStart, end, json: '[]' });
      return end;
    });
  });
  return edits;
}

/** A part in provider A's shape: `{type: thinking, thinking, signature}` or `{type: redacted_thinking, data}`. */
function emptyPart(messages: Buffer, start: number, edits: JsonEdit[]): number {
  let type = '';
  const proofs: JsonEdit[] = [];
  const end = walkObject(messages, start, DEPTH, (_, keyStart, keyEnd, valueStart) => {
    const valueEnd = skipValue(messages, valueStart, DEPTH);
    if (isFault(valueEnd)) return valueEnd;
    if (isKey(messages, keyStart, keyEnd, 'type'))
      type = messages.toString('latin1', valueStart + 1, valueEnd - 1);
    const isProof =
      isKey(messages, keyStart, keyEnd, 'signature') || isKey(messages, keyStart, keyEnd, 'data');
    if (isProof && messages[valueStart] === QUOTE)
      proofs.push({ start: valueStart, end: valueEnd, json: '""' });
    return valueEnd;
  });
  if (type === 'thinking' || type === 'redacted_thinking') edits.push(...proofs);
  return end;
}
