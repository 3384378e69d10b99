import { isJsonObject, type JsonObject } from '../../wire/exact-json/raw-json.js';
import { isMemberName } from '../../wire/json-bytes/is-member-name.js';
import type { TopLevelMembers } from '../../wire/json-bytes/scan-top-level.js';
import { startsWithWord, walkArray, walkObject, type OnMember } from '../../wire/json-bytes/walk-members.js';

/** What a whole answer comes to, for the rules that may ask again. */
export interface AnswerFacts {
  /** Of the first choice. */
  readonly finishReason: string | undefined;
  /** No choice holds text, a refusal, a tool call or sound. Reasoning, or why a filter stepped in, is no answer. */
  readonly empty: boolean;
  /** Text of the first choice. */
  readonly text: string;
  /** Text of each choice that answers: one that calls tools is a step on the way to an answer. No choice at all is an empty one. */
  readonly answers: readonly string[];
}

const NOTHING: AnswerFacts = { finishReason: undefined, empty: false, text: '', answers: [''] };
/** Ends after which no rule asks again, as they are written. */
const PLAIN_ENDS = ['"stop"', '"tool_calls"', 'null'];
const DEPTH = 500;
/** No rule is about answers that are larger: looking at one would hold others up. */
const MAX_LOOKED_AT_BYTES = 4 * 1_048_576;

/** False for an answer that no retry rule can be about, without parsing it. */
export function mayNeedRetry(scan: TopLevelMembers): boolean {
  const { bytes } = scan;
  const choices = scan.find('choices');
  if (choices?.kind !== 'array' || bytes.length > MAX_LOOKED_AT_BYTES) return false;
  const hop = scan.hopper();
  let telling = false;
  const onMember: OnMember = (_, keyStart, keyEnd, start) => {
    const end = hop.value(bytes, start);
    if (isMemberName(bytes, keyStart, keyEnd, 'finish_reason') && !isPlainEnd(bytes, start, end))
      telling = true;
    return end;
  };
  walkArray(bytes, choices.valueStart, DEPTH, (_, start) => walkObject(bytes, start, DEPTH, onMember));
  return telling;
}

function isPlainEnd(bytes: Buffer, start: number, end: number): boolean {
  return PLAIN_ENDS.some((word) => end - start === word.length && startsWithWord(bytes, start, word));
}

export function readAnswerFacts(scan: TopLevelMembers): AnswerFacts {
  const member = scan.find('choices');
  if (member?.kind !== 'array' || scan.bytes.length > MAX_LOOKED_AT_BYTES) return NOTHING;
  const choices = JSON.parse(
    scan.bytes.toString('utf8', member.valueStart, member.valueEnd),
  ) as readonly unknown[];
  const read = choices.filter(isJsonObject);
  const [first] = read;
  if (first === undefined) return NOTHING;
  return {
    finishReason: typeof first['finish_reason'] === 'string' ? first['finish_reason'] : undefined,
    empty: read.every((choice) => isEmpty(choice['message'], choice['finish_reason'] === 'content_filter')),
    text: textOf(first['message']),
    answers: read.flatMap(({ message }) => (callsTools(message) ? [] : [textOf(message)])),
  };
}

function isEmpty(message: unknown, filtered: boolean): boolean {
  if (!isJsonObject(message)) return true;
  return (
    textOf(message).trim() === '' &&
    !callsTools(message) &&
    (filtered || !isFilled(message['refusal'])) &&
    !isFilled(message['audio']) &&
    !hasItems(message['images'])
  );
}

function callsTools(message: unknown): boolean {
  return isJsonObject(message) && (hasItems(message['tool_calls']) || isFilled(message['function_call']));
}

function textOf(message: unknown): string {
  if (!isJsonObject(message)) return '';
  const content: unknown = message['content'];
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return content.map((part: unknown) => partText(part)).join('');
}

function partText(part: unknown): string {
  const { text }: JsonObject = isJsonObject(part) ? part : {};
  return typeof text === 'string' ? text : '';
}

function hasItems(value: unknown): boolean {
  return Array.isArray(value) && value.length > 0;
}

function isFilled(value: unknown): boolean {
  return value !== undefined && value !== null && value !== '';
}
