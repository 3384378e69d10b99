import { isUtf8 } from 'node:buffer';
import { inPieces, type Steps } from '../../lib/steps.js';
import { Hopper } from './hopper.js';
import { JsonBytesError } from './json-bytes-error.js';
import { LongTexts } from './long-texts.js';
import { memberName } from './member-names.js';
import {
  faultOffset,
  isDepthFault,
  isFault,
  skipColon,
  skipString,
  skipValue,
  skipWhitespace,
} from './skip-value.js';
import { ValueSkipper } from './value-skipper.js';

export type JsonKind = 'object' | 'array' | 'string' | 'number' | 'true' | 'false' | 'null';

/** One `"name": value` of the object. Offsets are bytes from the start of the document; the ends are exclusive. */
export interface JsonMember {
  /** Unescaped: `"mod\u0065l"` is `model`. */
  readonly name: string;
  /** The opening quote of the name. */
  readonly keyStart: number;
  readonly keyEnd: number;
  readonly valueStart: number;
  readonly valueEnd: number;
  /** Bytes of the value less those that only its notation takes (`TextMeter`): a text counts as what it says. */
  readonly textBytes: number;
  readonly kind: JsonKind;
}

/** Where the members of one object document are; the bytes stay as they came. */
export class TopLevelMembers {
  constructor(
    readonly bytes: Buffer,
    /** In document order. */
    readonly members: readonly JsonMember[],
    /** Absent for few members, where looking through them costs less than a map. */
    private readonly byName: ReadonlyMap<string, JsonMember> | undefined,
    /** Behind the opening brace: where the first member of an empty object would go. */
    readonly bodyStart: number,
    /** The long strings of its values. */
    readonly texts: LongTexts,
  ) {}

  /** For one walk through the document from its start to its end. */
  hopper(): Hopper {
    return new Hopper(this.texts.ranges);
  }

  /** For each long string of a value between the two places: adds up what is said of it. */
  sumLongStrings(
    from: number,
    to: number,
    weigh: (bytes: Buffer, start: number, textBytes: number) => number,
  ): number {
    return this.texts.sum(from, to, weigh);
  }

  /** The member of that name; of several (`repeatedKeys: 'keep'`) the last, as for JSON.parse. */
  find(name: string): JsonMember | undefined {
    return this.byName === undefined ? findLast(this.members, name) : this.byName.get(name);
  }
}

export interface ScanOptions {
  /** Containers within containers, the document itself included. Each costs a stack frame: keep it in the hundreds. */
  maxDepth?: number;
  /**
   * `refuse` for what a caller sent: two readers might take different ones of the two values.
   * `keep` for a provider's answer, which is not ours to judge.
   */
  repeatedKeys?: 'refuse' | 'keep';
}

const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
const COMMA = 0x2c;
const DEFAULT_MAX_DEPTH = 100;
/** Far above any known request; without it a body of tiny members costs more than its parse. */
const MAX_MEMBERS = 1_000;
/** A chat request has three to twelve members, an answer about eight. */
const MAX_WITHOUT_MAP = 24;

/**
 * Finds the members of a JSON object without building it, as strictly as JSON.parse and in one pass (about 1.2 ms a MB).
 * @throws JsonBytesError for everything that JSON.parse refuses, for bytes that are not UTF-8, for a byte order mark (JSON.parse
 * refuses it too), for nesting beyond `maxDepth`, for a top-level name given twice and for more than 1,000 top-level members.
 */
export function scanTopLevel(bytes: Buffer, options: ScanOptions = {}): TopLevelMembers {
  const scan = new TopLevelScan(bytes, options);
  while (scan.findValue()) scan.take(skipValue(bytes, scan.valueStart, scan.maxDepth - 1, scan.texts));
  return scan.finish();
}

/**
 * The same for large documents, which may take a while when they consist of tiny values.
 * @throws as `scanTopLevel`, and JsonBytesError for more values than `maxValues`
 */
export function* scanTopLevelInSteps(
  bytes: Buffer,
  {
    maxValues = Number.POSITIVE_INFINITY,
    ...options
  }: ScanOptions & { readonly maxValues?: number | undefined } = {},
): Steps<TopLevelMembers> {
  const scan = new TopLevelScan(bytes, options);
  let valuesLeft = maxValues;
  while (scan.findValue()) {
    const skipper = new ValueSkipper(bytes, scan.valueStart, {
      depthLeft: scan.maxDepth - 1,
      valuesLeft,
      texts: scan.texts,
    });
    while (!skipper.advance()) yield;
    valuesLeft = skipper.valuesLeft;
    if (valuesLeft < 0) throw new JsonBytesError({ problem: 'too-many-values', offset: skipper.position });
    scan.take(skipper.position);
  }
  return scan.finish();
}

/** Up to here a scan takes a few milliseconds, whatever is in the document. */
export const LARGE_DOCUMENT_BYTES = 524_288;

/** A scan that holds nobody up: of a large document in pieces, of any other at once. @throws as `scanTopLevelInSteps` */
export function scanUnhurried(
  bytes: Buffer,
  options: ScanOptions & { readonly maxValues?: number | undefined } = {},
): TopLevelMembers | Promise<TopLevelMembers> {
  return bytes.length < LARGE_DOCUMENT_BYTES
    ? scanTopLevel(bytes, options)
    : inPieces(scanTopLevelInSteps(bytes, options));
}

/** Goes from member to member; whoever drives it skips the values. */
class TopLevelScan {
  readonly texts: LongTexts;
  readonly maxDepth: number;
  /** Of the value that `findValue` found. */
  valueStart = 0;
  private readonly members: JsonMember[] = [];
  private byName: Map<string, JsonMember> | undefined;
  private readonly bodyStart: number;
  private position: number;
  private keyStart = 0;
  private keyEnd = 0;
  private notationBefore = 0;

  constructor(
    private readonly bytes: Buffer,
    private readonly options: ScanOptions,
  ) {
    refuseOtherEncodings(bytes);
    this.maxDepth = options.maxDepth ?? DEFAULT_MAX_DEPTH;
    const start = skipWhitespace(bytes, 0);
    if (bytes[start] !== OPEN_BRACE) refuseNonObject(bytes, start, this.maxDepth);
    this.texts = new LongTexts(bytes);
    this.bodyStart = start + 1;
    this.position = skipWhitespace(bytes, this.bodyStart);
  }

  /** Reads the next name; false at the object's end. */
  findValue(): boolean {
    const { bytes, members } = this;
    let { position } = this;
    const byte = bytes[position];
    if (byte === CLOSE_BRACE) return false;
    if (members.length > 0) {
      if (byte !== COMMA) throw new JsonBytesError({ problem: 'syntax', offset: position });
      position = skipWhitespace(bytes, position + 1);
    }
    this.keyStart = position;
    this.keyEnd = orThrow(skipString(bytes, position));
    this.valueStart = orThrow(skipColon(bytes, this.keyEnd));
    this.notationBefore = this.texts.notation;
    return true;
  }

  /** @param valueEnd the position behind the value, or a fault */
  take(valueEnd: number): void {
    const { bytes, keyStart, keyEnd, valueStart } = this;
    orThrow(valueEnd);
    const member = {
      name: memberName(bytes, keyStart + 1, keyEnd - 1),
      keyStart,
      keyEnd,
      valueStart,
      valueEnd,
      textBytes: valueEnd - valueStart - (this.texts.notation - this.notationBefore),
      kind: kindAt(bytes, valueStart),
    };
    this.byName = addMember(this.members, this.byName, member, this.options.repeatedKeys);
    this.position = skipWhitespace(bytes, valueEnd);
  }

  finish(): TopLevelMembers {
    const { bytes, members, byName, bodyStart, texts } = this;
    refuseMoreText(bytes, this.position + 1);
    return new TopLevelMembers(bytes, members, byName, bodyStart, texts);
  }
}

function addMember(
  members: JsonMember[],
  byName: Map<string, JsonMember> | undefined,
  member: JsonMember,
  repeatedKeys: ScanOptions['repeatedKeys'],
): Map<string, JsonMember> | undefined {
  if (repeatedKeys !== 'keep' && isKnown(members, byName, member.name)) {
    throw new JsonBytesError({ problem: 'duplicate-key', offset: member.keyStart, key: member.name });
  }
  if (members.length === MAX_MEMBERS) {
    throw new JsonBytesError({ problem: 'too-many-members', offset: member.keyStart });
  }
  members.push(member);
  if (members.length <= MAX_WITHOUT_MAP) return undefined;
  return (byName ?? mapByName(members)).set(member.name, member);
}

function isKnown(
  members: readonly JsonMember[],
  byName: ReadonlyMap<string, JsonMember> | undefined,
  name: string,
): boolean {
  return byName === undefined ? findLast(members, name) !== undefined : byName.has(name);
}

function findLast(members: readonly JsonMember[], name: string): JsonMember | undefined {
  for (let index = members.length - 1; index >= 0; index -= 1) {
    const member = members[index];
    if (member?.name === name) return member;
  }
  return undefined;
}

function mapByName(members: readonly JsonMember[]): Map<string, JsonMember> {
  return new Map(members.map((member) => [member.name, member]));
}

function kindAt(bytes: Buffer, position: number): JsonKind {
  switch (bytes[position] ?? 0) {
    case 0x7b:
      return 'object';
    case 0x5b:
      return 'array';
    case 0x22:
      return 'string';
    case 0x74:
      return 'true';
    case 0x66:
      return 'false';
    case 0x6e:
      return 'null';
    default:
      return 'number';
  }
}

/** UTF-16 without a mark is valid UTF-8 with a NUL in its first two bytes, so that is asked too. */
function refuseOtherEncodings(bytes: Buffer): void {
  const marked = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  const utf16 = bytes[0] === 0 || bytes[1] === 0;
  if (marked || utf16 || !isUtf8(bytes)) throw new JsonBytesError({ problem: 'encoding', offset: 0 });
}

function refuseNonObject(bytes: Buffer, start: number, maxDepth: number): never {
  refuseMoreText(bytes, orThrow(skipValue(bytes, start, maxDepth)));
  throw new JsonBytesError({ problem: 'not-an-object', offset: start });
}

function refuseMoreText(bytes: Buffer, position: number): void {
  const end = skipWhitespace(bytes, position);
  if (end !== bytes.length) throw new JsonBytesError({ problem: 'syntax', offset: end });
}

function orThrow(position: number): number {
  if (!isFault(position)) return position;
  throw new JsonBytesError({
    problem: isDepthFault(position) ? 'too-deep' : 'syntax',
    offset: faultOffset(position),
  });
}
