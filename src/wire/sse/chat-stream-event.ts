import { isFault, skipString, skipValue, skipWhitespace } from '../json-bytes/skip-value.js';
import { isKey, startsWithWord, walkArray, walkObject } from '../json-bytes/walk-members.js';
import { findDataLines } from './event-data-lines.js';

/**
 * - `chunk`: a JSON object that is no error
 * - `error`: a JSON object with a non-null top-level `error`
 * - `done`: `[DONE]`
 * - `opaque`: comments, events without data, and data that is no JSON object: not ours to judge
 */
export type ChatEventKind = 'chunk' | 'error' | 'done' | 'opaque';

const MAX_DEPTH = 200;
/** Something a reader sees, of a size that says nothing about tokens: media, or text that comes under another name as well. */
const UNCOUNTED_BUT_VISIBLE = ['reasoning_details', 'thinking_blocks', 'audio', 'images'];
const OPEN_BRACE = 0x7b;
const OPEN_BRACKET = 0x5b;
const QUOTE = 0x22;
const NO_VALUE = 0;
const SPACE = 0x20;

/**
 * Reads what the tap must know of one event (shapes: wire notes, sections 4 and 6) and allocates nothing on the common path: one
 * reader serves a whole stream and its fields hold until the next `read`. Ranges are offsets in `source`; an end of 0 is "absent".
 */
export class ChatStreamEvent {
  /** The bytes that the ranges refer to: the event's own, or a joined copy when its data came in several lines. */
  source: Buffer = Buffer.alloc(0);
  /** False when the event's data came in several lines, so that the ranges are not in the event itself. */
  isInPlace = true;
  /** `usage`, when it is an object with members. */
  usageStart = 0;
  usageEnd = 0;
  errorStart = 0;
  errorEnd = 0;
  idStart = 0;
  idEnd = 0;
  createdStart = 0;
  createdEnd = 0;
  modelStart = 0;
  modelEnd = 0;
  /** The last `finish_reason` that is a string, with its quotes. */
  finishStart = 0;
  finishEnd = 0;
  /** `choices` has at least one entry. */
  hasChoices = false;
  /** Some delta has text, reasoning, a refusal (of the model, not of a filter), a tool call or a sound. */
  isVisible = false;
  /** Bytes of JSON text in the deltas' content, reasoning, refusal, and tool names and arguments. */
  outputBytes = 0;

  private reasoningBytes = 0;
  private refusalBytes = 0;
  /** How many filters ended the choice. */
  private filters = 0;

  read(bytes: Buffer, start: number, end: number): ChatEventKind {
    this.source = bytes;
    this.isInPlace = true;
    const kind = this.readSingleLine(bytes, start, end) ?? this.readLines(bytes, start, end);
    if (kind === 'opaque') this.forget();
    return kind;
  }

  /** The usual event: one `data` line and nothing else. Undefined when it is not that. */
  private readSingleLine(bytes: Buffer, start: number, end: number): ChatEventKind | undefined {
    if (!startsWithWord(bytes, start, 'data:')) return undefined;
    const dataStart = bytes[start + 5] === SPACE ? start + 6 : start + 5;
    if (bytes[dataStart] !== OPEN_BRACE) return undefined;
    const dataEnd = this.readChunk(bytes, dataStart);
    if (isFault(dataEnd) || dataEnd > end || skipWhitespace(bytes, dataEnd) < end) return undefined;
    return this.objectKind();
  }

  private readLines(bytes: Buffer, start: number, end: number): ChatEventKind {
    const lines = findDataLines(bytes, start, end);
    const [first] = lines;
    if (!first) return 'opaque';
    if (lines.length === 1) return this.readData(bytes, first.start, first.end);
    this.isInPlace = false;
    this.source = Buffer.from(
      lines.map((line) => bytes.toString('latin1', line.start, line.end)).join('\n'),
      'latin1',
    );
    return this.readData(this.source, 0, this.source.length);
  }

  private readData(bytes: Buffer, start: number, end: number): ChatEventKind {
    const dataStart = skipWhitespace(bytes, start);
    if (startsWithWord(bytes, dataStart, '[DONE]'))
      return skipWhitespace(bytes, dataStart + 6) >= end ? 'done' : 'opaque';
    if (bytes[dataStart] !== OPEN_BRACE) return 'opaque';
    const dataEnd = this.readChunk(bytes, dataStart);
    return isFault(dataEnd) || dataEnd > end || skipWhitespace(bytes, dataEnd) < end
      ? 'opaque'
      : this.objectKind();
  }

  private objectKind(): ChatEventKind {
    return this.errorEnd === NO_VALUE ? 'chunk' : 'error';
  }

  private readChunk(bytes: Buffer, start: number): number {
    this.forget();
    return walkObject(bytes, start, MAX_DEPTH, this.onTopMember);
  }

  private forget(): void {
    this.usageEnd = NO_VALUE;
    this.errorEnd = NO_VALUE;
    this.idEnd = NO_VALUE;
    this.createdEnd = NO_VALUE;
    this.modelEnd = NO_VALUE;
    this.finishEnd = NO_VALUE;
    this.hasChoices = false;
    this.isVisible = false;
    this.outputBytes = 0;
  }

  private readonly onTopMember = (bytes: Buffer, keyStart: number, keyEnd: number, start: number): number => {
    if (isKey(bytes, keyStart, keyEnd, 'choices')) return walkArray(bytes, start, MAX_DEPTH, this.onChoice);
    const end = skipValue(bytes, start, MAX_DEPTH);
    if (isFault(end)) return end;
    if (isKey(bytes, keyStart, keyEnd, 'id')) {
      this.idStart = start;
      this.idEnd = end;
    } else if (isKey(bytes, keyStart, keyEnd, 'model')) {
      this.modelStart = start;
      this.modelEnd = end;
    } else if (isKey(bytes, keyStart, keyEnd, 'created')) {
      this.createdStart = start;
      this.createdEnd = end;
    } else if (isKey(bytes, keyStart, keyEnd, 'usage')) {
      this.usageStart = start;
      this.usageEnd = isObjectWithMembers(bytes, start) ? end : NO_VALUE;
    } else if (isKey(bytes, keyStart, keyEnd, 'error')) {
      this.errorStart = start;
      this.errorEnd = startsWithWord(bytes, start, 'null') ? NO_VALUE : end;
    }
    return end;
  };

  private readonly onChoice = (bytes: Buffer, start: number): number => {
    this.hasChoices = true;
    this.reasoningBytes = 0;
    this.refusalBytes = 0;
    this.filters = 0;
    const end = walkObject(bytes, start, MAX_DEPTH, this.onChoiceMember);
    this.outputBytes += this.reasoningBytes;
    // Why a filter stepped in is no answer: a reader may still be given another model's.
    if (this.refusalBytes > 0 && this.filters === 0) {
      this.outputBytes += this.refusalBytes;
      this.isVisible = true;
    }
    return end;
  };

  private readonly onChoiceMember = (
    bytes: Buffer,
    keyStart: number,
    keyEnd: number,
    start: number,
  ): number => {
    if (isKey(bytes, keyStart, keyEnd, 'delta'))
      return walkObject(bytes, start, MAX_DEPTH, this.onDeltaMember);
    const end = skipValue(bytes, start, MAX_DEPTH);
    if (bytes[start] === QUOTE && isKey(bytes, keyStart, keyEnd, 'finish_reason')) {
      this.finishStart = start;
      this.finishEnd = end;
      if (startsWithWord(bytes, start, '"content_filter"')) this.filters += 1;
    }
    return end;
  };

  private readonly onDeltaMember = (
    bytes: Buffer,
    keyStart: number,
    keyEnd: number,
    start: number,
  ): number => {
    if (isKey(bytes, keyStart, keyEnd, 'tool_calls'))
      return walkArray(bytes, start, MAX_DEPTH, this.onToolCall);
    if (isKey(bytes, keyStart, keyEnd, 'function_call')) {
      if (bytes[start] === OPEN_BRACE) this.isVisible = true;
      return walkObject(bytes, start, MAX_DEPTH, this.onFunctionMember);
    }
    const end = skipValue(bytes, start, MAX_DEPTH);
    if (isFault(end)) return end;
    const size = sizeOfText(bytes, start, end);
    if (size === 0) return end;
    if (isKey(bytes, keyStart, keyEnd, 'content')) {
      this.outputBytes += size;
      this.isVisible = true;
    } else if (isKey(bytes, keyStart, keyEnd, 'refusal')) {
      this.refusalBytes += size;
    } else if (
      isKey(bytes, keyStart, keyEnd, 'reasoning') ||
      isKey(bytes, keyStart, keyEnd, 'reasoning_content')
    ) {
      // Some providers send the same text under both names.
      this.reasoningBytes = Math.max(this.reasoningBytes, size);
      this.isVisible = true;
    } else if (UNCOUNTED_BUT_VISIBLE.some((word) => isKey(bytes, keyStart, keyEnd, word))) {
      this.isVisible = true;
    }
    return end;
  };

  private readonly onToolCall = (bytes: Buffer, start: number): number => {
    this.isVisible = true;
    return walkObject(bytes, start, MAX_DEPTH, this.onToolCallMember);
  };

  private readonly onToolCallMember = (
    bytes: Buffer,
    keyStart: number,
    keyEnd: number,
    start: number,
  ): number => {
    if (isKey(bytes, keyStart, keyEnd, 'function'))
      return walkObject(bytes, start, MAX_DEPTH, this.onFunctionMember);
    return skipValue(bytes, start, MAX_DEPTH);
  };

  private readonly onFunctionMember = (
    bytes: Buffer,
    _keyStart: number,
    _keyEnd: number,
    start: number,
  ): number => {
    if (bytes[start] !== QUOTE) return skipValue(bytes, start, MAX_DEPTH);
    const end = skipString(bytes, start);
    this.outputBytes += end - start - 2;
    return end;
  };
}

/** Bytes between the quotes or brackets; 0 for an empty text, array or object and for null, numbers and booleans. */
function sizeOfText(bytes: Buffer, start: number, end: number): number {
  const first = bytes[start];
  if (first === QUOTE) return end - start - 2;
  if (first === OPEN_BRACKET || first === OPEN_BRACE)
    return skipWhitespace(bytes, start + 1) === end - 1 ? 0 : end - start - 2;
  return 0;
}

function isObjectWithMembers(bytes: Buffer, start: number): boolean {
  return bytes[start] === OPEN_BRACE && bytes[skipWhitespace(bytes, start + 1)] === QUOTE;
}
