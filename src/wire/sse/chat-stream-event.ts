import { isFault, skipValue, skipWhitespace } from '../json-bytes/skip-value.js';
import { isKey, startsWithWord, walkObject, walkOn } from '../json-bytes/walk-members.js';
import { ChoiceReader } from '../openai/choice-reader.js';
import { ChunkPattern } from './chunk-pattern.js';
import { findDataLines } from './event-data-lines.js';

/**
 * - `chunk`: a JSON object that is no error
 * - `error`: a JSON object with a non-null top-level `error`
 * - `done`: `[DONE]`
 * - `opaque`: comments, events without data, and data that is no JSON object: not ours to judge
 */
export type ChatEventKind = 'chunk' | 'error' | 'done' | 'opaque';

const MAX_DEPTH = 200;
const OPEN_BRACE = 0x7b;
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
  readonly choices = new ChoiceReader('delta');

  private readonly pattern = new ChunkPattern();
  /** Where the values before the text of the pattern are in it. */
  private readonly known = {
    idStart: 0,
    idEnd: 0,
    createdStart: 0,
    createdEnd: 0,
    modelStart: 0,
    modelEnd: 0,
  };
  /** Of a chunk that may become the pattern; else -1. */
  private chunkStart = -1;

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
    this.chunkStart = -1;
    const choicesEnd = this.readByPattern(bytes, start);
    if (choicesEnd > 0) return walkOn(bytes, choicesEnd, this.onTopMember);
    this.chunkStart = start;
    return walkObject(bytes, start, MAX_DEPTH, this.onTopMember);
  }

  /** Answers the end of the choices; -1 for a chunk that is another than those before it. */
  private readByPattern(bytes: Buffer, start: number): number {
    const { pattern, choices, known } = this;
    const quote = pattern.findText(bytes, start);
    if (quote < 0 || !choices.readOneText(bytes, quote)) return -1;
    const end = pattern.findChoicesEnd(bytes, choices.textEnd);
    if (end < 0) {
      choices.forget();
      return -1;
    }
    this.idStart = start + known.idStart;
    this.idEnd = known.idEnd && start + known.idEnd;
    this.createdStart = start + known.createdStart;
    this.createdEnd = known.createdEnd && start + known.createdEnd;
    this.modelStart = start + known.modelStart;
    this.modelEnd = known.modelEnd && start + known.modelEnd;
    return end;
  }

  /** The chunks of a stream mostly differ in their text alone. */
  private learnPattern(bytes: Buffer, end: number): void {
    const { chunkStart: start, choices, known } = this;
    this.chunkStart = -1;
    if (this.usageEnd > 0 || this.errorEnd > 0 || !choices.isOneText(bytes)) return;
    const { textStart, textEnd } = choices;
    if (!this.pattern.learn(bytes, { start, textStart, textEnd, end })) return;
    known.idStart = this.idStart - start;
    known.idEnd = this.idEnd && this.idEnd - start;
    known.createdStart = this.createdStart - start;
    known.createdEnd = this.createdEnd && this.createdEnd - start;
    known.modelStart = this.modelStart - start;
    known.modelEnd = this.modelEnd && this.modelEnd - start;
  }

  private forget(): void {
    this.usageEnd = NO_VALUE;
    this.errorEnd = NO_VALUE;
    this.idEnd = NO_VALUE;
    this.createdEnd = NO_VALUE;
    this.modelEnd = NO_VALUE;
    this.choices.forget();
  }

  private readonly onTopMember = (bytes: Buffer, keyStart: number, keyEnd: number, start: number): number => {
    if (isKey(bytes, keyStart, keyEnd, 'choices')) {
      const choicesEnd = this.choices.read(bytes, start);
      if (this.chunkStart >= 0 && !isFault(choicesEnd)) this.learnPattern(bytes, choicesEnd);
      return choicesEnd;
    }
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
}

function isObjectWithMembers(bytes: Buffer, start: number): boolean {
  return bytes[start] === OPEN_BRACE && bytes[skipWhitespace(bytes, start + 1)] === QUOTE;
}
