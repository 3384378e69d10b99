/** Buckets of every hashed model: features are named by a hash, so a vocabulary is never stored. */
export const BUCKETS = 65_536;

const OFFSET_BASIS = 0x811c9dc5;
const PRIME = 0x01000193;

/** Names a family of features: the same text under two seeds falls into two unrelated buckets. */
export function featureSeed(name: string): number {
  return hashUnits(name, 0, name.length, OFFSET_BASIS);
}

/** The bucket (0 … `BUCKETS` − 1) of a text within the family `seed`. FNV-1a over UTF-16 code units, then mixed. */
export function hashFeature(text: string, seed = OFFSET_BASIS): number {
  return toBucket(hashUnits(text, 0, text.length, seed));
}

/** As `hashFeature` of `text.slice(start, end)`, without building that string. */
export function hashFeatureRange(text: string, { start, end }: TextRange, seed = OFFSET_BASIS): number {
  return toBucket(hashUnits(text, start, end, seed));
}

/** Indices of UTF-16 code units, the end excluded. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/** A running hash, to build features of several pieces: begin with a seed, end with `toBucket`. */
export function hashUnits(text: string, start: number, end: number, hash: number): number {
  let running = hash;
  for (let index = start; index < end; index += 1)
    running = Math.imul(running ^ text.charCodeAt(index), PRIME);
  return running;
}

/** The low bits of FNV-1a are weak on short texts, so the whole word is mixed before it is cut to a bucket. */
export function toBucket(hash: number): number {
  let mixed = hash ^ (hash >>> 16);
  mixed = Math.imul(mixed, 0x85ebca6b);
  mixed ^= mixed >>> 13;
  mixed = Math.imul(mixed, 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) & (BUCKETS - 1);
}
