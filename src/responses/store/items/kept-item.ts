/** What an item of an input or output is to the store. */
export type ItemKind =
  /** It stands for itself. */
  | 'whole'
  /** It names another one: an `item_reference`. */
  | 'reference'
  /** A reasoning item without `encrypted_content`: a copy of one that may be kept whole. */
  | 'bare-reasoning';

/** One item, its JSON text as it came. */
export interface KeptItem {
  /** Its own, or one that was given to it; empty when an answer's item has none. */
  readonly id: string;
  /** The id is of ours, and stands in no bytes. */
  readonly isIdGiven: boolean;
  readonly kind: ItemKind;
  readonly json: Buffer;
}

/** PostgreSQL and logs hold these; nobody's ids are others. */
const ID = /^[\x21-\x7e]{1,256}$/;
const GIVEN_ID = /^[a-z]+_(in[0-9a-z]{20})_[0-9a-z]+$/;

/** Whether anything can be kept under that id. */
export function isKeepableId(id: string): boolean {
  return ID.test(id);
}

/** What all ids share that are given to one request's items. */
export function givenIdKey(randomText: string): string {
  return `in${randomText}`;
}

/** An id for an item of a request that came without one. @param index its place in `input` */
export function giveId(prefix: string, key: string, index: number): string {
  return `${prefix}_${key}_${index.toString(36)}`;
}

/** The name under which an item's place is written down: items of one request whose ids are ours have one place together. */
export function placeNameOf(id: string): string {
  return GIVEN_ID.exec(id)?.[1] ?? id;
}
