import { isFault, skipString, skipValue, skipWhitespace } from '../../json-bytes/skip-value.js';
import { TextMeter } from '../../json-bytes/text-meter.js';
import { isKey, startsWithWord, walkObject, walkOn } from '../../json-bytes/walk-members.js';
import { EventObject, type EventKind } from './event-object.js';
import { NativeDeltaPattern } from './native-delta-pattern.js';

const MAX_DEPTH = 200;
const QUOTE = 0x22;
const OPEN_BRACE = 0x7b;
const ZERO = 0x30;
const DELTA = '.delta"';

/** Reads what the tap must know of one event of provider B, and builds nothing for deltas, which most events are. */
export class NativeEvent {
  /** Its type ends in `.delta`, and it brings text. */
  isDelta = false;
  /** Bytes of that text, however the JSON is written. */
  deltaBytes = 0;
  /** Undefined when it has none. */
  sequenceNumber: number | undefined;
  outputIndex: number | undefined;
  /** The object under `response`; an end of 0 is "absent". */
  responseStart = 0;
  responseEnd = 0;
  /** The object under `item`. */
  itemStart = 0;
  itemEnd = 0;

  private readonly event = new EventObject();
  private readonly pattern = new NativeDeltaPattern();
  private readonly meter = new TextMeter();
  private typeStart = 0;
  private typeEnd = 0;
  private dataStart = 0;
  private dataEnd = 0;
  private numberStart = 0;
  private numberEnd = 0;
  private outputIndexEnd = 0;
  private textStart = 0;

  /** The bytes that the places refer to. */
  get source(): Buffer {
    return this.event.source;
  }

  /** The places are in the event itself, so that they can be edited there. */
  get isInPlace(): boolean {
    return this.event.isInPlace;
  }

  get type(): string {
    return this.typeEnd === 0 ? '' : this.source.toString('latin1', this.typeStart + 1, this.typeEnd - 1);
  }

  /** The whole object, parsed. */
  parse(): unknown {
    return JSON.parse(this.source.toString('utf8', this.dataStart, this.dataEnd));
  }

  read(bytes: Buffer, start: number, end: number): EventKind {
    if (this.readByPattern(bytes, start, end)) return 'object';
    const kind = this.event.read(bytes, start, end, this.walk);
    if (kind !== 'object') this.forget();
    this.isDelta = this.findDelta();
    if (this.isDelta && this.event.isPlain) this.learn(bytes, start);
    return kind;
  }

  private findDelta(): boolean {
    const { typeEnd } = this;
    return this.deltaBytes > 0 && typeEnd > 0 && startsWithWord(this.source, typeEnd - DELTA.length, DELTA);
  }

  /** Nearly all events are alike up to their text: of those only the rest is walked. Answers false for any other. */
  private readByPattern(bytes: Buffer, start: number, end: number): boolean {
    const { pattern } = this;
    const textStart = pattern.findText(bytes, start);
    if (textStart < 0) return false;
    this.forget();
    this.event.takePlain(bytes);
    this.dataStart = start + pattern.dataStart;
    [this.typeStart, this.typeEnd] = pattern.type;
    this.sequenceNumber = pattern.sequenceNumber;
    this.outputIndex = pattern.outputIndex;
    const textEnd = this.readText(bytes, textStart);
    if (isFault(textEnd)) return false;
    this.dataEnd = walkOn(bytes, textEnd, this.onMember);
    const isWhole =
      !isFault(this.dataEnd) && this.dataEnd <= end && skipWhitespace(bytes, this.dataEnd) >= end;
    this.isDelta = isWhole && this.findDelta();
    return isWhole;
  }

  private learn(bytes: Buffer, start: number): void {
    const { dataStart, typeStart, typeEnd, numberStart, numberEnd, textStart, outputIndex } = this;
    const knownEnd = Math.max(typeEnd, numberEnd, this.outputIndexEnd, this.responseEnd, this.itemEnd);
    const holdsMore = this.responseEnd > 0 || this.itemEnd > 0;
    if (this.sequenceNumber === undefined || holdsMore || knownEnd > textStart) return;
    const places = { start, dataStart, typeStart, typeEnd, numberStart, numberEnd, textStart };
    this.pattern.learn(bytes, places, outputIndex);
  }

  private forget(): void {
    this.deltaBytes = 0;
    this.sequenceNumber = undefined;
    this.outputIndex = undefined;
    this.outputIndexEnd = 0;
    this.numberEnd = 0;
    this.responseEnd = 0;
    this.itemEnd = 0;
    this.typeEnd = 0;
  }

  private readonly walk = (bytes: Buffer, start: number): number => {
    this.forget();
    this.dataStart = start;
    this.dataEnd = walkObject(bytes, start, MAX_DEPTH, this.onMember);
    return this.dataEnd;
  };

  private readonly onMember = (bytes: Buffer, keyStart: number, keyEnd: number, start: number): number => {
    if (bytes[start] === QUOTE) return this.onText(bytes, keyStart, keyEnd, start);
    const end = skipValue(bytes, start, MAX_DEPTH);
    if (isFault(end)) return end;
    if (isKey(bytes, keyStart, keyEnd, 'sequence_number')) {
      this.sequenceNumber = wholeNumberAt(bytes, start, end);
      this.numberStart = start;
      this.numberEnd = end;
    } else if (isKey(bytes, keyStart, keyEnd, 'output_index')) {
      this.outputIndex = wholeNumberAt(bytes, start, end);
      this.outputIndexEnd = end;
    } else if (bytes[start] === OPEN_BRACE && isKey(bytes, keyStart, keyEnd, 'response')) {
      this.responseStart = start;
      this.responseEnd = end;
    } else if (bytes[start] === OPEN_BRACE && isKey(bytes, keyStart, keyEnd, 'item')) {
      this.itemStart = start;
      this.itemEnd = end;
    }
    return end;
  };

  private onText(bytes: Buffer, keyStart: number, keyEnd: number, start: number): number {
    if (isKey(bytes, keyStart, keyEnd, 'delta')) return this.readText(bytes, start);
    const end = skipString(bytes, start);
    if (isKey(bytes, keyStart, keyEnd, 'type')) {
      this.typeStart = start;
      this.typeEnd = isFault(end) ? 0 : end;
    }
    return end;
  }

  private readText(bytes: Buffer, start: number): number {
    this.textStart = start;
    this.meter.notation = 0;
    const end = skipString(bytes, start, this.meter);
    if (!isFault(end)) this.deltaBytes = end - start - 2 - this.meter.notation;
    return end;
  }
}

function wholeNumberAt(bytes: Buffer, start: number, end: number): number | undefined {
  let value = 0;
  for (let position = start; position < end; position += 1) {
    const digit = (bytes[position] ?? 0) - ZERO;
    if (digit < 0 || digit > 9) return undefined;
    value = value * 10 + digit;
  }
  return Number.isSafeInteger(value) ? value : undefined;
}
