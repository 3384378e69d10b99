import { memberName } from '../../json-bytes/member-names.js';
import { isMemberName } from '../../json-bytes/is-member-name.js';
import { isKey } from '../../json-bytes/walk-members.js';
import type { Visitor } from '../../json-bytes/visit-in-steps.js';
import { decodeText } from '../../openai/decode-text.js';

const QUOTE = 0x22;
/** Words of the protocol and ids are shorter; of a longer text no more is decoded. */
const MAX_WORD_BYTES = 512;
const KNOWN_WORD_BYTES = 24;

/** From a value's first byte to behind it. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** Where the members of these names are in one object after the other; escapes in a name are seen through. */
export class NamedMembers implements Visitor {
  /** A name that the object holds twice: two readers might take different ones. */
  twice: string | undefined;
  private readonly starts: number[];
  private readonly ends: number[];

  /** @param inner who looks into the value of a name when it is an object or an array */
  constructor(
    private readonly names: readonly string[],
    private readonly inner: Readonly<
      Record<string, (bytes: Buffer, start: number) => Visitor | undefined>
    > = {},
  ) {
    this.starts = names.map(() => -1);
    this.ends = names.map(() => -1);
  }

  /** For the next object. */
  reset(): void {
    this.starts.fill(-1);
    this.twice = undefined;
  }

  enter(bytes: Buffer, start: number, keyStart: number, keyEnd: number): Visitor | undefined {
    const name = this.names[this.placeOf(bytes, keyStart, keyEnd)];
    return name === undefined ? undefined : this.inner[name]?.(bytes, start);
  }

  leave(bytes: Buffer, start: number, end: number, keyStart: number, keyEnd: number): void {
    const place = this.placeOf(bytes, keyStart, keyEnd);
    if (place < 0) {
      this.onOther(bytes, keyStart, keyEnd);
      return;
    }
    if ((this.starts[place] ?? -1) >= 0) this.twice ??= this.names[place];
    this.starts[place] = start;
    this.ends[place] = end;
  }

  /** Of the value's first byte; negative when the member is absent. */
  start(name: string): number {
    return this.starts[this.names.indexOf(name)] ?? -1;
  }

  /** Behind the value of a member that is there. */
  end(name: string): number {
    return this.ends[this.names.indexOf(name)] ?? -1;
  }

  /** The member is there, and is not null. */
  has(bytes: Buffer, name: string): boolean {
    const start = this.start(name);
    return start >= 0 && bytes[start] !== 0x6e;
  }

  /** `undefined` when it is absent or null. */
  range(bytes: Buffer, name: string): ByteRange | undefined {
    return this.has(bytes, name) ? { start: this.start(name), end: this.end(name) } : undefined;
  }

  isText(bytes: Buffer, name: string): boolean {
    const start = this.start(name);
    return start >= 0 && bytes[start] === QUOTE;
  }

  /** A short text; of a long one its beginning; `undefined` when it is absent or no text. */
  word(bytes: Buffer, name: string): string | undefined {
    if (!this.isText(bytes, name)) return undefined;
    const start = this.start(name) + 1;
    const length = this.end(name) - 1 - start;
    // Roles and types come again and again, as names do.
    if (length <= KNOWN_WORD_BYTES) return memberName(bytes, start, start + length);
    return decodeText(bytes, start, Math.min(this.end(name) - 1, start + MAX_WORD_BYTES));
  }

  /** A member that has none of the names came. */
  protected onOther(_bytes: Buffer, _keyStart: number, _keyEnd: number): void {
    // Most objects may hold more than is looked for.
  }

  private placeOf(bytes: Buffer, keyStart: number, keyEnd: number): number {
    const { names } = this;
    for (let place = 0; place < names.length; place += 1)
      if (isKey(bytes, keyStart, keyEnd, names[place] ?? '')) return place;
    // Escapes make a key longer than its name, and are hardly ever written.
    if (!holdsBackslash(bytes, keyStart, keyEnd)) return -1;
    return names.findIndex((name) => isMemberName(bytes, keyStart, keyEnd, name));
  }
}

/** The same of an object that holds nothing else. */
export class OnlyNamedMembers extends NamedMembers {
  /** The first member that has none of the names. */
  other: string | undefined;

  protected override onOther(bytes: Buffer, keyStart: number, keyEnd: number): void {
    this.other ??= decodeText(bytes, keyStart + 1, Math.min(keyEnd - 1, keyStart + 1 + MAX_WORD_BYTES));
  }
}

function holdsBackslash(bytes: Buffer, start: number, end: number): boolean {
  const BACKSLASH = 0x5c;
  for (let position = start; position < end; position += 1) if (bytes[position] === BACKSLASH) return true;
  return false;
}
