import type { Steps } from '../../lib/steps.js';
import { memberName } from '../json-bytes/member-names.js';
import type { TopLevelMembers } from '../json-bytes/scan-top-level.js';
import { visitInSteps, type Visitor } from '../json-bytes/visit-in-steps.js';
import { decodeLongText } from '../openai/decode-long-text.js';
import { decodeText } from '../openai/decode-text.js';
import { RawNumber, type JsonObject } from './raw-json.js';
import { isRiskyNumber } from './risky-number.js';

const QUOTE = 0x22;
/** Less is quickly decoded. */
const LONG_TEXT_BYTES = 262_144;

type Container = JsonObject | unknown[];

/**
 * What `parseExactJson` gives, of a document that was scanned, in steps however large it is. Several times slower on small values:
 * it is for documents that would hold others up.
 */
export function* parseInSteps(scan: TopLevelMembers): Steps<JsonObject> {
  const builder = new TreeBuilder();
  yield* visitInSteps(scan.bytes, scan.bodyStart - 1, scan.hopper(), builder);
  for (const { text, parent, name } of builder.longTexts) {
    // A member of the same name may have come behind it.
    if (memberOf(parent, name) === text)
      setMember(parent, name, yield* decodeLongText(scan.bytes, text.start + 1, text.end - 1));
  }
  return builder.root;
}

/** Stands for a text that is decoded at the end, in steps of its own. */
class LongText {
  constructor(
    readonly start: number,
    readonly end: number,
  ) {}
}

interface PlacedText {
  readonly text: LongText;
  readonly parent: Container;
  readonly name: string | number;
}

/** Builds every value behind its last byte, into the container that is open. */
class TreeBuilder implements Visitor {
  readonly root: JsonObject = {};
  readonly longTexts: PlacedText[] = [];
  private readonly open: Container[] = [this.root];

  enter(bytes: Buffer, start: number): Visitor {
    const OPEN_BRACKET = 0x5b;
    this.open.push(bytes[start] === OPEN_BRACKET ? [] : {});
    return this;
  }

  leave(bytes: Buffer, start: number, end: number, keyStart: number, keyEnd: number): void {
    const value = isContainer(bytes[start]) ? this.open.pop() : scalarIn(bytes, start, end);
    const parent = this.open.at(-1);
    if (parent === undefined) return;
    const name = Array.isArray(parent) ? parent.length : memberName(bytes, keyStart + 1, keyEnd - 1);
    setMember(parent, name, value);
    if (value instanceof LongText) this.longTexts.push({ text: value, parent, name });
  }
}

function isContainer(byte: number | undefined): boolean {
  return byte === 0x7b || byte === 0x5b;
}

function scalarIn(bytes: Buffer, start: number, end: number): unknown {
  const first = bytes[start];
  if (first === QUOTE)
    return end - start > LONG_TEXT_BYTES ? new LongText(start, end) : decodeText(bytes, start + 1, end - 1);
  if (first === 0x74 || first === 0x66) return first === 0x74;
  if (first === 0x6e) return null;
  const literal = bytes.toString('latin1', start, end);
  return isRiskyNumber(literal) ? new RawNumber(literal) : Number(literal);
}

function memberOf(parent: Container, name: string | number): unknown {
  return Object.getOwnPropertyDescriptor(parent, name)?.value;
}

function setMember(parent: Container, name: string | number, value: unknown): void {
  if (Array.isArray(parent)) parent[name as number] = value;
  else if (name === '__proto__')
    Object.defineProperty(parent, name, { value, enumerable: true, configurable: true, writable: true });
  else parent[name] = value;
}
