const FIRST_CAPACITY = 512;
/** Places of the table for each entry: sparse enough that a look-up seldom meets a neighbour. */
const PLACES_PER_ENTRY = 2;

/**
 * A sparse vector over the buckets. Meant to be kept and cleared, not built for each request: clearing costs nothing,
 * and nothing is allocated once it has grown to the largest request seen. The table that finds a bucket's entry is small
 * on purpose: one as long as there are buckets would miss the processor's caches on every feature.
 */
export class FeatureBag {
  /** The first `size` entries hold; each bucket once, in order of its first appearance. */
  buckets = new Int32Array(FIRST_CAPACITY);
  values = new Float64Array(FIRST_CAPACITY);
  size = 0;
  /** Open addressing: which round used a place, and for which entry. */
  private rounds = new Uint32Array(FIRST_CAPACITY * PLACES_PER_ENTRY);
  private entries = new Int32Array(FIRST_CAPACITY * PLACES_PER_ENTRY);
  private round = 1;

  clear(): void {
    this.size = 0;
    this.nextRound();
  }

  /** Adds `value` to a bucket. */
  add(bucket: number, value = 1): void {
    const entry = this.entryOf(bucket);
    this.values[entry] = (this.values[entry] ?? 0) + value;
  }

  /** A feature that is there or not, however often it is seen. */
  mark(bucket: number): void {
    // First the entry: finding it may grow the bag, and the values that were there before are no longer read.
    const entry = this.entryOf(bucket);
    this.values[entry] = 1;
  }

  /** Scales the entries from `start` to the end to length 1: a long text then weighs no more than a short one. */
  normalize(start = 0): void {
    let squares = 0;
    for (let entry = start; entry < this.size; entry += 1) squares += (this.values[entry] ?? 0) ** 2;
    if (squares === 0) return;
    const factor = 1 / Math.sqrt(squares);
    for (let entry = start; entry < this.size; entry += 1)
      this.values[entry] = (this.values[entry] ?? 0) * factor;
  }

  private entryOf(bucket: number): number {
    const mask = this.rounds.length - 1;
    let place = (bucket ^ (bucket >>> 8)) & mask;
    while (this.rounds[place] === this.round) {
      const entry = this.entries[place] ?? 0;
      if (this.buckets[entry] === bucket) return entry;
      place = (place + 1) & mask;
    }
    if (this.size === this.buckets.length) {
      this.grow();
      return this.entryOf(bucket);
    }
    const entry = this.size;
    this.rounds[place] = this.round;
    this.entries[place] = entry;
    this.buckets[entry] = bucket;
    this.values[entry] = 0;
    this.size += 1;
    return entry;
  }

  private grow(): void {
    const { buckets, values, size } = this;
    const capacity = buckets.length * 2;
    this.buckets = new Int32Array(capacity);
    this.values = new Float64Array(capacity);
    this.rounds = new Uint32Array(capacity * PLACES_PER_ENTRY);
    this.entries = new Int32Array(capacity * PLACES_PER_ENTRY);
    this.size = 0;
    this.round = 1;
    for (let entry = 0; entry < size; entry += 1)
      this.values[this.entryOf(buckets[entry] ?? 0)] = values[entry] ?? 0;
  }

  private nextRound(): void {
    this.round += 1;
    if (this.round < 0xffff_ffff) return;
    this.rounds.fill(0);
    this.round = 1;
  }
}
