import { isFault, skipValue } from '../../../json-bytes/skip-value.js';
import { isKey, startsWithWord, walkObject } from '../../../json-bytes/walk-members.js';

const MAX_DEPTH = 200;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** Where a response of provider B says what is not its own to say, found by one walk that builds nothing. */
export class ResponsePlaces {
  /** The object; an end of 0 is "absent". */
  start = 0;
  end = 0;
  storeStart = 0;
  storeEnd = 0;
  previousStart = 0;
  previousEnd = 0;
  /** `store` and `previous_response_id` stand in it once each, written plainly: they can be read, and replaced, where they are. */
  isPlain = false;
  private idStart = 0;
  private idEnd = 0;
  /** A member stands twice, or a name is written with escapes. */
  private isOdd = false;

  forget(): void {
    this.end = 0;
    this.isPlain = false;
  }

  /** @returns the position behind the object, or a fault */
  read(bytes: Buffer, start: number): number {
    this.storeEnd = 0;
    this.previousEnd = 0;
    this.idEnd = 0;
    this.isOdd = false;
    const end = walkObject(bytes, start, MAX_DEPTH, this.onMember);
    if (isFault(end)) return end;
    this.start = start;
    this.end = end;
    this.isPlain = this.storeEnd > 0 && this.previousEnd > 0 && this.isEven();
    return end;
  }

  /** Asked of the walk, which has changed it. */
  private isEven(): boolean {
    return !this.isOdd;
  }

  /** @param store, previous JSON, in ASCII */
  says(bytes: Buffer, store: string, previous: string): boolean {
    return (
      isAt(bytes, this.storeStart, this.storeEnd, store) &&
      isAt(bytes, this.previousStart, this.previousEnd, previous)
    );
  }

  /** The object's bytes with these instead, where it `isPlain`. */
  replace(bytes: Buffer, store: string, previous: string): Buffer {
    const { start, end, storeStart, storeEnd, previousStart, previousEnd } = this;
    const json = (from: number, to: number): string => bytes.toString('latin1', from, to);
    const text =
      storeStart < previousStart
        ? json(start, storeStart) + store + json(storeEnd, previousStart) + previous + json(previousEnd, end)
        : json(start, previousStart) + previous + json(previousEnd, storeStart) + store + json(storeEnd, end);
    return Buffer.from(text, 'latin1');
  }

  /** The `id` as JSON text; undefined where it is no text. */
  writtenId(bytes: Buffer): string | undefined {
    return this.idEnd > 0 ? bytes.toString('utf8', this.idStart, this.idEnd) : undefined;
  }

  private readonly onMember = (bytes: Buffer, keyStart: number, keyEnd: number, start: number): number => {
    const end = skipValue(bytes, start, MAX_DEPTH);
    if (isFault(end)) return end;
    if (isKey(bytes, keyStart, keyEnd, 'store')) {
      this.isOdd ||= this.storeEnd > 0;
      this.storeStart = start;
      this.storeEnd = end;
    } else if (isKey(bytes, keyStart, keyEnd, 'previous_response_id')) {
      this.isOdd ||= this.previousEnd > 0;
      this.previousStart = start;
      this.previousEnd = end;
    } else if (isKey(bytes, keyStart, keyEnd, 'id')) {
      this.idStart = start;
      this.idEnd = bytes[start] === QUOTE ? end : 0;
    } else this.isOdd ||= holdsBackslash(bytes, keyStart, keyEnd);
    return end;
  };
}

function isAt(bytes: Buffer, start: number, end: number, json: string): boolean {
  return end - start === json.length && startsWithWord(bytes, start, json);
}

function holdsBackslash(bytes: Buffer, start: number, end: number): boolean {
  for (let position = start; position < end; position += 1) if (bytes[position] === BACKSLASH) return true;
  return false;
}
