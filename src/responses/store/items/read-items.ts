import type { Steps } from '../../../lib/steps.js';
import type { Hopper } from '../../../wire/json-bytes/hopper.js';
import { memberName } from '../../../wire/json-bytes/member-names.js';
import type { TopLevelMembers } from '../../../wire/json-bytes/scan-top-level.js';
import { skipWhitespace } from '../../../wire/json-bytes/skip-value.js';
import type { ItemKind } from './kept-item.js';

/** What the members of an item say about it. */
export interface ItemHead {
  /** Undefined when it is absent, null or no string. */
  readonly id: string | undefined;
  readonly type: string | undefined;
  readonly role: string | undefined;
  readonly kind: ItemKind;
  readonly json: Buffer;
}

const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
const CLOSE_BRACKET = 0x5d;
const COMMA = 0x2c;
const QUOTE = 0x22;
const NULL_START = 0x6e;
/** Values between two chances to let others go on. */
const STEP_VALUES = 250;
/** Longer ones are no words of the API. */
const MAX_WORD_BYTES = 1_024;

/**
 * The items of an array member of a scanned document, by one walk; undefined when it is no array. What is no object is an item
 * without members.
 */
export function* readItems<Item>(
  scan: TopLevelMembers,
  name: string,
  toItem: (head: ItemHead, index: number) => Item,
): Steps<Item[] | undefined> {
  const member = scan.find(name);
  if (member?.kind !== 'array') return undefined;
  const { bytes } = scan;
  const items: Item[] = [];
  const walk = new ItemWalk(bytes, scan.hopper());
  let position = skipWhitespace(bytes, member.valueStart + 1);
  while (bytes[position] !== CLOSE_BRACKET) {
    const end = yield* walk.read(position);
    items.push(toItem(walk.head(position, end), items.length));
    position = skipWhitespace(bytes, end);
    if (bytes[position] === COMMA) position = skipWhitespace(bytes, position + 1);
  }
  return items;
}

class ItemWalk {
  private id: string | undefined;
  private type: string | undefined;
  private role: string | undefined;
  private isEncrypted = false;
  private values = 0;

  constructor(
    private readonly bytes: Buffer,
    private readonly hopper: Hopper,
  ) {}

  /** @returns the position behind the item */
  *read(start: number): Steps<number> {
    const { bytes, hopper } = this;
    this.id = this.type = this.role = undefined;
    this.isEncrypted = false;
    this.values += 1;
    if (this.values % STEP_VALUES === 0) yield;
    if (bytes[start] !== OPEN_BRACE) return hopper.value(bytes, start);
    let position = skipWhitespace(bytes, start + 1);
    while (bytes[position] !== CLOSE_BRACE) {
      const keyEnd = hopper.string(bytes, position);
      const valueStart = skipWhitespace(bytes, skipWhitespace(bytes, keyEnd) + 1);
      const valueEnd = hopper.value(bytes, valueStart);
      this.note(memberName(bytes, position + 1, keyEnd - 1), valueStart, valueEnd);
      position = skipWhitespace(bytes, valueEnd);
      if (bytes[position] === COMMA) position = skipWhitespace(bytes, position + 1);
      this.values += 1;
      if (this.values % STEP_VALUES === 0) yield;
    }
    return position + 1;
  }

  head(start: number, end: number): ItemHead {
    const { id, type, role } = this;
    return { id, type, role, kind: this.kind(), json: this.bytes.subarray(start, end) };
  }

  private note(name: string, start: number, end: number): void {
    if (name === 'id') this.id = this.word(start, end);
    else if (name === 'type') this.type = this.word(start, end);
    else if (name === 'role') this.role = this.word(start, end);
    else if (name === 'encrypted_content') this.isEncrypted = this.bytes[start] !== NULL_START;
  }

  private word(start: number, end: number): string | undefined {
    if (this.bytes[start] !== QUOTE || end - start > MAX_WORD_BYTES) return undefined;
    return JSON.parse(this.bytes.toString('utf8', start, end)) as string;
  }

  private kind(): ItemKind {
    const isNamed = this.id !== undefined;
    if (this.type === 'item_reference') return 'reference';
    // The type of a reference may be left out, and so may a message's, which has a role.
    if (this.type === undefined && this.role === undefined && isNamed) return 'reference';
    return this.type === 'reasoning' && !this.isEncrypted && isNamed ? 'bare-reasoning' : 'whole';
  }
}
