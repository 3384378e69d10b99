import type { Steps } from '../../../lib/steps.js';
import type { ItemKind, KeptItem } from './kept-item.js';

/**
 * Items as one value: a count, a head for each (flags, length of the id, id, length of the text), then the texts one behind
 * another. So what is kept can be taken apart without being read.
 */
const COUNT_BYTES = 4;
const ID_AT = 3;
const MAX_HEAD_BYTES = 1 + 2 + 4;
/** A UTF-16 unit takes no more in UTF-8. */
const MAX_UNIT_BYTES = 3;
const KINDS: readonly ItemKind[] = ['whole', 'reference', 'bare-reasoning'];
const GIVEN = 0x10;
const STEP_ITEMS = 1_000;

/** @returns pieces, of which only the first is new memory */
export function* packItems(items: readonly KeptItem[]): Steps<Buffer[]> {
  const room = items.reduce((sum, { id }) => sum + MAX_HEAD_BYTES + MAX_UNIT_BYTES * id.length, COUNT_BYTES);
  const head = Buffer.allocUnsafe(room);
  const pieces: Buffer[] = [head];
  let position = head.writeUInt32BE(items.length);
  for (const { kind, isIdGiven, id, json } of items) {
    head.writeUInt8(KINDS.indexOf(kind) | (isIdGiven ? GIVEN : 0), position);
    const idBytes = head.write(id, position + ID_AT);
    head.writeUInt16BE(idBytes, position + 1);
    position = head.writeUInt32BE(json.length, position + ID_AT + idBytes);
    pieces.push(json);
    if (pieces.length % STEP_ITEMS === 0) yield;
  }
  pieces[0] = head.subarray(0, position);
  return pieces;
}

/** The items of `packItems`, in the memory of the packed value. */
export function* unpackItems(packed: Buffer): Steps<KeptItem[]> {
  const count = packed.readUInt32BE(0);
  const items: KeptItem[] = [];
  let head = COUNT_BYTES;
  let start = textsStart(packed, count);
  while (items.length < count) {
    const flags = packed.readUInt8(head);
    const idEnd = head + ID_AT + packed.readUInt16BE(head + 1);
    const end = start + packed.readUInt32BE(idEnd);
    items.push({
      id: packed.toString('utf8', head + ID_AT, idEnd),
      isIdGiven: (flags & GIVEN) !== 0,
      kind: KINDS[flags & ~GIVEN] ?? 'whole',
      json: packed.subarray(start, end),
    });
    head = idEnd + 4;
    start = end;
    if (items.length % STEP_ITEMS === 0) yield;
  }
  return items;
}

function textsStart(packed: Buffer, count: number): number {
  let position = COUNT_BYTES;
  for (let index = 0; index < count; index += 1)
    position += MAX_HEAD_BYTES + packed.readUInt16BE(position + 1);
  return position;
}
