import { parseExactJson } from '../../../exact-json/parse-exact-json.js';
import { isFault, skipString, skipValue, skipWhitespace } from '../../../json-bytes/skip-value.js';
import { isKey, startsWithWord, walkArray, walkObject } from '../../../json-bytes/walk-members.js';
import { sliceText, type ByteText } from '../byte-text.js';
import { EventObject, type EventKind } from '../event-object.js';

/** A value in an event's bytes; an end of 0 is "absent, null or empty". */
export interface Place {
  start: number;
  end: number;
}

const NO_BYTES: Buffer = Buffer.alloc(0);
/** As deep as an answer may be that is read at all. */
const MAX_DEPTH = 500;
/** Usage, errors, citations and blocks of thinking have some thousands. */
const MAX_PARSED_BYTES = 1_048_576;
const QUOTE = 0x22;
const OPEN_BRACE = 0x7b;
const OPEN_BRACKET = 0x5b;

/** Where things are in one event of a chat stream, or in a whole chat completion; nothing is built, one reader serves a whole stream. */
export class ChatChunk {
  readonly content: Place = { start: 0, end: 0 };
  readonly refusal: Place = { start: 0, end: 0 };
  /** Under either name that providers use. */
  readonly reasoning: Place = { start: 0, end: 0 };
  readonly reasoningDetails: Place = { start: 0, end: 0 };
  readonly thinkingBlocks: Place = { start: 0, end: 0 };
  readonly annotations: Place = { start: 0, end: 0 };
  readonly toolCalls: Place = { start: 0, end: 0 };
  readonly finishReason: Place = { start: 0, end: 0 };
  readonly serviceTier: Place = { start: 0, end: 0 };
  readonly usage: Place = { start: 0, end: 0 };
  readonly error: Place = { start: 0, end: 0 };
  /** Its one member that says something, where that can be found again in the event: so it is with most events of a stream. */
  only: 'content' | 'reasoning' | 'toolCalls' | undefined;
  /** The bytes that the places refer to. */
  source = NO_BYTES;

  private readonly event = new EventObject();
  private readonly ofDelta: ReadonlyMap<string, Place> = new Map([
    ['content', this.content],
    ['refusal', this.refusal],
    ['reasoning_content', this.reasoning],
    ['reasoning', this.reasoning],
    ['reasoning_details', this.reasoningDetails],
    ['thinking_blocks', this.thinkingBlocks],
    ['annotations', this.annotations],
    ['tool_calls', this.toolCalls],
  ]);
  private readonly deltaNames = [...this.ofDelta.keys()];
  private readonly places: readonly Place[] = [
    ...this.ofDelta.values(),
    this.finishReason,
    this.serviceTier,
    this.usage,
    this.error,
  ];
  private found = 0;

  /** @param answer the member of a choice that holds it */
  constructor(private readonly answer: 'message' | 'delta') {}

  /** A whole completion, as JSON. */
  readWhole(bytes: Buffer): void {
    this.source = bytes;
    this.walk(bytes, skipWhitespace(bytes, 0));
  }

  read(bytes: Buffer, start: number, end: number): EventKind {
    const kind = this.event.read(bytes, start, end, this.walk);
    if (kind !== 'object') this.forget();
    this.source = this.event.source;
    this.only = this.found === 1 && this.event.isInPlace ? this.findOnly(bytes) : undefined;
    return kind;
  }

  /** As JSON text; undefined where there is none. */
  text({ start, end }: Place): ByteText | undefined {
    return end === 0 ? undefined : sliceText(this.source, start, end);
  }

  /** Undefined where there is nothing, or so much that building it would hold others up. */
  parse({ start, end }: Place): unknown {
    if (end === 0 || end - start > MAX_PARSED_BYTES) return undefined;
    return parseExactJson(this.source.toString('utf8', start, end));
  }

  private findOnly(bytes: Buffer): ChatChunk['only'] {
    const { content, reasoning, toolCalls } = this;
    if (content.end > 0 && bytes[content.start] === QUOTE) return 'content';
    if (reasoning.end > 0 && bytes[reasoning.start] === QUOTE) return 'reasoning';
    return toolCalls.end > 0 ? 'toolCalls' : undefined;
  }

  private forget(): void {
    for (const place of this.places) place.end = 0;
    this.found = 0;
  }

  private note(place: Place, bytes: Buffer, start: number, end: number): void {
    // Some providers say the same under two names.
    if (place.end > 0 || isEmpty(bytes, start, end)) return;
    place.start = start;
    place.end = end;
    this.found += 1;
  }

  private readonly walk = (bytes: Buffer, start: number): number => {
    this.forget();
    return walkObject(bytes, start, MAX_DEPTH, this.onTopMember);
  };

  private readonly onTopMember = (bytes: Buffer, keyStart: number, keyEnd: number, start: number): number => {
    if (isKey(bytes, keyStart, keyEnd, 'choices')) return walkArray(bytes, start, MAX_DEPTH, this.onChoice);
    const end = skipValue(bytes, start, MAX_DEPTH);
    if (isFault(end)) return end;
    if (isKey(bytes, keyStart, keyEnd, 'usage') && bytes[start] === OPEN_BRACE)
      this.note(this.usage, bytes, start, end);
    else if (isKey(bytes, keyStart, keyEnd, 'service_tier') && bytes[start] === QUOTE) {
      // Some say it in every chunk: it is not counted as something that the chunk brings.
      this.serviceTier.start = start;
      this.serviceTier.end = end;
    } else if (isKey(bytes, keyStart, keyEnd, 'error') && !startsWithWord(bytes, start, 'null')) {
      this.error.start = start;
      this.error.end = end;
      this.found += 1;
    }
    return end;
  };

  private readonly onChoice = (bytes: Buffer, start: number): number =>
    walkObject(bytes, start, MAX_DEPTH, this.onChoiceMember);

  private readonly onChoiceMember = (
    bytes: Buffer,
    keyStart: number,
    keyEnd: number,
    start: number,
  ): number => {
    if (isKey(bytes, keyStart, keyEnd, this.answer))
      return walkObject(bytes, start, MAX_DEPTH, this.onDeltaMember);
    const end = skipValue(bytes, start, MAX_DEPTH);
    if (!isFault(end) && bytes[start] === QUOTE && isKey(bytes, keyStart, keyEnd, 'finish_reason'))
      this.note(this.finishReason, bytes, start, end);
    return end;
  };

  private readonly onDeltaMember = (
    bytes: Buffer,
    keyStart: number,
    keyEnd: number,
    start: number,
  ): number => {
    const end = bytes[start] === QUOTE ? skipString(bytes, start) : skipValue(bytes, start, MAX_DEPTH);
    if (isFault(end)) return end;
    for (const name of this.deltaNames) {
      const place = isKey(bytes, keyStart, keyEnd, name) ? this.ofDelta.get(name) : undefined;
      if (place !== undefined) this.note(place, bytes, start, end);
    }
    return end;
  };
}

/** True for an empty text, array or object and for null, numbers and booleans. */
function isEmpty(bytes: Buffer, start: number, end: number): boolean {
  const first = bytes[start];
  if (first === QUOTE) return end - start === 2;
  if (first !== OPEN_BRACKET && first !== OPEN_BRACE) return true;
  return skipWhitespace(bytes, start + 1) === end - 1;
}
