import { isFault, skipString, skipValue, skipWhitespace } from '../../../json-bytes/skip-value.js';
import { TextMeter } from '../../../json-bytes/text-meter.js';
import {
  isKey,
  startsWithWord,
  walkObject,
  walkOn,
  type OnMember,
} from '../../../json-bytes/walk-members.js';
import { EventObject, type EventKind } from '../event-object.js';
import { NativeDeltaPattern } from './native-delta-pattern.js';
import { ResponsePlaces } from './response-places.js';

const MAX_DEPTH = 200;
const QUOTE = 0x22;
const OPEN_BRACE = 0x7b;
const ZERO = 0x30;
const DELTA = '.delta"';
const NAME = 'event: ';
const DATA = 'data: {"type":"';
const NUMBER = '","sequence_number":';
const DONE = '.done';
const ITEM_DONE = 'output_item.done';
const LINE_FEED = 0x0a;
const COMMA = 0x2c;
const MESSAGE = '"message"';

/** Reads what the tap must know of one event of provider B, and builds nothing for deltas, which most events are. */
export class NativeEvent {
  /** Its type ends in `.delta`, and it brings text. */
  isDelta = false;
  /** Bytes of that text, however the JSON is written. */
  deltaBytes = 0;
  /** Undefined when it has none. */
  sequenceNumber: number | undefined;
  outputIndex: number | undefined;
  /** The object under `response`. */
  readonly response = new ResponsePlaces();
  /** The object under `item`. */
  itemStart = 0;
  itemEnd = 0;
  /** The item is a message, which says nothing that its deltas did not say. */
  isMessage = false;

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

  /** @param isCut it may have no end: the stream is over */
  read(bytes: Buffer, start: number, end: number, isCut = false): EventKind {
    if (this.readByPattern(bytes, start, end)) return 'object';
    if (!isCut && this.readRepeating(bytes, start)) return 'object';
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
    this.typeStart = start + pattern.typeStart;
    this.typeEnd = start + pattern.typeEnd;
    this.sequenceNumber = pattern.sequenceNumber;
    this.outputIndex = pattern.outputIndex;
    const textEnd = this.readText(bytes, textStart);
    if (isFault(textEnd)) return false;
    this.dataEnd = walkOn(bytes, textEnd, this.onMember);
    const isWhole =
      !isFault(this.dataEnd) && this.dataEnd <= end && skipWhitespace(bytes, this.dataEnd) >= end;
    // No other type is learnt, but another may stand behind the text.
    const isKnownType = this.typeEnd === start + pattern.typeEnd;
    this.isDelta = isWhole && (isKnownType ? this.deltaBytes > 0 : this.findDelta());
    return isWhole;
  }

  /**
   * What says once more, at its end, what deltas told is read as far as its number, in the way that provider B writes it. Answers
   * false for any other.
   */
  private readRepeating(bytes: Buffer, start: number): boolean {
    if (!startsWithWord(bytes, start, NAME)) return false;
    const name = start + NAME.length;
    const nameEnd = bytes.indexOf(LINE_FEED, name);
    if (!startsWithWord(bytes, nameEnd - DONE.length, DONE)) return false;
    if (startsWithWord(bytes, nameEnd - ITEM_DONE.length, ITEM_DONE)) return false;
    const type = nameEnd + 1 + DATA.length;
    const typeEnd = type + nameEnd - name;
    if (!startsWithWord(bytes, nameEnd + 1, DATA) || !startsWithWord(bytes, typeEnd, NUMBER)) return false;
    if (bytes.compare(bytes, name, nameEnd, type, typeEnd) !== 0) return false;
    const number = typeEnd + NUMBER.length;
    const numberEnd = skipValue(bytes, number, 0);
    if (isFault(numberEnd) || bytes[numberEnd] !== COMMA) return false;
    this.forget();
    this.event.takePlain(bytes);
    this.sequenceNumber = wholeNumberAt(bytes, number, numberEnd);
    this.typeStart = type - 1;
    this.typeEnd = typeEnd + 1;
    this.dataEnd = 0;
    this.isDelta = false;
    return true;
  }

  private learn(bytes: Buffer, start: number): void {
    const { dataStart, typeStart, typeEnd, numberStart, numberEnd, textStart, outputIndex } = this;
    const knownEnd = Math.max(typeEnd, numberEnd, this.outputIndexEnd);
    const holdsMore = this.response.end > 0 || this.itemEnd > 0;
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
    this.response.forget();
    this.itemEnd = 0;
    this.isMessage = false;
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
    if (bytes[start] === OPEN_BRACE) return this.onObject(bytes, keyStart, keyEnd, start);
    const end = skipValue(bytes, start, MAX_DEPTH);
    if (isFault(end)) return end;
    if (isKey(bytes, keyStart, keyEnd, 'sequence_number')) {
      this.sequenceNumber = wholeNumberAt(bytes, start, end);
      this.numberStart = start;
      this.numberEnd = end;
    } else if (isKey(bytes, keyStart, keyEnd, 'output_index')) {
      this.outputIndex = wholeNumberAt(bytes, start, end);
      this.outputIndexEnd = end;
    }
    return end;
  };

  private onObject(bytes: Buffer, keyStart: number, keyEnd: number, start: number): number {
    if (isKey(bytes, keyStart, keyEnd, 'response')) return this.response.read(bytes, start);
    if (!isKey(bytes, keyStart, keyEnd, 'item')) return skipValue(bytes, start, MAX_DEPTH);
    this.isMessage = false;
    const end = walkObject(bytes, start, MAX_DEPTH, this.onItemMember);
    this.itemStart = start;
    this.itemEnd = isFault(end) ? 0 : end;
    return end;
  }

  private readonly onItemMember: OnMember = (bytes, keyStart, keyEnd, start) => {
    if (isKey(bytes, keyStart, keyEnd, 'type')) this.isMessage = startsWithWord(bytes, start, MESSAGE);
    return skipValue(bytes, start, MAX_DEPTH);
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
