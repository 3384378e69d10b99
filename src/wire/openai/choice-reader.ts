import type { LongTexts } from '../json-bytes/long-texts.js';
import { TextMeter } from '../json-bytes/text-meter.js';
import { isFault, skipString, skipValue, skipWhitespace } from '../json-bytes/skip-value.js';
import { isKey, startsWithWord, walkArray, walkObject } from '../json-bytes/walk-members.js';

/** As deep as an answer may be that is read at all. */
const MAX_DEPTH = 500;
/** Something a reader sees, of a size that says nothing about tokens. */
const UNCOUNTED_BUT_VISIBLE = ['audio', 'images'];
/** Visible where they hold text: a signature, or thinking that is encrypted or left out, is nothing that a reader sees. */
const THINKING_PARTS = ['reasoning_details', 'thinking_blocks'];
/** Members of a part that hold what the model wrote. */
const PART_TEXTS = ['text', 'thinking', 'summary', 'refusal'];
const OPEN_BRACE = 0x7b;
const OPEN_BRACKET = 0x5b;
const QUOTE = 0x22;
const NO_VALUE = 0;

/**
 * Reads what the model wrote from the `choices` of an answer or of a chunk, and builds nothing: one reader serves a whole stream.
 * What it found holds until `forget`.
 */
export class ChoiceReader {
  /** The last `finish_reason` that is a string, with its quotes. */
  finishStart = 0;
  finishEnd = 0;
  /** There is at least one. */
  hasChoices = false;
  /** Some of them has text, reasoning, a refusal (of the model, not of a filter), a tool call or a sound. */
  isVisible = false;
  /** Bytes of text in their content, reasoning, refusal, and tool names and arguments, however the JSON is written. */
  outputBytes = 0;
  /** The last text that was counted, with its quotes or brackets. */
  textStart = 0;
  textEnd = 0;

  private reasoningBytes = 0;
  private refusalBytes = 0;
  /** How many filters ended the choice. */
  private filters = 0;
  /** How many texts were counted. */
  private texts = 0;
  private readonly meter: TextMeter;
  private partBytes = 0;

  /**
   * @param answer the member of a choice that holds it
   * @param known of a large document, the strings that were found in it: those are not gone through again
   */
  constructor(
    private readonly answer: 'message' | 'delta',
    private readonly known?: LongTexts,
  ) {
    this.meter = new TextMeter(known?.window);
  }

  forget(): void {
    this.finishEnd = NO_VALUE;
    this.hasChoices = false;
    this.isVisible = false;
    this.outputBytes = 0;
    this.texts = 0;
  }

  /** Nothing of them was counted but one string, and no answer ends. */
  isOneText(bytes: Buffer): boolean {
    return (
      this.texts === 1 && bytes[this.textStart] === QUOTE && this.isVisible && this.finishEnd === NO_VALUE
    );
  }

  /** Reads choices by their one text, when all else of them is known. Answers false when that is empty, or no string. */
  readOneText(bytes: Buffer, quote: number): boolean {
    this.meter.notation = 0;
    const end = skipString(bytes, quote, this.meter);
    const size = end - quote - 2 - this.meter.notation;
    if (isFault(end) || size <= 0) return false;
    this.hasChoices = true;
    this.isVisible = true;
    this.outputBytes = size;
    this.noteText(quote, end);
    return true;
  }

  /** From the bracket of `choices` to the position behind it, or a fault. */
  read(bytes: Buffer, start: number): number {
    return walkArray(bytes, start, MAX_DEPTH, this.onChoice);
  }

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
    if (isKey(bytes, keyStart, keyEnd, this.answer))
      return walkObject(bytes, start, MAX_DEPTH, this.onAnswerMember);
    const end = skipValue(bytes, start, MAX_DEPTH);
    if (bytes[start] === QUOTE && isKey(bytes, keyStart, keyEnd, 'finish_reason')) {
      this.finishStart = start;
      this.finishEnd = end;
      if (startsWithWord(bytes, start, '"content_filter"')) this.filters += 1;
    }
    return end;
  };

  private readonly onAnswerMember = (
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
    const end = this.skipMeasured(bytes, start);
    if (isFault(end) || isEmpty(bytes, start, end)) return end;
    const size = end - start - 2 - this.meter.notation;
    if (isKey(bytes, keyStart, keyEnd, 'content')) {
      this.outputBytes += bytes[start] === QUOTE ? size : this.textOfParts(bytes, start);
      this.noteText(start, end);
      this.isVisible = true;
    } else if (isKey(bytes, keyStart, keyEnd, 'refusal')) {
      this.refusalBytes += size;
      this.noteText(start, end);
    } else if (
      isKey(bytes, keyStart, keyEnd, 'reasoning') ||
      isKey(bytes, keyStart, keyEnd, 'reasoning_content')
    ) {
      // Some providers send the same text under both names.
      this.reasoningBytes = Math.max(this.reasoningBytes, size);
      this.noteText(start, end);
      this.isVisible = true;
    } else if (isOneOf(UNCOUNTED_BUT_VISIBLE, bytes, keyStart, keyEnd)) {
      this.isVisible = true;
    } else if (isOneOf(THINKING_PARTS, bytes, keyStart, keyEnd)) {
      // Not counted: the same text comes as reasoning too.
      if (this.textOfParts(bytes, start) > 0) this.isVisible = true;
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
    this.meter.notation = 0;
    const end = skipString(bytes, start, this.meter);
    this.outputBytes += end - start - 2 - this.meter.notation;
    this.noteText(start, end);
    return end;
  };

  private skipMeasured(bytes: Buffer, start: number): number {
    const known = this.known?.at(start);
    this.meter.notation = known?.notation ?? 0;
    return known?.end ?? skipValue(bytes, start, MAX_DEPTH, this.meter);
  }

  private noteText(start: number, end: number): void {
    this.texts += 1;
    this.textStart = start;
    this.textEnd = end;
  }

  /** Some providers write content in parts. */
  private textOfParts(bytes: Buffer, start: number): number {
    this.partBytes = 0;
    walkArray(bytes, start, MAX_DEPTH, this.onPart);
    return this.partBytes;
  }

  private readonly onPart = (bytes: Buffer, start: number): number =>
    walkObject(bytes, start, MAX_DEPTH, this.onPartMember);

  private readonly onPartMember = (
    bytes: Buffer,
    keyStart: number,
    keyEnd: number,
    start: number,
  ): number => {
    if (bytes[start] === OPEN_BRACKET) return walkArray(bytes, start, MAX_DEPTH, this.onPart);
    if (bytes[start] !== QUOTE || !isOneOf(PART_TEXTS, bytes, keyStart, keyEnd))
      return skipValue(bytes, start, MAX_DEPTH);
    this.meter.notation = 0;
    const end = skipString(bytes, start, this.meter);
    this.partBytes += end - start - 2 - this.meter.notation;
    return end;
  };
}

function isOneOf(words: readonly string[], bytes: Buffer, keyStart: number, keyEnd: number): boolean {
  return words.some((word) => isKey(bytes, keyStart, keyEnd, word));
}

/** True for an empty text, array or object and for null, numbers and booleans. */
function isEmpty(bytes: Buffer, start: number, end: number): boolean {
  const first = bytes[start];
  if (first === QUOTE) return end - start === 2;
  if (first !== OPEN_BRACKET && first !== OPEN_BRACE) return true;
  return skipWhitespace(bytes, start + 1) === end - 1;
}
