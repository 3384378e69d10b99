import type { Steps } from '../../lib/steps.js';
import { memberName } from '../json-bytes/member-names.js';
import type { TopLevelMembers } from '../json-bytes/scan-top-level.js';
import { visitInSteps, type Visitor } from '../json-bytes/visit-in-steps.js';
import { decodeText } from '../openai/decode-text.js';
import { RawNumber, type JsonObject } from './raw-json.js';
import { isRiskyNumber } from './risky-number.js';

type Container = JsonObject | unknown[];

/**
 * What `parseExactJson` gives, of a document that was scanned, in steps however large it is. Several times slower on small values:
 * it is for documents that would hold others up.
 */
export function* parseInSteps(scan: TopLevelMembers): Steps<JsonObject> {
  const builder = new TreeBuilder();
  yield* visitInSteps(scan.bytes, scan.bodyStart - 1, scan.hopper(), builder);
  return builder.root;
}

/** Builds every value behind its last byte, into the container that is open. */
class TreeBuilder implements Visitor {
  readonly root: JsonObject = {};
  private readonly open: Container[] = [this.root];

  enter(bytes: Buffer, start: number): Visitor {
    const OPEN_BRACKET = 0x5b;
    this.open.push(bytes[start] === OPEN_BRACKET ? [] : {});
    return this;
  }

  leave(bytes: Buffer, start: number, end: number, keyStart: number, keyEnd: number): void {
    const value = isContainer(bytes[start]) ? this.open.pop() : scalarIn(bytes, start, end);
    const parent = this.open.at(-1);
    if (Array.isArray(parent)) parent.push(value);
    else if (parent !== undefined) setMember(parent, memberName(bytes, keyStart + 1, keyEnd - 1), value);
  }
}

function isContainer(byte: number | undefined): boolean {
  return byte === 0x7b || byte === 0x5b;
}

function scalarIn(bytes: Buffer, start: number, end: number): unknown {
  switch (bytes[start]) {
    case 0x22:
      return decodeText(bytes, start + 1, end - 1);
    case 0x74:
      return true;
    case 0x66:
      return false;
    case 0x6e:
      return null;
    default: {
      const literal = bytes.toString('latin1', start, end);
      return isRiskyNumber(literal) ? new RawNumber(literal) : Number(literal);
    }
  }
}

function setMember(object: JsonObject, name: string, value: unknown): void {
  if (name === '__proto__')
    Object.defineProperty(object, name, { value, enumerable: true, configurable: true, writable: true });
  else object[name] = value;
}
